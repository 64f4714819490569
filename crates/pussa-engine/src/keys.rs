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

/// A size in bytes, as in `64MiB`; `None` if the key is not given.
///
/// # Errors
/// If the value is anything else.
pub fn megabytes(spec: &Spec, key: &str) -> Result<Option<usize>, SpecError> {
    value(spec, key, "a size from 1MiB to 1048576MiB, as in 64MiB or 2GiB", |text| {
        let (digits, unit) = text.split_at(text.find(|c: char| !c.is_ascii_digit())?);
        let count: usize = number(digits)?;
        let megabytes = match unit {
            "MiB" => count,
            "GiB" => count.checked_mul(1024)?,
            _ => return None,
        };
        (1..=1 << 20).contains(&megabytes).then_some(megabytes << 20)
    })
}
