//! Talonbot, as its thesis describes it: the unknown team is one more level of the tree, between the own action and
//! the other side's.
//!
//! A simulation goes through own action, scenario (which simulated team the other side has), the other side's action and
//! chance, which the engine draws; further rounds have no scenario, the team stays as drawn. Own actions below the first know
//! that team. Without a network every action of the other side is as likely as any other. Trees are not kept between turns.

use super::super::battle::{Battle, Phase};
use super::super::belief::Belief;
use super::super::game::{Drawn, Gen1, Info, State};
use super::super::pool::Pool;
use super::super::team::packed;
use super::{Tally, decide};
use crate::control::Control;
use crate::decision::Decision;
use crate::dice::{Dice, Rng, chain};
use crate::eval::{Evaluator, judge};
use crate::game::{Action, Actions, Game, Turn, View};
use crate::options::Options;
use crate::search::Searcher;
use std::collections::HashMap;

/// Where simulated teams come from.
pub trait Scenarios {
    /// A team by its odds, told by its number, and a battle against it.
    fn draw(&mut self, rng: &mut Rng) -> (usize, Battle);
}

impl Scenarios for Pool {
    fn draw(&mut self, rng: &mut Rng) -> (usize, Battle) {
        let (team, index) = Self::draw(self, rng);
        (index, self.battle(&team, rng))
    }
}

/// Nothing is hidden.
struct Known<'a>(&'a Battle);

impl Scenarios for Known<'_> {
    fn draw(&mut self, _rng: &mut Rng) -> (usize, Battle) {
        (0, *self.0)
    }
}

/// What one simulation went through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Level {
    Own(Action),
    Scenario(usize),
    Enemy(Action),
    /// The numbers that the engine drew.
    Chance(Vec<u16>),
}

impl Level {
    pub fn text(&self) -> String {
        match self {
            Self::Own(action) => format!("own {}", Gen1.action_text(*action)),
            Self::Scenario(index) => format!("team {index}"),
            Self::Enemy(action) => format!("enemy {}", Gen1.action_text(*action)),
            Self::Chance(numbers) => {
                let numbers: Vec<String> = numbers.iter().map(u16::to_string).collect();
                format!("chance {}", numbers.join("."))
            }
        }
    }
}

/// What the thesis fixes, and what it leaves open: `depth` and `explore`.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Simulations a decision.
    pub samples: u64,
    /// Simulated teams.
    pub teams: usize,
    /// Rounds of a simulation.
    pub depth: u32,
    /// Constant of UCB1 at own actions.
    pub explore: f64,
    /// The levels of the first simulation are told.
    pub trace: bool,
}

impl Settings {
    /// Reads `samples`, `teams`, `depth`, `c` and `trace`.
    pub fn from_options(options: &mut Options) -> Result<Self, String> {
        Ok(Self {
            samples: options.number("samples", 100, 1, 10_000_000)?,
            teams: options.number("teams", 20, 1, 10_000)?,
            depth: options.number("depth", 2, 1, 100)?,
            explore: options.number("c", 0.1, 0.0, 100.0)?,
            trace: options.switch("trace", false)?,
        })
    }
}

/// What was found of the own actions at one place.
struct Node {
    actions: Actions,
    tallies: Vec<Tally>,
}

impl Node {
    fn new(actions: Actions) -> Self {
        Self { tallies: vec![Tally::default(); actions.len()], actions }
    }

    /// One that was not tried yet, any alike; else by UCB1.
    fn choose(&self, explore: f64, rng: &mut Rng) -> usize {
        let new: Vec<usize> = (0..self.tallies.len()).filter(|index| self.tallies[*index].visits == 0).collect();
        if !new.is_empty() {
            return new[rng.roll(new.len() as u32) as usize];
        }
        let log = (self.tallies.iter().map(|tally| tally.visits).sum::<u64>() as f64).ln();
        let bound = |tally: &Tally| tally.mean() + explore * (log / tally.visits as f64).sqrt();
        let mut best = 0;
        for index in 1..self.tallies.len() {
            if bound(&self.tallies[index]) > bound(&self.tallies[best]) {
                best = index;
            }
        }
        best
    }
}

/// One decision's tree; place 0 is the root.
pub struct Tree<'a, E> {
    settings: Settings,
    eval: &'a E,
    seat: usize,
    nodes: Vec<Node>,
    places: HashMap<u64, usize>,
    /// Of the first simulation.
    pub levels: Option<Vec<Level>>,
}

impl<'a, E: Evaluator<Gen1>> Tree<'a, E> {
    pub fn new(settings: Settings, eval: &'a E, seat: usize, legal: &Actions) -> Self {
        Self { settings, eval, seat, nodes: vec![Node::new(legal.clone())], places: HashMap::new(), levels: None }
    }

    /// All simulations of a decision, as far as the control lets them run.
    pub fn run(&mut self, scenarios: &mut impl Scenarios, rng: &mut Rng, control: &mut Control) -> Decision {
        for _ in 0..self.settings.samples {
            if control.tick().is_err() {
                break;
            }
            let levels = self.simulate(scenarios, rng);
            self.levels.get_or_insert(levels);
        }
        let root = &self.nodes[0];
        let mut decision = decide(&root.actions, &root.tallies, Tally::mean, control);
        decision.depth = self.settings.depth;
        if let (true, Some(levels)) = (self.settings.trace, &self.levels) {
            decision.line = levels.iter().map(Level::text).collect();
        }
        decision
    }

    /// One simulation; its result counts for every own action on its way.
    pub(super) fn simulate(&mut self, scenarios: &mut impl Scenarios, rng: &mut Rng) -> Vec<Level> {
        let first = self.nodes[0].choose(self.settings.explore, rng);
        let (team, battle) = scenarios.draw(rng);
        let mut state = State::thought(&battle);
        let mut path = vec![(0, first)];
        let mut levels = vec![Level::Own(self.nodes[0].actions[first]), Level::Scenario(team)];
        let (mut rounds, mut own) = (0, Some(self.nodes[0].actions[first]));
        loop {
            rounds += u32::from(state.battle.phase == Phase::Move);
            self.play(&mut state, own, rng, &mut levels);
            if Gen1.turn(&state) == Turn::Over || rounds == self.settings.depth {
                break;
            }
            own = state.battle.asked(self.seat).then(|| {
                let place = self.place(&state, team);
                let index = self.nodes[place].choose(self.settings.explore, rng);
                path.push((place, index));
                self.nodes[place].actions[index]
            });
            levels.extend(own.map(Level::Own));
        }
        let value = judge(&Gen1, self.eval, &self.eval.start(&Gen1, &state), &state)[self.seat];
        for (place, index) in path {
            self.nodes[place].tallies[index].add(value);
        }
        levels
    }

    /// The other side's action, drawn without a look at the own one, and chance.
    pub(super) fn play(&self, state: &mut State, own: Option<Action>, rng: &mut Rng, levels: &mut Vec<Level>) {
        let enemy = 1 - self.seat;
        let mut actions = [own; 2];
        let mut legal = Actions::new();
        Gen1.legal(state, enemy, &mut legal);
        actions[enemy] = (!legal.is_empty()).then(|| legal[rng.roll(legal.len() as u32) as usize]);
        levels.extend(actions[enemy].map(Level::Enemy));
        let choices = [0, 1].map(|side| actions[side].and_then(|action| Gen1::choice(&state.battle, side, action)));
        let mut drawn = Drawn::kept(rng);
        state.think(choices, &mut drawn);
        levels.push(Level::Chance(drawn.numbers()));
    }

    /// Where the statistics of a position against a team are.
    fn place(&mut self, state: &State, team: usize) -> usize {
        let mut legal = Actions::new();
        Gen1.legal(state, self.seat, &mut legal);
        // Positions that look alike may still differ in PP.
        let looks = chain(team as u64, Gen1.search_key(state, self.seat));
        let key = legal.iter().fold(looks, |key, action| chain(key, u64::from(*action)));
        let next = self.nodes.len();
        let place = *self.places.entry(key).or_insert(next);
        if place == next {
            self.nodes.push(Node::new(legal));
        }
        place
    }
}

/// Sets the pool's chance apart from that of simulations.
const POOL: u64 = 0x7001;

/// The agent: its pool of teams goes with the battle. A node is a simulation.
pub struct Talonbot<E> {
    settings: Settings,
    eval: E,
    pool: Option<Pool>,
    seed: u64,
}

impl<E: Evaluator<Gen1>> Talonbot<E> {
    pub fn from_options(options: &mut Options, eval: E, seed: u64) -> Result<Self, String> {
        Ok(Self { settings: Settings::from_options(options)?, eval, pool: None, seed })
    }

    fn tree(&self, view: &View<Gen1>) -> Tree<'_, E> {
        Tree::new(self.settings, &self.eval, view.seat, &view.legal)
    }

    /// The pool as of now: the one of the decision before, or a new one in another battle.
    fn pool(&mut self, belief: &Belief) -> Pool {
        match self.pool.take() {
            Some(mut pool) if goes_on(pool.analyser().belief(), belief) => {
                pool.follow(belief);
                pool
            }
            _ => Pool::of(belief, self.settings.teams, Rng::new(chain(self.seed, POOL))),
        }
    }
}

/// Whether one belief may have become the other: the same seat and team, and no less seen.
fn goes_on(before: &Belief, after: &Belief) -> bool {
    let (old, new) = (before.tracker(), after.tracker());
    let sets = |belief: &Belief| belief.tracker().own().team.map(|pokemon| (pokemon.species, pokemon.moves));
    let seen = |belief: &Belief| belief.members().iter().map(|member| member.species).collect::<Vec<_>>();
    old.seat == new.seat
        && old.battle.turn <= new.battle.turn
        && sets(before) == sets(after)
        && seen(after).starts_with(&seen(before))
}

impl<E: Evaluator<Gen1>> Searcher<Gen1> for Talonbot<E> {
    fn decide(
        &mut self,
        _game: &Gen1,
        view: &View<Gen1>,
        control: &mut Control,
        _progress: &mut dyn FnMut(&Decision),
    ) -> Decision {
        let mut rng = Rng::new(chain(self.seed, view.key));
        let mind = match &view.info {
            Info::Mind(mind) => mind,
            Info::Whole(battle) => return self.tree(view).run(&mut Known(battle), &mut rng, control),
        };
        let mut pool = self.pool(mind.belief());
        let mut decision = self.tree(view).run(&mut pool, &mut rng, control);
        decision.beliefs = told(&mut pool);
        self.pool = Some(pool);
        decision
    }

    fn ponder(&mut self, _game: &Gen1, _view: &View<Gen1>, _control: &mut Control) {}
}

/// Every team of the pool with `P_T`.
fn told(pool: &mut Pool) -> Vec<(String, f64)> {
    let odds = pool.odds();
    pool.slots().iter().zip(odds).map(|(slot, odds)| (packed(&slot.team), odds)).collect()
}
