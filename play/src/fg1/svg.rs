//! The board of `fg1` as a drawing that stands alone: no script, no font, nothing from outside.

use std::fmt::Write;

use moonbase_engine::fg1::{BaseId, Fg1, Mode, Terrain};
use moonbase_engine::hex::Hex;

use super::phrases::{base_name, terrain_name};

/// From the middle of a hex to a corner, in pixels.
const SIZE: f64 = 20.0;

/// From the middle to an edge.
const HALF: f64 = 17.320_508;

const MARGIN: f64 = 8.0;

fn fill(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Clear => "#e4e0bd",
        Terrain::Broken => "#cdb98a",
        Terrain::Wood => "#7ea66a",
        Terrain::Swamp => "#a9b48a",
        Terrain::River => "#9cc7de",
        Terrain::Water => "#5f9ec7",
    }
}

/// The middle of a hex.
fn middle(hex: Hex) -> (f64, f64) {
    let (q, r) = (f64::from(hex.q), f64::from(hex.r));
    let x = MARGIN + SIZE + 1.5 * SIZE * q;
    let y = MARGIN + HALF + 2.0 * HALF * (r + q / 2.0);
    (x, y)
}

/// The corners of a hex.
fn corners((x, y): (f64, f64), size: f64) -> String {
    let corner = |number: i32| {
        let angle = f64::from(number) * std::f64::consts::FRAC_PI_3;
        format!(
            "{:.1},{:.1}",
            x + size * angle.cos(),
            y + size * angle.sin()
        )
    };
    (0..6).map(corner).collect::<Vec<_>>().join(" ")
}

/// Board, objectives and bases of a position; every hex and base says what it is as a tooltip.
pub(super) fn picture(position: &Fg1) -> String {
    let field = position.field();
    let width = 2.0 * MARGIN + SIZE * (1.5 * field.width() as f64 + 0.5);
    let height = 2.0 * MARGIN + 2.0 * HALF * (field.height() as f64 + 0.5);
    let name = position.scenario().name();
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\" \
         font-family=\"sans-serif\" text-anchor=\"middle\"><title>{name}</title>\
         <rect width=\"{width:.0}\" height=\"{height:.0}\" fill=\"#fff\"/>\n"
    );
    for hex in field.hexes() {
        out += &ground(position, *hex);
    }
    for objective in position.objectives() {
        out += &objective_mark(field.hex(*objective));
    }
    let outside = position
        .bases()
        .filter(|base| position.carrier(*base).is_none());
    for base in outside {
        out += &base_mark(position, base);
    }
    out + "</svg>\n"
}

fn ground(position: &Fg1, hex: Hex) -> String {
    let terrain = position.field().terrain_of(hex).unwrap_or(Terrain::Clear);
    let (points, colour) = (corners(middle(hex), SIZE), fill(terrain));
    let (name, (x, y)) = (terrain_name(terrain), middle(hex));
    let mut out = format!(
        "<g><title>{hex}: {name}</title><polygon points=\"{points}\" fill=\"{colour}\" stroke=\"#8b8a70\" stroke-width=\".6\"/>"
    );
    // Not by colour alone.
    if terrain != Terrain::Clear {
        let letter = terrain.letter();
        let _ = write!(
            out,
            "<text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"9\" fill=\"#4c4a3a\">{letter}</text>",
            y + 3.0
        );
    }
    out + "</g>\n"
}

fn objective_mark(hex: Hex) -> String {
    let points = corners(middle(hex), SIZE - 3.0);
    format!(
        "<polygon points=\"{points}\" fill=\"none\" stroke=\"#7a3aa6\" stroke-width=\"3\" stroke-dasharray=\"5 3\"><title>objective {hex}</title></polygon>\n"
    )
}

fn base_mark(position: &Fg1, base: BaseId) -> String {
    let (x, y) = middle(position.hex(base).unwrap_or(Hex::ORIGIN));
    let colour = ["#0072b2", "#c04f00"][base.side().index()];
    let round = ["13", "3"][base.side().index()];
    let dash = match position.mode(base) {
        Some(Mode::Hover) => " stroke-dasharray=\"3 2\"",
        _ => "",
    };
    let mut out = format!("<g><title>{}</title>", base_name(position, base));
    if let Some(dir) = position.facing(base) {
        let turn = 60 * u16::from(dir);
        let _ = write!(
            out,
            "<path d=\"M-7 -11 L0 -18 L7 -11 z\" fill=\"{colour}\" transform=\"translate({x:.1} {y:.1}) rotate({turn})\"/>"
        );
    }
    let (left, top) = (x - 12.0, y - 9.0);
    let _ = writeln!(
        out,
        "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"24\" height=\"18\" rx=\"{round}\" fill=\"{colour}\" stroke=\"#fff\"{dash}/>\
         <text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"8\" font-weight=\"bold\" fill=\"#fff\">{base}</text>\
         <text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"7\" fill=\"#fff\">{}</text></g>",
        y - 0.5,
        y + 7.0,
        position.kind(base).id()
    );
    out
}
