//! The colours of all plots. They can be told apart by those who see fewer of them.

use plotters::style::RGBColor;

/// The card.
pub(super) const WHITE: RGBColor = RGBColor(255, 255, 255);
/// Names, figures, titles.
pub(super) const INK: RGBColor = RGBColor(34, 34, 34);
/// Notes and the text of axes.
pub(super) const QUIET: RGBColor = RGBColor(100, 100, 100);
/// The line at zero, ticks.
pub(super) const RULE: RGBColor = RGBColor(160, 160, 160);
/// Lines that only lead the eye.
pub(super) const FAINT: RGBColor = RGBColor(230, 230, 230);

/// How many colours there are for things that are to be told apart.
pub(super) const COLOURS: usize = 6;

/// The palette of M. Okabe and K. Ito (Color Universal Design, 2008), without black and without the yellow that is
/// hard to see on white.
const ACCENTS: [RGBColor; COLOURS] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(230, 159, 0),
];

const LOST: RGBColor = RGBColor(240, 160, 87);
const EVEN: RGBColor = RGBColor(245, 245, 245);
const WON: RGBColor = RGBColor(107, 168, 219);

/// The colour of the first thing that needs one, the second, and so on; they come again after six.
pub(super) fn accent(number: usize) -> RGBColor {
    ACCENTS[number % ACCENTS.len()]
}

/// The same colour, darker, for text.
pub(super) fn shade(RGBColor(red, green, blue): RGBColor) -> RGBColor {
    let darker = |part: u8| part / 3 * 2;
    RGBColor(darker(red), darker(green), darker(blue))
}

/// The same colour, halfway to white, for areas with something drawn on them.
pub(super) fn tint(RGBColor(red, green, blue): RGBColor) -> RGBColor {
    RGBColor(red.midpoint(255), green.midpoint(255), blue.midpoint(255))
}

/// The colour of a share of points, from orange at 0 over nearly white at one half to blue at 1, all light enough for
/// dark text. Beyond 0 and 1 it stays the same.
#[expect(clippy::cast_sign_loss, reason = "what lies between two parts of colours is not negative")]
pub(super) fn of_score(score: f64) -> RGBColor {
    let surplus = (2.0 * score - 1.0).clamp(-1.0, 1.0);
    let end = if surplus < 0.0 { LOST } else { WON };
    let mix = |from: u8, to: u8| (f64::from(from) + (f64::from(to) - f64::from(from)) * surplus.abs()).round() as u8;
    RGBColor(mix(EVEN.0, end.0), mix(EVEN.1, end.1), mix(EVEN.2, end.2))
}

/// The same colours from -1, orange, over 0 to 1, blue.
pub(super) fn of_surplus(surplus: f64) -> RGBColor {
    of_score(f64::midpoint(surplus, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance, 0 to 1 (WCAG 2.1).
    fn luminance(RGBColor(red, green, blue): RGBColor) -> f64 {
        let linear = |part: u8| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    fn contrast(light: RGBColor, dark: RGBColor) -> f64 {
        (luminance(light) + 0.05) / (luminance(dark) + 0.05)
    }

    #[test]
    fn text_can_be_read_on_every_score_and_on_the_card() {
        for percent in 0..=100 {
            assert!(contrast(of_score(f64::from(percent) / 100.0), INK) > 4.5, "{percent} %");
        }
        assert!([INK, QUIET].into_iter().chain(ACCENTS.map(shade)).all(|colour| contrast(WHITE, colour) > 4.5));
    }

    #[test]
    fn half_of_the_points_is_neutral_and_more_is_another_colour_than_less() {
        assert_eq!(of_score(0.5), EVEN);
        assert_eq!((of_score(0.0), of_score(1.0)), (LOST, WON));
        assert_eq!((of_score(-3.0), of_score(3.0)), (LOST, WON));
        assert_ne!(of_score(0.4), of_score(0.6));
    }
}
