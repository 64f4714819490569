//! The values of an engine's keys: numbers, times, sizes.

use crate::spec::{Spec, SpecError};
use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

fn value<T>(
    spec: &Spec,
    key: &str,
    wanted: impl Display,
    parse: impl Fn(&str) -> Option<T>,
) -> Result<Option<T>, SpecError> {
    let Some(value) = spec.value(key) else { return Ok(None) };
    let error = || SpecError::Value {
        spec: spec.to_string(),
        key: key.into(),
        value: value.into(),
        wanted: wanted.to_string(),
    };
    parse(value).map(Some).ok_or_else(error)
}

/// A number of digits only.
fn number<T: FromStr>(text: &str) -> Option<T> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

/// A whole number from `least` to `most`; `None` if the key is not given.
///
/// # Errors
/// If the value is anything else.
pub fn whole<T>(spec: &Spec, key: &str, least: T, most: T) -> Result<Option<T>, SpecError>
where
    T: FromStr + PartialOrd + Display + Copy,
{
    let in_range = |n: &T| (least..=most).contains(n);
    value(spec, key, format_args!("a whole number from {least} to {most}"), |text| number(text).filter(in_range))
}

/// A number with or without decimals, from 0 to `most`.
pub(crate) fn decimal(spec: &Spec, key: &str, most: f32) -> Result<Option<f32>, SpecError> {
    value(spec, key, format_args!("a number from 0 to {most}, as in 0.5"), |text| {
        let plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        text.parse().ok().filter(|n| plain && (0.0..=most).contains(n))
    })
}

/// One of some words, each of which stands for something; `None` if the key is not given.
///
/// # Errors
/// If the value is anything else.
pub fn word<T: Copy>(spec: &Spec, key: &str, words: &[(&str, T)]) -> Result<Option<T>, SpecError> {
    let names = words.iter().map(|&(name, _)| name).collect::<Vec<_>>().join(" or ");
    value(spec, key, names, |text| words.iter().find(|&&(name, _)| name == text).map(|&(_, meaning)| meaning))
}

/// A time, as in `100ms` or `2s`; `None` if the key is not given.
///
/// # Errors
/// If the value is anything else.
pub fn milliseconds(spec: &Spec, key: &str) -> Result<Option<Duration>, SpecError> {
    value(spec, key, "a time of 1ms or more, as in 100ms or 2s", time)
}

/// A time of 1 ms or more, as in `100ms` or `2s`.
#[must_use]
pub fn time(text: &str) -> Option<Duration> {
    let (digits, unit) = text.split_at(text.find(|c: char| !c.is_ascii_digit())?);
    let count: u64 = number(digits)?;
    let time = match unit {
        "ms" => Duration::from_millis(count),
        "s" => Duration::from_secs(count),
        _ => return None,
    };
    (!time.is_zero()).then_some(time)
}

/// A size in bytes for a table, from 1 MiB to 1 TiB; `None` if the key is not given.
///
/// # Errors
/// If the value is anything else.
pub fn megabytes(spec: &Spec, key: &str) -> Result<Option<usize>, SpecError> {
    value(spec, key, "a size from 1MiB to 1048576MiB, as in 64MiB or 2GiB", table_size)
}

/// A size in bytes that a table may have, from 1 MiB to 1 TiB, as in `64MiB` or `2GiB`.
#[must_use]
pub fn table_size(text: &str) -> Option<usize> {
    size(text).filter(|bytes| (1 << 20..=1 << 40).contains(bytes)).and_then(|bytes| usize::try_from(bytes).ok())
}

/// A size in bytes, 0 or more, as in `64MiB` or `2GiB`.
#[must_use]
pub fn size(text: &str) -> Option<u64> {
    let (digits, unit) = text.split_at(text.find(|c: char| !c.is_ascii_digit())?);
    let unit: u64 = match unit {
        "MiB" => 1 << 20,
        "GiB" => 1 << 30,
        _ => return None,
    };
    number::<u64>(digits)?.checked_mul(unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_whole_numbers_of_mebibytes_or_gibibytes() {
        let read = |text| size(text);
        assert_eq!(["0MiB", "1MiB", "64MiB", "3GiB"].map(read), [Some(0), Some(1 << 20), Some(1 << 26), Some(3 << 30)]);
        let others = ["", "MiB", "64", "64 MiB", "+1MiB", "-1MiB", "1.5GiB", "64MB", "64mib", "17179869184GiB"];
        assert_eq!(others.map(read), [None; 10]);
    }

    #[test]
    fn a_table_has_a_mebibyte_at_least_and_a_tebibyte_at_most() {
        let bytes = ["1MiB", "1048576MiB", "1024GiB", "0MiB", "1048577MiB", "1025GiB"].map(table_size);
        assert_eq!(bytes, [Some(1 << 20), Some(1 << 40), Some(1 << 40), None, None, None]);
    }
}
