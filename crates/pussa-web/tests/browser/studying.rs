//! Studying: values beside the holes, ghost moves, hints, the course of a game.

use crate::table::{STILL, WIDE, at_table};

/// What `pussa solve --moves` proves of Raja Pasu's start.
const RAJA_PASU: [(&str, &str); 7] =
    [("A", "+8"), ("B", "+8"), ("C", "+16"), ("D", "+10"), ("E", "0"), ("F", "+16"), ("G", "+4")];

#[test]
fn values_arrive_and_become_exact() {
    at_table(WIDE, "#game=raja-pasu", async |table| {
        table.set_values(true).await;
        table.until("document.querySelectorAll('.value.shown').length === 7").await;
        table.until("document.querySelectorAll('.value.exact').length === 7").await;
        let shown: Vec<(String, String)> = table
            .js("Object.entries(Object.fromEntries([...document.querySelectorAll('.marks')].map((marks) => [marks.querySelector('.letter').textContent, marks.querySelector('.value-text').textContent]))).filter(([, value]) => value)")
            .await;
        let mut shown: Vec<_> = shown.iter().map(|(letter, value)| (letter.as_str(), value.as_str())).collect();
        shown.sort_unstable();
        assert_eq!(shown, RAJA_PASU);
        let best: Vec<String> =
            table.js("[...document.querySelectorAll('.worth.best .letter')].map((one) => one.textContent)").await;
        assert_eq!(best, ["C", "F"]);
        let label: String = table.js("document.querySelector('[data-hole=C]').getAttribute('aria-label')").await;
        assert_eq!(label, "Hole C of South, 7 counters, worth +16, exact");
        table.picture("study").await;
        // Another position, other values, and none of the old ones.
        table.set_speed("off").await;
        table.press("c").await;
        table
            .until("location.hash.includes('moves=C') && document.querySelectorAll('.worth.exact').length === 6")
            .await;
        let letters: Vec<String> =
            table.js("[...document.querySelectorAll('.worth .letter')].map((one) => one.textContent)").await;
        assert!(letters.iter().all(|letter| letter.as_str() >= "a"), "{letters:?}");
        table.set_values(false).await;
        table.until("document.querySelectorAll('.value.shown').length === 0").await;
    });
}

#[test]
fn pointing_at_a_hole_shows_how_play_is_expected_to_go_on() {
    at_table(WIDE, "#game=raja-pasu&moves=Cg", async |table| {
        table.set_values(true).await;
        table.until("document.querySelectorAll('.value.exact').length === 2").await;
        table.point("[data-hole=D]").await;
        table.until("document.querySelectorAll('.ghost').length > 0").await;
        table.until("document.getElementById('tally').textContent.startsWith('Expected: D d')").await;
        table.picture("ghost-moves").await;
        table.point("#title").await;
        table.until("document.querySelectorAll('.ghost').length === 0").await;
        assert_eq!(table.text("#tally").await, "");
    });
}

#[test]
fn a_hint_names_the_best_move() {
    at_table(STILL, "#game=raja-pasu&moves=Cg", async |table| {
        table.press("h").await;
        table.until("document.querySelector('.hole.hinted')").await;
        assert_eq!(table.text("#tally").await, "Hint: D, worth +9, exact.");
        let hinted: String = table.js("document.querySelector('.hole.hinted').dataset.hole").await;
        assert_eq!(hinted, "D");
    });
}

#[test]
fn the_course_of_a_game_marks_the_moves_that_lost_counters() {
    // E is worth nothing, and C would have been worth 16.
    at_table(STILL, "#game=raja-pasu&moves=EcC", async |table| {
        table.click("#review").await;
        table.until("document.getElementById('review-note').textContent.includes('lost')").await;
        table.until("document.querySelectorAll('.graph .point').length >= 3").await;
        let label: String = table.js("document.querySelector('#moves button').getAttribute('aria-label')").await;
        assert_eq!(label, "Move 1, E, E lost 16 counters; C was best");
        assert!(table.js::<bool>("document.querySelector('#moves li:first-child .lost') !== null").await);
        assert!(table.js::<bool>("document.querySelector('.graph .point.lost') !== null").await);
        table.run("document.querySelector('.graph .point.lost').dispatchEvent(new MouseEvent('click'))").await;
        table.until("location.hash.includes('at=1')").await;
    });
}

#[test]
fn closing_the_page_ends_its_analysis() {
    at_table(STILL, "#game=walak-pussa&counters=6", async |table| {
        // More often than there may be analyses at once: each has to end when the page goes.
        for _ in 0..4 {
            table.open("#game=walak-pussa&counters=6").await;
            table.set_values(true).await;
            table.until("document.querySelectorAll('.value.shown').length === 7").await;
        }
        table.set_values(false).await;
    });
}
