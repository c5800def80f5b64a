//! Files that read back, and files that are refused.

use moonbase_engine::toy::{Courier, CourierOptions, Pig};
use safetensors::tensor::{SafeTensors, TensorView};

use super::*;

fn agent() -> AgentFile {
    agent_with(vec![4])
}

/// An agent for the second seat with this scorer.
fn agent_with(scorer: Vec<usize>) -> AgentFile {
    let architecture = Architecture {
        state_features: Courier::STATE_FEATURES,
        action_features: Courier::ACTION_FEATURES,
        trunk: vec![8],
        scorer,
        ..Architecture::default()
    };
    let options = CourierOptions::default();
    AgentFile {
        manifest: Manifest::new::<Courier>(&options, &architecture),
        nets: BySeat::new(None, Some(Weights::random(&architecture, 1))),
    }
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

#[test]
fn a_file_reads_back_as_it_was_written_and_is_always_the_same_bytes() {
    let folder = folder();
    let path = folder.path().join("runs/guard.safetensors");
    agent().write(&path).unwrap();
    let bytes = std::fs::read(&path).unwrap();
    let read = AgentFile::read(&path).unwrap();
    assert_eq!(read, agent());
    read.write(&path).unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), bytes);
    // So does one with a factored scorer.
    let factored = agent_with(vec![]).to_bytes().unwrap();
    assert_eq!(
        AgentFile::from_bytes(&factored).unwrap(),
        agent_with(vec![])
    );
    assert_ne!(factored, bytes);
    read.check::<Courier>(&path, Some(&CourierOptions::default()))
        .unwrap();
    assert!(read.net::<Courier>(&path, Seat::Second).is_ok());
    let refused = read.net::<Courier>(&path, Seat::First).unwrap_err();
    assert!(refused.to_string().contains("no net for courier"));
}

#[test]
fn what_does_not_fit_is_refused_by_name() {
    let (mut agent, path) = (agent(), Path::new("x.safetensors"));
    let longer = CourierOptions {
        length: 7,
        ..CourierOptions::default()
    };
    let error = agent.check::<Courier>(path, Some(&longer)).unwrap_err();
    assert!(error.to_string().contains("this game has 7"), "{error}");
    agent.check::<Courier>(path, None).unwrap();
    let error = agent.check::<Pig>(path, None).unwrap_err();
    assert!(error.to_string().contains("plays `courier`, not `pig`"));
    agent.manifest.features_version += 1;
    let error = agent.check::<Courier>(path, None).unwrap_err();
    assert!(matches!(error, AgentFileError::Version { .. }), "{error}");
}

#[test]
fn every_truncation_is_refused() {
    let bytes = agent().to_bytes().unwrap();
    for len in (0..bytes.len()).step_by(97) {
        assert!(AgentFile::from_bytes(&bytes[..len]).is_err(), "{len}");
    }
}

#[test]
fn foreign_and_damaged_files_are_refused() {
    let folder = folder();
    let path = folder.path().join("a.safetensors");
    for content in [&b""[..], b"not an agent", &[0xff; 400]] {
        std::fs::write(&path, content).unwrap();
        let error = AgentFile::read(&path).unwrap_err().to_string();
        assert!(error.contains("not an agent file"), "{error}");
    }
    let missing = AgentFile::read(&folder.path().join("none")).unwrap_err();
    assert!(matches!(missing, AgentFileError::Io { .. }));
    let foreign: Vec<(String, TensorView)> = Vec::new();
    std::fs::write(&path, safetensors::serialize(foreign, None).unwrap()).unwrap();
    let error = AgentFile::read(&path).unwrap_err().to_string();
    assert!(error.contains("no `moonbase` entry"), "{error}");
}

#[test]
fn a_net_of_another_shape_or_with_broken_numbers_is_refused() {
    let refused = |change: &dyn Fn(&mut AgentFile)| {
        let mut changed = agent();
        change(&mut changed);
        let bytes = changed.to_bytes().unwrap();
        AgentFile::from_bytes(&bytes).unwrap_err().to_string()
    };
    let nan = refused(&|a| a.nets.second.as_mut().unwrap().values[0] = f32::NAN);
    assert!(nan.contains("not finite"), "{nan}");
    let none = refused(&|a| a.nets.second = None);
    assert!(none.contains("no net"), "{none}");
    let format = refused(&|a| a.manifest.format = 9);
    assert!(format.contains("format 9"), "{format}");
    let mut bytes = agent().to_bytes().unwrap();
    let at = bytes
        .windows(9)
        .position(|w| w == b"\\\"trunk\\\"")
        .unwrap();
    bytes[at + 11] = b'7';
    let shape = AgentFile::from_bytes(&bytes).unwrap_err().to_string();
    assert!(shape.contains("trunk.0"), "{shape}");
}

/// Such a file would otherwise ask for more memory than there is, which ends the program.
#[test]
fn a_net_larger_than_the_file_is_refused_before_room_is_made() {
    let mut agent = agent();
    let bytes = agent.to_bytes().unwrap();
    agent.manifest.architecture.trunk = vec![4096; 64];
    let (length, header) = SafeTensors::read_metadata(&bytes).unwrap();
    let metadata = header.metadata().clone().unwrap();
    let swap = |manifest: &Manifest| {
        let text = serde_json::to_string(manifest).unwrap();
        let quoted = |text: &str| serde_json::to_string(text).unwrap();
        let header = std::str::from_utf8(&bytes[8..8 + length]).unwrap();
        let header = header.replace(&quoted(&metadata[KEY]), &quoted(&text));
        let mut changed = (header.len() as u64).to_le_bytes().to_vec();
        changed.extend(header.as_bytes());
        changed.extend(&bytes[8 + length..]);
        AgentFile::from_bytes(&changed).unwrap_err().to_string()
    };
    let short = swap(&agent.manifest);
    assert!(short.contains("more than the file holds"), "{short}");
    agent.manifest.architecture.trunk = vec![8; 65];
    let layers = swap(&agent.manifest);
    assert!(layers.contains("`trunk` has 65 layers"), "{layers}");
}

#[test]
fn a_single_wrong_bit_is_noticed_wherever_it_is() {
    let bytes = agent().to_bytes().unwrap();
    for at in (8..bytes.len()).step_by(7) {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        assert!(AgentFile::from_bytes(&changed).is_err(), "{at}");
    }
    let mut changed = bytes;
    *changed.last_mut().unwrap() ^= 1;
    let error = AgentFile::from_bytes(&changed).unwrap_err().to_string();
    assert!(error.contains("checksum"), "{error}");
}

#[test]
fn files_of_format_1_are_read() {
    let agent = agent();
    let bytes = agent.to_bytes().unwrap();
    let (length, header) = SafeTensors::read_metadata(&bytes).unwrap();
    let text = header.metadata().clone().unwrap().remove(KEY).unwrap();
    let quoted = |text: &str| serde_json::to_string(text).unwrap();
    let old = checksum::split(&text)
        .1
        .replace("\"format\":2", "\"format\":1");
    let old = old.replace(",\"vectors\":[]", "");
    let rewritten = |manifest: &str| {
        let header = std::str::from_utf8(&bytes[8..8 + length]).unwrap();
        let header = header.replace(&quoted(&text), &quoted(manifest));
        let mut changed = (header.len() as u64).to_le_bytes().to_vec();
        changed.extend(header.as_bytes());
        changed.extend(&bytes[8 + length..]);
        AgentFile::from_bytes(&changed)
    };
    let read = rewritten(&old).unwrap();
    assert_eq!((read.manifest.format, &read.nets), (1, &agent.nets));
    // A newer file has a checksum.
    let error = rewritten(&old.replace("\"format\":1", "\"format\":2")).unwrap_err();
    assert!(error.to_string().contains("checksum"), "{error}");
}

#[test]
fn test_vectors_hold_until_the_net_changes() {
    hold_until_the_net_changes(agent());
    hold_until_the_net_changes(agent_with(vec![]));
}

fn hold_until_the_net_changes(agent: AgentFile) {
    let (path, start) = (
        Path::new("x"),
        Courier::new(&CourierOptions::default()).unwrap(),
    );
    let agent = agent.with_vectors(&start);
    let vectors = &agent.manifest.vectors;
    assert!(!vectors.is_empty() && vectors.iter().all(|v| !v.logits.is_empty()));
    let read = AgentFile::from_bytes(&agent.to_bytes().unwrap()).unwrap();
    assert_eq!(read, agent);
    read.check_vectors(path, &start).unwrap();
    let mut other = read;
    let weights = &mut other.nets.second.as_mut().unwrap().values;
    weights.iter_mut().for_each(|weight| *weight += 0.05);
    let error = other.check_vectors(path, &start).unwrap_err().to_string();
    assert!(error.contains("no longer says"), "{error}");
}
