//! Whoever plays: axe-core finds nothing that hinders them.

use crate::table::{PHONE, Screen, Table, WIDE, at_table};
use serde_json::Value;

/// axe-core, as npm brings it.
fn axe() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/browser/node_modules/axe-core/axe.min.js");
    std::fs::read_to_string(path)
        .unwrap_or_else(|error| panic!("{path}: {error}; npm ci in tests/browser puts it there"))
}

/// Sees to it that axe-core finds nothing wrong, be it serious or not.
async fn is_accessible(table: &Table, view: &str) {
    table.run(&axe()).await;
    let violations: Vec<Value> = table.js("axe.run().then((found) => found.violations.map(({ id, impact, nodes }) => ({ id, impact, at: nodes.map((node) => node.target.join(' ')) })))").await;
    assert_eq!(violations, [] as [Value; 0], "{view}");
}

async fn all_views(table: &Table, name: &str) {
    table.set_values(true).await;
    table.until("document.querySelectorAll('.value.exact').length >= 2").await;
    is_accessible(table, &format!("{name}: study")).await;
    for (button, dialog) in [("#open-new", "new"), ("#open-setup", "setup")] {
        table.click(button).await;
        table.until(&format!("document.getElementById('{dialog}').open")).await;
        table.run("document.querySelector('#new details').open = true").await;
        is_accessible(table, &format!("{name}: {dialog}")).await;
        table.press("Escape").await;
        table.until(&format!("!document.getElementById('{dialog}').open")).await;
    }
    table.click("#open-lesson").await;
    table.until("document.querySelector('.hole.hinted')").await;
    is_accessible(table, &format!("{name}: lesson")).await;
}

#[test]
fn nothing_hinders_on_a_wide_screen_light_and_dark() {
    at_table(WIDE, "#game=raja-pasu&moves=Cg", async |table| all_views(table, "light").await);
    at_table(Screen { is_dark: true, ..WIDE }, "#game=raja-pasu&moves=Cg", async |table| {
        all_views(table, "dark").await;
    });
}

#[test]
fn nothing_hinders_on_a_phone() {
    at_table(PHONE, "#game=raja-pasu&moves=Cg", async |table| all_views(table, "phone").await);
}

#[test]
fn after_a_round_and_its_course_nothing_hinders_either() {
    at_table(WIDE, "#game=walak-pussa&moves=CeAdDcBdGf", async |table| {
        table.click("#review").await;
        table.until("document.getElementById('review-note').textContent.includes('lost')").await;
        is_accessible(table, "the course of a game").await;
        table.picture("course").await;
    });
}

#[test]
fn holes_are_named_and_only_those_that_can_be_chosen_are_on_the_way_of_the_tab_key() {
    at_table(WIDE, "#game=walak-pussa&moves=C", async |table| {
        let reached: Vec<String> = table.js("[...document.querySelectorAll('.hole[tabindex=\"0\"]')].map((hole) => hole.getAttribute('aria-label'))").await;
        assert_eq!(reached.len(), 4, "{reached:?}");
        assert!(reached.iter().all(|label| label.contains(" of North, ") && label.contains("counter")), "{reached:?}");
        let tray: String = table.js("document.querySelector('.tray.south').getAttribute('aria-label')").await;
        assert!(tray.starts_with("South\u{2019}s reserve, "), "{tray}");
    });
}
