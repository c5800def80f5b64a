//! `moonbase agents`

use std::io::Write;

use moonbase_agents::{AgentInfo, infos};
use serde_json::{Value, json};

use crate::args::Agents;
use crate::failure::Failure;
use crate::output::with_stdout;

pub fn run(args: Agents) -> Result<(), Failure> {
    with_stdout(|out| {
        if args.json {
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
