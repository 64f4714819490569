//! Game records: no text breaks the reader, and what is read is written so that it is read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pussa_rules::Record;

/// Boards of more counters have moves of so many laps that a run would stand still.
const FEW: u32 = 40;

fuzz_target!(|text: &str| {
    let records = match Record::read_all(text) {
        Ok(records) => records,
        Err(error) => return assert!(error.to_string().starts_with("record, line ")),
    };
    let written: String = records.iter().map(ToString::to_string).collect();
    assert_eq!(Record::read_all(&written).as_ref(), Ok(&records), "{written}");
    for record in records.iter().filter(|record| record.start().board().total() <= FEW) {
        match record.replay() {
            Ok(round) => assert_eq!(round.moves(), record.moves()),
            Err(error) => assert!(error.to_string().starts_with("record, line ")),
        }
    }
});
