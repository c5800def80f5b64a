//! Agent files: any bytes are refused in one line, or are an agent that is written and read back the same.
//!
//! Apart from the other targets, because it needs the nets.

use std::path::Path;

use moonbase_engine::registry::Family;
use moonbase_engine::toy::Courier;
use moonbase_engine::{Seat, with_family};
use moonbase_models::{AgentFile, FastNet, Features};

use crate::fuzz_targets::assert_one_line;

pub fn run(bytes: &[u8]) {
    let path = Path::new("agent.safetensors");
    let given = String::from_utf8_lossy(bytes);
    let agent = match AgentFile::parse(path, bytes) {
        Ok(agent) => agent,
        Err(error) => return assert_one_line(error, &given),
    };
    let again = agent.serialize(path).expect("what was read can be written");
    assert_eq!(AgentFile::parse(path, &again).ok().as_ref(), Some(&agent));
    check::<Courier>(&agent, &given);
    for family in Family::ALL {
        with_family!(family, |G| check::<G>(&agent, &given));
    }
}

/// The agent fits the game, or is refused in one line.
fn check<G: Features>(agent: &AgentFile, given: &str) {
    let path = Path::new("agent.safetensors");
    if let Err(error) = agent.check::<G>(path, Some(&G::Options::default())) {
        return assert_one_line(error, given);
    }
    for seat in Seat::BOTH {
        match agent.net::<G>(path, seat) {
            Ok(weights) => assert_eq!(
                FastNet::new(weights).architecture(),
                &agent.manifest.architecture
            ),
            Err(error) => assert_one_line(error, given),
        }
    }
}
