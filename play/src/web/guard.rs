//! Which requests are answered at all, and the headers of every answer.
//!
//! A page of somebody else's, open in the same browser, can send requests here. It cannot hide where it comes from
//! (`Origin`, `Sec-Fetch-Site`), nor, if it has its own name point to this machine (DNS rebinding), which name it used
//! (`Host`). Both are checked on every request. A link of another site may lead to the page, and to nothing else.

use std::net::IpAddr;

use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST, HeaderName, ORIGIN,
    REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, Method, Request, StatusCode};

/// What pages may load and do: their own scripts, styles and requests, nothing else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Under which names the server may be asked.
#[derive(Clone, Debug)]
pub struct Guard {
    /// Names besides addresses and `localhost`, in small letters.
    names: Vec<String>,
    /// Only this machine is served.
    loopback: bool,
}

/// Why a request is not answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refusal {
    pub status: StatusCode,
    pub reason: &'static str,
}

const fn refuse(status: StatusCode, reason: &'static str) -> Refusal {
    Refusal { status, reason }
}

const WRONG_HOST: Refusal = refuse(
    StatusCode::MISDIRECTED_REQUEST,
    "this server is not known under that name; start it with --name NAME to allow it",
);
const WRONG_ORIGIN: Refusal = refuse(
    StatusCode::FORBIDDEN,
    "requests from other sites are refused",
);
const WRONG_TYPE: Refusal = refuse(
    StatusCode::UNSUPPORTED_MEDIA_TYPE,
    "send JSON, with content-type application/json",
);

impl Guard {
    /// Serves requests for addresses, `localhost` and these names; with `loopback` only for addresses of this machine.
    pub fn new(names: &[String], loopback: bool) -> Guard {
        let names = names.iter().map(|name| name.to_ascii_lowercase()).collect();
        Guard { names, loopback }
    }

    /// Checks where a request comes from and whom it is for.
    ///
    /// # Errors
    /// What to answer instead.
    pub fn check<B>(&self, request: &Request<B>) -> Result<(), Refusal> {
        let headers = request.headers();
        let host = one(headers, &HOST).ok_or(WRONG_HOST)?;
        if !self.knows(host) {
            return Err(WRONG_HOST);
        }
        if headers.contains_key(ORIGIN) {
            let origin = one(headers, &ORIGIN).ok_or(WRONG_ORIGIN)?;
            let own = origin
                .strip_prefix("http://")
                .or(origin.strip_prefix("https://"));
            if own.is_none_or(|own| !own.eq_ignore_ascii_case(host)) {
                return Err(WRONG_ORIGIN);
            }
        }
        let is_link = is_followed(headers) && !is_api(request);
        if is_foreign(headers) && !is_link {
            return Err(WRONG_ORIGIN);
        }
        match *request.method() == Method::POST {
            true => check_post(headers),
            false => Ok(()),
        }
    }

    fn knows(&self, host: &str) -> bool {
        let name = without_port(host).to_ascii_lowercase();
        if name == "localhost" || self.names.contains(&name) {
            return true;
        }
        let bare = name
            .strip_prefix('[')
            .and_then(|name| name.strip_suffix(']'));
        let address = bare.unwrap_or(&name).parse::<IpAddr>();
        // Addresses cannot be rebound: only names can be made to point elsewhere.
        address.is_ok_and(|address| !self.loopback || address.to_canonical().is_loopback())
    }
}

/// Has another site's page asked for this? What is no browser says nothing; `none` is the person, by the address.
fn is_foreign(headers: &HeaderMap) -> bool {
    let site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
    !matches!(site, None | Some(b"same-origin" | b"none"))
}

/// Has a person followed a link, so that what comes back becomes a page of its own?
fn is_followed(headers: &HeaderMap) -> bool {
    let is = |name: &str, value: &str| headers.get(name).is_some_and(|found| found == value);
    is("sec-fetch-mode", "navigate") && is("sec-fetch-dest", "document")
}

fn is_api<B>(request: &Request<B>) -> bool {
    request.uri().path().starts_with("/api/")
}

/// Changes are taken from the server's own page, or from what is no browser, and only as JSON: forms of other sites
/// cannot send that.
fn check_post(headers: &HeaderMap) -> Result<(), Refusal> {
    match headers.get("sec-fetch-site").map(HeaderValue::as_bytes) {
        None | Some(b"same-origin") => {}
        Some(_) => return Err(WRONG_ORIGIN),
    }
    let kind = one(headers, &CONTENT_TYPE).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    match kind.eq_ignore_ascii_case("application/json") {
        true => Ok(()),
        false => Err(WRONG_TYPE),
    }
}

/// The value of a header that is there just once.
fn one<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut all = headers.get_all(name).iter();
    let first = all.next()?.to_str().ok()?;
    all.next().is_none().then_some(first)
}

/// `host`, `host:port` or `[address]:port` without the port.
fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) && !open(name) => name,
        _ => host,
    }
}

/// Is this the beginning of an IPv6 address, cut within?
fn open(name: &str) -> bool {
    name.starts_with('[') && !name.ends_with(']')
}

/// Headers of every answer.
pub fn seal(headers: &mut HeaderMap) {
    let always = [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        (CACHE_CONTROL, "no-cache"),
        (
            HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ),
        (
            HeaderName::from_static("cross-origin-resource-policy"),
            "same-origin",
        ),
        (
            HeaderName::from_static("permissions-policy"),
            "camera=(), microphone=(), geolocation=()",
        ),
    ];
    for (name, value) in always {
        headers
            .entry(name)
            .or_insert(HeaderValue::from_static(value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Pairs<'a> = &'a [(&'static str, &'static str)];

    fn request(method: Method, path: &str, pairs: Pairs<'_>) -> Request<()> {
        let request = Request::builder().method(method).uri(path);
        let with = |request: axum::http::request::Builder, (name, value): &(&str, &str)| {
            request.header(*name, *value)
        };
        pairs.iter().fold(request, with).body(()).unwrap()
    }

    fn asked(guard: &Guard, pairs: Pairs<'_>) -> Result<(), Refusal> {
        guard.check(&request(Method::GET, "/", pairs))
    }

    /// A page of another site that loads something from here, or reads a game; a link to the page is followed.
    #[test]
    fn other_sites_get_nothing_but_links_to_the_page() {
        let guard = Guard::new(&[], true);
        let get = |path: &str, site, mode, dest| {
            let pairs = [
                ("host", "localhost"),
                ("sec-fetch-site", site),
                ("sec-fetch-mode", mode),
                ("sec-fetch-dest", dest),
            ];
            guard.check(&request(Method::GET, path, &pairs))
        };
        for site in ["cross-site", "same-site"] {
            assert_eq!(get("/", site, "navigate", "document"), Ok(()));
            for (path, mode, dest) in [
                ("/api/menu", "no-cors", "image"),
                ("/api/menu", "navigate", "document"),
                ("/icon.svg", "no-cors", "image"),
                ("/", "navigate", "iframe"),
            ] {
                let found = get(path, site, mode, dest);
                assert_eq!(found, Err(WRONG_ORIGIN), "{site} {path} {mode} {dest}");
            }
        }
        for site in ["same-origin", "none"] {
            assert_eq!(get("/api/menu", site, "cors", "empty"), Ok(()), "{site}");
        }
    }

    #[test]
    fn names_of_others_are_refused() {
        let guard = Guard::new(&["Board.lan".into()], true);
        for host in [
            "127.0.0.1:8",
            "localhost",
            "LOCALHOST:80",
            "[::1]:8",
            "[::1]",
            "board.lan:8",
        ] {
            assert_eq!(asked(&guard, &[("host", host)]), Ok(()), "{host}");
        }
        for host in [
            "evil.example",
            "127.0.0.1.evil.example",
            "192.168.1.5",
            "",
            "localhost.evil",
            "[::1",
        ] {
            assert_eq!(asked(&guard, &[("host", host)]), Err(WRONG_HOST), "{host}");
        }
        assert_eq!(asked(&guard, &[]), Err(WRONG_HOST));
        let open = Guard::new(&[], false);
        assert_eq!(asked(&open, &[("host", "192.168.1.5:8")]), Ok(()));
    }

    #[test]
    fn other_origins_are_refused() {
        let guard = Guard::new(&[], true);
        let from = |origin| asked(&guard, &[("host", "localhost:8"), ("origin", origin)]);
        assert_eq!(from("http://localhost:8"), Ok(()));
        for origin in [
            "http://localhost:9",
            "http://evil.example",
            "null",
            "http://127.0.0.1:8",
            "",
        ] {
            assert_eq!(from(origin), Err(WRONG_ORIGIN), "{origin}");
        }
    }

    #[test]
    fn changes_come_as_json_from_the_own_page() {
        let guard = Guard::new(&[], true);
        let post = |pairs: &[(&'static str, &'static str)]| {
            let mut all = vec![("host", "localhost")];
            all.extend(pairs);
            guard.check(&request(Method::POST, "/api/games", &all))
        };
        let json = ("content-type", "application/json; charset=utf-8");
        assert_eq!(post(&[json]), Ok(()));
        assert_eq!(post(&[json, ("sec-fetch-site", "same-origin")]), Ok(()));
        assert_eq!(
            post(&[json, ("sec-fetch-site", "cross-site")]),
            Err(WRONG_ORIGIN)
        );
        assert_eq!(post(&[("content-type", "text/plain")]), Err(WRONG_TYPE));
        assert_eq!(post(&[]), Err(WRONG_TYPE));
    }
}
