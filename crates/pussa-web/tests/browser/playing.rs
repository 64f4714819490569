//! Whole rounds, played by mouse and by keyboard against an engine, looked at after every move.

use crate::table::{PHONE, STILL, Table, WIDE, at_table};
use pussa_reference::Game;

/// How a person makes moves.
#[derive(Clone, Copy)]
enum By {
    Mouse,
    Keyboard,
    /// With the Tab key and Enter, as those do who can't use a mouse.
    Tab,
}

/// Plays a round to its end against an engine, and compares the page with the reference after every move.
async fn play_round(table: &Table, game: Game, by: By) {
    for number in 0.. {
        assert!(number < 300, "a round comes to an end");
        let round = table.agrees(game).await;
        if round.result().is_some() {
            break;
        }
        let legal: Vec<String> =
            table.js("[...document.querySelectorAll('.hole.legal')].map((hole) => hole.dataset.hole)").await;
        let wanted: Vec<_> = pussa_reference::legal_moves(pussa_reference::Rules::of(game), round.position()).collect();
        let letters: Vec<_> = wanted.iter().map(|hole| hole.letter().to_string()).collect();
        assert_eq!(sorted(&legal), sorted(&letters), "what can be chosen");
        let letter = &letters[number % letters.len()];
        match by {
            By::Mouse => table.click(&format!("[data-hole={letter}]")).await,
            By::Keyboard => table.press(&letter.to_lowercase()).await,
            By::Tab => {
                table.run(&format!("document.querySelector('[data-hole={letter}]').focus()")).await;
                table.press("Enter").await;
            }
        }
        let made = round.moves().len() + 1;
        table.until(&format!("new URLSearchParams(location.hash.slice(1)).get('moves')?.length >= {made}")).await;
        table.rests().await;
    }
    let status = table.text("#status").await;
    assert!(status.contains("wins the round by") || status.contains("a draw"), "{status}");
}

fn sorted(letters: &[String]) -> Vec<String> {
    let mut letters = letters.to_vec();
    letters.sort();
    letters
}

#[test]
fn a_round_of_walak_pussa_with_the_mouse() {
    at_table(WIDE, "#game=walak-pussa&north=greedy", async |table| {
        table.set_speed("fast").await;
        play_round(table, Game::WalakPussa, By::Mouse).await;
    });
}

#[test]
fn a_round_of_raja_pasu_with_the_mouse() {
    at_table(STILL, "#game=raja-pasu&north=greedy", async |table| play_round(table, Game::RajaPasu, By::Mouse).await);
}

#[test]
fn a_round_of_walak_pussa_with_the_keyboard_while_the_engine_leads() {
    at_table(STILL, "#game=walak-pussa&south=alpha-beta:depth=3", async |table| {
        play_round(table, Game::WalakPussa, By::Keyboard).await;
    });
}

#[test]
fn a_round_of_raja_pasu_with_the_keyboard() {
    at_table(STILL, "#game=raja-pasu&north=random", async |table| {
        table.set_speed("off").await;
        play_round(table, Game::RajaPasu, By::Keyboard).await;
    });
}

#[test]
fn a_round_on_a_phone_with_values_on() {
    let phone = crate::table::Screen { is_still: true, ..PHONE };
    at_table(phone, "#game=raja-pasu&north=greedy", async |table| {
        table.set_values(true).await;
        play_round(table, Game::RajaPasu, By::Tab).await;
    });
}

#[test]
fn fours_in_the_other_row_are_seen_to_go_to_the_other_player() {
    let hash = "#game=raja-pasu&board=2,0,0,0,0,3,0/3,1,0,0,2,0,0/0,0/S";
    at_table(WIDE, hash, async |table| {
        table.click("[data-hole=F]").await;
        table.until("document.querySelector('.flag.north')").await;
        assert_eq!(table.text(".flag.north").await, "+4 North");
        table.until("document.querySelector('.tray.north.gains')").await;
        table.picture("four-to-north").await;
        table.rests().await;
        assert_eq!(table.text("#tally").await, "South 0, North +4");
        let news = table.text("#news").await;
        assert_eq!(news, "South plays F, 1 lap, North gains 4.", "what a screen reader says");
        table.agrees(Game::RajaPasu).await;
    });
}

#[test]
fn a_sowing_can_be_skipped_and_is_not_shown_to_those_who_want_no_motion() {
    at_table(WIDE, "#game=walak-pussa", async |table| {
        table.set_speed("slow").await;
        table.click("[data-hole=C]").await;
        table.until("document.querySelector('.sowing')").await;
        table.press(" ").await;
        let begun = std::time::Instant::now();
        table.rests().await;
        assert!(begun.elapsed().as_millis() < 1500, "{:?}", begun.elapsed());
        table.agrees(Game::WalakPussa).await;
        table.set(STILL).await;
        let begun = std::time::Instant::now();
        table.press("e").await;
        table.until("location.hash.includes('moves=Ce')").await;
        table.rests().await;
        assert!(begun.elapsed().as_millis() < 1500, "{:?}", begun.elapsed());
        table.agrees(Game::WalakPussa).await;
    });
}
