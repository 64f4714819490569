//! [`Vector`] on x86-64: two boards in AVX2's registers, four in AVX-512's.
//!
//! The one module with `unsafe` code; `results/speed/` tells what it buys. What it rests on: the instructions below may
//! only run on a processor that has them. [`Two`] and [`Four`] are private to this module, and used only by the
//! functions at its end, which [`Sower`](super::Sower) takes only after [`has_avx2`] or [`has_avx512`] said yes.
//! Memory is touched in `load` and `store` alone, whose slices are checked for length.
#![allow(unsafe_code)]
#![allow(clippy::undocumented_unsafe_blocks)] // one argument for all of them, above
#![allow(clippy::wildcard_imports)] // some forty instructions

use super::laws::Laws;
use super::rounds::{self, Job};
use super::tables::{Lanes, Tables};
use super::vector::Vector;
use super::{Children, Sower, relay};
use crate::board::Board;
use core::arch::x86_64::*;

/// What is written alike for both widths.
macro_rules! byte_operations {
    ($($name:ident: $instruction:ident),* $(,)?) => {
        $(
            #[inline(always)]
            fn $name(self, other: Self) -> Self {
                unsafe { Self($instruction(self.0, other.0)) }
            }
        )*
    };
}

/// Two boards.
#[derive(Clone, Copy)]
struct Two(__m256i);

impl Vector for Two {
    const BOARDS: usize = 2;

    byte_operations! {
        add: _mm256_add_epi8,
        sub: _mm256_sub_epi8,
        minus: _mm256_subs_epu8,
        min: _mm256_min_epu8,
        max: _mm256_max_epu8,
        and: _mm256_and_si256,
        or: _mm256_or_si256,
        xor: _mm256_xor_si256,
        pick: _mm256_shuffle_epi8,
    }

    #[inline(always)]
    fn every(lanes: Lanes) -> Self {
        unsafe { Self(_mm256_broadcastsi128_si256(_mm_loadu_si128((&raw const lanes).cast()))) }
    }
    #[inline(always)]
    fn load(boards: &[u128]) -> Self {
        let boards: &[u128; Self::BOARDS] = boards.first_chunk().expect("enough boards");
        unsafe { Self(_mm256_loadu_si256((&raw const *boards).cast())) }
    }
    #[inline(always)]
    fn store(self, boards: &mut [u128]) {
        let boards: &mut [u128; Self::BOARDS] = boards.first_chunk_mut().expect("enough boards");
        unsafe { _mm256_storeu_si256((&raw mut *boards).cast(), self.0) }
    }
    #[inline(always)]
    fn four_times(self) -> Self {
        unsafe { Self(_mm256_slli_epi16::<2>(self.0)) }
    }
    #[inline(always)]
    fn below_lowest_bit(self) -> Self {
        unsafe { Self(_mm256_andnot_si256(self.0, _mm256_sub_epi64(self.0, _mm256_set1_epi64x(1)))) }
    }
    #[inline(always)]
    fn half_sums(self) -> Self {
        unsafe { Self(_mm256_sad_epu8(self.0, _mm256_setzero_si256())) }
    }
    #[inline(always)]
    fn any(self) -> bool {
        unsafe { _mm256_testz_si256(self.0, self.0) == 0 }
    }
    #[inline(always)]
    fn boards_at_zero(self) -> u32 {
        let zeroes = unsafe { _mm256_movemask_epi8(_mm256_cmpeq_epi8(self.0, _mm256_setzero_si256())) }.cast_unsigned();
        (zeroes & 1) | (zeroes >> 15 & 2)
    }
}

/// Four boards.
#[derive(Clone, Copy)]
struct Four(__m512i);

impl Vector for Four {
    const BOARDS: usize = 4;

    byte_operations! {
        add: _mm512_add_epi8,
        sub: _mm512_sub_epi8,
        minus: _mm512_subs_epu8,
        min: _mm512_min_epu8,
        max: _mm512_max_epu8,
        and: _mm512_and_si512,
        or: _mm512_or_si512,
        xor: _mm512_xor_si512,
        pick: _mm512_shuffle_epi8,
    }

    #[inline(always)]
    fn every(lanes: Lanes) -> Self {
        unsafe { Self(_mm512_broadcast_i32x4(_mm_loadu_si128((&raw const lanes).cast()))) }
    }
    #[inline(always)]
    fn load(boards: &[u128]) -> Self {
        let boards: &[u128; Self::BOARDS] = boards.first_chunk().expect("enough boards");
        unsafe { Self(_mm512_loadu_si512((&raw const *boards).cast())) }
    }
    #[inline(always)]
    fn store(self, boards: &mut [u128]) {
        let boards: &mut [u128; Self::BOARDS] = boards.first_chunk_mut().expect("enough boards");
        unsafe { _mm512_storeu_si512((&raw mut *boards).cast(), self.0) }
    }
    #[inline(always)]
    fn four_times(self) -> Self {
        unsafe { Self(_mm512_slli_epi16::<2>(self.0)) }
    }
    #[inline(always)]
    fn below_lowest_bit(self) -> Self {
        unsafe { Self(_mm512_andnot_si512(self.0, _mm512_sub_epi64(self.0, _mm512_set1_epi64(1)))) }
    }
    #[inline(always)]
    fn half_sums(self) -> Self {
        unsafe { Self(_mm512_sad_epu8(self.0, _mm512_setzero_si512())) }
    }
    #[inline(always)]
    fn any(self) -> bool {
        unsafe { _mm512_test_epi8_mask(self.0, self.0) != 0 }
    }
    #[inline(always)]
    fn boards_at_zero(self) -> u32 {
        let zeroes = unsafe { _mm512_testn_epi8_mask(self.0, self.0) };
        ((zeroes & 1) | (zeroes >> 15 & 2) | (zeroes >> 30 & 4) | (zeroes >> 45 & 8)) as u32
    }
}

/// Whether this machine can run [`Two`].
pub(super) fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2")
}

/// Whether this machine can run [`Four`].
pub(super) fn has_avx512() -> bool {
    is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw")
}

pub(super) fn children_avx2<L: Laws>(tables: &Tables, board: &Board, children: &mut Children) {
    #[target_feature(enable = "avx2")]
    fn inner<L: Laws>(tables: &Tables, board: &Board, children: &mut Children) {
        relay::children::<L, Two, 2>(tables, board, children);
    }
    unsafe { inner::<L>(tables, board, children) }
}

pub(super) fn children_avx512<L: Laws>(tables: &Tables, board: &Board, children: &mut Children) {
    #[target_feature(enable = "avx512f,avx512bw")]
    fn inner<L: Laws>(tables: &Tables, board: &Board, children: &mut Children) {
        relay::children::<L, Four, 2>(tables, board, children);
    }
    unsafe { inner::<L>(tables, board, children) }
}

pub(super) fn rounds_avx2<L: Laws>(sower: &Sower, job: &mut Job) {
    #[target_feature(enable = "avx2")]
    fn inner<L: Laws>(sower: &Sower, job: &mut Job) {
        rounds::side_by_side::<L, Two, 4>(sower, job);
    }
    unsafe { inner::<L>(sower, job) }
}

pub(super) fn rounds_avx512<L: Laws>(sower: &Sower, job: &mut Job) {
    #[target_feature(enable = "avx512f,avx512bw")]
    fn inner<L: Laws>(sower: &Sower, job: &mut Job) {
        rounds::side_by_side::<L, Four, 4>(sower, job);
    }
    unsafe { inner::<L>(sower, job) }
}
