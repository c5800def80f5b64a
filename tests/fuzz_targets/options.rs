//! Rule options: a setting is refused in one line, or is what is then got back.

use moonbase_engine::{Game, RuleOptions, with_family};

use super::input::{Input, assert_one_line};
use super::pool::may_use;

pub fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let family = input.family();
    let preset = input.byte();
    let text = input.text();
    with_family!(family, |G| check::<G>(preset, &text));
}

fn check<G: Game>(preset: u8, text: &str) {
    let mut presets = G::Options::presets();
    let (_, base) = presets.swap_remove(usize::from(preset) % presets.len());
    let mut options = base.clone();
    for setting in text.split('\n') {
        let before = options.clone();
        match options.set_text(setting) {
            Ok(()) => {}
            Err(error) => {
                assert_eq!(options, before, "a refused setting changes nothing");
                assert_one_line(error, setting);
            }
        }
    }
    check_round_trip(&base, &options);
    if may_use(&format!("{} {:?}", G::NAME, options))
        && let Ok(start) = G::new(&options)
    {
        assert_eq!(start.options(), &options);
    }
}

fn check_round_trip<O: RuleOptions>(base: &O, options: &O) {
    let mut again = base.clone();
    for (name, value) in options.difference(base) {
        again.set(&name, &value).expect("its own value is valid");
    }
    assert_eq!(&again, options);
}
