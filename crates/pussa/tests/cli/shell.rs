//! What other programs of the shell get: completions, manual pages, pipes that close, files that can't be written.

use crate::{json, pussa, run, stderr, stdout, text};
use std::io::Write;
use std::process::Stdio;

#[test]
fn every_shell_gets_its_completions() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = text(&format!("completions {shell}"));
        assert!(script.contains("perft") && script.contains("last-four"), "{shell}");
    }
    assert_eq!(json("completions bash")["script"], text("completions bash"));
}

#[test]
fn the_manual_is_one_page_or_many() {
    assert!(text("man").contains("pussa 0."));
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("new/man1");
    for _ in 0..2 {
        // The second time in place of the first.
        let files = json(&format!("man --out {}", pages.display()));
        let files: Vec<_> = files["files"].as_array().unwrap().iter().map(|file| file.as_str().unwrap()).collect();
        assert_eq!(files.len(), std::fs::read_dir(&pages).unwrap().count());
        for (page, option) in [("pussa-show.1", "\\-\\-boards"), ("pussa-selfplay-merge.1", "\\-\\-max\\-memory")] {
            assert!(std::fs::read_to_string(pages.join(page)).unwrap().contains(option));
        }
    }
}

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let out = file.join("man1");
    let output = run(pussa(&format!("man --out {}", out.display())), "");
    let message = format!("error: {} could not be made: Not a directory (os error 20)\n", out.display());
    assert_eq!((stderr(&output), output.status.code()), (message, Some(1)));
    assert_eq!(stdout(&output), "");
}

#[test]
fn a_closed_pipe_ends_quietly() {
    for arguments in ["show --boards -", "show --boards - --format json", "play"] {
        let mut command = pussa(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        drop(child.stdout.take());
        let _ = child.stdin.take().unwrap().write_all(b"1,1/1,1/0,0/S\n");
        let output = child.wait_with_output().unwrap();
        assert_eq!((stderr(&output).as_str(), output.status.code()), ("", Some(0)), "{arguments}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_of() {
    for arguments in ["rules", "perft --depth 2", "perft --depth 2 --format json", "--help"] {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let mut command = pussa(arguments);
        let output = command.stdout(full).stderr(Stdio::piped()).output().unwrap();
        let message = "error: standard output could not be written: No space left on device (os error 28)\n";
        assert_eq!((stderr(&output).as_str(), output.status.code()), (message, Some(1)), "{arguments}");
    }
}
