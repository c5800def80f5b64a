//! `moonbase report`

use moonbase_engine::registry::family_of;
use moonbase_engine::with_family;
use moonbase_eval::arena::{self, ArenaReport};
use moonbase_eval::balance::store::is_comparison;
use moonbase_eval::balance::{self, BalanceReport};

use crate::args::Report;
use crate::failure::Failure;

/// Prints or writes the report of a database.
pub fn run(args: Report) -> Result<(), Failure> {
    args.form.check()?;
    match is_comparison(&args.db) {
        true => comparison(args),
        false => tournament(args),
    }
}

fn tournament(args: Report) -> Result<(), Failure> {
    let store = arena::Store::read(&args.db)?;
    let report = ArenaReport::of(&store, args.luck)?;
    args.form.give(&report, || report.page())
}

fn comparison(args: Report) -> Result<(), Failure> {
    let store = balance::Store::read(&args.db)?;
    let family = family_of(&store.plan().game)?;
    let report = with_family!(family, |G| BalanceReport::of::<G>(&store))?;
    args.form.give(&report, || report.page())
}
