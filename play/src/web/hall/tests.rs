use super::*;
use crate::web::view::Have;

/// With one thread for what waits, so that a test can keep it busy.
fn runs<T>(work: impl Future<Output = T>) -> T {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime.enable_time().max_blocking_threads(1).build();
    runtime.unwrap().block_on(work)
}

fn hall_with(folder: &Path, limits: Limits) -> Arc<Hall> {
    let opponents = Opponents::new(&[], None).unwrap();
    Arc::new(Hall::open(folder, limits, opponents).unwrap())
}

fn two_people() -> NewGame {
    NewGame {
        preset: "ufo-micro".into(),
        seat: Some("both".into()),
        seed: 5,
        ..NewGame::default()
    }
}

/// The first legal action, for whoever has seen all.
fn first_choice(place: &Place) -> (Order, Seen) {
    let view = place.table.view(Have::default());
    let seen = Seen {
        words: view.log.total,
        lineage: Some(view.lineage),
    };
    (Order::Act(view.choices[0].action.clone()), seen)
}

fn words(place: &Place) -> usize {
    place.table.view(Have::default()).log.total
}

/// Polls something once, and goes away.
async fn left_at_once<T>(work: impl Future<Output = T>) {
    tokio::select! {
        biased;
        _ = work => panic!("it was done before anybody could go away"),
        () = std::future::ready(()) => {}
    }
}

#[test]
fn what_was_ordered_is_told_even_if_who_ordered_it_has_gone() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall_with(folder.path(), Limits::default());
    runs(async {
        let place = hall.begin(two_people()).await.unwrap();
        let mut versions = place.versions();
        let (order, seen) = first_choice(&place);
        left_at_once(hall.obey(place.clone(), order, seen)).await;
        versions.changed().await.unwrap();
        assert!(words(&place) > seen.words);
    });
}

#[test]
fn an_order_on_its_way_keeps_its_game_in_memory() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits {
        awake: 1,
        ..Limits::default()
    };
    let hall = hall_with(folder.path(), limits);
    runs(async {
        let place = hall.begin(two_people()).await.unwrap();
        let (order, seen) = first_choice(&place);
        left_at_once(hall.obey(place, order, seen)).await;
        assert!(!hall.seats.make_room(), "it would be twice in memory");
    });
}

#[test]
fn whoever_waits_for_a_game_does_not_keep_it_in_memory_and_hears_of_it_all_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits {
        awake: 1,
        ..Limits::default()
    };
    let hall = hall_with(folder.path(), limits);
    runs(async {
        let place = hall.begin(two_people()).await.unwrap();
        let (id, past) = (place.id, place.table.past());
        let mut versions = place.versions();
        versions.mark_unchanged();
        drop(place);
        let other = hall.begin(two_people()).await.unwrap();
        assert!(hall.seats.find(id).is_none(), "it is forgotten");
        drop(other);
        let again = hall.place(id).await.unwrap();
        assert_eq!(
            again.table.past().lineage,
            past.lineage,
            "the same game to pages"
        );
        versions.changed().await.unwrap();
        let (order, seen) = first_choice(&again);
        hall.obey(again.clone(), order, seen).await.unwrap();
        versions.changed().await.unwrap();
        assert_eq!(*versions.borrow(), again.table.version());
    });
}

#[test]
fn a_game_that_there_is_not_drives_none_out_of_memory() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits {
        awake: 1,
        ..Limits::default()
    };
    let hall = hall_with(folder.path(), limits);
    runs(async {
        let id = hall.begin(two_people()).await.unwrap().id;
        let unknown = hall.place("0".repeat(32).parse().unwrap()).await;
        assert!(matches!(unknown, Err(HallError::Unknown)));
        assert!(hall.seats.find(id).is_some());
    });
}

#[test]
fn who_finds_no_seat_does_not_keep_others_waiting() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits {
        awake: 1,
        ..Limits::default()
    };
    let hall = hall_with(folder.path(), limits);
    runs(async {
        let one = hall.begin(two_people()).await.unwrap();
        let two = tokio::spawn({
            let hall = hall.clone();
            async move { hall.begin(two_people()).await }
        });
        // The other has found no seat by now, and waits for one.
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
        assert!(hall.making.try_lock().is_ok());
        drop(one);
        assert!(two.await.unwrap().is_ok());
    });
}

/// Who asks for a review and goes away does not keep others from theirs, and what nobody waits for is not finished.
#[test]
fn a_review_stops_when_who_asked_has_gone() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall_with(folder.path(), Limits::default());
    runs(async {
        let place = hall.begin(two_people()).await.unwrap();
        let (order, seen) = first_choice(&place);
        hall.obey(place.clone(), order, seen).await.unwrap();
        // The review cannot begin before who asked for it has gone.
        let (begin, begins) = std::sync::mpsc::channel();
        let busy = spawn_blocking(move || begins.recv());
        left_at_once(hall.review(&place)).await;
        begin.send(()).unwrap();
        busy.await.unwrap().unwrap();
        let free = hall.reviewers.acquire().await.unwrap();
        assert!(
            !hall.review_path(place.id).exists(),
            "it was made to its end"
        );
        drop(free);
        assert!(hall.review(&place).await.is_ok());
    });
}

/// The files' times are all in the past: what is asked is who may go at all, and who goes first.
fn full_after(old: Duration, untouched: Duration) -> Limits {
    Limits {
        games: 2,
        awake: 1,
        old,
        untouched,
        ..Limits::default()
    }
}

const NEVER: Duration = Duration::from_secs(1 << 30);

#[test]
fn a_short_game_is_not_taken_for_one_that_was_never_begun() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall_with(folder.path(), full_after(NEVER, Duration::ZERO));
    runs(async {
        let played = hall.begin(two_people()).await.unwrap();
        let (order, seen) = first_choice(&played);
        hall.obey(played.clone(), order, seen).await.unwrap();
        let id = played.id;
        drop(played);
        let played = hall.path(id);
        assert!(played.metadata().unwrap().len() < 400, "it is very short");
        let fresh = hall.begin(two_people()).await.unwrap().id;
        let third = hall.begin(two_people()).await.unwrap();
        assert!(played.exists(), "something was chosen in it");
        assert!(!hall.path(fresh).exists(), "nothing was chosen in it");
        let (order, seen) = first_choice(&third);
        hall.obey(third, order, seen).await.unwrap();
        let full = hall.begin(two_people()).await;
        assert!(matches!(full, Err(HallError::Full)));
    });
}

#[test]
fn old_games_make_room_the_oldest_first() {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall_with(folder.path(), full_after(Duration::ZERO, NEVER));
    runs(async {
        let one = hall.begin(two_people()).await.unwrap().id;
        let two = hall.begin(two_people()).await.unwrap().id;
        let earlier = SystemTime::now() - Duration::from_secs(100);
        let file = File::options().append(true).open(hall.path(one)).unwrap();
        file.set_modified(earlier).unwrap();
        hall.begin(two_people()).await.unwrap();
        assert!(!hall.path(one).exists() && hall.path(two).exists());
    });
}

#[cfg(unix)]
#[test]
fn only_a_folder_of_its_own_making_is_closed_to_others() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
    let (own, foreign) = (folder.path().join("a/own"), folder.path().join("foreign"));
    std::fs::create_dir(&foreign).unwrap();
    std::fs::set_permissions(&foreign, std::fs::Permissions::from_mode(0o755)).unwrap();
    let _halls = [&own, &foreign].map(|folder| hall_with(folder, Limits::default()));
    assert_eq!((mode(&own), mode(&foreign)), (0o700, 0o755));
}
