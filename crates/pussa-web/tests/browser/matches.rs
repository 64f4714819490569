//! Whole matches: who is winning them, as far as the page can say, and an engine that plays for their sake.

use crate::table::{PHONE, STILL, Screen, Table, at_table_of};
use pussa_engine::Roster;
use pussa_reference::Game;
use pussa_rules::{GAMES, Variant};
use pussa_web::{Library, Settings};

/// A server that knows who wins matches, and has the engine `perfect`, with a page opened there.
fn at_table(screen: Screen, hash: &str, test: impl AsyncFnOnce(&Table)) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut roster = Roster::default();
    roster.add(pussa_solver::KIND);
    let library = Library {
        folder: folder.path().into(),
        matches: GAMES.map(Variant::new).into(),
        strong: Vec::new(),
        books: Vec::new(),
        memory: 1 << 30,
        threads: 1,
    };
    let settings = Settings { roster, library: Some(library), ..Settings::default() };
    at_table_of(&settings, screen, hash, test);
}

/// Waits until the server knows who wins matches.
async fn is_known(table: &Table) {
    let told = "(await (await fetch('/api/status')).json()).library.filter(({ state }) => state === 'ready').length";
    let begun = std::time::Instant::now();
    while table.js::<usize>(&format!("(async () => {told})()")).await < GAMES.len() {
        assert!(begun.elapsed().as_secs() < 180, "it is made in some seconds on a machine that is not busy");
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    }
}

/// Waits until the page says so of the match.
async fn says(table: &Table, fate: &str) {
    table.until(&format!("document.getElementById('fate').textContent === {fate:?}")).await;
}

#[test]
fn who_is_winning_the_match_is_told_and_which_moves_see_to_it() {
    at_table(STILL, "#game=raja-pasu&match=1", async |table| {
        assert_eq!(table.text("#fate").await, "", "nobody is told who does not ask for values");
        table.set_values(true).await;
        is_known(table).await;
        says(table, "South is winning the match, in at most 6 rounds, this one included.").await;
        table.until("document.querySelectorAll('.worth .fate-of').length === 7").await;
        let keeping: Vec<String> = table
            .js("[...document.querySelectorAll('.worth')].filter((row) => row.querySelector('.keeps')).map((row) => row.querySelector('.letter').textContent)")
            .await;
        assert_eq!(keeping, ["C", "F"], "as pussa advantage --match has it");
        let thrown: Vec<String> = table
            .js("[...document.querySelectorAll('.worth')].filter((row) => row.querySelector('.fate-of').textContent === 'neither wins nor loses the match').map((row) => row.querySelector('.letter').textContent)")
            .await;
        assert_eq!(thrown, ["E"]);
        table.until("document.querySelectorAll('.worth.exact').length === 7").await;
        table.picture("match").await;
        // South throws it away, and North has but one move that does not lose it.
        table.press("e").await;
        says(table, "Nobody can force the match: each player can keep the other from winning it.").await;
        let north: Vec<String> =
            table.js("[...document.querySelectorAll('.worth .fate-of.keeps')].map((one) => one.closest('.worth').querySelector('.letter').textContent)").await;
        assert_eq!(north, ["c"]);
        table.agrees(Game::RajaPasu).await;
    });
}

#[test]
fn after_a_round_it_is_told_who_is_winning_what_is_left_of_the_match() {
    let hash = "#game=raja-pasu&board=0,0,0,0,0,0,1/0,1,0,0,0,0,0/29,67/S&match=2&north=greedy";
    at_table(STILL, hash, async |table| {
        table.set_values(true).await;
        says(table, "Who is winning the match is not known here.").await;
        is_known(table).await;
        table.press("g").await;
        table.until("document.documentElement.dataset.state === 'over'").await;
        table.until("/^North is winning the match, in (at most \\d more rounds|the next round)\\.$/.test(document.getElementById('fate').textContent)").await;
        table.click("#next-round").await;
        table.until("location.hash.includes('match=3')").await;
        table.until("/^North is winning the match, in (at most \\d rounds, this one included|this round)\\.$/.test(document.getElementById('fate').textContent)").await;
        table.agrees(Game::RajaPasu).await;
        table.set_values(false).await;
        table.until("document.getElementById('fate').textContent === ''").await;
    });
}

#[test]
fn nobody_can_force_a_match_of_walak_pussa() {
    at_table(Screen { is_still: true, ..PHONE }, "#game=walak-pussa&match=1", async |table| {
        table.set_values(true).await;
        says(table, "Nobody can force the match: each player can keep the other from winning it.").await;
    });
}

#[test]
fn perfect_plays_a_match_for_its_sake() {
    at_table(STILL, "#game=raja-pasu&match=1", async |table| {
        is_known(table).await;
        table.open("#game=raja-pasu&south=perfect&match=1").await;
        table.until("document.querySelectorAll('#moves li').length === 1").await;
        table.rests().await;
        let asked: Vec<String> =
            table.js("performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.includes('/api/play'))").await;
        assert!(asked.iter().all(|url| url.contains("engine=perfect%3Aaim%3Dmatch")), "{asked:?}");
        assert!(!asked.is_empty());
        let made = table.address("moves").await;
        assert!(["C", "F"].contains(&made.as_str()), "those that win it soonest: {made}");
        table.agrees(Game::RajaPasu).await;
    });
}
