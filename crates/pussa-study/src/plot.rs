//! Plots as SVG text: plain cards, white so that they can be read on any background, in colours that can be told apart
//! by those who see fewer of them.
//!
//! The same input gives the same bytes. Any text and any numbers will do: names may hold any characters and be of any
//! length, and what is not a finite number is left out.

mod axis;
mod bars;
mod card;
mod colours;
mod crosstable;
mod heat_map;
mod lines;
mod losses;
mod match_map;
mod names;
mod ratings;
mod rows;
mod text;

pub use bars::{Bar, bars};
pub use crosstable::crosstable;
pub use heat_map::{Cell, HeatMap, heat_map};
pub use lines::{Point, Series, lines, steps};
pub use losses::losses;
pub use match_map::{MatchBar, MatchMap, MatchPanel, match_map};
pub(crate) use names::{game_title, heading, key_with_unit, reading_name};
pub use ratings::ratings;
