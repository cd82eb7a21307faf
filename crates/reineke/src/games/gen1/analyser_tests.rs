//! The analyser's facts and `V_T`, against numbers found by hand.

use super::analyser::{Analyser, CHOICES, Choosable, Decision, Round, odds, simulate_team};
use super::belief::Belief;
use super::choice::Choice;
use super::damage::against_itself;
use super::dex::{MoveId, Species, Status};
use super::event::{Condition, Event, Harm, Health, Who};
use super::habits::{self, STYLES, Shown};
use super::sets::kits;
use super::team::{Set, stat};
use super::tests::teams;
use crate::dice::Rng;

pub fn named(name: &str) -> Species {
    Species::named(name).expect(name)
}

fn kit(name: &str, number: usize) -> Set {
    kits(named(name))[number].set(named(name))
}

fn who(side: u8, name: &str) -> Who {
    Who { side, species: named(name) }
}

fn enters(side: u8, set: &Set, max: u16) -> Event {
    let who = Who { side, species: set.species };
    Event::Switch { who, level: set.level(), health: Health { hp: max, max, status: Status::None } }
}

fn uses(side: u8, name: &str, id: MoveId, target: &str) -> Event {
    let (who, target) = (who(side, name), who(1 - side, target));
    Event::Move { who, id, target, by: MoveId::NONE, still: false, missed: false }
}

/// Seat 0, with Slowbro, meets one of the other side's.
fn met(foe: &str) -> Analyser {
    let mut own = teams(1)[0];
    own[0] = kit("Slowbro", 0);
    let mut analyser = Analyser::new(0, &own);
    let events = [enters(0, &own[0], own[0].pokemon().max_hp), enters(1, &kit(foe, 0), 100), Event::Turn(1)];
    analyser.update(&Round { choice: None, events: &events, asked: None });
    analyser
}

fn hears(analyser: &mut Analyser, events: &[Event]) {
    analyser.update(&Round { choice: None, events, asked: None });
}

#[test]
// covers: T7
fn odds_of_the_next_move_are_those_of_the_generator() {
    // Two sets, each in half of all cases: three moves in common, Hydro Pump or Surf.
    let omanyte = named("Omanyte");
    let next = |before: &[MoveId]| {
        let mut moves = [MoveId::NONE; 4];
        moves[..before.len()].copy_from_slice(before);
        let options = odds(&[Set { species: omanyte, moves }], Decision::Move(before.len()), true);
        let sum: f64 = options.iter().map(|(_, odds)| odds).sum();
        assert!((sum - 1.0).abs() < 1e-12);
        move |id: MoveId| {
            options.iter().find(|(option, _)| *option == Choosable::Move(id)).map_or(0.0, |(_, odds)| *odds)
        }
    };
    let close = |found: f64, right: f64| assert!((found - right).abs() < 1e-12, "{found}, not {right}");
    close(next(&[])(MoveId::BLIZZARD), 1.0 / 4.0);
    close(next(&[])(MoveId::SURF), 1.0 / 8.0);
    close(next(&[MoveId::SURF])(MoveId::BLIZZARD), 1.0 / 3.0);
    close(next(&[MoveId::SURF])(MoveId::HYDROPUMP), 0.0);
    close(next(&[MoveId::BLIZZARD])(MoveId::SURF), 1.0 / 6.0);
    close(next(&[MoveId::BLIZZARD, MoveId::REST, MoveId::BODYSLAM])(MoveId::SURF), 1.0 / 2.0);
    // Ditto has one move.
    let ditto = Set { species: named("Ditto"), moves: [MoveId::TRANSFORM, MoveId::NONE, MoveId::NONE, MoveId::NONE] };
    assert_eq!(odds(&[ditto], Decision::Move(1), true)[..], [(Choosable::Move(MoveId::NONE), 1.0)]);
    assert_eq!(odds(&[ditto], Decision::Level, true)[..], [(Choosable::Level(100), 1.0)]);
    assert_eq!(odds(&[], Decision::Species, false).len(), 145, "no second Ditto");
}

#[test]
// covers: T6
fn only_what_was_shown_is_certain() {
    let mut analyser = met("Omanyte");
    let moves = |analyser: &Analyser| [0, 1].map(|number| analyser.get_chosen_option(0, Decision::Move(number)));
    assert_eq!(analyser.get_chosen_option(0, Decision::Species), Some(Choosable::Species(named("Omanyte"))));
    let level = Choosable::Level(named("Omanyte").data().level);
    assert_eq!(analyser.get_chosen_option(0, Decision::Level), Some(level));
    assert_eq!(moves(&analyser), [None, None]);
    assert!(CHOICES.iter().all(|decision| analyser.get_chosen_option(1, *decision).is_none()), "nobody else was seen");
    hears(&mut analyser, &[uses(1, "Omanyte", MoveId::SURF, "Slowbro"), Event::Turn(2)]);
    assert_eq!(moves(&analyser), [Some(Choosable::Move(MoveId::SURF)), None]);
    let mut team = teams(3)[1];
    team[0] = kit("Omanyte", 1);
    assert!(analyser.is_team_possible(&team));
    team[0] = kit("Omanyte", 0);
    assert!(!analyser.is_team_possible(&team), "it lacks Surf");
    team[0] = kit("Omastar", 1);
    assert!(!analyser.is_team_possible(&team), "another species");
    (team[0], team[1]) = (kit("Omanyte", 1), kit("Omanyte", 1));
    assert!(!analyser.is_team_possible(&team), "nobody is there twice");
}

#[test]
// covers: T7, T8
fn what_is_known_is_multiplied_and_what_is_drawn_is_not() {
    let mut analyser = met("Omanyte");
    let mut rng = Rng::new(5);
    let (_, before) = simulate_team(&analyser, &mut rng);
    assert!((before - (1.0f64 / 146.0).ln()).abs() < 1e-12, "the lead is known: one of 146");
    hears(&mut analyser, &[uses(1, "Omanyte", MoveId::SURF, "Slowbro"), Event::Turn(2)]);
    let (team, after) = simulate_team(&analyser, &mut rng);
    assert!(analyser.is_team_possible(&team));
    let value = analyser.value(&team);
    assert!((value.known - (1.0f64 / 146.0 / 8.0).ln()).abs() < 1e-12, "and one of its four moves");
    assert!((after - value.log()).abs() < 1e-12);
    assert_eq!(value.chance, 0.0);
}

#[test]
// covers: T8
fn choices_count_by_what_they_are_worth_to_each_style() {
    // With five on the bench and four moves, whoever makes no difference takes each move in one of nine cases.
    let analyser = met("Omanyte");
    let kits = kits(named("Omanyte"));
    let odds = habits::odds(&analyser.belief().tracker().battle, 1, kits, |_| true);
    assert!(odds.iter().all(|odds| (odds[0].moves[2] - 1.0 / 9.0).abs() < 1e-12));
    assert!(odds.iter().all(|odds| (odds[0].switch - 5.0 / 9.0).abs() < 1e-12));
    for each in odds.iter().flatten() {
        assert!((each.moves.iter().sum::<f64>() + each.switch - 1.0).abs() < 1e-12);
    }
    let without = habits::odds(&analyser.belief().tracker().battle, 1, kits, |id| id != MoveId::REST);
    assert!((without[0][0].switch - 5.0 / 8.0).abs() < 1e-12, "a move without PP is no option");
    // 0.25 × 0.2 + 0.75 × (0.5 × 0.2 + 0.25 × 0.4 + 0.25 × 0.6 + 0 × 0.9)
    assert!((habits::mixed(&[0.5, 0.25, 0.25, 0.0], &[0.2, 0.4, 0.6, 0.9]) - 0.3125).abs() < 1e-12);
}

#[test]
// covers: T8
fn moves_that_were_not_used_speak_against_sets_that_have_them() {
    // A Pokémon that might have hit Slowbro with Thunderbolt, but does not, has it less likely.
    let mut analyser = met("Porygon");
    let kits = kits(named("Porygon"));
    let bolt = kits.iter().position(|kit| kit.has(MoveId::THUNDERBOLT)).expect("a kit");
    for turn in 2..5 {
        let battle = analyser.belief().tracker().battle;
        let (styles, before) = (analyser.belief().styles(), analyser.belief().members()[0].choices.clone());
        let odds = habits::odds(&battle, 1, kits, |_| true);
        hears(&mut analyser, &[uses(1, "Porygon", MoveId::BLIZZARD, "Slowbro"), Event::Turn(turn)]);
        for (number, kit) in kits.iter().enumerate() {
            let each: [f64; STYLES] = odds[number].map(|odds| {
                let first = odds.of(kit, Shown::Move(MoveId::BLIZZARD));
                // What was done before, against the same Slowbro, is likely to be done again in any case.
                if turn == 2 { first } else { 0.85 + 0.15 * first }
            });
            let gained = analyser.belief().members()[0].choices[number] - before[number];
            assert!((gained - habits::mixed(&styles, &each).ln()).abs() < 1e-12);
        }
    }
    let found = analyser.belief().posterior(0);
    assert!(found[bolt].1 < 0.24 && found[bolt].1 > 0.0, "{}", found[bolt].1);
}

#[test]
// covers: T8
fn what_it_does_to_itself_tells_of_its_attack() {
    // Of Jynx' sets only the one with Body Slam has a use for Attack.
    let jynx = named("Jynx");
    let data = jynx.data();
    let slam = kits(jynx).iter().position(|kit| kit.has(MoveId::BODYSLAM)).expect("a kit");
    let set = kit("Jynx", slam);
    let max = u32::from(set.pokemon().max_hp);
    for (iv, ev, hard) in [(30, 255, true), (2, 0, false)] {
        let attack = stat(data.base[1], iv, ev, data.level);
        let lost = u32::from(against_itself(data.level, &[attack, set.pokemon().stats[1], 0, 0]));
        let shown = (100 * (max - lost)).div_ceil(max) as u16;
        let mut analyser = met("Jynx");
        let (target, health) = (who(1, "Jynx"), Health { hp: shown, max: 100, status: Status::None });
        let events = [Event::Act(target, Condition::Confusion), Event::Damage(target, health, Harm::Confusion)];
        hears(&mut analyser, &events);
        assert_eq!(analyser.belief().posterior(0)[slam].1 > 0.99, hard, "{:?}", analyser.belief().posterior(0));
    }
}

#[test]
// covers: T8
fn what_a_hit_takes_tells_of_its_attack() {
    let jynx = named("Jynx");
    let slam = kits(jynx).iter().position(|kit| kit.has(MoveId::BODYSLAM)).expect("a kit");
    // Struggle: 50, of a type that Jynx is not; the least and the most that it does to Slowbro.
    let done = |set: &Set, roll: u32| {
        let (attack, defense) = (u32::from(set.pokemon().stats[0]), u32::from(kit("Slowbro", 0).pokemon().stats[1]));
        let (attack, defense) = if attack.max(defense) > 255 { (attack / 4, defense / 4) } else { (attack, defense) };
        let full = (u32::from(set.level()) * 2 / 5 + 2) * 50 * attack / defense / 50 + 2;
        (full * roll / 255) as u16
    };
    for (number, hard) in [(slam, true), ((slam + 1) % 4, false)] {
        let mut analyser = met("Jynx");
        let own = kit("Slowbro", 0).pokemon();
        let left = own.hp - done(&kit("Jynx", number), if hard { 255 } else { 217 });
        let health = Health { hp: left, max: own.max_hp, status: Status::None };
        let hit = Event::Damage(who(0, "Slowbro"), health, Harm::Hit);
        hears(&mut analyser, &[uses(1, "Jynx", MoveId::STRUGGLE, "Slowbro"), hit]);
        assert_eq!(analyser.belief().posterior(0)[slam].1 > 0.99, hard, "{:?}", analyser.belief().posterior(0));
    }
}

#[test]
fn what_is_chosen_at_the_same_time_plays_no_part() {
    let after = |choice: Choice| {
        let mut analyser = met("Porygon");
        let events = [uses(1, "Porygon", MoveId::BLIZZARD, "Slowbro")];
        analyser.update(&Round { choice: Some(choice), events: &events, asked: None });
        analyser.belief().members()[0].choices.clone()
    };
    let found = after(Choice::Move(0));
    assert!(found.iter().any(|log| *log != found[0]), "sets differ in what they might have done");
    assert!([Choice::Move(3), Choice::Switch(2)].into_iter().all(|choice| after(choice) == found));
}

#[test]
fn a_belief_that_does_not_heed_choices_goes_by_what_was_shown_alone() {
    let mut belief = Belief::new(0, &teams(1)[0]).heedless();
    belief.hear(&enters(1, &kit("Porygon", 0), 100));
    belief.hear(&Event::Turn(1));
    let before = belief.posterior(0);
    for turn in 2..10 {
        belief.choose(None);
        belief.hear(&uses(1, "Porygon", MoveId::BLIZZARD, "Slowbro"));
        belief.hear(&Event::Turn(turn));
    }
    assert_eq!(belief.posterior(0), before, "all its sets have Blizzard");
}

#[test]
fn nothing_is_ruled_out_by_choices_however_often_they_are_made() {
    let mut analyser = met("Porygon");
    for turn in 2..900 {
        hears(&mut analyser, &[uses(1, "Porygon", MoveId::BLIZZARD, "Slowbro"), Event::Turn(turn)]);
    }
    assert!(analyser.belief().posterior(0).iter().all(|(_, odds)| *odds > 0.0));
    assert!(analyser.belief().styles().iter().all(|odds| odds.is_finite()));
}
