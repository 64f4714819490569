//! The page: files that are part of the program.

use axum::Router;
use axum::http::header;
use axum::routing::get;

/// A file of the page: its path, its kind, what is in it.
type File = (&'static str, &'static str, &'static [u8]);

/// A script and where it is found.
macro_rules! script {
    ($name:literal) => {
        (concat!("/", $name), "text/javascript; charset=utf-8", include_bytes!(concat!("../page/", $name)))
    };
}

/// All of them.
const FILES: &[File] = &[
    ("/", "text/html; charset=utf-8", include_bytes!("../page/index.html")),
    ("/style.css", "text/css; charset=utf-8", include_bytes!("../page/style.css")),
    ("/icon.svg", "image/svg+xml", include_bytes!("../page/icon.svg")),
    script!("address.js"),
    script!("api.js"),
    script!("board.js"),
    script!("dialogs.js"),
    script!("fate.js"),
    script!("game.js"),
    script!("graph.js"),
    script!("keys.js"),
    script!("lesson.js"),
    script!("lessons.js"),
    script!("library.js"),
    script!("main.js"),
    script!("memory.js"),
    script!("position.js"),
    script!("report.js"),
    script!("seeds.js"),
    script!("sowing.js"),
    script!("study.js"),
    script!("texts.js"),
];

/// The paths of the page.
pub(crate) fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    FILES.iter().fold(Router::new(), |routes, &(path, kind, contents)| {
        routes.route(path, get(move || async move { ([(header::CONTENT_TYPE, kind)], contents) }))
    })
}
