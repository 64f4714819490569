//! The page: whole, by itself, and under a strict policy.

use crate::server::get;

/// What the files of the page refer to: the paths after `src="`, `href="` and `from "`.
fn referred(text: &str) -> Vec<String> {
    ["src=\"", "href=\"", "from \"", "import(\""]
        .iter()
        .flat_map(|mark| text.split(mark).skip(1))
        .map(|rest| rest.split('"').next().unwrap().split('#').next().unwrap().to_owned())
        .filter(|path| !path.is_empty() && !path.contains('$'))
        .collect()
}

#[test]
fn all_that_the_page_needs_is_part_of_the_program() {
    let mut open = vec!["/".to_owned()];
    let mut seen = open.clone();
    while let Some(path) = open.pop() {
        let file = get(&path);
        assert_eq!(file.status, 200, "{path}");
        assert!(!file.body.contains("https://"), "{path} leads elsewhere");
        for found in referred(&file.body) {
            let found = found.replacen("./", "/", 1);
            if !seen.contains(&found) {
                seen.push(found.clone());
                open.push(found);
            }
        }
    }
    assert!(seen.len() >= 16, "{seen:?}");
}

#[test]
fn every_answer_carries_a_strict_policy() {
    for path in ["/", "/main.js", "/api/show", "/api/show?game=chess", "/nothing"] {
        let head = get(path).head;
        assert!(
            head.contains("content-security-policy: default-src 'none'; script-src 'self'; style-src 'self';"),
            "{path}"
        );
        assert!(!head.contains("unsafe"), "{path}");
        for line in [
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
            "cross-origin-resource-policy: same-origin",
        ] {
            assert!(head.contains(line), "{line}, {path}");
        }
    }
}
