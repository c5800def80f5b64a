//! Connections: taken up to a bound, cut off when they are slow, and closed when the server stops.

use std::io;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::{sleep, timeout};

use super::Limits;
use super::api::Peer;
use super::rate::Shares;
use super::stream::Patient;

/// Longest head of a request, in bytes; also what is read ahead.
const HEAD_BYTES: usize = 16 << 10;

/// Answers in hand have so long to be done when the server stops.
const GRACE: Duration = Duration::from_millis(1500);

/// Serves until `stop` says so.
pub async fn run(
    listener: TcpListener,
    router: Router,
    limits: Limits,
    mut stop: watch::Receiver<bool>,
) {
    let room = Arc::new(Semaphore::new(limits.connections));
    let shares = Shares::new(limits.connections_each);
    loop {
        let next = next(&listener, &room);
        let taken = tokio::select! {
            taken = next => taken,
            _ = stop.wait_for(|stop| *stop) => break,
        };
        match taken {
            Ok((stream, peer, permit)) => {
                // Whoever has too many loses this one.
                let Some(share) = shares.take(peer) else {
                    continue;
                };
                let router = router.clone().layer(Extension(Peer(peer)));
                let (stop, held) = (stop.clone(), (permit, share));
                tokio::spawn(async move {
                    serve(stream, router, limits, stop).await;
                    drop(held);
                });
            }
            // Too many open files, or a client that is gone already.
            Err(_) => sleep(Duration::from_millis(50)).await,
        }
    }
    // Every connection holds a permit until it is closed.
    let all = room.acquire_many(limits.connections as u32);
    let _ = timeout(GRACE, all).await;
}

async fn next(
    listener: &TcpListener,
    room: &Arc<Semaphore>,
) -> io::Result<(TcpStream, IpAddr, OwnedSemaphorePermit)> {
    let permit = room
        .clone()
        .acquire_owned()
        .await
        .map_err(io::Error::other)?;
    let (stream, peer) = listener.accept().await?;
    Ok((stream, peer.ip(), permit))
}

async fn serve(stream: TcpStream, router: Router, limits: Limits, mut stop: watch::Receiver<bool>) {
    // Small answers are to go at once.
    let _ = stream.set_nodelay(true);
    let service = TowerToHyperService::new(router);
    let stream = TokioIo::new(Patient::new(stream, limits.reading));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.slow)
        .max_buf_size(HEAD_BYTES)
        .serve_connection(stream, service);
    let mut connection = std::pin::pin!(timeout(limits.life, connection));
    tokio::select! {
        _ = &mut connection => return,
        _ = stop.wait_for(|stop| *stop) => {}
    }
    // What is being answered is answered; a connection that waits for its next request ends here.
    let _ = timeout(GRACE / 2, connection).await;
}
