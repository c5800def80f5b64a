//! The tables of `docs/environment.md` are those of the code.
//!
//! After an intended change: `MOONBASE_REGENERATE=1 cargo test --release -p moonbase-models --test environment_docs`.

use std::fmt::Write;
use std::path::PathBuf;

use moonbase_engine::env::{Codec, Field, Observation};
use moonbase_engine::registry::Family;
use moonbase_engine::with_family;
use moonbase_models::encode::Encoded;

/// The lines between which the tables of a game stand.
fn marks(game: &str) -> [String; 2] {
    let begin =
        format!("<!-- begin {game}: written by the test models/tests/environment_docs.rs -->\n");
    [begin, format!("<!-- end {game} -->\n")]
}

fn table(title: &str, version: &str, fields: &[Field], ranges: bool) -> String {
    let total: usize = fields.iter().map(Field::len).sum();
    let mut text = format!("### {title}: `{version}`, {total} numbers\n\n");
    let head = if ranges { "range | " } else { "" };
    let rule = if ranges { "---|" } else { "" };
    writeln!(
        text,
        "| from | block | shape | {head}meaning |\n|---|---|---|{rule}---|"
    )
    .unwrap();
    let mut from = 0;
    for field in fields {
        let shape: Vec<String> = field.shape.iter().map(usize::to_string).collect();
        let shape = if shape.is_empty() {
            "1".into()
        } else {
            shape.join(" × ")
        };
        let range = if ranges {
            format!("{} | ", field.range)
        } else {
            String::new()
        };
        let (name, meaning) = (field.name, field.meaning);
        writeln!(text, "| {from} | `{name}` | {shape} | {range}{meaning} |").unwrap();
        from += field.len();
    }
    text
}

fn tables<G: Encoded>() -> String {
    let encoding = G::encoding(&Default::default());
    let (codec, observation) = (encoding.codec_version(), encoding.observation_version());
    let actions = table("Actions", codec, &encoding.action_fields(), false);
    let fields = encoding.observation_fields();
    let observations = table("Observations", observation, &fields, true);
    format!("\n{actions}\n{observations}\n")
}

fn check<G: Encoded>() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../docs/environment.md");
    let text = std::fs::read_to_string(&path).unwrap();
    let [begin, end] = marks(G::NAME);
    let (head, rest) = text
        .split_once(&begin)
        .expect("the mark where tables begin");
    let (shown, tail) = rest.split_once(&end).expect("the mark where tables end");
    let tables = tables::<G>();
    if std::env::var_os("MOONBASE_REGENERATE").is_some() {
        std::fs::write(&path, format!("{head}{begin}{tables}{end}{tail}")).unwrap();
        return;
    }
    let mend =
        "MOONBASE_REGENERATE=1 cargo test --release -p moonbase-models --test environment_docs";
    assert_eq!(shown, tables, "if the code is right: {mend}");
}

#[test]
fn the_tables_are_those_of_the_code() {
    for family in Family::ALL {
        with_family!(family, |G| check::<G>());
    }
}
