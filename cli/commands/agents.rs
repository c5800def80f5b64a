//! `moonbase agents`

use std::io::Write;
use std::path::Path;

use moonbase_agents::{AgentInfo, infos};
use serde_json::{Value, json};

use crate::args::{Agents, AgentsCommand, AgentsExport, AgentsInfo, AgentsVerify};
use crate::failure::Failure;
use crate::output::with_stdout;

pub fn run(args: Agents) -> Result<(), Failure> {
    match args.command {
        None => list(args.json),
        Some(AgentsCommand::Info(args)) => info(&args),
        Some(AgentsCommand::Verify(args)) => verify(&args),
        Some(AgentsCommand::Export(args)) => export(&args),
    }
}

fn info(args: &AgentsInfo) -> Result<(), Failure> {
    let card = moonbase_training::info(&args.file)?;
    with_stdout(|out| {
        if args.json {
            let (manifest, seats) = (&card.manifest, &card.seats);
            let (bytes, weights) = (card.bytes, card.weights);
            let json =
                json!({ "seats": seats, "bytes": bytes, "weights": weights, "manifest": manifest });
            writeln!(out, "{json}")?;
        } else {
            writeln!(out, "{card}")?;
        }
        Ok(())
    })
}

fn verify(args: &AgentsVerify) -> Result<(), Failure> {
    let mut refused = Vec::new();
    with_stdout(|out| {
        for file in &args.files {
            match moonbase_training::verify(file) {
                Ok(()) => writeln!(out, "{}: whole, and can be played", file.display())?,
                Err(error) => refused.push(error.to_string()),
            }
            out.flush()?;
        }
        Ok(())
    })?;
    match refused.is_empty() {
        true => Ok(()),
        false => Err(Failure::Input(refused.join("; "))),
    }
}

fn export(args: &AgentsExport) -> Result<(), Failure> {
    if let Some(onnx) = &args.onnx {
        let seat = moonbase_training::export_onnx(&args.source, onnx, args.seat.as_deref())?;
        return with_stdout(|out| Ok(writeln!(out, "{}: {seat}", onnx.display())?));
    }
    // Clap asks for a folder where there is no --onnx.
    let folder = args.folder.as_deref().unwrap_or(Path::new("."));
    let paths = moonbase_training::export(&args.source, folder)?;
    with_stdout(|out| {
        for path in [&paths.seats.first, &paths.seats.second, &paths.both] {
            writeln!(out, "{}", path.display())?;
        }
        Ok(())
    })
}

/// All agents with their settings.
fn list(json: bool) -> Result<(), Failure> {
    with_stdout(|out| {
        if json {
            let list: Vec<Value> = infos().iter().map(as_json).collect();
            writeln!(out, "{}", json!(list))?;
            return Ok(());
        }
        writeln!(out, "Agents are given as NAME or NAME:key=value,...")?;
        for info in infos() {
            writeln!(
                out,
                "\n{:<10} {} (such as {})",
                info.name, info.help, info.example
            )?;
            for setting in info.settings {
                let (key, help) = (setting.key, setting.help);
                let (values, default) = (setting.values, setting.default);
                writeln!(out, "  {key:<8} {help}: {values}; default {default}")?;
            }
        }
        writeln!(
            out,
            "\nThe levels of `moonbase play --level N` are such agents:\n"
        )?;
        out.write_all(moonbase_play::levels::text().as_bytes())?;
        Ok(())
    })
}

fn as_json(info: &AgentInfo) -> Value {
    let settings = info.settings.iter().map(|setting| {
        json!({
            "key": setting.key,
            "values": setting.values,
            "default": setting.default,
            "help": setting.help,
        })
    });
    json!({
        "name": info.name,
        "help": info.help,
        "example": info.example,
        "settings": settings.collect::<Vec<_>>(),
    })
}
