//! Connections: taken up to a bound, cut off when they are slow, and closed when the server stops.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::{sleep, timeout};

use super::api::Peer;

/// Connections at once; more wait to be taken.
const CONNECTIONS: usize = 700;

/// The head of a request must have come in after so long.
const HEAD_TIME: Duration = Duration::from_secs(10);

/// No connection is kept longer than so, however slow its reader is.
const LIFE: Duration = Duration::from_secs(600);

/// Longest head of a request, in bytes; also what is read ahead.
const HEAD_BYTES: usize = 16 << 10;

/// Answers in hand have so long to be done when the server stops.
const GRACE: Duration = Duration::from_millis(1500);

/// Serves until `stop` says so.
pub async fn run(listener: TcpListener, router: Router, mut stop: watch::Receiver<bool>) {
    let room = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        let next = next(&listener, &room);
        let taken = tokio::select! {
            taken = next => taken,
            _ = stop.wait_for(|stop| *stop) => break,
        };
        match taken {
            Ok((stream, permit)) => {
                tokio::spawn(serve(stream, router.clone(), stop.clone(), permit));
            }
            // Too many open files, or a client that is gone already.
            Err(_) => sleep(Duration::from_millis(50)).await,
        }
    }
    // Every connection holds a permit until it is closed.
    let all = room.acquire_many(CONNECTIONS as u32);
    let _ = timeout(GRACE, all).await;
}

async fn next(
    listener: &TcpListener,
    room: &Arc<Semaphore>,
) -> io::Result<(TcpStream, OwnedSemaphorePermit)> {
    let permit = room
        .clone()
        .acquire_owned()
        .await
        .map_err(io::Error::other)?;
    let (stream, _) = listener.accept().await?;
    Ok((stream, permit))
}

async fn serve(
    stream: TcpStream,
    router: Router,
    mut stop: watch::Receiver<bool>,
    _permit: OwnedSemaphorePermit,
) {
    let Ok(peer) = stream.peer_addr() else { return };
    // Small answers are to go at once.
    let _ = stream.set_nodelay(true);
    let service = TowerToHyperService::new(router.layer(Extension(Peer(peer.ip()))));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .max_buf_size(HEAD_BYTES)
        .serve_connection(TokioIo::new(stream), service);
    let mut connection = std::pin::pin!(timeout(LIFE, connection));
    tokio::select! {
        _ = &mut connection => return,
        _ = stop.wait_for(|stop| *stop) => {}
    }
    // What is being answered is answered; a connection that waits for its next request ends here.
    let _ = timeout(GRACE / 2, connection).await;
}
