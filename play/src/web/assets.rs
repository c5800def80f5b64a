//! What browsers load: all of it is in the program.

/// A file of the page.
pub struct Asset {
    /// Where it is asked for.
    pub path: &'static str,
    /// Its content type.
    pub kind: &'static str,
    pub text: &'static str,
}

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const JS: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

macro_rules! assets {
    ($(($path:literal, $kind:expr, $file:literal),)*) => {
        /// All files.
        pub const ASSETS: &[Asset] = &[$(
            Asset { path: $path, kind: $kind, text: include_str!(concat!("assets/", $file)) },
        )*];

        /// The files' names in the folder of assets.
        const FILES: &[(&str, &str)] = &[$(($path, $file),)*];
    };
}

assets![
    ("/", HTML, "index.html"),
    ("/style.css", CSS, "style.css"),
    ("/board.css", CSS, "board.css"),
    ("/small.css", CSS, "small.css"),
    ("/icon.svg", SVG, "icon.svg"),
    ("/land.js", JS, "land.js"),
    ("/main.js", JS, "main.js"),
    ("/api.js", JS, "api.js"),
    ("/board.js", JS, "board.js"),
    ("/dialogs.js", JS, "dialogs.js"),
    ("/dom.js", JS, "dom.js"),
    ("/dice.js", JS, "dice.js"),
    ("/hex.js", JS, "hex.js"),
    ("/hints.js", JS, "hints.js"),
    ("/layout.js", JS, "layout.js"),
    ("/looking.js", JS, "looking.js"),
    ("/panel.js", JS, "panel.js"),
    ("/pieces.js", JS, "pieces.js"),
    ("/play.js", JS, "play.js"),
    ("/real.js", JS, "real.js"),
    ("/replay.js", JS, "replay.js"),
    ("/review.js", JS, "review.js"),
    ("/showing.js", JS, "showing.js"),
    ("/theme.js", JS, "theme.js"),
    ("/tiles.js", JS, "tiles.js"),
];

/// The file at a path. While the page is being worked on, `MOONBASE_WEB_ASSETS` may name a folder to read it from instead.
pub fn find(path: &str) -> Option<(&'static str, String)> {
    let asset = ASSETS.iter().find(|asset| asset.path == path)?;
    Some((
        asset.kind,
        from_disk(path).unwrap_or_else(|| asset.text.into()),
    ))
}

fn from_disk(path: &str) -> Option<String> {
    let folder = std::env::var_os("MOONBASE_WEB_ASSETS")?;
    let (_, file) = FILES.iter().find(|(known, _)| *known == path)?;
    std::fs::read_to_string(std::path::Path::new(&folder).join(file)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_fetched_from_elsewhere() {
        for asset in ASSETS {
            let text = asset.text.replace("http://www.w3.org/2000/svg", "");
            let foreign = text.contains("http://") || text.contains("https://");
            assert!(!foreign, "{} names another site", asset.path);
        }
    }

    #[test]
    fn modules_import_only_what_is_served() {
        for asset in ASSETS.iter().filter(|asset| asset.kind == JS) {
            for line in asset
                .text
                .lines()
                .filter(|line| line.starts_with("import "))
            {
                let name = line.split('"').nth(1).unwrap();
                let path = name.trim_start_matches('.');
                let known = ASSETS.iter().any(|other| other.path == path);
                assert!(known, "{}: {line}", asset.path);
            }
        }
    }
}
