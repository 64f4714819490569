//! The files of a database, one for each [`Contents`](crate::Contents): what they look like on the disk.
//!
//! All numbers have their lowest byte first.
//!
//! | bytes | what |
//! | --- | --- |
//! | 8 | `pussaEDB` |
//! | 4 | the format's number, 1 |
//! | 4 | the length of the head, all that comes before the first block |
//! | 8 | the checksum of the head from here on |
//! | 1 + n | the length of the game's name, and the name |
//! | 1 + n | the reading, in the same way |
//! | 1, 1, 1 | the holes of the player to move, the holes of the other player, the counters |
//! | 4 × 8 | boards won, lost, drawn, and drawn only by endless play |
//! | 4 + 8 for each block | the block's length, and its checksum |
//! | | the blocks: each the values of the next 65,536 boards, in the order of their numbers ([`Index`](crate::Index)), the last block of those that are left |
//!
//! A value is a byte with a sign. A block is packed by Zstandard, or as it is if that is not shorter; its length tells
//! which. Checksums are XXH3 with 64 bits, a block's of its bytes as they are in the file.

pub(crate) mod head;
pub(crate) mod read;
pub(crate) mod write;

/// How many boards a block has: few enough to be unpacked in some tens of microseconds, enough to be packed well.
pub(crate) const BLOCK: usize = 1 << 16;
