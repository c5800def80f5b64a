//! Games in a browser. Skipped, with a word about it, where there is no Chromium, no Node or no playwright-core;
//! `.ci/run` installs them. `MOONBASE_SHOTS=FOLDER` keeps pictures of the games.
#![cfg(unix)]

mod common;

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use common::moonbase;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// A program in one of the folders for programs.
fn program(name: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    let mut paths = std::env::split_paths(&folders).map(|folder| folder.join(name));
    paths.find(|path| path.is_file())
}

fn chromium() -> Option<PathBuf> {
    let named = std::env::var_os("MOONBASE_CHROMIUM").map(PathBuf::from);
    named.or_else(|| BROWSERS.into_iter().find_map(program))
}

/// Where `npm install` has put playwright-core.
fn modules() -> Option<PathBuf> {
    let named = std::env::var_os("MOONBASE_NODE_MODULES").map(PathBuf::from);
    let usual = Path::new(ROOT).join("target/ci-node/node_modules");
    let folder = named.unwrap_or(usual);
    folder.join("playwright-core").is_dir().then_some(folder)
}

struct Server {
    child: Child,
    url: String,
}

impl Server {
    fn start(state: &Path) -> Server {
        let state = state.to_str().unwrap();
        let mut child = moonbase(&["serve", "--port", "0", "--state", state])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let output = child.stdout.take().unwrap();
        BufReader::new(output).read_line(&mut line).unwrap();
        let url = line.split(' ').find(|word| word.starts_with("http://"));
        let url = url
            .unwrap_or_else(|| panic!("no address: {line}"))
            .to_string();
        Server { child, url }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs a script of `tests/browser` against a server of its own; what it says.
fn run(name: &str) -> Option<String> {
    let (Some(chromium), Some(node), Some(modules)) = (chromium(), program("node"), modules())
    else {
        eprintln!("skipped: it needs chromium, node and playwright-core; .ci/run installs them");
        return None;
    };
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&folder.path().join("state"));
    // Node looks for modules beside the script.
    for script in ["page.mjs", name] {
        let from = Path::new(ROOT).join("tests/browser").join(script);
        std::fs::copy(from, folder.path().join(script)).unwrap();
    }
    std::os::unix::fs::symlink(modules, folder.path().join("node_modules")).unwrap();
    let mut command = Command::new(node);
    let script = folder.path().join(name);
    command.arg(script).arg(&server.url).arg(chromium);
    if let Some(shots) = std::env::var_os("MOONBASE_SHOTS") {
        std::fs::create_dir_all(&shots).unwrap();
        command.arg(shots);
    }
    let output = command.output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn a_whole_game_is_played_in_a_browser() {
    if let Some(said) = run("play.mjs") {
        println!("{said}");
    }
}

#[test]
fn the_page_does_only_what_the_person_who_looks_at_it_means() {
    run("care.mjs");
}

#[test]
fn the_page_shows_what_is_asked_on_every_screen_in_plain_words() {
    run("looks.mjs");
}
