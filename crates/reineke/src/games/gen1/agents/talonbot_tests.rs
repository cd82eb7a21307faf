//! The levels of Talonbot's tree.

use super::super::battle::Battle;
use super::super::game::Gen1;
use super::super::worth::Hp;
use super::field::{Few, field};
use super::talonbot::{Level, Scenarios, Settings, Tree};
use crate::control::Control;
use crate::dice::{Dice, Rng};
use crate::game::{Action, View};
use crate::options::Options;
use std::collections::{BTreeMap, BTreeSet};

const OWN: Few = &[("Starmie", "surf thunderbolt recover thunderwave"), ("Snorlax", "bodyslam rest amnesia blizzard")];

/// Two teams, the second three times as likely as the first.
struct Two([Battle; 2]);

impl Scenarios for Two {
    fn draw(&mut self, rng: &mut Rng) -> (usize, Battle) {
        let index = rng.pick(&[0.25, 0.75]);
        (index, self.0[index])
    }
}

fn two() -> Two {
    Two([
        field([OWN, &[("Rhydon", "earthquake rockslide"), ("Zapdos", "thunderbolt")]]).battle,
        field([OWN, &[("Rhydon", "bodyslam substitute"), ("Jynx", "psychic")]]).battle,
    ])
}

fn settings(pairs: &[(&str, &str)]) -> Settings {
    let mut options = Options::new(pairs.iter().map(|(key, value)| ((*key).to_string(), (*value).to_string())));
    Settings::from_options(&mut options).expect("settings")
}

fn tree(settings: Settings) -> Tree<'static, Hp> {
    let state = super::super::game::State::thought(&two().0[0]);
    Tree::new(settings, &Hp, 0, &View::of(&Gen1, &state, 0).legal)
}

fn kinds(levels: &[Level]) -> String {
    let letter = |level: &Level| match level {
        Level::Own(_) => 'o',
        Level::Scenario(_) => 's',
        Level::Enemy(_) => 'e',
        Level::Chance(_) => 'c',
    };
    levels.iter().map(letter).collect()
}

// covers: T11
#[test]
fn the_scenario_is_between_the_own_action_and_the_enemys_and_only_once() {
    let (mut rng, mut scenarios) = (Rng::new(1), two());
    let mut tree = tree(settings(&[("depth", "3")]));
    let mut seen = BTreeSet::new();
    for _ in 0..400 {
        let levels = tree.simulate(&mut scenarios, &mut rng);
        let kinds = kinds(&levels);
        // A forced switch has no action of the side that is not asked.
        assert!(kinds.starts_with("osec") && !kinds[2..].contains('s'), "{kinds}");
        seen.insert(kinds);
    }
    assert!(seen.contains("osecoecoec"), "{seen:?}");
}

// covers: T11
#[test]
fn scenarios_come_by_their_odds_and_enemies_choose_without_a_look_at_the_own_action() {
    let (mut rng, mut scenarios) = (Rng::new(2), two());
    let mut tree = tree(settings(&[("c", "100")]));
    let (mut teams, mut replies) = ([0; 2], BTreeMap::<(Action, Action), u32>::new());
    for _ in 0..12_000 {
        let levels = tree.simulate(&mut scenarios, &mut rng);
        let [Level::Own(own), Level::Scenario(team), Level::Enemy(enemy), ..] = levels[..] else {
            panic!("{levels:?}")
        };
        teams[team] += 1;
        if team == 1 {
            *replies.entry((own, enemy)).or_insert(0) += 1;
        }
    }
    assert!((2850..3150).contains(&teams[0]), "{teams:?}");
    let owns: BTreeSet<Action> = replies.keys().map(|(own, _)| *own).collect();
    assert_eq!((owns.len(), replies.len()), (5, 15), "five own actions, three replies to each");
    for own in owns {
        let counts: Vec<f64> = replies.iter().filter(|(key, _)| key.0 == own).map(|(_, n)| f64::from(*n)).collect();
        let sum: f64 = counts.iter().sum();
        assert!(counts.iter().all(|count| (count / sum - 1.0 / 3.0).abs() < 0.05), "{own}: {counts:?}");
    }
}

// covers: T11
#[test]
fn a_trace_tells_the_levels() {
    let (mut rng, mut control) = (Rng::new(3), Control::endless());
    let decision = tree(settings(&[("trace", "on"), ("depth", "1")])).run(&mut two(), &mut rng, &mut control);
    let firsts: Vec<&str> = decision.line.iter().map(|line| line.split(' ').next().unwrap_or("")).collect();
    assert_eq!(firsts, ["own", "team", "enemy", "chance"], "{:?}", decision.line);
    assert_eq!(decision.choices.iter().map(|choice| choice.visits).sum::<u64>(), 100);
}
