//! Quickstart and the recipes, in miniature.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use moonbase_engine::toy::{Courier, CourierOptions};
use moonbase_training::{
    Recipe, Run, Silent, TrainOptions, export, info, quickstart, quickstart_recipe, train, verify,
};

fn options(folder: &Path) -> TrainOptions {
    TrainOptions {
        folder: folder.into(),
        resume: false,
        overwrite: true,
        threads: 2,
    }
}

fn recipes() -> Vec<std::path::PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("recipes");
    let entries = std::fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn a_dry_run_goes_through_every_stage_and_leaves_agents_that_play() {
    let folder = tempfile::tempdir().unwrap();
    let run = || {
        let stop = AtomicBool::new(false);
        quickstart(&options(folder.path()), 7, true, &mut Silent, &stop).unwrap()
    };
    let (first, again) = (run(), run());
    assert_eq!(first.table, again.table);
    let text = first.to_string();
    assert!(text.contains("moonbase play ufo --as shado"), "{text}");
    for path in [
        &first.training.agents.both,
        &first.training.agents.seats.first,
    ] {
        verify(path).unwrap();
        let card = info(path).unwrap();
        assert!(card.bytes < 1_000_000);
        assert!(card.to_string().contains("against scripted"), "{card}");
    }
    let out = tempfile::tempdir().unwrap();
    let exported = export(folder.path(), out.path()).unwrap();
    verify(&exported.both).unwrap();
}

#[test]
fn every_recipe_is_read_and_runs_dry() {
    for path in recipes() {
        let recipe = Recipe::read(&path).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let stop = AtomicBool::new(false);
        let report = train(&recipe.dry(), &options(folder.path()), &mut Silent, &stop).unwrap();
        assert!(report.finished, "{}", path.display());
    }
    assert_eq!(quickstart_recipe(3).unwrap().seed, 3);
}

#[test]
fn a_net_that_looks_at_tiles_is_trained_resumed_and_played_like_any_other() {
    let mut recipe = quickstart_recipe(5).unwrap().dry();
    recipe.net.tiles = vec![8, 4];
    let go = |recipe: &Recipe, folder: &Path, resume: bool| {
        let options = TrainOptions {
            resume,
            ..options(folder)
        };
        train(recipe, &options, &mut Silent, &AtomicBool::new(false)).unwrap()
    };
    let agents = [1, 2].map(|_| {
        let folder = tempfile::tempdir().unwrap();
        go(&recipe, folder.path(), false);
        let agents = go(&recipe, folder.path(), true).agents;
        verify(&agents.both).unwrap();
        let card = info(&agents.both).unwrap().to_string();
        assert!(card.contains("tiles [8, 4], trunk [128, 96]"), "{card}");
        std::fs::read(&agents.both).unwrap()
    });
    assert_eq!(agents[0], agents[1]);
}

#[test]
fn a_net_cannot_look_at_tiles_where_there_are_none() {
    let mut recipe = quickstart_recipe(1).unwrap().dry();
    let folder = tempfile::tempdir().unwrap();
    recipe.net.tiles = vec![8];
    let run =
        Run::<Courier>::with_rules(&recipe, &options(folder.path()), &CourierOptions::default());
    let error = run.err().unwrap().to_string();
    assert!(error.contains("`tiles` needs numbers of tiles"), "{error}");
}

#[test]
fn faulty_recipes_are_refused_with_their_line() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("recipes/quickstart.toml");
    let text = std::fs::read_to_string(path).unwrap();
    let error = |text: &str| {
        Recipe::parse(text, Path::new("r.toml"))
            .unwrap_err()
            .to_string()
    };
    let unknown = error(&text.replace("iterations", "iteration"));
    assert!(unknown.starts_with("r.toml: line "), "{unknown}");
    let range = error(&text.replacen("lambda = 0.97", "lambda = 1.5", 1));
    assert_eq!(range, "recipe: learner.lambda cannot be 1.5; valid: 0 to 1");
    assert!(error("game = [").starts_with("r.toml: line 1"));
}
