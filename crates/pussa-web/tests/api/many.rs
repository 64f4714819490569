//! Many at once.

use crate::server::{Running, get_with};
use pussa_web::Settings;
use std::time::{Duration, Instant};

#[test]
fn two_hundred_at_once_all_get_an_answer_or_hear_that_it_is_busy() {
    let server = Running::new(&Settings::default());
    let address = server.address;
    let ask = move |i: usize| {
        let path = match i % 4 {
            0 => "/api/show?moves=CeA&tell=true",
            1 => "/api/play?engine=alpha-beta:time=200ms",
            2 => "/api/analyse?time=300ms",
            _ => "/",
        };
        get_with(address, path, "")
    };
    let begun = Instant::now();
    let threads: Vec<_> = (0..200).map(|i| std::thread::spawn(move || ask(i))).collect();
    let answers: Vec<_> = threads.into_iter().map(|thread| thread.join().expect("an answer")).collect();
    for answer in &answers {
        let is_busy =
            answer.status == 503 && answer.error().starts_with("busy") && answer.head.contains("retry-after: 1");
        assert!(answer.status == 200 || is_busy, "{answer:?}");
    }
    let answered = answers.iter().filter(|answer| answer.status == 200).count();
    assert!(answered >= 100, "what is quick is always answered: {answered}");
    assert!(begun.elapsed() < Duration::from_secs(50), "{:?}", begun.elapsed());
    // And then it is as if nothing had been.
    assert_eq!(get_with(address, "/api/analyse?time=100ms", "").status, 200);
}
