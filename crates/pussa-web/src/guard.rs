//! Whose requests are refused, how many are taken at once, and what browsers are told about what they get.

use crate::refusal::Refusal;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;

/// How many requests are taken at once.
const MOST_REQUESTS: usize = 512;
/// How long an answer may take to begin.
const MOST_TIME: Duration = Duration::from_mins(3);

/// What a page from here may load: from here alone, nothing written into it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Headers of every answer.
const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-cache"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

/// Who stands at the door.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    address: SocketAddr,
    places: Arc<Semaphore>,
}

impl Guard {
    /// For a server at this address.
    pub(crate) fn new(address: SocketAddr) -> Self {
        Self { address, places: Arc::new(Semaphore::new(MOST_REQUESTS)) }
    }

    /// Whether a request that says so is for us. A name that leads here, but is not ours, is what a page from elsewhere
    /// would use to read our answers (DNS rebinding).
    fn is_our_host(&self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
            _ => (host, Some(80)),
        };
        if port != Some(self.address.port()) {
            return false;
        }
        let address: Option<IpAddr> = name.trim_start_matches('[').trim_end_matches(']').parse().ok();
        match address {
            // Bound to every address of the machine, it goes by any of them.
            Some(address) => {
                address == self.address.ip() || address.is_loopback() || self.address.ip().is_unspecified()
            }
            None => name.eq_ignore_ascii_case("localhost"),
        }
    }

    /// What is wrong with who asks, if anything is.
    fn fault(&self, headers: &HeaderMap, is_api: bool) -> Option<&'static str> {
        let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or_default());
        let host = text(header::HOST).unwrap_or_default();
        if !self.is_our_host(host) {
            return Some("the Host of this request is not this server");
        }
        if text(header::ORIGIN).is_some_and(|origin| origin.strip_prefix("http://") != Some(host)) {
            return Some("the Origin of this request is not this server");
        }
        let from = text(HeaderName::from_static("sec-fetch-site"));
        (is_api && from.is_some_and(|from| from != "same-origin" && from != "none"))
            .then_some("this request comes from another page")
    }
}

/// Lets a request pass, or not.
pub(crate) async fn guard(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    let is_api = request.uri().path().starts_with("/api/");
    let mut response = if let Some(fault) = guard.fault(request.headers(), is_api) {
        Refusal::with(StatusCode::FORBIDDEN, fault).into_response()
    } else if let Ok(_place) = guard.places.try_acquire() {
        match tokio::time::timeout(MOST_TIME, next.run(request)).await {
            Ok(response) => response,
            Err(_) => Refusal::busy().into_response(),
        }
    } else {
        Refusal::busy().into_response()
    };
    for (name, value) in HEADERS {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guard_at(address: &str) -> Guard {
        Guard::new(address.parse().expect("an address"))
    }

    #[test]
    fn only_our_own_names_are_ours() {
        let guard = guard_at("127.0.0.1:4040");
        for ours in ["127.0.0.1:4040", "localhost:4040", "LOCALHOST:4040", "[::1]:4040"] {
            assert!(guard.is_our_host(ours), "{ours}");
        }
        for other in [
            "127.0.0.1",
            "127.0.0.1:80",
            "evil.example:4040",
            "localhost.evil.example:4040",
            "192.168.1.2:4040",
            "",
            ":4040",
        ] {
            assert!(!guard.is_our_host(other), "{other}");
        }
        assert!(guard_at("127.0.0.1:80").is_our_host("localhost"));
        assert!(guard_at("0.0.0.0:4040").is_our_host("192.168.1.2:4040"));
        assert!(!guard_at("0.0.0.0:4040").is_our_host("evil.example:4040"));
    }
}
