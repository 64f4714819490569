//! What the README shows is what the commands answer.

mod document;

#[test]
fn every_command_answers_as_the_readme_shows() {
    document::every_command_answers_as_shown("README.md");
}
