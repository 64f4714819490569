//! Going about in a game: back and on, links, boards set up, records, matches.

use crate::table::{STILL, WIDE, at_table};
use pussa_reference::Game;

#[test]
fn a_link_opens_what_was_seen() {
    at_table(STILL, "#game=walak-pussa&moves=CeAdDcB&at=3", async |table| {
        let round = table.agrees(Game::WalakPussa).await;
        assert_eq!(round.moves().len(), 3);
        let current = table.text("#moves [aria-current]").await;
        assert_eq!(current, "A");
        table.open("#game=raja-pasu&board=0,0,2,0,3,0,1/0,1,0,0,0,0,5/20,30/N").await;
        table.agrees(Game::RajaPasu).await;
        assert_eq!(table.text("#status").await, "North to move");
    });
}

#[test]
fn a_link_that_leads_nowhere_says_so_and_opens_the_usual_game() {
    at_table(STILL, "", async |table| {
        table.open("#game=walak-pussa&moves=CC").await;
        table.until("!document.getElementById('trouble').hidden").await;
        assert_eq!(
            table.text("#trouble").await,
            "moves: move 2, 'C': that hole is the other player's; it is North's turn"
        );
        table.agrees(Game::WalakPussa).await;
        table.forgive("400");
    });
}

#[test]
fn moves_are_taken_back_made_again_and_jumped_to() {
    at_table(STILL, "#game=walak-pussa&moves=CeAdDcB", async |table| {
        for (key, at) in [("ArrowLeft", 6), ("ArrowLeft", 5), ("Home", 0), ("ArrowRight", 1), ("End", 7)] {
            table.press(key).await;
            let place = if at == 7 {
                "!location.hash.includes('at=')".into()
            } else {
                format!("location.hash.includes('at={at}')")
            };
            table.until(&place).await;
            table.rests().await;
            assert_eq!(table.agrees(Game::WalakPussa).await.moves().len(), at);
        }
        table.click("#moves li:nth-child(2) button").await;
        table.until("location.hash.includes('at=2')").await;
        table.rests().await;
        table.agrees(Game::WalakPussa).await;
        // Another move there: what came after is gone.
        table.press("f").await;
        table.until("/moves=CeF(&|$)/.test(location.hash)").await;
        table.rests().await;
        assert_eq!(table.agrees(Game::WalakPussa).await.moves().len(), 3);
    });
}

#[test]
fn taking_back_against_an_engine_takes_back_its_move_too() {
    at_table(STILL, "#game=walak-pussa&moves=CeAd&north=greedy", async |table| {
        table.click("#back").await;
        table.until("location.hash.includes('at=2')").await;
        table.rests().await;
        assert_eq!(table.text("#status").await, "South to move: your turn");
        table.agrees(Game::WalakPussa).await;
    });
}

#[test]
fn any_board_can_be_set_up_and_a_bad_one_is_refused_in_the_words_of_the_command_line() {
    at_table(STILL, "#game=walak-pussa", async |table| {
        table.click("#open-setup").await;
        table.until("document.getElementById('setup').open").await;
        let fill = "const fill = (what, value) => { what.value = value; what.dispatchEvent(new Event('input')) }";
        let hole = |letter: char| format!("document.querySelector('#setup-holes [data-letter={letter}]')");
        table.run(&format!("{fill}; fill({}, '04')", hole('B'))).await;
        table.click("#setup-form [type=submit]").await;
        table.until("!document.getElementById('setup-trouble').hidden").await;
        let refused =
            "board, column 3: \"04\" is no count; write 0, or digits that start with 1 to 9, or x for a closed hole";
        assert_eq!(table.text("#setup-trouble").await, refused);
        table.picture("set-up").await;
        table.forgive("400");
        let fills: String = [('A', "x"), ('B', "0"), ('C', "2"), ('g', "1")]
            .map(|(letter, count)| format!("fill({}, '{count}');", hole(letter)))
            .concat();
        table.run(&format!("{fill}; {fills} fill(document.getElementById('setup-north'), 5)")).await;
        table.click("#setup-form [type=submit]").await;
        table.until("location.hash.includes('board=')").await;
        table.rests().await;
        assert_eq!(table.address("board").await, "x,0,2,4,4,4,4/4,4,4,4,4,4,1/0,5/S");
        table.agrees(Game::WalakPussa).await;
    });
}

#[test]
fn a_record_is_saved_and_loaded_again() {
    at_table(STILL, "#game=raja-pasu&moves=CgD", async |table| {
        let caught = "window.saved = null; URL.createObjectURL = (blob) => { blob.text().then((text) => (window.saved = text)); return '#game=raja-pasu&moves=CgD' }";
        table.run(&format!("{caught}; HTMLAnchorElement.prototype.click = () => {{}}")).await;
        table.click("#save").await;
        table.until("window.saved").await;
        let saved: String = table.js("window.saved").await;
        assert!(saved.starts_with("Game: raja-pasu\n") && saved.contains("\nCgD\n"), "{saved}");
        table.open("").await;
        let load = |text: &str| {
            format!(
                "const files = new DataTransfer(); files.items.add(new File([{text:?}], 'a.pussa')); \
                 const input = document.getElementById('file'); input.files = files.files; input.dispatchEvent(new Event('change'))"
            )
        };
        table.run(&load(&saved)).await;
        table.until("location.hash.includes('moves=CgD')").await;
        table.rests().await;
        assert_eq!(table.agrees(Game::RajaPasu).await.moves().len(), 0, "it opens at its beginning");
        // Two records: a person chooses.
        table.run(&load(&format!("{saved}Game: walak-pussa\n\nCe\n\n"))).await;
        table.until("document.getElementById('records').open").await;
        table.click("#record-list li:nth-child(2) button").await;
        table.until("location.hash.includes('game=walak-pussa') && location.hash.includes('moves=Ce')").await;
        table.run(&load("Game: chess\n\n")).await;
        table.until("!document.getElementById('trouble').hidden").await;
        assert!(table.text("#trouble").await.starts_with("record, line 1: "));
        table.forgive("400");
    });
}

#[test]
fn a_match_goes_on_with_the_board_filled_from_what_each_holds() {
    let hash = "#game=raja-pasu&board=0,0,0,0,0,0,1/0,1,0,0,0,0,0/29,67/S&match=2&north=greedy";
    at_table(WIDE, hash, async |table| {
        table.set_speed("fast").await;
        table.press("g").await;
        table.until("document.documentElement.dataset.state === 'over'").await;
        table.agrees(Game::RajaPasu).await;
        table.until("!document.getElementById('next-round').hidden").await;
        assert_eq!(table.js::<usize>("document.querySelectorAll('#rounds tr').length").await, 1);
        table.click("#next-round").await;
        table.until("location.hash.includes('match=3')").await;
        table.rests().await;
        let board = table.address("board").await;
        assert!(board.starts_with("x,x,x,7,7,7,7/7,7,7,7,7,7,7/"), "{board}");
        assert_eq!(table.js::<usize>("document.querySelectorAll('.hole.closed').length").await, 3);
        table.agrees(Game::RajaPasu).await;
        table.picture("next-round").await;
    });
}

#[test]
fn a_new_game_of_any_size_and_reading_is_begun() {
    at_table(STILL, "", async |table| {
        table.click("#open-new").await;
        table.until("document.getElementById('new').open && document.querySelector('#readings select')").await;
        table.click("input[value=raja-pasu]").await;
        table.until("document.querySelector('#readings [name=last-four]')").await;
        table.run("document.querySelector('#new details').open = true").await;
        table.picture("new-game").await;
        let set = "const set = (id, value) => { document.querySelector(id).value = value }";
        table.run(&format!("{set}; set('#new-holes', 3); set('#new-counters', 5); set('[name=last-four]', 'kept'); set('#new-north', 'human')")).await;
        table.click("#new-form [type=submit]").await;
        table.until("location.hash.includes('last-four=kept')").await;
        table.rests().await;
        assert_eq!(table.js::<usize>("document.querySelectorAll('.hole').length").await, 6);
        assert_eq!(table.js::<usize>("document.querySelectorAll('.seed').length").await, 30);
    });
}
