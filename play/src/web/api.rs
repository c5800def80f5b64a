//! What browsers can ask for.
//!
//! | request | answer |
//! |---|---|
//! | `GET /`, `/style.css`, ... | the page |
//! | `GET /rules/GAME` | the rules for players |
//! | `GET /api/menu` | games, seats, rule options, opponents |
//! | `POST /api/games` | begins a game: `{"id": ...}` |
//! | `GET /api/games/ID?version=V&lineage=L&have=N` | the game; if `V` is its version, waits until it is another |
//! | `POST /api/games/ID` | act, answer, undo, redo, resign, step: the game |
//! | `POST /api/games/ID/hint` | what an agent would do |
//! | `GET /api/games/ID/why?word=N` | what the agent thought that chose word `N` |
//! | `POST /api/games/ID/review` | the game looked at again |
//! | `GET /api/games/ID/review` | how far that has come: `{"share": 0.4}` |
//! | `GET /api/games/ID/frames?from=N&most=K` | positions for a replay |
//! | `GET /api/games/ID/record` | the game record |
//!
//! Whatever goes wrong is answered with `{"error": "a sentence"}`.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Extension, Path, Request, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderValue, StatusCode, Uri};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tokio::sync::watch;
use tokio::time::timeout;

use super::Limits;
use super::guard::{Guard, Refusal, seal};
use super::hall::{Hall, HallError, Place, blocking};
use super::id::Id;
use super::opening::NewGame;
use super::rate::Limiter;
use super::table::{Order, Seen, TableError};
use super::view::Have;
use super::{assets, rules};
use crate::session::SessionError;

/// Most positions that are sent at once.
const MOST_FRAMES: usize = 32;

/// Most letters of an error.
const MOST_TOLD: usize = 500;

/// What all requests share.
pub struct Server {
    pub hall: Arc<Hall>,
    guard: Guard,
    requests: Mutex<Limiter>,
    begun: Mutex<Limiter>,
    hints: Mutex<Limiter>,
    limits: Limits,
    stop: watch::Receiver<bool>,
}

/// Who asks.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub IpAddr);

type Shared = State<Arc<Server>>;

impl Server {
    pub fn new(hall: Hall, guard: Guard, limits: Limits, stop: watch::Receiver<bool>) -> Server {
        Server {
            hall: Arc::new(hall),
            guard,
            requests: Mutex::new(Limiter::new(limits.requests)),
            begun: Mutex::new(Limiter::new(limits.begun)),
            hints: Mutex::new(Limiter::new(limits.hints)),
            limits,
            stop,
        }
    }
}

/// An answer that is an error.
#[derive(Debug)]
pub struct Refused {
    status: StatusCode,
    message: String,
    /// Seconds after which it may be tried again.
    after: Option<u64>,
}

impl Refused {
    /// Messages may quote what was sent: they are cut.
    fn new(status: StatusCode, message: impl Into<String>) -> Refused {
        let message: String = message.into();
        let message = message.chars().take(MOST_TOLD);
        Refused {
            status,
            message: message.collect(),
            after: None,
        }
    }

    fn bad(message: impl Into<String>) -> Refused {
        Refused::new(StatusCode::BAD_REQUEST, message)
    }

    fn too_often(wait: Duration) -> Refused {
        Refused {
            after: Some(wait.as_secs() + 1),
            ..Refused::new(
                StatusCode::TOO_MANY_REQUESTS,
                "too many requests; wait a moment",
            )
        }
    }
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Refused {
        Refused::new(refusal.status, refusal.reason)
    }
}

impl From<HallError> for Refused {
    fn from(error: HallError) -> Refused {
        let status = match &error {
            HallError::Unknown => StatusCode::NOT_FOUND,
            HallError::Full | HallError::Busy => StatusCode::SERVICE_UNAVAILABLE,
            HallError::Broken(_) => StatusCode::INTERNAL_SERVER_ERROR,
            HallError::Table(TableError::Outdated) => StatusCode::CONFLICT,
            HallError::Table(TableError::Session(SessionError::File(_))) => {
                StatusCode::INTERNAL_SERVER_ERROR
            }
            HallError::Table(_) => StatusCode::UNPROCESSABLE_ENTITY,
        };
        Refused::new(status, error.to_string())
    }
}

impl From<TableError> for Refused {
    fn from(error: TableError) -> Refused {
        HallError::from(error).into()
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        #[derive(Serialize)]
        struct Told {
            error: String,
        }
        let error = self.message;
        let mut response = json(&Told { error });
        *response.status_mut() = self.status;
        if let Some(after) = self.after {
            response.headers_mut().insert(RETRY_AFTER, after.into());
        }
        response
    }
}

type Answer = Result<Response, Refused>;

fn json(value: &impl Serialize) -> Response {
    match serde_json::to_vec(value) {
        Ok(bytes) => ([(CONTENT_TYPE, "application/json")], bytes).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// Everything that is answered.
pub fn router(server: Arc<Server>) -> Router {
    let mut router = Router::new();
    for asset in assets::ASSETS {
        router = router.route(asset.path, get(page));
    }
    router
        .route("/rules/{game}", get(rules_page))
        .route("/api/menu", get(menu))
        .route("/api/games", post(begin))
        .route("/api/games/{id}", get(look).post(obey))
        .route("/api/games/{id}/hint", post(hint))
        .route("/api/games/{id}/why", get(why))
        .route("/api/games/{id}/review", get(reviewing).post(review))
        .route("/api/games/{id}/frames", get(frames))
        .route("/api/games/{id}/record", get(record))
        .fallback(nothing)
        .method_not_allowed_fallback(not_so)
        .layer(from_fn_with_state(server.clone(), gate))
        .with_state(server)
}

/// Before and after every request: who asks for whom, how often, and the headers of the answer.
async fn gate(
    State(server): Shared,
    Extension(Peer(peer)): Extension<Peer>,
    request: Request,
    next: Next,
) -> Response {
    // What is refused costs nothing: else other sites' pages could use up what a player may ask for.
    let checked = server.guard.check(&request).map_err(Refused::from);
    let asked = checked.and_then(|()| ask(&server.requests, peer).map_err(Refused::too_often));
    let mut response = match asked {
        Err(refused) => refused.into_response(),
        Ok(()) => next.run(request).await,
    };
    seal(response.headers_mut());
    response
}

fn ask(limiter: &Mutex<Limiter>, peer: IpAddr) -> Result<(), Duration> {
    let mut limiter = limiter.lock().unwrap_or_else(PoisonError::into_inner);
    limiter.ask(peer, Instant::now())
}

async fn nothing() -> Refused {
    Refused::new(StatusCode::NOT_FOUND, "there is no such page")
}

async fn not_so() -> Refused {
    Refused::new(StatusCode::METHOD_NOT_ALLOWED, "that is not done here")
}

async fn page(uri: Uri) -> Answer {
    let (kind, text) = assets::find(uri.path()).ok_or(HallError::Unknown)?;
    Ok(([(CONTENT_TYPE, kind)], text).into_response())
}

async fn rules_page(Path(game): Path<String>) -> Answer {
    let page = rules::page(&game).ok_or(HallError::Unknown)?;
    Ok(([(CONTENT_TYPE, "text/html; charset=utf-8")], page).into_response())
}

async fn menu(State(server): Shared) -> Response {
    json(&server.hall.opponents.menu())
}

/// A new game as pages ask for it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Begin {
    #[serde(default)]
    game: String,
    #[serde(default)]
    settings: Vec<String>,
    seat: Option<String>,
    against: Option<String>,
    /// As text: it may be larger than what scripts count exactly.
    seed: Option<String>,
    takebacks: Option<i64>,
    record: Option<String>,
    /// Dice and tiles are real.
    #[serde(default)]
    table: bool,
}

impl Begin {
    fn new_game(self) -> Result<NewGame, Refused> {
        let seed = match self.seed.as_deref().map(str::trim) {
            None | Some("") => rand::random::<u32>().into(),
            Some(text) => text.parse().map_err(|_| {
                Refused::bad("the seed is an integer from 0 to 18446744073709551615")
            })?,
        };
        let takebacks = self.takebacks.map(u32::try_from).transpose();
        let takebacks = takebacks.map_err(|_| {
            Refused::bad(
                "takebacks is an integer from 0 to 4294967295; without it there is no limit",
            )
        })?;
        Ok(NewGame {
            preset: self.game,
            settings: self.settings,
            seat: self.seat,
            against: self.against.filter(|spec| !spec.trim().is_empty()),
            seed,
            takebacks,
            record: self.record,
            table: self.table,
        })
    }
}

#[derive(Serialize)]
struct Begun {
    id: String,
}

async fn begin(
    State(server): Shared,
    Extension(Peer(peer)): Extension<Peer>,
    request: Request,
) -> Answer {
    let asked: Begin = read(&server, request, server.limits.record).await?;
    ask(&server.begun, peer).map_err(Refused::too_often)?;
    let place = server.hall.begin(asked.new_game()?).await?;
    let id = place.id.to_string();
    let mut response = json(&Begun { id });
    *response.status_mut() = StatusCode::CREATED;
    Ok(response)
}

/// The body as JSON, if it is short enough and comes in time.
async fn read<T: DeserializeOwned>(
    server: &Server,
    request: Request<Body>,
    most: usize,
) -> Result<T, Refused> {
    let slow = |_| {
        Refused::new(
            StatusCode::REQUEST_TIMEOUT,
            "the request did not come in time",
        )
    };
    let whole = timeout(server.limits.slow, to_bytes(request.into_body(), most));
    let bytes = whole.await.map_err(slow)?.map_err(|_| {
        let message = format!("the request is longer than {most} bytes, or was broken off");
        Refused::new(StatusCode::PAYLOAD_TOO_LARGE, message)
    })?;
    serde_json::from_slice(&bytes).map_err(|error| Refused::bad(error.to_string()))
}

async fn place(server: &Server, id: &str) -> Result<Arc<Place>, Refused> {
    let id: Id = id.parse().map_err(|_| HallError::Unknown)?;
    let place = server.hall.place(id).await?;
    // After a restart agents go on when somebody looks.
    server.hall.wake(&place);
    Ok(place)
}

/// A number in the query: `?name=7`.
fn number(uri: &Uri, name: &str) -> Option<u64> {
    let pairs = uri
        .query()?
        .split('&')
        .filter_map(|pair| pair.split_once('='));
    let value = pairs
        .filter(|(key, _)| *key == name)
        .map(|(_, value)| value)
        .next()?;
    value.parse().ok()
}

fn have(uri: &Uri) -> Have {
    Have {
        lineage: number(uri, "lineage"),
        words: number(uri, "have").unwrap_or(0) as usize,
    }
}

async fn look(State(server): Shared, Path(id): Path<String>, uri: Uri) -> Answer {
    if let Some(known) = number(&uri, "version") {
        let place = place(&server, &id).await?;
        let (versions, now) = (place.versions(), place.table.version());
        // Whoever waits keeps nobody else's game out of memory.
        drop(place);
        if now == known {
            until_changed(&server, versions, known).await;
        }
    }
    view(place(&server, &id).await?, have(&uri)).await
}

/// Waits until the version is another than the one known, the server stops, or enough time has gone by.
async fn until_changed(server: &Server, mut versions: watch::Receiver<u64>, known: u64) {
    let mut stop = server.stop.clone();
    tokio::select! {
        _ = versions.wait_for(|version| *version != known) => {}
        _ = stop.wait_for(|stop| *stop) => {}
        () = tokio::time::sleep(server.limits.wait) => {}
    }
}

async fn view(place: Arc<Place>, have: Have) -> Answer {
    Ok(blocking(move || json(&place.table.view(have))).await?)
}

/// What pages ask a game for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Ordered {
    #[serde(rename = "do")]
    what: What,
    action: Option<String>,
    /// What was rolled or drawn at a real table, and how many questions about it were answered before.
    answer: Option<String>,
    #[serde(default)]
    given: usize,
    /// How many words of the game the page has seen.
    seen: usize,
    lineage: Option<u64>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum What {
    Act,
    Answer,
    Undo,
    Redo,
    Resign,
    Step,
}

impl Ordered {
    fn order(&self) -> Result<Order, Refused> {
        let action = self.action.clone();
        Ok(match self.what {
            What::Act => Order::Act(action.ok_or_else(|| Refused::bad("name the action"))?),
            What::Answer => {
                let answer = self.answer.clone();
                Order::Answer(
                    answer.ok_or_else(|| Refused::bad("name the answer"))?,
                    self.given,
                )
            }
            What::Undo => Order::Undo,
            What::Redo => Order::Redo,
            What::Resign => Order::Resign,
            What::Step => Order::Step,
        })
    }
}

async fn obey(State(server): Shared, Path(id): Path<String>, request: Request) -> Answer {
    let ordered: Ordered = read(&server, request, server.limits.message).await?;
    let order = ordered.order()?;
    let place = place(&server, &id).await?;
    let (words, lineage) = (ordered.seen, ordered.lineage);
    let seen = Seen { words, lineage };
    server.hall.obey(place.clone(), order, seen).await?;
    view(place, Have { lineage, words }).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    agent: Option<String>,
}

async fn hint(
    State(server): Shared,
    Extension(Peer(peer)): Extension<Peer>,
    Path(id): Path<String>,
    request: Request,
) -> Answer {
    let asked: Asked = read(&server, request, server.limits.message).await?;
    ask(&server.hints, peer).map_err(Refused::too_often)?;
    let opponents = &server.hall.opponents;
    let agent = match asked.agent {
        Some(spec) => opponents.allow(&spec).map_err(TableError::from)?,
        None => opponents.hint().clone(),
    };
    let place = place(&server, &id).await?;
    Ok(json(&server.hall.hint(place, agent).await?))
}

async fn why(State(server): Shared, Path(id): Path<String>, uri: Uri) -> Answer {
    let place = place(&server, &id).await?;
    let word = number(&uri, "word").ok_or_else(|| Refused::bad("name the word"))?;
    let thought = blocking(move || place.table.why(word as usize)).await?;
    let none = "nothing is known of what was thought there";
    let thought = thought.ok_or_else(|| Refused::new(StatusCode::NOT_FOUND, none))?;
    Ok(json(&thought))
}

/// What a review is asked for: there is nothing to choose.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reviewed {}

async fn review(State(server): Shared, Path(id): Path<String>, request: Request) -> Answer {
    let Reviewed {} = read(&server, request, server.limits.message).await?;
    let place = place(&server, &id).await?;
    Ok(json(&server.hall.review(&place).await?))
}

/// How far a review is.
#[derive(Serialize)]
struct Reviewing {
    share: f64,
}

async fn reviewing(State(server): Shared, Path(id): Path<String>) -> Answer {
    let place = place(&server, &id).await?;
    let share = place.progress.share();
    Ok(json(&Reviewing { share }))
}

async fn frames(State(server): Shared, Path(id): Path<String>, uri: Uri) -> Answer {
    let place = place(&server, &id).await?;
    let from = number(&uri, "from").unwrap_or(0) as usize;
    let most = number(&uri, "most").unwrap_or(1) as usize;
    let work = move || json(&place.table.frames(from, most.min(MOST_FRAMES)));
    Ok(blocking(work).await?)
}

async fn record(State(server): Shared, Path(id): Path<String>) -> Answer {
    let place = place(&server, &id).await?;
    let text = blocking(move || place.table.record()).await??;
    let kind = HeaderValue::from_static("text/plain; charset=utf-8");
    let file = HeaderValue::from_static("attachment; filename=\"moonbase.game\"");
    Ok(([(CONTENT_TYPE, kind), (CONTENT_DISPOSITION, file)], text).into_response())
}
