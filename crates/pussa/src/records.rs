//! Game records from files.

use crate::failure::{OrUsage, Usage};
use crate::files;
use anyhow::Context as _;
use pussa_rules::{Record, Round};
use std::path::Path;

/// A record of a file, and the round that it leads to: the one with this number, from 1 on, or the only one there is.
/// `choose` says what to do if there are more.
pub(crate) fn read(path: &Path, number: Option<usize>, choose: &str) -> anyhow::Result<(Record, Round)> {
    let text = files::read(path)?;
    let records = Record::read_all(&text).or_usage().with_context(|| files::name(path))?;
    let record = chosen(&records, number, choose).with_context(|| files::name(path))?;
    let round = record.replay().or_usage().with_context(|| files::name(path))?;
    Ok((record.clone(), round))
}

fn chosen<'a>(records: &'a [Record], number: Option<usize>, choose: &str) -> Result<&'a Record, Usage> {
    match (records, number) {
        ([], _) => Err(Usage("there is no record in it".into())),
        ([only], None) => Ok(only),
        (many, None) => Err(Usage(format!("it holds {} records; {choose}", many.len()))),
        (_, Some(number)) => records
            .get(number - 1)
            .ok_or_else(|| Usage(format!("it holds {} records, and --record {number} is given", records.len()))),
    }
}
