//! What the guide shows is what the commands answer.

mod document;

#[test]
fn every_command_answers_as_the_guide_shows() {
    document::every_command_answers_as_shown("GUIDE.md");
}
