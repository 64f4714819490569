//! Memory for tables, or an error where there is none.

use crate::error::DatabaseError;
use rayon::prelude::*;
use std::sync::atomic::AtomicU16;

/// Room for so many things.
pub(crate) fn reserved<T>(count: usize) -> Result<Vec<T>, DatabaseError> {
    let mut room = Vec::new();
    let needed = (count as u64).saturating_mul(size_of::<T>() as u64);
    room.try_reserve_exact(count).map_err(|_| DatabaseError::NoMemory { needed })?;
    Ok(room)
}

/// So many words, all the same.
pub(crate) fn filled(count: usize, word: u16) -> Result<Vec<AtomicU16>, DatabaseError> {
    let mut words = reserved(count)?;
    fill(&mut words, count, word);
    Ok(words)
}

/// Makes it so many words, all the same, on all threads.
pub(crate) fn fill(words: &mut Vec<AtomicU16>, count: usize, word: u16) {
    words.clear();
    words.par_extend((0..count).into_par_iter().map(|_| AtomicU16::new(word)));
}
