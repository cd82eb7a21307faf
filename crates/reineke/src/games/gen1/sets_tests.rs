use super::dex::{MoveId, Species};
use super::generator::Gen5;
use super::sets::{Draft, complete, ditto, kits, sequence_odds};
use super::team::{generate, generate_set};
use crate::dice::Rng;
use std::collections::HashMap;

#[test]
fn the_sets_are_those_of_the_format() {
    let counts: Vec<usize> = Species::all().map(|species| kits(species).len()).collect();
    assert_eq!((counts.len(), counts.iter().sum::<usize>()), (146, 431));
    assert_eq!(counts.iter().filter(|count| **count == 1).count(), 36);
    assert_eq!(counts.iter().max(), Some(&13));
    assert_eq!(kits(Species::named("Clefable").unwrap()).len(), 13);
    for species in Species::all() {
        let sum: f64 = kits(species).iter().map(|kit| kit.odds).sum();
        assert!((sum - 1.0).abs() < 1e-12, "{}: {sum}", species.data().name);
    }
}

#[test]
fn the_generator_draws_each_set_as_often_as_its_odds_say() {
    const DRAWS: usize = 4_000;
    let (mut dice, mut worst) = (Gen5(7), 0.0f64);
    for species in Species::all() {
        let mut drawn: HashMap<[MoveId; 4], usize> = HashMap::new();
        for _ in 0..DRAWS {
            let mut moves = generate_set(&mut dice, species).moves;
            let count = moves.iter().filter(|id| !id.is_none()).count();
            moves[..count].sort_unstable();
            *drawn.entry(moves).or_default() += 1;
        }
        let known = kits(species);
        assert!(drawn.keys().all(|moves| known.iter().any(|kit| kit.moves == *moves)));
        for kit in known {
            let (mean, count) = (kit.odds * DRAWS as f64, drawn.get(&kit.moves).copied().unwrap_or(0));
            let deviation = (mean * (1.0 - kit.odds)).sqrt().max(1e-9);
            worst = worst.max((count as f64 - mean).abs() / deviation);
        }
    }
    // 431 numbers: beyond four and a half deviations about one in 300 times.
    assert!(worst < 4.5, "{worst}");
}

#[test]
fn who_comes_next_is_drawn_evenly_among_those_who_may() {
    let begin = ["Chansey", "Ditto", "Zapdos"].map(|name| Species::named(name).unwrap());
    let mut draft = Draft::new(true);
    for species in begin {
        draft.add(species);
    }
    let allowed = draft.allowed();
    assert!(!begin.iter().any(|species| allowed.has(*species)), "nobody twice");
    assert!(!allowed.has(Species::named("Zubat").unwrap()), "one of level 100 is enough");
    let listed: Vec<Species> = (0..allowed.count()).map(|index| allowed.nth(index)).collect();
    assert_eq!(listed, Species::all().filter(|one| allowed.has(*one)).collect::<Vec<_>>());
    assert!((80..146).contains(&listed.len()), "{}", listed.len());
    let odds = |names: &[&str], may: bool| {
        sequence_odds(&names.iter().map(|name| Species::named(name).unwrap()).collect::<Vec<_>>(), may)
    };
    assert_eq!(odds(&["Chansey"], true), 1.0 / 146.0);
    assert_eq!(odds(&["Chansey"], false), 1.0 / 145.0);
    assert_eq!(odds(&["Ditto"], false), 0.0);
    assert_eq!(odds(&["Ditto", "Zubat"], true), 0.0);
    assert_eq!(ditto().data().name, "Ditto");
}

#[test]
fn seconds_of_a_team_come_as_often_as_the_sequence_says() {
    // Of many teams that begin with a species of one type, how often is the second of the same type?
    let lead = Species::named("Tauros").unwrap();
    let (mut dice, mut teams, mut normal) = (Gen5(11), 0u32, 0u32);
    for _ in 0..120_000 {
        let mut ditto = false;
        let team = generate(&mut dice, &mut ditto);
        if team[0].species.data().types == lead.data().types {
            teams += 1;
            normal += u32::from(team[1].species.data().types == lead.data().types);
        }
    }
    let alike: Vec<Species> = Species::all().filter(|one| one.data().types == lead.data().types).collect();
    let (mut sum, mut all) = (0.0, 0.0);
    for first in &alike {
        all += sequence_odds(&[*first], true);
        sum += alike.iter().map(|second| sequence_odds(&[*first, *second], true)).sum::<f64>();
    }
    let expected = sum / all;
    let (seen, deviation) =
        (f64::from(normal) / f64::from(teams), (expected * (1.0 - expected) / f64::from(teams)).sqrt());
    assert!(teams > 5_000 && (seen - expected).abs() < 4.0 * deviation, "{seen} of {teams}, not {expected}");
}

/// How often each species is in a team beside those who were seen: of the generator's own teams, and of completed ones.
#[test]
fn completed_teams_are_those_that_the_generator_would_have_drawn() {
    let mut dice = Gen5(17);
    let mut pairs: HashMap<(Species, Species), Vec<[Species; 6]>> = HashMap::new();
    for _ in 0..700_000 {
        let team = generate(&mut dice, &mut false).map(|set| set.species);
        for other in &team[1..] {
            if (u16::from(team[0].0) + u16::from(other.0)) % 40 == 0 && team[0].0 % 4 == 0 {
                pairs.entry((team[0], *other)).or_default().push(team);
            }
        }
    }
    let mut all: Vec<_> = pairs.into_iter().filter(|(_, teams)| teams.len() > 100).collect();
    all.sort_by_key(|(pair, _)| *pair);
    assert!(all.len() > 60, "{}", all.len());
    let mut rng = Rng::new(3);
    let (mut chi, mut cells) = (0.0, 0);
    for ((lead, other), teams) in all.iter().take(100) {
        let drawn = 4 * teams.len();
        let mut expected = vec![0usize; 146];
        let mut found = vec![0usize; 146];
        teams.iter().flatten().for_each(|species| expected[species.0 as usize] += 1);
        for _ in 0..drawn {
            let rest = complete(&[*lead, *other], true, &mut rng);
            assert_eq!(rest.len(), 4);
            rest.iter().for_each(|species| found[species.0 as usize] += 1);
        }
        for species in Species::all().filter(|species| species != lead && species != other) {
            let (a, b) = (
                expected[species.0 as usize] as f64 / teams.len() as f64,
                found[species.0 as usize] as f64 / drawn as f64,
            );
            let pooled = (a * teams.len() as f64 + b * drawn as f64) / (teams.len() + drawn) as f64;
            let variance = pooled * (1.0 - pooled) * (1.0 / teams.len() as f64 + 1.0 / drawn as f64);
            if pooled * teams.len() as f64 > 5.0 {
                chi += (a - b).powi(2) / variance;
                cells += 1;
            }
        }
    }
    // A mean of squares of normal numbers: 1, give or take the square root of 2 / cells.
    let mean = chi / f64::from(cells);
    assert!(cells > 5_000 && (mean - 1.0).abs() < 5.0 * (2.0 / f64::from(cells)).sqrt(), "{mean} over {cells} cells");
}
