//! Text without a font at hand: how wide it will be at most, where a long one breaks, and how numbers are written.

use textwrap::core::Word;
use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};

/// The sizes of type in use.
#[derive(Clone, Copy, Debug)]
pub(super) enum Font {
    /// Over a whole card.
    Title,
    /// Over a part of it.
    Heading,
    /// Names and figures.
    Plain,
    /// Axes and notes.
    Small,
}

impl Font {
    /// The height of an em in pixels.
    pub(super) fn size(self) -> i32 {
        match self {
            Self::Title => 17,
            Self::Heading => 13,
            Self::Plain => 12,
            Self::Small => 11,
        }
    }

    /// Whether the type is bold.
    pub(super) fn bold(self) -> bool {
        matches!(self, Self::Title | Self::Heading)
    }

    /// From one line to the next, in pixels.
    fn leading(self) -> i32 {
        self.size() * 4 / 3
    }

    /// At least the width of a line in pixels, in the widest of the usual sans-serif fonts.
    pub(super) fn width(self, line: &str) -> i32 {
        let ems: f64 = line.chars().map(ems).sum();
        let bold = if self.bold() { 1.12 } else { 1.0 };
        (ems * bold * f64::from(self.size())).ceil() as i32
    }
}

/// At least the width of a character in ems.
fn ems(character: char) -> f64 {
    match character {
        'i' | 'j' | 'l' | 'I' | '|' | '\'' | '.' | ',' | ':' | ';' | '/' | '\\' | '-' | ' ' => 0.37,
        '(' | ')' | '[' | ']' | 'f' | 'r' | 't' | '!' => 0.42,
        'm' | 'w' | 'M' | 'W' | '@' | '%' => 1.0,
        'a'..='z' | '0'..='9' | '_' | '*' | '$' | '?' | '{' | '}' => 0.64,
        ' '..='~' | '−' => 0.84,
        _ => 1.0,
    }
}

/// How many of something, to reckon with pixels.
pub(super) fn count(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

/// Lines of text in one font.
#[derive(Clone, Debug)]
pub(super) struct Block {
    lines: Vec<String>,
    font: Font,
}

impl Block {
    /// A text broken into lines of at most so many characters, after signs and blanks where it has some. An empty one
    /// has one empty line.
    pub(super) fn new(text: &str, font: Font, columns: usize) -> Self {
        let options = Options::new(columns)
            .word_separator(WordSeparator::Custom(after_signs))
            .word_splitter(WordSplitter::NoHyphenation)
            .wrap_algorithm(WrapAlgorithm::FirstFit);
        let lines = textwrap::wrap(&printable(text), options).into_iter().map(Into::into).collect();
        Self { lines, font }
    }

    /// The lines.
    pub(super) fn lines(&self) -> &[String] {
        &self.lines
    }

    /// The font of all of them.
    pub(super) fn font(&self) -> Font {
        self.font
    }

    /// At least the width of the widest line in pixels.
    pub(super) fn width(&self) -> i32 {
        self.lines.iter().map(|line| self.font.width(line)).max().unwrap_or(0)
    }

    /// The height of all lines in pixels.
    pub(super) fn height(&self) -> i32 {
        count(self.lines.len()) * self.font.leading()
    }

    /// Where the middles of the lines are, if the block begins at this height.
    pub(super) fn middles(&self, top: i32) -> impl Iterator<Item = i32> {
        let leading = self.font.leading();
        (0..).map(move |i| top + leading / 2 + i * leading)
    }
}

/// The words of a line: they end after a blank, or after a sign that separates the parts of a spec or a path.
fn after_signs(line: &str) -> Box<dyn Iterator<Item = Word<'_>> + '_> {
    Box::new(line.split_inclusive([' ', ':', ',', ';', '/']).map(Word::from))
}

/// The text with blanks for white space, and a sign for the characters that XML cannot hold.
pub(super) fn printable(text: &str) -> String {
    let visible = |character: char| match character {
        _ if character.is_whitespace() => ' ',
        '\u{FFFE}' | '\u{FFFF}' => char::REPLACEMENT_CHARACTER,
        _ if character.is_control() => char::REPLACEMENT_CHARACTER,
        _ => character,
    };
    text.chars().map(visible).collect()
}

/// A number with so many decimals, its thousands in groups, as `−12,345.6`; a dash if it is not
/// finite, a power of ten from 10¹⁵ on.
pub(super) fn number(value: f64, decimals: usize) -> String {
    if !value.is_finite() {
        return "–".into();
    }
    if value.abs() >= 1e15 {
        return power_of_ten(value);
    }
    let digits = format!("{:.decimals$}", value.abs());
    let (whole, rest) = digits.split_at(digits.find('.').unwrap_or(digits.len()));
    let sign = if value < 0.0 && digits.contains(|digit| ('1'..='9').contains(&digit)) { "−" } else { "" };
    let groups: Vec<_> = whole.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect();
    format!("{sign}{}{rest}", groups.join(","))
}

/// A finite number as up to eight digits and a power of ten, as `−2.5e17`.
pub(super) fn power_of_ten(value: f64) -> String {
    let text = format!("{value:.7e}").replace('-', "−");
    let (digits, power) = text.split_once('e').unwrap_or((&text, "0"));
    format!("{}e{power}", digits.trim_end_matches('0').trim_end_matches('.'))
}

/// The same as [`number`] with a plus sign over zero.
pub(super) fn signed(value: f64, decimals: usize) -> String {
    let text = number(value, decimals);
    if value > 0.0 && text.contains(|digit| ('1'..='9').contains(&digit)) { format!("+{text}") } else { text }
}

/// An interval, as `[−3, 5]`; nothing unless both ends are finite.
pub(super) fn interval(low: f64, high: f64, decimals: usize) -> String {
    if low.is_finite() && high.is_finite() {
        format!("[{}, {}]", number(low, decimals), number(high, decimals))
    } else {
        String::new()
    }
}

/// How many rounds were played, in words.
pub(super) fn rounds(count: u128) -> String {
    if count == 1 { "1 round".into() } else { format!("{} rounds", number(count as f64, 0)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn long_specs_break_between_their_keys() {
        let block = Block::new("alpha-beta:depth=6:hash=1MiB", Font::Plain, 18);
        assert_eq!(block.lines(), ["alpha-beta:", "depth=6:hash=1MiB"].map(String::from));
    }

    #[test]
    fn what_xml_cannot_hold_is_replaced() {
        assert_eq!(printable("a\tb\nc\0d\u{1B}e\u{FFFE}f"), "a b c\u{FFFD}d\u{FFFD}e\u{FFFD}f");
    }

    #[test]
    fn numbers_have_groups_of_three_and_a_minus_sign() {
        assert_eq!(number(1_234_567.0, 0), "1,234,567");
        assert_eq!(number(-1234.56, 1), "−1,234.6");
        assert_eq!(number(999.6, 0), "1,000");
        assert_eq!(number(f64::NAN, 0), "–");
        assert_eq!(number(-2.5e17, 0), "−2.5e17");
    }

    #[test]
    fn zero_has_no_sign_even_if_it_is_only_rounded_to_it() {
        assert_eq!([signed(0.4, 0), signed(-0.4, 0), signed(-0.0, 0)], ["0", "0", "0"]);
        assert_eq!([signed(0.6, 0), signed(-0.6, 0)], ["+1", "−1"]);
    }

    #[test]
    fn an_interval_without_an_end_is_not_written() {
        assert_eq!(interval(-3.0, 5.0, 0), "[−3, 5]");
        assert_eq!(interval(-3.0, f64::INFINITY, 0), "");
    }

    proptest! {
        #[test]
        fn nothing_but_blanks_is_lost_in_breaking(text in "(?s).{0,60}", columns in 1_usize..40) {
            let solid = |text: &str| text.chars().filter(|&character| character != ' ').collect::<String>();
            let lines = Block::new(&text, Font::Plain, columns).lines().concat();
            prop_assert_eq!(solid(&lines), solid(&printable(&text)));
        }
    }
}
