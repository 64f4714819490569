//! Screens: wide, narrow, dark.

use crate::table::{PHONE, STILL, Screen, Table, WIDE, at_table};
use pussa_reference::Game;

/// Nothing sticks out at the side, and holes are large enough for a thumb.
async fn fits(table: &Table) {
    let [wide, screen]: [f64; 2] = table.js("[document.documentElement.scrollWidth, window.innerWidth]").await;
    assert!(wide <= screen, "the page is {wide} wide, the screen {screen}");
    let sizes: Vec<[f64; 2]> = table
        .js("[...document.querySelectorAll('.hole')].map((hole) => hole.getBoundingClientRect()).map(({ width, height }) => [width, height])")
        .await;
    assert!(sizes.iter().all(|&[width, height]| width >= 44.0 && height >= 44.0), "{sizes:?}");
    let lower: f64 =
        table.js("document.querySelector('.tray.south').getBoundingClientRect().bottom + window.scrollY").await;
    let height: f64 = table.js("window.innerHeight").await;
    assert!(lower <= height, "the whole board is seen at once: {lower} of {height}");
}

#[test]
fn the_board_fits_a_phone_and_a_wide_screen_and_what_lies_between() {
    at_table(WIDE, "#game=raja-pasu&moves=CgD", async |table| {
        for (width, height, is_phone) in
            [(1280, 860, false), (390, 844, true), (360, 740, true), (768, 1024, true), (1920, 1080, false)]
        {
            table.set(Screen { width, height, is_phone, ..WIDE }).await;
            let narrow = width <= 640;
            table.until(&format!("window.innerWidth === {width} && (document.querySelector('.drawing').viewBox.baseVal.width < 600) === {narrow}")).await;
            fits(table).await;
            table.agrees(Game::RajaPasu).await;
        }
    });
}

#[test]
fn pictures_of_the_main_views() {
    at_table(STILL, "#game=walak-pussa", async |table| table.picture("start").await);
    at_table(Screen { is_dark: true, ..STILL }, "#game=walak-pussa&moves=CeAdDcB&north=greedy&at=6", async |table| {
        table.set_values(true).await;
        table.until("document.querySelectorAll('.value.exact').length >= 3").await;
        table.picture("dark").await;
    });
    at_table(Screen { is_still: true, ..PHONE }, "#game=raja-pasu&north=greedy", async |table| {
        table.set_values(true).await;
        table.until("document.querySelectorAll('.value.exact').length === 7").await;
        table.picture("phone").await;
    });
    at_table(Screen { is_dark: true, is_still: true, ..PHONE }, "#game=walak-pussa&moves=CeAd", async |table| {
        table.picture("phone-dark").await;
    });
    at_table(WIDE, "#game=walak-pussa&moves=CeA", async |table| {
        table.click("[data-hole=d]").await;
        table.until("document.querySelector('.sowing')").await;
        tokio::time::sleep(std::time::Duration::from_millis(600)).await;
        table.picture("sowing").await;
        table.rests().await;
        assert!(table.address("moves").await.starts_with("CeAd"));
    });
}
