//! The rules for players as pages.

use moonbase_engine::registry::family_of;
use moonbase_engine::with_family;
use pulldown_cmark::{Options, Parser, html};

use crate::words::Words;

/// The page of the rules of a game or preset; `None` if there is none of that name.
pub fn page(game: &str) -> Option<String> {
    let family = family_of(game).ok()?;
    let text = with_family!(family, |G| <G as Words>::rules());
    Some(frame(title(text), &body(text)))
}

fn title(text: &str) -> &str {
    let first = text.lines().next().unwrap_or_default();
    first.trim_start_matches("# ")
}

fn body(text: &str) -> String {
    let mut body = String::new();
    html::push_html(&mut body, Parser::new_ext(text, Options::ENABLE_TABLES));
    body
}

/// Titles are the program's own and hold nothing that would have to be escaped.
fn frame(title: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
<link rel=\"icon\" href=\"/icon.svg\" type=\"image/svg+xml\">\n<link rel=\"stylesheet\" href=\"/style.css\">\n\
<script type=\"module\" src=\"/theme.js\"></script>\n</head>\n<body class=\"rules\">\n<main>\n\
<p><a href=\"/\">Back to the board</a></p>\n{body}</main>\n</body>\n</html>\n"
    )
}

#[cfg(test)]
mod tests {
    use moonbase_engine::Game;
    use moonbase_engine::registry::Family;

    use super::*;

    #[test]
    fn presets_show_the_rules_of_their_game() {
        assert_eq!(page("ufo-mini"), page("ufo"));
        assert!(page("ufo-mini").is_some());
    }

    #[test]
    fn every_game_has_a_page_of_rules_with_its_tables_and_drawings() {
        for family in Family::ALL {
            let name = with_family!(family, |G| G::NAME);
            let page = page(name).unwrap();
            assert!(
                page.contains("<table>") && page.contains("<pre><code>"),
                "{name}"
            );
            assert!(page.contains("<h2>1. The aim</h2>"), "{name}");
        }
        assert_eq!(page("../ufo"), None);
    }
}
