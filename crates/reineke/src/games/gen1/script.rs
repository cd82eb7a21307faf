//! Whole battles with everything that decides them, and random play: for measurements.

use super::battle::{Battle, Phase};
use super::choice::{Choice, Choices};
use super::event::{Event, Log, Silence};
use super::generator::Gen5;
use super::roll::Source;
use super::team::{self, Team};
use super::turn::Play;
use serde_json::{Value, json};

/// Seeds and choices of a battle.
#[derive(Clone, Debug)]
pub struct Script {
    /// Of the battle and of the two teams.
    seeds: [u64; 3],
    teams: [Team; 2],
    choices: Vec<[Option<Choice>; 2]>,
}

/// What battles added up to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Played {
    pub turns: u64,
    pub decisions: u64,
    /// Of the generators' last states.
    pub checksum: u64,
}

impl Played {
    fn add(&mut self, battle: &Battle, dice: Gen5, decisions: usize) {
        self.turns += u64::from(battle.turn);
        self.decisions += decisions as u64;
        self.checksum = (self.checksum ^ dice.0).wrapping_mul(0x0100_0000_01b3);
    }
}

fn word(source: &mut Gen5) -> u64 {
    u64::from(source.draw()) << 32 | u64::from(source.draw())
}

fn draw_teams(seeds: [u64; 2]) -> [Team; 2] {
    let mut ditto = false;
    seeds.map(|seed| team::generate(&mut Gen5(seed), &mut ditto))
}

/// Plays to the end with choices at random; `note` hears of each.
fn at_random(
    battle: &mut Battle,
    dice: &mut Gen5,
    pick: &mut Gen5,
    log: &mut impl Log,
    mut note: impl FnMut([Option<Choice>; 2]),
) {
    Play::new(battle, dice, log).start();
    let mut legal = Choices::new();
    while !battle.phase.over() {
        let mut chosen = [None; 2];
        for (side, choice) in chosen.iter_mut().enumerate() {
            legal.clear();
            battle.choices(side, &mut legal);
            if !legal.is_empty() {
                *choice = Some(legal[pick.below(legal.len() as u32) as usize]);
            }
        }
        note(chosen);
        Play::new(battle, dice, log).commit(chosen);
    }
}

/// Random battles between teams of the generator, nothing written down.
#[must_use]
pub fn random_play(battles: usize, seed: u64) -> Played {
    let mut seeds = Gen5(seed);
    let mut played = Played::default();
    for _ in 0..battles {
        let mut battle = Battle::new(&draw_teams([word(&mut seeds), word(&mut seeds)]));
        let (mut dice, mut decisions) = (Gen5(word(&mut seeds)), 0);
        at_random(&mut battle, &mut dice, &mut seeds, &mut Silence, |_| decisions += 1);
        played.add(&battle, dice, decisions);
    }
    played
}

impl Script {
    /// A random battle.
    #[must_use]
    pub fn random(seeds: &mut Gen5) -> Self {
        let words = [word(seeds), word(seeds), word(seeds)];
        let teams = draw_teams([words[1], words[2]]);
        let mut choices = Vec::new();
        at_random(&mut Battle::new(&teams), &mut Gen5(words[0]), seeds, &mut Silence, |chosen| choices.push(chosen));
        Self { seeds: words, teams, choices }
    }

    /// As `showdown/*.mjs` read it.
    #[must_use]
    pub fn json(&self) -> Value {
        let [seed, first, second] = self.seeds.map(|word| format!("gen5,{word:016x}"));
        let text = |choice: &Option<Choice>| choice.map(Choice::text);
        let choices: Vec<_> = self.choices.iter().map(|pair| json!([text(&pair[0]), text(&pair[1])])).collect();
        json!({ "seed": seed, "ts": [first, second], "c": choices })
    }

    /// Plays it, events written down and forgotten.
    fn play(&self, events: &mut Vec<Event>) -> (Battle, Gen5) {
        let mut battle = Battle::new(&self.teams);
        let mut dice = Gen5(self.seeds[0]);
        Play::new(&mut battle, &mut dice, events).start();
        for chosen in &self.choices {
            events.clear();
            Play::new(&mut battle, &mut dice, events).commit(*chosen);
        }
        (battle, dice)
    }

    /// How it ends: generator, turn, winner, HP.
    #[must_use]
    pub fn end(&self) -> String {
        let (battle, dice) = self.play(&mut Vec::new());
        let winner = match battle.phase {
            Phase::Won => "p1",
            Phase::Lost => "p2",
            _ => "tie",
        };
        let hp: Vec<_> = battle.sides.iter().flat_map(|side| side.team.map(|pokemon| pokemon.hp.to_string())).collect();
        format!("{:016x} {} {winner} {}", dice.0, battle.turn, hp.join(","))
    }
}

/// Plays scripts one after the other.
#[must_use]
pub fn play(scripts: &[Script]) -> Played {
    let (mut played, mut events) = (Played::default(), Vec::new());
    for script in scripts {
        let (battle, dice) = script.play(&mut events);
        played.add(&battle, dice, script.choices.len());
    }
    played
}
