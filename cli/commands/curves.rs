//! `moonbase curves`

use std::io::Write;

use moonbase_training::{CurveOptions, Over, curves};

use crate::args::{Axis, Curves};
use crate::failure::Failure;
use crate::output::with_stdout;

pub fn run(args: Curves) -> Result<(), Failure> {
    let over = match args.over {
        Axis::Hours => Over::Hours,
        Axis::Decisions => Over::Decisions,
        Axis::Iterations => Over::Iterations,
    };
    let report = curves(&CurveOptions {
        runs: args.runs,
        metric: args.metric,
        over,
        out: args.out,
    })?;
    with_stdout(|out| Ok(writeln!(out, "{report}")?))
}
