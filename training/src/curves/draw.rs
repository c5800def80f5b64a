//! Panels as one SVG drawing, beside each other.

use kuva::backend::svg::SvgBackend;
use kuva::plot::{LinePlot, ScatterPlot};
use kuva::render::figure::Figure;
use kuva::render::layout::{Layout, TickFormat};
use kuva::render::plots::Plot;

use super::Over;
use super::series::{Panel, Point, Series};

/// Colours that are told apart also by eyes that see no red or green (Okabe and Ito 2008).
const COLOURS: [&str; 7] = [
    "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000",
];

/// Width and height of a panel, in pixels.
const PANEL: (f64, f64) = (560.0, 380.0);

/// Curves of at most so many points show each of them.
const FEW: usize = 60;

/// The drawing's text.
pub fn svg(panels: &[Panel], over: Over) -> String {
    let plots: Vec<Vec<Plot>> = panels.iter().map(plots).collect();
    let each = panels.iter().zip(&plots);
    let layouts = each.map(|(panel, plots)| layout(panel, plots, over));
    let layouts = layouts.collect();
    let scene = Figure::new(1, panels.len())
        .with_title(title(panels))
        .with_cell_size(PANEL.0, PANEL.1)
        .with_plots(plots)
        .with_layouts(layouts)
        .render();
    SvgBackend::new().render_scene(&scene)
}

/// What the bands are.
fn title(panels: &[Panel]) -> String {
    let all = || panels.iter().flat_map(|panel| &panel.series);
    let most = all().map(|series| series.runs.len()).max().unwrap_or(0);
    let alone = all().any(|s| s.runs.len() == 1 && s.mean.iter().any(|p| p.low.is_finite()));
    match (most, alone) {
        (0 | 1, false) => "Learning curves".into(),
        (0 | 1, true) => "Learning curves, 95% intervals".into(),
        (most, false) => format!("Learning curves, mean and range of {most} runs"),
        (most, true) => {
            format!("Learning curves, mean and range of {most} runs; 95% intervals of single runs")
        }
    }
}

fn plots(panel: &Panel) -> Vec<Plot> {
    let coloured = panel.series.iter().zip(COLOURS.iter().cycle());
    coloured
        .flat_map(|(series, colour)| curve(series, colour))
        .collect()
}

/// A series: thin lines of its runs if there are several, and its mean in its band.
fn curve(series: &Series, colour: &str) -> Vec<Plot> {
    let line = |points: &[Point], width: f64| {
        let data: Vec<(f64, f64)> = points.iter().map(|p| (p.x, p.y)).collect();
        LinePlot::new()
            .with_data(data)
            .with_color(colour)
            .with_stroke_width(width)
    };
    let mut plots = Vec::new();
    if series.runs.len() > 1 {
        plots.extend(series.runs.iter().map(|run| Plot::Line(line(run, 0.6))));
    }
    let (mean, mut middle) = (&series.mean, line(&series.mean, 2.0));
    if !mean.is_empty() && mean.iter().all(|p| p.low.is_finite() && p.high.is_finite()) {
        let end = |of: fn(&Point) -> f64| mean.iter().map(of).collect::<Vec<f64>>();
        middle = middle.with_band(end(|p| p.low), end(|p| p.high));
    }
    plots.push(Plot::Line(middle.with_legend(series.label.clone())));
    if mean.len() <= FEW {
        let data: Vec<(f64, f64)> = mean.iter().map(|p| (p.x, p.y)).collect();
        let dots = ScatterPlot::new().with_data(data).with_color(colour);
        plots.push(Plot::Scatter(dots.with_size(2.5)));
    }
    plots
}

fn layout(panel: &Panel, plots: &[Plot], over: Over) -> Layout {
    let layout = Layout::auto_from_plots(plots)
        .with_title(panel.title.clone())
        .with_x_label(over.label())
        .with_x_axis_min(0.0);
    if !panel.scores {
        return layout;
    }
    let percent = |y: f64| format!("{:.0}%", 100.0 * y);
    layout
        .with_y_axis_min(0.0)
        .with_y_axis_max(1.0)
        .with_y_tick_step(0.2)
        .with_y_tick_format(TickFormat::Custom(std::sync::Arc::new(percent)))
}
