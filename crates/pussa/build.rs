//! Tells the program which commit it is built from, where that is known.

use std::process::Command;

fn main() {
    let git = |arguments: &[&str]| {
        let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
        String::from_utf8(output.stdout).ok().map(|text| text.trim().to_owned())
    };
    // An unpacked archive in somebody's repository is not of that repository.
    let is_ours = git(&["ls-files", "build.rs"]).is_some_and(|files| !files.is_empty());
    let commit = git(&["describe", "--always", "--dirty", "--abbrev=12"]).filter(|_| is_ours).unwrap_or_default();
    println!("cargo:rustc-env=PUSSA_COMMIT={commit}");
    if let Some(folder) = git(&["rev-parse", "--git-dir"]).filter(|_| is_ours) {
        println!("cargo:rerun-if-changed={folder}/HEAD");
        println!("cargo:rerun-if-changed={folder}/logs/HEAD");
    }
    println!("cargo:rerun-if-changed=build.rs");
}
