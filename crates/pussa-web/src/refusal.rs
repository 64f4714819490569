//! Why a request gets no answer, as a status and a line of JSON.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use std::fmt::Display;

/// Why a request gets no answer.
#[derive(Debug)]
pub(crate) struct Refusal {
    status: StatusCode,
    text: String,
}

/// What is sent.
#[derive(Serialize)]
struct Body {
    error: String,
}

impl Refusal {
    /// What is asked for is wrong: 400.
    pub(crate) fn wrong(error: impl Display) -> Self {
        Self::with(StatusCode::BAD_REQUEST, error)
    }

    /// Too much is asked for at once; later it may be answered: 503.
    pub(crate) fn busy() -> Self {
        Self::with(StatusCode::SERVICE_UNAVAILABLE, "busy: too much is asked for at once; try again in a moment")
    }

    /// Anything else.
    pub(crate) fn with(status: StatusCode, error: impl Display) -> Self {
        Self { status, text: error.to_string() }
    }
}

/// Takes an error for one in what was asked.
pub(crate) trait OrWrong<T> {
    /// The value, or the refusal.
    fn or_wrong(self) -> Result<T, Refusal>;
}

impl<T, E: Display> OrWrong<T> for Result<T, E> {
    fn or_wrong(self) -> Result<T, Refusal> {
        self.map_err(Refusal::wrong)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(Body { error: self.text })).into_response();
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}
