//! Against published figures, the equations of the maximum, and the odd cases.

use moonbase_engine::Seat;

use super::super::elo::ELO_PER_NAT;
use super::super::results::{PairScore, Score};
use super::*;

fn add_games(results: &mut Results, agents: (usize, usize), wins: u32, draws: u32, losses: u32) {
    let counts = [
        (Score::Win, wins),
        (Score::Draw, draws),
        (Score::Loss, losses),
    ];
    for (score, games) in counts {
        for _ in 0..games {
            let agents = BySeat::new(agents.0, agents.1);
            results.add(PairScore::single(agents, score)).unwrap();
        }
    }
}

/// The American League's eastern division of 1987, home wins and away wins (Agresti 1990, table 10.9, as printed in
/// Turner and Firth 2012, "Bradley-Terry models in R"): row at home against column.
const BASEBALL: [[(u32, u32); 7]; 7] = [
    [(0, 0), (4, 3), (4, 2), (4, 3), (6, 1), (4, 2), (6, 0)],
    [(3, 3), (0, 0), (4, 2), (4, 3), (6, 0), (6, 1), (4, 3)],
    [(2, 5), (4, 3), (0, 0), (2, 4), (4, 3), (4, 2), (6, 0)],
    [(3, 3), (5, 1), (2, 5), (0, 0), (4, 3), (4, 2), (6, 1)],
    [(5, 1), (2, 5), (3, 3), (4, 2), (0, 0), (5, 2), (6, 0)],
    [(2, 5), (3, 3), (3, 4), (4, 3), (4, 2), (0, 0), (2, 4)],
    [(2, 5), (1, 5), (1, 6), (2, 4), (1, 6), (3, 4), (0, 0)],
];

/// Published fit with a term for playing at home: 0.3023; abilities against the last, Baltimore.
const ABILITIES: [f64; 7] = [1.6196, 1.4754, 1.3271, 1.2813, 1.1438, 0.7047, 0.0];

#[test]
fn the_published_fit_with_home_advantage() {
    let mut results = Results::new(7);
    for (home, row) in BASEBALL.iter().enumerate() {
        for (away, &(wins, losses)) in row.iter().enumerate() {
            add_games(&mut results, (home, away), wins, 0, losses);
        }
    }
    let model = BradleyTerry {
        per_seat: false,
        prior: 1e6,
    };
    let ratings = model.fit(&results).unwrap();
    assert!((ratings.balance / ELO_PER_NAT - 0.3023).abs() < 1e-3);
    let last = ratings.overall(6).unwrap();
    for (team, ability) in ABILITIES.iter().enumerate() {
        let found = (ratings.overall(team).unwrap() - last) / ELO_PER_NAT;
        assert!((found - ability).abs() < 1e-3, "{team}: {found}");
    }
    assert!(ratings.connected && ratings.seats_identified);
}

/// Equations of the maximum: expected points, balance and draws are those observed.
#[test]
fn the_fit_gives_back_points_and_draws() {
    let mut results = Results::new(3);
    add_games(&mut results, (0, 1), 50, 20, 30);
    add_games(&mut results, (1, 0), 30, 10, 10);
    add_games(&mut results, (1, 2), 60, 20, 20);
    add_games(&mut results, (2, 0), 15, 30, 55);
    add_games(&mut results, (0, 2), 70, 20, 10);
    add_games(&mut results, (2, 1), 40, 30, 30);
    let model = BradleyTerry {
        per_seat: true,
        prior: 1e6,
    };
    let ratings = model.fit(&results).unwrap();
    let mut off = vec![BySeat::new(0.0, 0.0); 3];
    let mut draws = 0.0;
    for ((first, second), counts) in results.games() {
        let odds = ratings.odds(BySeat::new(first, second)).unwrap();
        let games = counts.games() as f64;
        let points = counts.wins as f64 + counts.draws as f64 / 2.0 - games * odds.score();
        off[first].first += points;
        off[second].second += points;
        draws += counts.draws as f64 - games * odds.draw;
        assert!((odds.win + odds.draw + odds.loss - 1.0).abs() < 1e-12);
    }
    assert!(draws.abs() < 1e-4, "{draws}");
    let seats = off.iter().flat_map(|s| [s.first, s.second]);
    assert!(seats.into_iter().all(|x| x.abs() < 1e-4), "{off:?}");
    for seat in Seat::BOTH {
        let sum: f64 = ratings.seats.iter().map(|r| r[seat].unwrap()).sum();
        assert!(sum.abs() < 1e-9);
    }
    assert!(ratings.seats_identified);
}

#[test]
fn perfect_scores_stay_finite() {
    let mut results = Results::new(2);
    let pair = PairScore::new([0, 1], BySeat::new(Score::Win, Score::Win));
    for _ in 0..100 {
        results.add(pair).unwrap();
    }
    let ratings = BradleyTerry::default().fit(&results).unwrap();
    let difference = ratings.overall(0).unwrap() - ratings.overall(1).unwrap();
    assert!((600.0..2000.0).contains(&difference), "{difference}");
    assert!(ratings.balance.abs() < 1e-6);
}

/// First always wins: all is balance, nothing strength.
#[test]
fn balance_is_not_strength() {
    let mut results = Results::new(2);
    let pair = PairScore::new([0, 1], BySeat::new(Score::Win, Score::Loss));
    for _ in 0..100 {
        results.add(pair).unwrap();
    }
    let ratings = BradleyTerry::default().fit(&results).unwrap();
    assert!(ratings.overall(0).unwrap().abs() < 1e-6 && ratings.balance > 500.0);
    assert!(ratings.connected && !ratings.seats_identified);
}

#[test]
fn who_is_not_joined_is_told() {
    let mut results = Results::new(4);
    add_games(&mut results, (0, 1), 5, 0, 5);
    add_games(&mut results, (2, 3), 5, 0, 5);
    let ratings = BradleyTerry::default().fit(&results).unwrap();
    assert!(!ratings.connected && !ratings.seats_identified);
    assert_eq!(ratings.seats[0].second, None);
    assert_eq!(ratings.overall(0), None);
    assert_eq!(ratings.odds(BySeat::new(1, 0)), None);
}

#[test]
fn a_prior_without_width_is_refused() {
    let model = BradleyTerry {
        per_seat: true,
        prior: 0.0,
    };
    assert_eq!(model.fit(&Results::new(2)), Err(RatingError::Prior(0.0)));
}
