//! What the guide shows is what the commands answer.

use std::path::Path;

#[test]
fn every_command_answers_as_the_guide_shows() {
    // Commands that write do so in a folder of their own.
    let folder = tempfile::tempdir().unwrap();
    std::env::set_current_dir(folder.path()).unwrap();
    trycmd::TestCases::new().case(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../GUIDE.md"));
}
