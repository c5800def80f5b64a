//! The chances of a game as a drawing.

use std::fmt::Write;

use moonbase_eval::page::escaped;

use super::{Review, StepKind};

/// Size of the drawing and of its margins, in pixels.
const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 320.0;
const LEFT: f64 = 48.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 36.0;
const BOTTOM: f64 = 40.0;

/// A review's chances as one SVG file: the line, the even height, and the turning points numbered, each with what happened as its tooltip.
///
/// It stands alone: no script, no font, nothing from outside. Colours are readable on white and told by shape as well.
pub fn svg(review: &Review) -> String {
    let mut out = String::new();
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
         font-family=\"sans-serif\" font-size=\"12\"><title>{}</title>\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>",
        escaped(&title(review))
    );
    out += &axes(review);
    let points: Vec<String> = (0..review.chances.len())
        .map(|place| {
            let (x, y) = spot(review, place);
            format!("{x:.1},{y:.1}")
        })
        .collect();
    let _ = write!(
        out,
        "<polyline fill=\"none\" stroke=\"#1f5fa8\" stroke-width=\"1.8\" points=\"{}\"/>",
        points.join(" ")
    );
    for (number, place) in review.turning_points.iter().enumerate() {
        out += &turning_point(review, number + 1, *place);
    }
    out + "</svg>\n"
}

fn title(review: &Review) -> String {
    let name = review.first_name();
    format!(
        "Chances of {name} in {}, judged by {}",
        review.game, review.judge
    )
}

/// Where the chance before a step lies.
fn spot(review: &Review, place: usize) -> (f64, f64) {
    let last = review.chances.len().saturating_sub(1).max(1) as f64;
    let x = LEFT + (WIDTH - LEFT - RIGHT) * place as f64 / last;
    (x, height(review.chances[place]))
}

fn height(chance: f64) -> f64 {
    TOP + (HEIGHT - TOP - BOTTOM) * (100.0 - chance.clamp(0.0, 100.0)) / 100.0
}

fn axes(review: &Review) -> String {
    let mut out = format!(
        "<text x=\"{LEFT}\" y=\"20\" font-size=\"14\">{}</text>",
        escaped(&title(review))
    );
    for (chance, dash) in [(0.0, ""), (50.0, " stroke-dasharray=\"4 4\""), (100.0, "")] {
        let (y, right, label) = (height(chance), WIDTH - RIGHT, LEFT - 6.0);
        let _ = write!(
            out,
            "<line x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{right}\" y2=\"{y:.1}\" stroke=\"#888\"{dash}/>\
             <text x=\"{label}\" y=\"{:.1}\" text-anchor=\"end\">{chance:.0}%</text>",
            y + 4.0
        );
    }
    let (middle, low) = ((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 12.0);
    let _ = write!(
        out,
        "<text x=\"{middle}\" y=\"{low}\" text-anchor=\"middle\">{} steps</text>",
        review.steps.len()
    );
    out
}

/// A ring after the step (a square after a roll), with its number.
fn turning_point(review: &Review, number: usize, place: usize) -> String {
    let ((x, y), step) = (spot(review, place + 1), &review.steps[place]);
    let told = format!("{}: {}", step.stage, step.words);
    let shape = match step.kind {
        StepKind::Decision(_) => {
            format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"6\"")
        }
        StepKind::Roll { .. } => format!(
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"11\" height=\"11\"",
            x - 5.5,
            y - 5.5
        ),
    };
    // The number stays within the drawing.
    let (above, aside) = (y - 10.0, x.min(WIDTH - RIGHT - 6.0));
    format!(
        "<g>{shape} fill=\"#fff\" stroke=\"#b3541e\" stroke-width=\"2\"/>\
         <text x=\"{aside:.1}\" y=\"{above:.1}\" text-anchor=\"middle\">{number}</text><title>{}</title></g>",
        escaped(&told)
    )
}
