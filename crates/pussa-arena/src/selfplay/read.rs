//! Reads a file of positions, row by row.

use super::error::SelfPlayError;
use super::label::Label;
use super::row::{COLUMNS, Row};
use csv::{ErrorKind, StringRecord};
use pussa_rules::Variant;
use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use zstd::stream::read::Decoder;

/// The rows of a file, in its order. After an error there are no more.
pub struct Rows {
    path: PathBuf,
    label: Label,
    variant: Variant,
    reader: csv::Reader<Decoder<'static, BufReader<File>>>,
    record: StringRecord,
    /// How many rows were read.
    count: u64,
    over: bool,
}

/// Opens a file of positions. It must have its label beside it, which says which game they belong to.
///
/// # Errors
/// If it or its label can't be read, or has another form.
pub fn read(path: &Path) -> Result<Rows, SelfPlayError> {
    let label = Label::of(path)?;
    let variant = label.settings.variant().expect("the label was looked at");
    let opened = File::open(path).and_then(Decoder::new).map_err(SelfPlayError::read(path))?;
    let reader = csv::ReaderBuilder::new().has_headers(false).from_reader(opened);
    let mut rows =
        Rows { path: path.into(), label, variant, reader, record: StringRecord::new(), count: 0, over: false };
    rows.read_header()?;
    Ok(rows)
}

impl Rows {
    /// What the file holds.
    #[must_use]
    pub fn label(&self) -> &Label {
        &self.label
    }

    /// The game that the positions belong to.
    #[must_use]
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The line that the last row stood in.
    pub(super) fn line(&self) -> u64 {
        self.count + 1
    }

    fn read_header(&mut self) -> Result<(), SelfPlayError> {
        let read = self.read_record()?;
        // Columns may be added at the end.
        if !read || !self.record.iter().take(COLUMNS.len()).eq(COLUMNS) {
            return Err(self.fault(1, format!("the columns must be {}", COLUMNS.join(","))));
        }
        Ok(())
    }

    fn read_row(&mut self) -> Result<Option<Row>, SelfPlayError> {
        if !self.read_record()? {
            let (found, wanted) = (self.count, self.label.rows);
            return if found == wanted {
                Ok(None)
            } else {
                Err(SelfPlayError::Rows { path: self.path.clone(), found, wanted })
            };
        }
        self.count += 1;
        let mut fields = [""; COLUMNS.len()];
        for (field, text) in fields.iter_mut().zip(&self.record) {
            *field = text;
        }
        Row::parse(&self.variant, &fields).map(Some).map_err(|fault| self.fault(self.line(), fault))
    }

    /// False at the end.
    fn read_record(&mut self) -> Result<bool, SelfPlayError> {
        self.reader.read_record(&mut self.record).map_err(|error| {
            let path = || self.path.clone();
            let line = error.position().map_or(self.line() + 1, csv::Position::line);
            match error.into_kind() {
                ErrorKind::Io(error) if error.kind() == io::ErrorKind::UnexpectedEof => SelfPlayError::Cut(path()),
                // What the system says has a number, what zstd says has none.
                ErrorKind::Io(error) if error.raw_os_error().is_none() => {
                    SelfPlayError::Zstd { path: path(), why: error.to_string() }
                }
                ErrorKind::Io(error) => SelfPlayError::read(&self.path)(error),
                ErrorKind::Utf8 { .. } => self.fault(line, "this is not UTF-8".into()),
                ErrorKind::UnequalLengths { expected_len, len, .. } => {
                    self.fault(line, format!("there are {len} fields, and must be {expected_len}"))
                }
                other => self.fault(line, format!("this is no row: {other:?}")),
            }
        })
    }

    /// Something wrong in a line, from 1 on.
    pub(super) fn fault(&self, line: u64, fault: String) -> SelfPlayError {
        SelfPlayError::Row { path: self.path.clone(), line, fault }
    }
}

impl Iterator for Rows {
    type Item = Result<Row, SelfPlayError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.over {
            return None;
        }
        let row = self.read_row().transpose();
        self.over = !matches!(row, Some(Ok(_)));
        row
    }
}
