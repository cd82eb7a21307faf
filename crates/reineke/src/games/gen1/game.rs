//! Random battles as a game: two seats, choices by name, secrets, and dice inside turns.
//!
//! An action is a move, a species to switch to, or one of `fight`, `recharge` and `struggle`: the same thing has the same
//! number whatever slot or place it has. A position is told by its whole course: both teams, then every turn's choices with
//! the numbers that were drawn.

use super::battle::{Battle, Phase, Pokemon, Side};
use super::choice::{Choice, Choices, Menu};
use super::data::{MOVES, SPECIES};
use super::dex::{MoveId, Species};
use super::event::{Event, Health, Silence};
use super::mind::Mind;
use super::roll::{Roll, Rolls, Source};
use super::team::{self, Team};
use super::turn::Play;
use crate::dice::{Dice, Key, Rng, chain, hash_bytes};
use crate::game::{Action, Actions, Game, MAX_SEATS, Seats, Turn, Values, random_turn};
use crate::options::Options;
use std::fmt::Write as _;
use std::hash::Hasher as _;
use std::sync::Arc;

/// To stay, asleep or frozen.
pub const FIGHT: Action = MOVES.len() as Action;
pub const RECHARGE: Action = FIGHT + 1;
/// The first of the switches, by species.
pub const SWITCH: Action = RECHARGE + 1;
const ACTIONS: usize = SWITCH as usize + SPECIES.len();

/// The rules; there are no options.
#[derive(Clone, Debug)]
pub struct Gen1;

/// A turn as it was played.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Step {
    choices: [Option<Choice>; 2],
    drawn: Vec<u16>,
}

/// How a battle came to be what it is.
#[derive(Clone, Debug, PartialEq)]
struct Story {
    teams: [Team; 2],
    steps: Vec<Step>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct State {
    pub battle: Battle,
    /// None in a battle that was only thought of.
    story: Option<Arc<Story>>,
    minds: [Option<Arc<Mind>>; 2],
    /// Members of each side that the other has seen, a bit each.
    shown: [u8; 2],
}

/// What a seat knows; in the midst of a battle that was only thought of, all of it.
#[derive(Clone, Debug)]
pub enum Info {
    Mind(Arc<Mind>),
    Whole(Box<Battle>),
}

/// Draws from dice, and keeps what was drawn.
pub(super) struct Drawn<'a> {
    dice: &'a mut dyn Dice,
    kept: Option<Vec<u16>>,
}

impl<'a> Drawn<'a> {
    /// For a turn that is only thought of: nothing is kept.
    pub(super) fn thought(dice: &'a mut dyn Dice) -> Self {
        Self { dice, kept: None }
    }

    pub(super) fn kept(dice: &'a mut dyn Dice) -> Self {
        Self { dice, kept: Some(Vec::new()) }
    }

    /// All that was drawn.
    pub(super) fn numbers(self) -> Vec<u16> {
        self.kept.unwrap_or_default()
    }
}

impl Rolls for Drawn<'_> {
    fn roll(&mut self, what: Roll, from: u32, to: u32) -> u32 {
        // Nothing depends on these; Showdown draws them all the same.
        if self.kept.is_none() && matches!(what, Roll::Events | Roll::Clauses) {
            return from;
        }
        let number = self.dice.roll(to - from);
        if let Some(kept) = &mut self.kept {
            kept.push(number as u16);
        }
        from + number
    }
}

/// Dice for the team generator.
struct Numbers<'a>(&'a mut dyn Dice);

impl Source for Numbers<'_> {
    fn draw(&mut self) -> u32 {
        self.0.roll(1 << 16) << 16 | self.0.roll(1 << 16)
    }

    fn below(&mut self, count: u32) -> u32 {
        self.0.roll(count)
    }
}

/// Numbers that were drawn before.
struct Again<'a> {
    numbers: std::slice::Iter<'a, u16>,
    wrong: bool,
}

impl Again<'_> {
    /// Whether other numbers were asked for, or fewer.
    fn fits(&self) -> bool {
        !self.wrong && self.numbers.len() == 0
    }
}

impl Dice for Again<'_> {
    fn roll(&mut self, sides: u32) -> u32 {
        let number = self.numbers.next().map(|number| u32::from(*number)).filter(|number| *number < sides);
        self.wrong |= number.is_none();
        number.unwrap_or(0)
    }
}

impl Gen1 {
    pub fn from_options(_options: &mut Options) -> Result<Self, String> {
        Ok(Self)
    }

    /// A battle between two teams as it begins.
    pub fn begin(teams: &[Team; 2], dice: &mut dyn Dice) -> State {
        let (mut battle, mut events) = (Battle::new(teams), Vec::new());
        let mut drawn = Drawn::kept(dice);
        Play::new(&mut battle, &mut drawn, &mut events).start();
        let start = Step { choices: [None; 2], drawn: drawn.numbers() };
        let story = Story { teams: *teams, steps: vec![start] };
        let minds = [0, 1].map(|seat| Some(Arc::new(Mind::new(seat, &teams[seat]))));
        let mut state = State { battle, story: Some(Arc::new(story)), minds, shown: [1; 2] };
        state.tell(&events);
        state
    }

    /// The choice that an action stands for.
    #[must_use]
    pub fn choice(battle: &Battle, side: usize, action: Action) -> Option<Choice> {
        let mut choices = Choices::new();
        battle.choices(side, &mut choices);
        choices.into_iter().find(|choice| Self::action(battle, side, *choice) == action)
    }

    /// The action that a choice is.
    #[must_use]
    pub fn action(battle: &Battle, side: usize, choice: Choice) -> Action {
        let seat = &battle.sides[side];
        match choice {
            Choice::Switch(place) => {
                SWITCH + Action::from(seat.team[usize::from(seat.order[usize::from(place)])].species.0)
            }
            Choice::Move(slot) => match seat.menu() {
                Menu::Moves => Action::from(seat.active.moves[usize::from(slot)].0) - 1,
                Menu::Fight => FIGHT,
                Menu::Recharge => RECHARGE,
                Menu::Locked(id) => Action::from(id.0) - 1,
                Menu::Struggle => Action::from(MoveId::STRUGGLE.0) - 1,
            },
        }
    }
}

impl State {
    /// What has happened, turn by turn, the start first; nothing in a battle that was only thought of.
    #[must_use]
    pub fn events(&self) -> Vec<Vec<Event>> {
        let Some(story) = &self.story else { return Vec::new() };
        let mut battle = Battle::new(&story.teams);
        let events = |step: &Step| {
            let mut events = Vec::new();
            let mut drawn =
                Drawn { dice: &mut Again { numbers: step.drawn.iter(), wrong: false }, kept: Some(Vec::new()) };
            let mut play = Play::new(&mut battle, &mut drawn, &mut events);
            if step.choices == [None; 2] {
                play.start();
            } else {
                play.commit(step.choices);
            }
            events
        };
        story.steps.iter().map(events).collect()
    }

    /// What happened is seen by both.
    fn tell(&mut self, events: &[Event]) {
        for mind in self.minds.iter_mut().flatten() {
            let mind = Arc::make_mut(mind);
            for event in events {
                mind.hear(event);
            }
            mind.ask(&self.battle);
        }
    }

    fn show(&mut self) {
        for (shown, side) in self.shown.iter_mut().zip(&self.battle.sides) {
            *shown |= 1 << side.order[0];
        }
    }

    /// A battle that is only thought of, with nothing hidden.
    pub(super) fn thought(battle: &Battle) -> Self {
        Self { battle: *battle, story: None, minds: [None, None], shown: [0x3f; 2] }
    }

    /// Plays a turn that is only thought of: whoever thinks of it sees all.
    pub(super) fn think(&mut self, choices: [Option<Choice>; 2], rolls: &mut impl Rolls) {
        (self.story, self.minds) = (None, [None, None]);
        Play::new(&mut self.battle, rolls, &mut Silence).commit(choices);
        self.show();
    }

    fn commit(&mut self, choices: [Option<Choice>; 2], dice: &mut dyn Dice) {
        let Some(story) = &mut self.story else {
            return self.think(choices, &mut Drawn::thought(dice));
        };
        let mut events = Vec::new();
        let mut drawn = Drawn::kept(dice);
        Play::new(&mut self.battle, &mut drawn, &mut events).commit(choices);
        Arc::make_mut(story).steps.push(Step { choices, drawn: drawn.numbers() });
        self.show();
        for (mind, choice) in self.minds.iter_mut().zip(choices) {
            if let Some(mind) = mind {
                Arc::make_mut(mind).choose(choice);
            }
        }
        self.tell(&events);
    }
}

impl State {
    /// The teams of a battle that was played, not only thought of.
    #[must_use]
    pub fn teams(&self) -> Option<[Team; 2]> {
        self.story.as_ref().map(|story| story.teams)
    }

    /// Plays it again: `each` gets the battle after its start and after every turn, what was chosen, and what happened.
    pub fn again(&self, mut each: impl FnMut(&Battle, [Option<Choice>; 2], &[Event])) {
        let Some(story) = &self.story else { return };
        let mut battle = Battle::new(&story.teams);
        for (number, step) in story.steps.iter().enumerate() {
            let (mut events, mut again) = (Vec::new(), Again { numbers: step.drawn.iter(), wrong: false });
            let mut drawn = Drawn { dice: &mut again, kept: Some(Vec::new()) };
            let mut play = Play::new(&mut battle, &mut drawn, &mut events);
            if number == 0 {
                play.start();
            } else {
                play.commit(step.choices);
            }
            each(&battle, step.choices, &events);
        }
    }
}

impl Game for Gen1 {
    type State = State;
    type Info = Info;

    fn simultaneous(&self) -> bool {
        true
    }

    fn inside(&self) -> bool {
        true
    }

    fn hidden(&self) -> bool {
        true
    }

    fn spec(&self) -> String {
        "gen1".into()
    }

    fn seats(&self) -> usize {
        2
    }

    fn actions(&self) -> usize {
        ACTIONS
    }

    fn range(&self) -> (f64, f64) {
        (0.0, 1.0)
    }

    fn sum(&self) -> Option<f64> {
        Some(1.0)
    }

    fn start(&self, dice: &mut dyn Dice) -> State {
        let (mut ditto, mut numbers) = (false, Numbers(dice));
        let teams = [team::generate(&mut numbers, &mut ditto), team::generate(&mut numbers, &mut ditto)];
        Self::begin(&teams, dice)
    }

    fn turn(&self, state: &State) -> Turn {
        let asked = [0, 1].map(|side| state.battle.asked(side));
        match asked {
            [true, true] => Turn::Seats(Seats::first(2)),
            [true, false] => Turn::Seat(0),
            [false, true] => Turn::Seat(1),
            _ => Turn::Over,
        }
    }

    fn legal(&self, state: &State, seat: usize, out: &mut Actions) {
        let mut choices = Choices::new();
        state.battle.choices(seat, &mut choices);
        let first = out.len();
        out.extend(choices.into_iter().map(|choice| Self::action(&state.battle, seat, choice)));
        out[first..].sort_unstable();
        let mut kept = first;
        for index in first..out.len() {
            if index == first || out[index] != out[kept - 1] {
                out[kept] = out[index];
                kept += 1;
            }
        }
        out.truncate(kept);
    }

    fn apply(&self, state: &mut State, action: Action, dice: &mut dyn Dice) {
        let seat = usize::from(!state.battle.asked(0));
        let mut choices = [None; 2];
        choices[seat] = Self::choice(&state.battle, seat, action);
        state.commit(choices, dice);
    }

    fn apply_joint(&self, state: &mut State, actions: &[Action], dice: &mut dyn Dice) {
        let choices = [0, 1].map(|seat| Self::choice(&state.battle, seat, actions[seat]));
        state.commit(choices, dice);
    }

    fn outcome(&self, state: &State) -> Values {
        let mut values = [0.0; MAX_SEATS];
        let (first, second) = match state.battle.phase {
            Phase::Won => (1.0, 0.0),
            Phase::Lost => (0.0, 1.0),
            _ => (0.5, 0.5),
        };
        (values[0], values[1]) = (first, second);
        values
    }

    fn info(&self, state: &State, seat: usize) -> Info {
        match &state.minds[seat] {
            Some(mind) => Info::Mind(Arc::clone(mind)),
            None => Info::Whole(Box::new(state.battle)),
        }
    }

    fn hash(&self, state: &State) -> u64 {
        if state.story.is_some() {
            return hash_bytes(self.text(state).as_bytes());
        }
        let mut key = Key::default();
        std::hash::Hash::hash(&state.battle, &mut key);
        key.finish()
    }

    fn key(&self, state: &State, seat: usize) -> u64 {
        match &state.minds[seat] {
            Some(mind) => mind.key(),
            None => hash_bytes(self.info_text(&self.info(state, seat), seat).as_bytes()),
        }
    }

    /// What everybody sees of the position as it stands, HP in sixteenths. How it came about does not matter, nor who is
    /// still hidden: what is learnt of a seat's choices is shared by all teams that it may have.
    fn search_key(&self, state: &State, seat: usize) -> u64 {
        let sides = state.battle.sides.iter().zip(state.shown);
        sides.fold(chain(seat as u64, state.battle.phase as u64), |key, (side, shown)| chain(key, looks(side, shown)))
    }

    /// The moves of the own Pokémon on the field.
    fn secret_key(&self, state: &State, seat: usize) -> u64 {
        state.battle.sides[seat].active.moves.iter().fold(0, |key, id| key << 8 | u64::from(id.0))
    }

    fn hunches(&self, state: &State, seat: usize, legal: &[Action], out: &mut Vec<f32>) {
        super::hunch::weigh(&state.battle, seat, legal, out);
    }

    fn sample(&self, info: &Info, seat: usize, dice: &mut dyn Dice) -> State {
        let mut shown = [0x3f; 2];
        let (battle, mind) = match info {
            Info::Whole(battle) => (**battle, None),
            Info::Mind(mind) => {
                let mut rng = Rng::new(u64::from(dice.roll(1 << 31)) << 31 | u64::from(dice.roll(1 << 31)));
                let tracker = mind.belief().tracker();
                (shown[seat], shown[1 - seat]) = (tracker.shown, (1 << tracker.seen) - 1);
                (mind.belief().sample(&mut rng), Some(Arc::clone(mind)))
            }
        };
        let mut minds = [None, None];
        minds[seat] = mind;
        State { battle, story: None, minds, shown }
    }

    fn bare(&self, state: &State) -> State {
        State { battle: state.battle, story: None, minds: [None, None], shown: [0x3f; 2] }
    }

    fn text(&self, state: &State) -> String {
        let Some(story) = &state.story else { return super::scene::sketch(&state.battle) };
        let mut text = story.teams.each_ref().map(team::packed).join("&");
        for step in &story.steps {
            let choices = step.choices.map(|choice| choice.map_or_else(|| "-".into(), short));
            let numbers: Vec<String> = step.drawn.iter().map(u16::to_string).collect();
            let _ = write!(text, " {}{}:{}", choices[0], choices[1], numbers.join("."));
        }
        text
    }

    fn parse(&self, text: &str) -> Result<State, String> {
        read(text.trim())
    }

    /// With the battle as Showdown keeps it.
    fn json(&self, state: &State) -> serde_json::Value {
        serde_json::json!({ "text": self.text(state), "battle": super::json::state(&state.battle, "") })
    }

    fn feature_count(&self) -> usize {
        super::vector::names().len()
    }

    fn features(&self, state: &State, seat: usize, out: &mut [f32]) {
        super::vector::write(&self.info(state, seat), seat, out);
    }

    /// Nobody looks on, and nothing is kept.
    fn play_out(&self, state: &mut State, dice: &mut dyn Dice) -> u64 {
        (state.story, state.minds) = (None, [None, None]);
        let mut decisions = 0;
        while self.turn(state) != Turn::Over {
            decisions += 1;
            random_turn(self, state, dice);
        }
        decisions
    }

    fn info_text(&self, info: &Info, _seat: usize) -> String {
        match info {
            Info::Mind(mind) => mind.text(),
            Info::Whole(battle) => super::json::state(battle, "").to_string(),
        }
    }

    fn action_text(&self, action: Action) -> String {
        match action {
            FIGHT => "fight".into(),
            RECHARGE => "recharge".into(),
            SWITCH.. => format!("switch {}", Species((action - SWITCH) as u8).data().id),
            _ => MoveId(action as u8 + 1).id().into(),
        }
    }
}

/// A key of what can be seen of a side.
fn looks(side: &Side, visible: u8) -> u64 {
    // Of the HP that are shown: what is behind them is hidden.
    let sixteenths = |pokemon: &Pokemon| {
        let health = Health { hp: pokemon.hp, max: pokemon.max_hp, status: pokemon.status };
        if pokemon.hp == 0 { 0 } else { (health.percent() * 16).div_ceil(100) }
    };
    let mut team = 0u64;
    for (_, pokemon) in side.team.iter().enumerate().filter(|(index, _)| visible >> index & 1 == 1) {
        let word = u64::from(pokemon.species.0) << 16 | u64::from(sixteenths(pokemon)) << 8 | pokemon.status as u64;
        // In any order.
        team = team.wrapping_add(chain(7, word));
    }
    let active = &side.active;
    let stages = active.stages.iter().fold(0u64, |word, stage| word * 13 + (stage + 6) as u64);
    let marks = u64::from(active.flags.0) << 24
        | u64::from(active.charging.0) << 16
        | u64::from(active.substitute > 0) << 1
        | u64::from(active.confusion > 0);
    let lead = u64::from(side.lead().species.0) << 8 | u64::from(active.species.0);
    [team, lead, stages, marks].into_iter().fold(0, chain)
}

/// A choice in two letters: `m1` to `m4`, `s2` to `s6`.
fn short(choice: Choice) -> String {
    match choice {
        Choice::Move(slot) => format!("m{}", slot + 1),
        Choice::Switch(place) => format!("s{}", place + 1),
    }
}

/// The way back from [`short`]; also gives what is left of the text.
fn choice(text: &str) -> Option<(Option<Choice>, &str)> {
    if let Some(rest) = text.strip_prefix('-') {
        return Some((None, rest));
    }
    let (word, rest) = text.split_at_checked(2)?;
    let (kind, number) = word.split_at_checked(1)?;
    let number: u8 = number.parse().ok()?;
    match kind {
        "m" if (1..=4).contains(&number) => Some((Some(Choice::Move(number - 1)), rest)),
        "s" if (2..=6).contains(&number) => Some((Some(Choice::Switch(number - 1)), rest)),
        _ => None,
    }
}

fn step(text: &str) -> Option<Step> {
    let (choices, numbers) = text.split_once(':')?;
    let (first, rest) = choice(choices)?;
    let (second, rest) = choice(rest)?;
    let numbers = numbers.split('.').filter(|number| !number.is_empty()).map(str::parse);
    let drawn = numbers.collect::<Result<_, _>>().ok()?;
    rest.is_empty().then_some(Step { choices: [first, second], drawn })
}

/// Plays a course again.
fn read(text: &str) -> Result<State, String> {
    // Names of species have blanks; the course begins behind the last bar.
    let (teams, course) = text.rfind('|').map(|end| text.split_at(end + 1)).ok_or("a battle begins with two teams")?;
    let (first, second) = teams.split_once('&').ok_or("a battle begins with two teams, joined by &")?;
    let teams = [team::parse(first)?, team::parse(second)?];
    let mut steps = course.split_whitespace().enumerate().map(|(number, text)| {
        step(text).ok_or_else(|| format!("turn {number}: {text:?} is no turn such as m1s3:12.217"))
    });
    let start = steps.next().ok_or("a battle needs its start, such as --:")??;
    let mut again = Again { numbers: start.drawn.iter(), wrong: start.choices != [None; 2] };
    let mut state = Gen1::begin(&teams, &mut again);
    if !again.fits() {
        return Err("turn 0: other numbers are drawn".into());
    }
    for (number, step) in steps.enumerate() {
        let step = step?;
        let number = number + 1;
        for side in 0..2 {
            let mut legal = Choices::new();
            state.battle.choices(side, &mut legal);
            let fits = step.choices[side].map_or(legal.is_empty(), |choice| legal.contains(&choice));
            if !fits {
                return Err(format!("turn {number}: that is not what seat {side} may choose"));
            }
        }
        let mut again = Again { numbers: step.drawn.iter(), wrong: false };
        state.commit(step.choices, &mut again);
        if !again.fits() {
            return Err(format!("turn {number}: other numbers are drawn"));
        }
    }
    Ok(state)
}
