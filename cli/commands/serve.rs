//! `moonbase serve`

use std::io::Write;
use std::path::PathBuf;

use moonbase_play::web::{Ready, ServeOptions, serve};

use crate::args::Serve;
use crate::failure::Failure;
use crate::interrupt;
use crate::output;

pub fn run(args: Serve) -> Result<(), Failure> {
    let folder = args.state.unwrap_or_else(usual_folder);
    let options = ServeOptions {
        host: args.host,
        port: args.port,
        names: args.name,
        agents: args.agent,
        hint: Some(args.hint),
        ..ServeOptions::new(folder)
    };
    let folder = options.folder.display().to_string();
    let stop = interrupt::watch();
    let kept = serve(&options, stop, |ready| {
        // Whoever does not read this may still know where the page is.
        let _ = print(&greeting(ready, &folder));
    })?;
    print(&format!("Stopped. {kept} games are kept in {folder}.\n"))
}

fn print(text: &str) -> Result<(), Failure> {
    output::with_stdout(|out| Ok(out.write_all(text.as_bytes())?))
}

fn greeting(ready: &Ready, folder: &str) -> String {
    let warning = match ready.is_open() {
        true => {
            "Others on the network can reach it: there is no encryption, and no password but a game's address.\n"
        }
        false => "",
    };
    let url = ready.url();
    let games = ready.games;
    format!(
        "Open {url} in a browser; Ctrl-C stops.\n{warning}Games are kept in {folder} ({games} so far).\n"
    )
}

/// `$XDG_STATE_HOME/moonbase`, or what stands for it.
fn usual_folder() -> PathBuf {
    let from = |name: &str| {
        std::env::var_os(name)
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
    };
    let state = from("XDG_STATE_HOME").or_else(|| from("LOCALAPPDATA"));
    let state = state.or_else(|| Some(from("HOME")?.join(".local/state")));
    state.map_or_else(|| "moonbase-games".into(), |state| state.join("moonbase"))
}
