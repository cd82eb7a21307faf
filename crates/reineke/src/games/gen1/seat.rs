//! A player at a real battle: the server's lines and requests go in, what the player knows comes out.
//!
//! A step is what the server plays out at once. Whatever is known of a step beyond its lines (what was chosen, what a request
//! showed) is kept by its number, so that all can be heard again from the beginning when the server tells it again.

use super::battle::{Flags, Phase};
use super::choice::{Choice, Choices, Menu};
use super::dex::{MoveId, Species};
use super::event::Event;
use super::game::{Gen1, Info, SWITCH};
use super::mind::Mind;
use super::parse::{Line, line};
use super::request::{Ask, Request};
use super::team::Team;
use crate::dice::Rng;
use crate::game::{Action, Game, View};
use std::collections::BTreeMap;
use std::sync::Arc;

type Moves = ([MoveId; 4], [u8; 4]);

#[derive(Clone, Debug, Default)]
pub struct Seat {
    names: [String; 2],
    /// From the start on; [`Event::Time`] begins a step.
    events: Vec<Event>,
    chosen: BTreeMap<usize, Choice>,
    asked: BTreeMap<usize, Moves>,
    team: Option<Team>,
    mind: Option<Mind>,
    /// How many of the events the mind has heard, the step that it is at, and whether it was told what was asked there.
    told: usize,
    step: usize,
    shown: bool,
}

impl Seat {
    /// A player's name, as the line that tells the winner writes it.
    pub fn name(&mut self, seat: usize, name: &str) {
        self.names[seat] = name.into();
    }

    /// A line of the battle. An error says why it cannot be understood; it is then left out.
    pub fn hear(&mut self, text: &str) -> Result<(), String> {
        let Line::Event(event) = line(text, [&self.names[0], &self.names[1]])? else { return Ok(()) };
        let begun = event == Event::Start || !self.events.is_empty();
        if begun && event != Event::Gap {
            self.events.insert(self.place(&event), event);
        }
        Ok(())
    }

    /// That somebody will struggle is told before the step in which it happens.
    fn place(&self, event: &Event) -> usize {
        let early = |event: &&Event| matches!(event, Event::Struggles(_));
        let count = if *event == Event::Time { self.events.iter().rev().take_while(early).count() } else { 0 };
        (self.events.len() - count).max(self.told)
    }

    /// The server is about to tell everything again.
    pub fn again(&mut self) {
        self.events.clear();
        self.mind = None;
        (self.told, self.step, self.shown) = (0, 0, false);
    }

    /// What this seat knows, once it was asked something.
    #[must_use]
    pub fn mind(&self) -> Option<&Mind> {
        self.mind.as_ref()
    }

    /// The server asks. An error says in what the request is not what the lines lead to; more lines may mend that. With
    /// `trust`, the own moves and PP are what the request says.
    pub fn ask(&mut self, request: &Request, trust: bool) -> Result<(), String> {
        if self.events.is_empty() {
            return Err("a request before the battle has begun".into());
        }
        if self.mind.is_none() {
            let team = self.team.map_or_else(|| self.team(request), Ok)?;
            (self.team, self.mind) = (Some(team), Some(Mind::new(request.seat, &team)));
        }
        self.catch_up();
        let Some(mut mind) = self.mind.clone() else { return Ok(()) };
        let told = self.shown && self.asked.get(&self.step) == request.moves.as_ref();
        if let Some((moves, pp)) = request.moves.filter(|_| !told) {
            if !trust {
                check_moves(&mind, moves, pp)?;
            }
            mind.asked(moves, pp);
        }
        check(&mind, request)?;
        if let Some(moves) = request.moves {
            self.asked.insert(self.step, moves);
            (self.mind, self.shown) = (Some(mind), true);
        }
        Ok(())
    }

    /// The own team as it was at the start: every switch has exchanged two places since.
    fn team(&self, request: &Request) -> Result<Team, String> {
        let mut places: Vec<_> = request.team.iter().map(|own| own.possible()).collect::<Result<_, _>>()?;
        let came: Vec<Species> = self.events.iter().filter_map(|event| entered(event, request.seat)).collect();
        for before in came.iter().rev().skip(1) {
            let place = places.iter().position(|set| set.species == *before);
            places.swap(0, place.ok_or("somebody has fought who is not in the team")?);
        }
        places.try_into().map_err(|_| "a team has six members".into())
    }

    /// Tells the mind what has happened since.
    fn catch_up(&mut self) {
        while self.told < self.events.len() {
            let event = self.events[self.told];
            if event == Event::Time {
                self.show();
                self.begin();
            }
            self.told += 1;
            if let Some(mind) = &mut self.mind {
                mind.hear(&event);
            }
        }
    }

    /// A step begins.
    fn begin(&mut self) {
        let choice = self.chosen.get(&self.step).copied().or_else(|| self.guess());
        (self.step, self.shown) = (self.step + 1, false);
        if let Some(mind) = &mut self.mind {
            mind.choose(choice);
        }
    }

    /// Tells the mind what a request at this step has shown.
    fn show(&mut self) {
        let (Some(mind), Some((moves, pp))) = (&mut self.mind, self.asked.get(&self.step)) else { return };
        if !self.shown {
            mind.asked(*moves, *pp);
            self.shown = true;
        }
    }

    /// What was chosen, by what came of it, where it was chosen in another life.
    fn guess(&self) -> Option<Choice> {
        let mind = self.mind.as_ref()?;
        let (battle, seat) = (&mind.belief().tracker().battle, mind.seat());
        let mut step = self.events[self.told + 1..].iter().take_while(|event| **event != Event::Time);
        let seen = step.find_map(|event| match *event {
            Event::Move { who, id, .. } if usize::from(who.side) == seat => Some(Action::from(id.0) - 1),
            _ => entered(event, seat).map(|species| SWITCH + Action::from(species.0)),
        });
        let mut legal = Choices::new();
        battle.choices(seat, &mut legal);
        seen.and_then(|action| Gen1::choice(battle, seat, action)).or_else(|| legal.first().copied())
    }

    /// What an agent is shown. None before the first request.
    #[must_use]
    pub fn view(&self) -> Option<View<Gen1>> {
        let mind = self.mind.clone()?;
        let seat = mind.seat();
        let state = Gen1.sample(&Info::Mind(Arc::new(mind)), seat, &mut Rng::new(0));
        Some(View::of(&Gen1, &state, seat))
    }

    /// The choice that an action is. None if it cannot be made.
    #[must_use]
    pub fn choice(&self, action: Action) -> Option<Choice> {
        let mind = self.mind.as_ref()?;
        Gen1::choice(&mind.belief().tracker().battle, mind.seat(), action)
    }

    /// This was chosen at the step that the last request was for.
    pub fn choose(&mut self, choice: Choice) {
        self.chosen.insert(self.step, choice);
    }
}

/// The own moves are known, but for those that were copied.
fn check_moves(mind: &Mind, moves: [MoveId; 4], pp: [u8; 4]) -> Result<(), String> {
    let known = &mind.belief().tracker().own().active;
    if known.flags.has(Flags::TRANSFORMED) || (known.moves, known.pp) == (moves, pp) {
        return Ok(());
    }
    Err("other moves or PP are asked for than the battle says".into())
}

/// Compares what is asked with what should be.
fn check(mind: &Mind, request: &Request) -> Result<(), String> {
    let battle = &mind.belief().tracker().battle;
    if mind.seat() != request.seat {
        return Err("the other side is asked".into());
    }
    let own = &battle.sides[request.seat];
    for (place, shown) in request.team.iter().enumerate() {
        if !shown.shows(&own.team[usize::from(own.order[place])]) {
            let name = shown.set.species.data().name;
            return Err(format!("{name} in place {} is not what the battle says", place + 1));
        }
    }
    let expected = match battle.phase {
        Phase::Move => Ask::Move,
        _ if battle.asked(request.seat) => Ask::Switch,
        _ => Ask::Wait,
    };
    let mut choices = Choices::new();
    battle.choices(request.seat, &mut choices);
    if request.ask != expected {
        return Err(format!("{:?} is asked for where {expected:?} was expected", request.ask));
    }
    if request.choices() != choices {
        return Err(format!("{:?} can be chosen where {choices:?} were expected", request.choices()));
    }
    if expected == Ask::Move && request.moves.is_some() != (own.menu() == Menu::Moves) {
        return Err(format!("moves are asked for where the Pokémon is at {:?}", own.menu()));
    }
    Ok(())
}

/// Who of a side comes in.
fn entered(event: &Event, seat: usize) -> Option<Species> {
    match *event {
        Event::Switch { who, .. } if usize::from(who.side) == seat => Some(who.species),
        _ => None,
    }
}
