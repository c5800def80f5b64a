//! Plots as inline SVG. Lengths across are percentages, so that a plot is as wide as the screen and its dots stay round; labels are HTML
//! beside the plots, so that they wrap.

use super::figure::{Figure, Unit};
use super::markup::Markup;
use super::{Histogram, Intervals, Plot, PlotKind, Shares};

/// Draws a plot with its caption.
pub fn draw(out: &mut Markup, plot: &Plot) {
    out.element("figure", &[], |out| {
        out.leaf("figcaption", &[], &plot.title);
        match &plot.kind {
            PlotKind::Intervals(intervals) => draw_intervals(out, intervals),
            PlotKind::Shares(shares) => draw_shares(out, shares),
            PlotKind::Histogram(histogram) => draw_histogram(out, histogram),
        }
    });
}

/// From figures to percentages of the plot's width.
#[derive(Clone, Debug)]
pub struct Scale {
    low: f64,
    high: f64,
    pub ticks: Vec<f64>,
}

/// Where the lowest and highest value lie, in percent: room for their labels.
const EDGE: f64 = 4.0;

impl Scale {
    /// A scale that holds all values, with some five round ticks.
    pub fn of(values: impl Iterator<Item = f64>) -> Scale {
        let finite = values.filter(|value| value.is_finite());
        let (low, high) = finite.fold((f64::MAX, f64::MIN), |(low, high), value| {
            (low.min(value), high.max(value))
        });
        let (low, high) = match low < high {
            true => (low, high),
            // One value, or none.
            false if low == high => (low - 0.5, high + 0.5),
            false => (0.0, 1.0),
        };
        let step = round_step((high - low) / 5.0);
        let first = (low / step).ceil() as i64;
        let last = (high / step).floor() as i64;
        let ticks = (first..=last).map(|tick| tick as f64 * step).collect();
        Scale { low, high, ticks }
    }

    /// The place of a value, in percent of the width.
    pub fn place(&self, value: f64) -> f64 {
        let share = (value - self.low) / (self.high - self.low);
        EDGE + (100.0 - 2.0 * EDGE) * share.clamp(0.0, 1.0)
    }
}

/// The next of 1, 2, 5, 10, 20 …, or their tenths.
fn round_step(rough: f64) -> f64 {
    let power = 10f64.powf(rough.log10().floor());
    let steps = [1.0, 2.0, 5.0].map(|step| step * power);
    let fits = steps.into_iter().find(|step| *step >= rough * 0.999);
    fits.unwrap_or(10.0 * power)
}

fn percent(x: f64) -> String {
    format!("{x:.2}%")
}

/// A vertical line through the whole height.
fn upright(out: &mut Markup, class: &str, x: f64, height: u32) {
    let (x, height) = (percent(x), height.to_string());
    let ends = [
        ("class", class),
        ("x1", &x),
        ("x2", &x),
        ("y1", "0"),
        ("y2", &height),
    ];
    out.empty("line", &ends);
}

/// Room for a dot and its bar.
const LANE: u32 = 13;

fn draw_intervals(out: &mut Markup, plot: &Intervals) {
    let drawn = plot.rows.iter().flat_map(|(_, figures)| figures).flatten();
    let values = drawn.flat_map(|figure| {
        let [low, high] = figure.interval.unwrap_or([figure.value; 2]);
        [low, figure.value, high]
    });
    let scale = Scale::of(values.chain([plot.reference]));
    if plot.series.len() > 1 {
        let entries = plot.series.iter().enumerate();
        legend(out, entries.map(|(at, name)| (series(at), name.as_str())));
    }
    out.element("div", &[("class", "plot")], |out| {
        for (label, figures) in &plot.rows {
            out.leaf("div", &[("class", "label")], label);
            interval_row(out, plot, &scale, label, figures);
        }
        out.element("div", &[("class", "label axis")], |_| {});
        axis(out, &scale, plot.unit);
    });
}

fn series(at: usize) -> &'static str {
    ["c0", "c1", "c2", "c3"][at % 4]
}

fn interval_row(
    out: &mut Markup,
    plot: &Intervals,
    scale: &Scale,
    label: &str,
    figures: &[Option<Figure>],
) {
    let lanes = figures.len().max(1) as u32;
    let height = LANE * lanes + 9;
    let said = figures
        .iter()
        .zip(&plot.series)
        .filter_map(|(figure, name)| {
            let figure = figure.as_ref()?.written();
            Some(match plot.series.len() {
                1 => figure,
                _ => format!("{name} {figure}"),
            })
        });
    let said = format!("{label}: {}", said.collect::<Vec<_>>().join("; "));
    let across = height.to_string();
    let attributes = [
        ("width", "100%"),
        ("height", across.as_str()),
        ("role", "img"),
        ("aria-label", said.as_str()),
    ];
    out.element("svg", &attributes, |out| {
        out.leaf("title", &[], &said);
        for tick in &scale.ticks {
            upright(out, "grid", scale.place(*tick), height);
        }
        upright(out, "reference", scale.place(plot.reference), height);
        for (at, figure) in figures.iter().enumerate() {
            let y = LANE * at as u32 + LANE / 2 + 5;
            if let Some(figure) = figure {
                dot(out, series(at), scale, figure, y);
            }
        }
    });
}

fn dot(out: &mut Markup, class: &str, scale: &Scale, figure: &Figure, y: u32) {
    let y = y.to_string();
    if let Some(interval) = figure.interval {
        let [low, high] = interval.map(|value| percent(scale.place(value)));
        let class = format!("bar {class}");
        let ends = [
            ("class", class.as_str()),
            ("x1", &low),
            ("x2", &high),
            ("y1", &y),
            ("y2", &y),
        ];
        out.empty("line", &ends);
    }
    let (class, x) = (format!("dot {class}"), percent(scale.place(figure.value)));
    let circle = [
        ("class", class.as_str()),
        ("cx", &x),
        ("cy", &y),
        ("r", "4"),
    ];
    out.empty("circle", &circle);
}

/// The numbers under a plot; they are in its rows' descriptions too.
fn axis(out: &mut Markup, scale: &Scale, unit: Unit) {
    let attributes = [
        ("class", "axis"),
        ("width", "100%"),
        ("height", "20"),
        ("aria-hidden", "true"),
    ];
    out.element("svg", &attributes, |out| {
        for tick in &scale.ticks {
            tick_label(out, scale.place(*tick), &unit.write_short(*tick), 15);
        }
    });
}

fn tick_label(out: &mut Markup, x: f64, text: &str, y: u32) {
    let (x, y) = (percent(x), y.to_string());
    let place = [("x", x.as_str()), ("y", &y), ("text-anchor", "middle")];
    out.leaf("text", &place, text);
}

fn legend<'a>(out: &mut Markup, entries: impl Iterator<Item = (&'a str, &'a str)>) {
    out.element("ul", &[("class", "legend")], |out| {
        for (class, name) in entries {
            out.element("li", &[], |out| {
                let class = format!("swatch {class}");
                out.element("span", &[("class", &class)], |_| {});
                out.text(name);
            });
        }
    });
}

fn draw_shares(out: &mut Markup, shares: &Shares) {
    let classes = share_classes(shares);
    let names = shares.parts.iter().map(|(name, _)| name.as_str());
    legend(out, classes.iter().copied().zip(names));
    out.element("div", &[("class", "plot")], |out| {
        for (label, row) in &shares.rows {
            out.leaf("div", &[("class", "label")], label);
            share_row(out, shares, &classes, label, row);
        }
    });
}

/// Shades of the first seat's colour for what is good for it, of the second's for what is bad, grey for draws.
fn share_classes(shares: &Shares) -> Vec<&'static str> {
    const GOOD: [&str; 5] = ["f0", "f1", "f2", "f3", "f4"];
    const BAD: [&str; 5] = ["s0", "s1", "s2", "s3", "s4"];
    let (mut good, mut bad) = (0, 0);
    let class = |(_, value): &(String, f64)| {
        let (shades, at) = match value {
            value if *value > 0.0 => (GOOD, &mut good),
            value if *value < 0.0 => (BAD, &mut bad),
            _ => return "even",
        };
        *at += 1;
        shades[(*at - 1) % shades.len()]
    };
    shares.parts.iter().map(class).collect()
}

fn share_row(out: &mut Markup, shares: &Shares, classes: &[&str], label: &str, row: &[f64]) {
    let part = |(name, share): (&String, &f64)| format!("{name} {}", Unit::Percent.write(*share));
    let names = shares.parts.iter().map(|(name, _)| name);
    let there = names.zip(row).filter(|(_, share)| **share > 0.0);
    let said = there.clone().map(part).collect::<Vec<_>>().join(", ");
    let said = format!("{label}: {said}");
    let attributes = [
        ("class", "shares"),
        ("width", "100%"),
        ("height", "26"),
        ("role", "img"),
        ("aria-label", said.as_str()),
    ];
    out.element("svg", &attributes, |out| {
        out.leaf("title", &[], &said);
        let mut from = 0.0;
        for ((share, class), (name, _)) in row.iter().zip(classes).zip(&shares.parts) {
            let (x, width) = (percent(100.0 * from), percent(100.0 * share));
            let place = [
                ("class", *class),
                ("x", &x),
                ("y", "3"),
                ("width", &width),
                ("height", "20"),
            ];
            if *share > 0.0 {
                out.element("rect", &place, |out| {
                    out.leaf("title", &[], &part((name, share)));
                });
            }
            from += share;
        }
    });
}

/// Height of the tallest bar of a histogram.
const TALL: f64 = 140.0;

fn draw_histogram(out: &mut Markup, histogram: &Histogram) {
    let most = histogram.bins.iter().map(|bin| bin.count).max();
    let most = most.unwrap_or(1).max(1) as f64;
    let width = 100.0 / histogram.bins.len() as f64;
    let Histogram {
        what, mean, median, ..
    } = histogram;
    let said = format!("{what}: mean {mean:.1}, median {median:.0}");
    let attributes = [
        ("class", "histogram"),
        ("width", "100%"),
        ("height", "165"),
        ("role", "img"),
        ("aria-label", said.as_str()),
    ];
    out.element("svg", &attributes, |out| {
        out.leaf("title", &[], &said);
        for (at, bin) in histogram.bins.iter().enumerate() {
            let height = TALL * bin.count as f64 / most;
            let (x, y) = (percent(width * at as f64), format!("{:.1}", TALL - height));
            let (wide, high) = (percent(width), format!("{height:.1}"));
            let place = [
                ("class", "column"),
                ("x", x.as_str()),
                ("y", &y),
                ("width", &wide),
                ("height", &high),
            ];
            out.element("rect", &place, |out| {
                out.leaf("title", &[], &bin_said(bin, what));
            });
        }
        // Some eight labels, under the middles of their bars.
        let every = histogram.bins.len().div_ceil(8).max(1);
        for (at, bin) in histogram.bins.iter().enumerate().step_by(every) {
            tick_label(out, width * (at as f64 + 0.5), &bin.low.to_string(), 158);
        }
    });
}

fn bin_said(bin: &super::Bin, what: &str) -> String {
    let games = if bin.count == 1 { "game" } else { "games" };
    match bin.low == bin.high {
        true => format!("{} {what}: {} {games}", bin.low, bin.count),
        false => format!("{} to {} {what}: {} {games}", bin.low, bin.high, bin.count),
    }
}
