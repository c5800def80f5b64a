//! How often somebody may ask.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Peers that are remembered at once.
const MOST_PEERS: usize = 4096;

/// So many at once, and so many a second after that.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rate {
    pub burst: f64,
    pub a_second: f64,
}

/// What is taken by each network at once, up to a bound.
#[derive(Clone)]
pub struct Shares {
    most: usize,
    taken: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

/// A part of a network's share, given back when it is dropped.
pub struct Share {
    of: Shares,
    network: IpAddr,
}

impl Shares {
    pub fn new(most: usize) -> Shares {
        Shares {
            most,
            taken: Arc::default(),
        }
    }

    /// One more for this peer's network, if it may have more.
    pub fn take(&self, peer: IpAddr) -> Option<Share> {
        let network = network(peer);
        let mut taken = self.taken();
        let count = taken.entry(network).or_default();
        (*count < self.most).then(|| {
            *count += 1;
            Share {
                of: self.clone(),
                network,
            }
        })
    }

    fn taken(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut taken = self.of.taken();
        let left = taken.get(&self.network).map_or(0, |count| count - 1);
        match left {
            0 => taken.remove(&self.network),
            left => taken.insert(self.network, left),
        };
    }
}

/// Counts what peers ask for: each has a bucket of tokens that fills up again (a token bucket).
pub struct Limiter {
    rate: Rate,
    left: HashMap<IpAddr, (f64, Instant)>,
}

impl Limiter {
    pub fn new(rate: Rate) -> Limiter {
        Limiter {
            rate,
            left: HashMap::new(),
        }
    }

    /// May this peer ask now? If not, for how long not?
    ///
    /// # Errors
    /// The time after which it may again.
    pub fn ask(&mut self, peer: IpAddr, now: Instant) -> Result<(), Duration> {
        self.forget(now);
        let Rate { burst, a_second } = self.rate;
        let (left, then) = self.left.entry(network(peer)).or_insert((burst, now));
        let since = now.saturating_duration_since(*then).as_secs_f64();
        *left = (*left + since * a_second).min(burst);
        *then = now;
        if *left < 1.0 {
            return Err(Duration::from_secs_f64((1.0 - *left) / a_second));
        }
        *left -= 1.0;
        Ok(())
    }

    /// Forgets those whose buckets are full again; if there are too many even so, all.
    fn forget(&mut self, now: Instant) {
        if self.left.len() < MOST_PEERS {
            return;
        }
        let full = self.rate.burst / self.rate.a_second;
        let recent = |then: Instant| now.saturating_duration_since(then).as_secs_f64() < full;
        self.left.retain(|_, (_, then)| recent(*then));
        if self.left.len() >= MOST_PEERS {
            self.left.clear();
        }
    }
}

/// Those that share a network of IPv6 share a bucket: whoever has one address there has all.
pub fn network(peer: IpAddr) -> IpAddr {
    match peer.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6((address.to_bits() >> 64 << 64).into()),
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATE: Rate = Rate {
        burst: 2.0,
        a_second: 1.0,
    };

    #[test]
    fn a_bucket_empties_and_fills() {
        let mut limiter = Limiter::new(RATE);
        let (peer, start) = (IpAddr::from([127, 0, 0, 1]), Instant::now());
        let after = |seconds: f64| start + Duration::from_secs_f64(seconds);
        assert!(limiter.ask(peer, start).is_ok());
        assert!(limiter.ask(peer, start).is_ok());
        let wait = limiter.ask(peer, start).unwrap_err();
        assert_eq!(wait, Duration::from_secs(1));
        assert!(limiter.ask(peer, after(0.5)).is_err());
        assert!(limiter.ask(peer, after(1.0)).is_ok());
        // Another peer has a bucket of its own.
        assert!(limiter.ask(IpAddr::from([127, 0, 0, 2]), start).is_ok());
    }

    #[test]
    fn a_network_has_its_share_and_no_more() {
        let shares = Shares::new(2);
        let [one, same, other] = ["2001:db8::1", "2001:db8::2", "2001:db8:1::1"]
            .map(|peer| peer.parse::<IpAddr>().unwrap());
        let first = shares.take(one).unwrap();
        let second = shares.take(same).unwrap();
        assert!(shares.take(one).is_none(), "one network, one share");
        assert!(shares.take(other).is_some(), "another network has its own");
        drop(first);
        let third = shares.take(same);
        assert!(third.is_some(), "what is given back can be taken again");
        drop((second, third));
        assert!(shares.taken().is_empty(), "nothing is remembered for ever");
    }

    #[test]
    fn peers_are_forgotten_before_they_are_too_many() {
        let mut limiter = Limiter::new(RATE);
        let now = Instant::now();
        for number in 0..10_000u32 {
            let _ = limiter.ask(IpAddr::V4(number.into()), now);
            assert!(limiter.left.len() <= MOST_PEERS);
        }
    }
}
