//! What a document shows is what the commands answer.

use std::path::Path;

/// Holds every command that a document at the top shows against what it answers.
pub(crate) fn every_command_answers_as_shown(document: &str) {
    // Commands that write do so in a folder of their own.
    let folder = tempfile::tempdir().unwrap();
    std::env::set_current_dir(folder.path()).unwrap();
    trycmd::TestCases::new().case(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(document));
}
