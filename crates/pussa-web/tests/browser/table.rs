//! A page in a browser, and a person in front of it.

use crate::server::Running;
use chromiumoxide::browser::{Browser, BrowserConfig};
use chromiumoxide::cdp::browser_protocol::emulation::{MediaFeature, SetDeviceMetricsOverrideParams};
use chromiumoxide::cdp::browser_protocol::input::{DispatchKeyEventParams, DispatchKeyEventType};
use chromiumoxide::cdp::browser_protocol::log::EventEntryAdded;
use chromiumoxide::cdp::js_protocol::runtime::{EvaluateParams, EventConsoleApiCalled, EventExceptionThrown};
use chromiumoxide::layout::Point;
use chromiumoxide::page::Page;
use futures_util::StreamExt;
use pussa_reference::{Game, Hole, Position, Round, Rules, Size};
use pussa_web::Settings;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// What a screen is like.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Screen {
    pub(crate) width: i64,
    pub(crate) height: i64,
    pub(crate) is_phone: bool,
    pub(crate) is_dark: bool,
    /// Whether the person asked the system for reduced motion.
    pub(crate) is_still: bool,
}

pub(crate) const WIDE: Screen = Screen { width: 1280, height: 860, is_phone: false, is_dark: false, is_still: false };
pub(crate) const STILL: Screen = Screen { is_still: true, ..WIDE };
pub(crate) const PHONE: Screen = Screen { width: 390, height: 844, is_phone: true, is_dark: false, is_still: false };

/// A page, opened.
pub(crate) struct Table {
    pub(crate) page: Page,
    url: String,
    errors: Arc<Mutex<Vec<String>>>,
}

/// Opens the page of a server of its own on such a screen, does something with it, and sees to it that the browser had
/// nothing to complain of.
pub(crate) fn at_table(screen: Screen, hash: &str, test: impl AsyncFnOnce(&Table)) {
    at_table_of(&Settings::default(), screen, hash, test);
}

/// The same with a server of these settings.
pub(crate) fn at_table_of(settings: &Settings, screen: Screen, hash: &str, test: impl AsyncFnOnce(&Table)) {
    let server = Running::new(settings);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("threads");
    runtime.block_on(async {
        let folder = std::env::temp_dir().join(format!("pussa-browser-{}", server.address.port()));
        let chromium = std::env::var("PUSSA_CHROMIUM").unwrap_or_else(|_| "chromium".into());
        let path = which(&chromium).unwrap_or_else(|| panic!("{chromium} is not installed"));
        let config = BrowserConfig::builder()
            .chrome_executable(path)
            .new_headless_mode()
            .user_data_dir(&folder)
            .viewport(None)
            .no_sandbox()
            .launch_timeout(Duration::from_mins(1))
            .request_timeout(Duration::from_mins(1))
            .build()
            .expect("a good configuration");
        let (mut browser, mut handler) = Browser::launch(config).await.expect("the browser starts");
        let handling = tokio::spawn(async move { while handler.next().await.is_some() {} });
        let page = browser.new_page("about:blank").await.expect("a page");
        let table = Table { page, url: format!("http://{}/", server.address), errors: Arc::default() };
        table.listen().await;
        table.set(screen).await;
        table.open(hash).await;
        test(&table).await;
        let errors = table.errors.lock().expect("nobody panics with it").clone();
        browser.close().await.expect("the browser closes");
        browser.wait().await.expect("the browser ends");
        handling.abort();
        let _ = std::fs::remove_dir_all(folder);
        assert_eq!(errors, [""; 0], "the browser complained");
    });
}

/// Where a program lies.
fn which(name: &str) -> Option<std::path::PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

impl Table {
    /// Hears whatever the browser writes to its console.
    async fn listen(&self) {
        let errors = |text: String, errors: &Mutex<Vec<String>>| errors.lock().expect("a list").push(text);
        let mut said = self.page.event_listener::<EventConsoleApiCalled>().await.expect("a listener");
        let mut thrown = self.page.event_listener::<EventExceptionThrown>().await.expect("a listener");
        let mut logged = self.page.event_listener::<EventEntryAdded>().await.expect("a listener");
        let [one, two, three] = [(); 3].map(|()| Arc::clone(&self.errors));
        tokio::spawn(async move {
            while let Some(event) = said.next().await {
                errors(format!("{event:?}"), &one);
            }
        });
        tokio::spawn(async move {
            while let Some(event) = thrown.next().await {
                errors(format!("{event:?}"), &two);
            }
        });
        tokio::spawn(async move {
            while let Some(event) = logged.next().await {
                errors(format!("{event:?}"), &three);
            }
        });
    }

    /// Forgets what the browser complained of: it was to be.
    pub(crate) fn forgive(&self, part: &str) {
        let mut errors = self.errors.lock().expect("a list");
        assert!(errors.iter().all(|error| error.contains(part)), "{errors:?}");
        errors.clear();
    }

    /// Another screen.
    pub(crate) async fn set(&self, screen: Screen) {
        let scale = if screen.is_phone { 2.0 } else { 1.0 };
        let metrics = SetDeviceMetricsOverrideParams::new(screen.width, screen.height, scale, screen.is_phone);
        self.page.execute(metrics).await.expect("a screen");
        let feature = |name: &str, value: &str| MediaFeature { name: name.into(), value: value.into() };
        let scheme = if screen.is_dark { "dark" } else { "light" };
        let motion = if screen.is_still { "reduce" } else { "no-preference" };
        let features = vec![feature("prefers-color-scheme", scheme), feature("prefers-reduced-motion", motion)];
        self.page.emulate_media_features(features).await.expect("such a screen");
    }

    /// Follows a link to the page.
    pub(crate) async fn open(&self, hash: &str) {
        // From a blank page, so that it is not only the part behind the # that changes.
        for url in ["about:blank".to_owned(), format!("{}{hash}", self.url)] {
            // The page may be gone before it can say that it goes.
            let _ = self.try_js::<Value>(&format!("void location.assign({url:?})")).await;
            self.until(&format!("location.href.startsWith({:?})", url.split('#').next().unwrap_or_default())).await;
        }
        self.rests().await;
    }

    /// What an expression is on the page.
    pub(crate) async fn js<T: DeserializeOwned>(&self, expression: &str) -> T {
        self.try_js(expression).await.unwrap_or_else(|error| panic!("{expression}: {error}"))
    }

    /// The same where the page may be about to go.
    async fn try_js<T: DeserializeOwned>(&self, expression: &str) -> Result<T, String> {
        let evaluate = EvaluateParams::builder().expression(expression).await_promise(true).return_by_value(true);
        let value = self.page.evaluate(evaluate.build()?).await.map_err(|error| error.to_string())?;
        value.into_value().map_err(|error| error.to_string())
    }

    /// Does something on the page.
    pub(crate) async fn run(&self, statements: &str) {
        let _: bool = self.js(&format!("(async () => {{ {statements}; return true; }})()")).await;
    }

    /// Waits until something is so.
    pub(crate) async fn until(&self, condition: &str) {
        let begun = Instant::now();
        while self.try_js::<bool>(&format!("Boolean({condition})")).await != Ok(true) {
            if begun.elapsed() > Duration::from_secs(40) {
                let state: String = self.js("document.body.innerText").await;
                panic!("{condition}: it never is; the page says:\n{state}");
            }
            tokio::time::sleep(Duration::from_millis(15)).await;
        }
    }

    /// Waits until the page waits for a person, or the round is over.
    pub(crate) async fn rests(&self) {
        self.until("['waiting', 'over'].includes(document.documentElement.dataset.state)").await;
    }

    /// The text of an element.
    pub(crate) async fn text(&self, selector: &str) -> String {
        self.js(&format!("document.querySelector({selector:?}).textContent")).await
    }

    /// The middle of an element, on the screen.
    async fn middle(&self, selector: &str) -> Point {
        let expression = format!(
            "(() => {{ const one = document.querySelector({selector:?}); one.scrollIntoView({{ block: 'nearest' }}); \
             const {{ x, y, width, height }} = one.getBoundingClientRect(); return [x + width / 2, y + height / 2]; }})()"
        );
        let [x, y]: [f64; 2] = self.js(&expression).await;
        Point::new(x, y)
    }

    /// Clicks on an element with the mouse.
    pub(crate) async fn click(&self, selector: &str) {
        let middle = self.middle(selector).await;
        self.page.click(middle).await.expect("a click");
    }

    /// Points at an element with the mouse.
    pub(crate) async fn point(&self, selector: &str) {
        let middle = self.middle(selector).await;
        self.page.move_mouse(middle).await.expect("a mouse");
    }

    /// Presses a key: a letter, or one with a name.
    pub(crate) async fn press(&self, key: &str) {
        let (code, number) = match key {
            "ArrowLeft" => (key.to_owned(), 37),
            "ArrowRight" => (key.to_owned(), 39),
            "Home" => (key.to_owned(), 36),
            "End" => (key.to_owned(), 35),
            "Enter" => (key.to_owned(), 13),
            "Escape" => (key.to_owned(), 27),
            "Tab" => (key.to_owned(), 9),
            " " => ("Space".to_owned(), 32),
            letter => (format!("Key{}", letter.to_uppercase()), i64::from(letter.to_uppercase().as_bytes()[0])),
        };
        for kind in [DispatchKeyEventType::KeyDown, DispatchKeyEventType::KeyUp] {
            let mut event = DispatchKeyEventParams::builder().r#type(kind.clone()).key(key).code(code.clone());
            event = event.windows_virtual_key_code(number);
            if key == "Enter" && kind == DispatchKeyEventType::KeyDown {
                event = event.text("\r");
            }
            self.page.execute(event.build().expect("a key")).await.expect("it is pressed");
        }
    }

    /// Switches the showing of moves to a speed.
    pub(crate) async fn set_speed(&self, speed: &str) {
        let set = "const speed = document.getElementById('speed')";
        self.run(&format!("{set}; speed.value = '{speed}'; speed.dispatchEvent(new Event('change'))")).await;
    }

    /// Switches values on or off.
    pub(crate) async fn set_values(&self, on: bool) {
        self.run(&format!(
            "const values = document.getElementById('values'); if (values.checked !== {on}) values.click()"
        ))
        .await;
    }

    /// The part of the address behind a name.
    pub(crate) async fn address(&self, name: &str) -> String {
        self.js(&format!(
            "(location.hash.slice(1).split('&').find((part) => part.startsWith('{name}=')) ?? '').slice({})",
            name.len() + 1
        ))
        .await
    }

    /// Whether the page shows this: counters drawn in every hole and tray, and numbers written beside them.
    pub(crate) async fn shows(&self, counters: impl Fn(char) -> Option<u8>, reserves: [u8; 2], about: &str) {
        let seen: Value = self.js(COUNTED).await;
        for letter in "ABCDEFGabcdefg".chars() {
            let wanted = counters(letter).map(u64::from);
            let name = letter.to_string();
            assert_eq!(
                seen["counted"][&name].as_u64().filter(|_| seen["said"][&name] != "x"),
                wanted,
                "{letter} {about}: {seen}"
            );
            let number = seen["said"][&name].as_str().and_then(|said| said.parse::<u64>().ok());
            assert_eq!(number, wanted, "{letter} {about}: {seen}");
        }
        for (side, wanted) in ["south", "north"].into_iter().zip(reserves) {
            assert_eq!(seen["counted"][side].as_u64(), Some(wanted.into()), "{side} {about}: {seen}");
            assert_eq!(seen["said"][side], wanted.to_string(), "{side} {about}: {seen}");
        }
    }

    /// Whether the page shows the round that its address tells, as the reference plays it. Gives it back.
    pub(crate) async fn agrees(&self, game: Game) -> Round {
        let (rules, size) = (Rules::of(game), Size::of(game));
        let board = self.address("board").await;
        let start =
            if board.is_empty() { Position::opening(size) } else { Position::parse(&board, size).expect("a board") };
        let (moves, at) = (self.address("moves").await, self.address("at").await);
        let shown = at.parse().unwrap_or(moves.len());
        let mut round = Round::new(rules, start);
        round.play_moves(&moves[..shown]).expect("legal moves");
        let position = *round.position();
        let over = round.result().map(|result| result.reserves);
        let reserves = over.unwrap_or_else(|| position.reserves());
        let counters = |letter: char| {
            let count = Hole::from_letter(letter).and_then(|hole| position.counters_in(hole));
            if over.is_some() { count.map(|_| 0) } else { count }
        };
        self.shows(counters, [reserves.south(), reserves.north()], &moves).await;
        round
    }

    /// Writes a picture of the page if pictures are wanted.
    pub(crate) async fn picture(&self, name: &str) {
        let Ok(folder) = std::env::var("PUSSA_SCREENSHOTS") else { return };
        self.run("window.scrollTo(0, 0)").await;
        let params = chromiumoxide::page::ScreenshotParams::builder().build();
        let picture = self.page.screenshot(params).await.expect("a picture");
        std::fs::create_dir_all(&folder).expect("a folder");
        std::fs::write(std::path::Path::new(&folder).join(format!("{name}.png")), picture).expect("it is written");
    }
}

/// What is seen on the page: how many counters are drawn within each hole and tray, and which number stands there.
const COUNTED: &str = "(() => {
    const place = (selector, bed, name) => [...document.querySelectorAll(selector)].map((one) =>
        ({ name: one.dataset[name], said: one.dataset.count, box: one.querySelector(bed).getBoundingClientRect() }));
    const places = [...place('.hole', '.pit', 'hole'), ...place('.tray', '.tray-bed', 'side')];
    const counted = Object.fromEntries(places.map(({ name }) => [name, 0]));
    for (const seed of document.querySelectorAll('.seed:not(.out)')) {
        const { x, y, width, height } = seed.getBoundingClientRect();
        const [middle, centre] = [x + width / 2, y + height / 2];
        const inside = ({ box }) => middle > box.left && middle < box.right && centre > box.top && centre < box.bottom;
        const found = places.find(inside);
        if (found) counted[found.name] += 1;
    }
    return { counted, said: Object.fromEntries(places.map(({ name, said }) => [name, said])) };
})()";
