//! What a tracker says, against the battle itself.

use super::battle::{Battle, Flags, Phase, Pokemon, Side};
use super::choice::Menu;
use super::dex::{MoveId, Species, Stat};
use super::event::Health;
use super::tests::{battles, replay};
use super::track::{Amount, BLIND, Tracker};
use std::collections::BTreeMap;
use std::fmt::Debug;

/// The differences of what is public.
struct Compare<'a> {
    found: Vec<String>,
    /// Who has had a move twice, by Mimic: which of the two it then used is not shown, so neither is what each has left.
    twice: &'a [Species],
    /// How many more PP than in truth may be known, since somebody paid from a slot that is not known.
    unpaid: u8,
}

impl Compare<'_> {
    fn same<T: PartialEq + Debug>(&mut self, what: &str, known: T, truth: T) {
        if known != truth {
            self.found.push(format!("{what}: {known:?} known, {truth:?} in truth"));
        }
    }

    fn own(&mut self, known: &Side, truth: &Side, borrowed: bool) {
        for (index, (known, truth)) in known.team.iter().zip(&truth.team).enumerate() {
            let bare = |pokemon: &Pokemon| Pokemon { sleep: 0, slept: 0, broken: false, ..*pokemon };
            let text = |pokemon: &Pokemon| format!("{:?}", bare(pokemon));
            self.same(&format!("own member {index}"), text(known), text(truth));
        }
        self.same("order", known.order, truth.order);
        self.same("moves", known.active.moves, truth.active.moves);
        self.same("pp", known.active.pp, truth.active.pp);
        self.same("copied", known.active.copied, truth.active.copied);
        self.same("selected", known.selected, truth.selected);
        self.same("shown selected", known.shown_selected, truth.shown_selected);
        self.same("slot", known.slot, truth.slot);
        self.same("last move of the side", known.last_move, truth.last_move);
        self.active(known, truth, borrowed);
    }

    fn active(&mut self, known: &Side, truth: &Side, soft: bool) {
        let from = usize::from(soft);
        let (known_active, true_active) = (&known.active, &truth.active);
        self.same("stored", &known_active.stored[from..], &true_active.stored[from..]);
        self.same("stats", &known_active.stats[from..], &true_active.stats[from..]);
        self.same("species", known_active.species, true_active.species);
        self.same("types", known_active.types, true_active.types);
        self.same("stages", known_active.stages, true_active.stages);
        self.same("Substitute", known_active.substitute > 0, true_active.substitute > 0);
        self.same("confusion", known_active.confusion > 0, true_active.confusion > 0);
        self.same("last move", known_active.last_move, true_active.last_move);
        self.same("moved", known_active.moved, true_active.moved);
        self.same("charging", known_active.charging, true_active.charging);
        let flags = |flags: Flags| flags.0 & !Flags::FLINCH;
        self.same("flags", flags(known_active.flags), flags(true_active.flags));
        self.same("shown move", known.shown_move, truth.shown_move);
        self.same("fainted", known.fainted, truth.fainted);
    }

    fn other(&mut self, tracker: &Tracker, truth: &Side) {
        let known = tracker.other();
        for (index, pokemon) in known.team[..tracker.seen].iter().enumerate() {
            self.unpaid = tracker.unpaid[index];
            let name = pokemon.species.data().name;
            let Some(real) = truth.team.iter().find(|real| real.species == pokemon.species) else {
                self.found.push(format!("{name} is not there"));
                continue;
            };
            let health = Health { hp: real.hp, max: real.max_hp, status: real.status };
            self.same(&format!("HP of {name}"), pokemon.hp, if real.hp == 0 { 0 } else { health.percent() });
            self.same(&format!("level of {name}"), pokemon.level, real.level);
            self.same(&format!("status of {name}"), pokemon.status, real.status);
            self.same(&format!("faint of {name}"), pokemon.fainted, real.fainted);
            self.same(&format!("rest of {name}"), pokemon.rested, real.rested);
            self.same(&format!("stats of {name}"), &pokemon.stats[1..], &real.stats[1..]);
            self.moves(pokemon.species, (&pokemon.moves, &pokemon.pp), (&real.moves, &real.pp));
        }
        self.same("who is on the field", known.lead().species, truth.lead().species);
        let (shown, real) = (&known.active, &truth.active);
        self.unpaid = tracker.unpaid[usize::from(known.order[0])];
        self.moves(known.lead().species, (&shown.moves, &shown.pp), (&real.moves, &real.pp));
        if !tracker.blind {
            self.same("selected", known.selected, truth.selected);
            self.same("last move of the side", known.last_move, truth.last_move);
        }
        if known.slot != BLIND {
            self.same("slot", known.slot_move(), truth.slot_move());
        }
        // The Attack is that of one with a use for it, or else of one without.
        let attack = Stat::Attack as usize;
        let attacks = [known.active.stats[attack], tracker.soft.stats[attack]];
        if !attacks.contains(&truth.active.stats[attack]) {
            self.found.push(format!("Attack: {attacks:?} known, {} in truth", truth.active.stats[attack]));
        }
        let fainted = |side: &Side| side.fainted > 0;
        let aligned = Side { fainted: u8::from(fainted(truth)), ..*truth };
        self.active(&Side { fainted: u8::from(fainted(known)), ..*known }, &aligned, true);
    }

    /// Moves that were seen are there, with as many PP.
    fn moves(&mut self, species: Species, known: (&[MoveId; 4], &[u8; 4]), truth: (&[MoveId; 4], &[u8; 4])) {
        for (id, pp) in known.0.iter().zip(known.1).filter(|(id, _)| !id.is_none()) {
            let real = truth.0.iter().position(|other| other == id).map(|slot| truth.1[slot]);
            let name = format!("PP of {} of {}", id.data().name, species.data().name);
            let real = real.map(|real| {
                let close = (real..=real + self.unpaid).contains(pp) || self.twice.contains(&species);
                if close { *pp } else { real }
            });
            self.same(&name, Some(*pp), real);
        }
    }

    fn all(tracker: &Tracker, truth: &Battle, twice: &[Species]) -> Vec<String> {
        let mut compare = Compare { found: Vec::new(), twice, unpaid: 0 };
        compare.same("turn", tracker.battle.turn, truth.turn);
        compare.same("phase", tracker.battle.phase, truth.phase);
        compare.same("last move of all", tracker.battle.last_move, truth.last_move);
        if let Amount::Exact(damage) = tracker.last_damage {
            compare.same("last damage", damage, truth.last_damage);
        }
        compare.own(tracker.own(), &truth.sides[tracker.seat], tracker.borrowed);
        compare.other(tracker, &truth.sides[1 - tracker.seat]);
        compare.found
    }
}

#[test]
fn what_is_known_is_true_at_every_decision_of_recorded_battles() {
    let (mut decisions, mut blind, mut unsure) = (0, 0, 0);
    let mut found: BTreeMap<String, (u32, String)> = BTreeMap::new();
    for record in battles() {
        let teams =
            [0, 1].map(|side| super::team::parse(record["teams"][side].as_str().expect("a team")).expect("a team"));
        let mut trackers = [Tracker::new(0, &teams[0]), Tracker::new(1, &teams[1])];
        let mut twice = [Vec::new(), Vec::new()];
        replay(&record, |battle, choices, events| {
            for (seat, tracker) in trackers.iter_mut().enumerate() {
                tracker.choose(choices[seat]);
                events.iter().filter_map(|event| event.seen(seat as u8)).for_each(|event| tracker.hear(&event));
                let own = &battle.sides[seat];
                if battle.phase == Phase::Move && own.menu() == Menu::Moves {
                    tracker.asked(own.active.moves, own.active.pp);
                }
                if battle.phase.over() {
                    continue;
                }
                let moves = battle.sides[1 - seat].active.moves;
                if (1..4).any(|slot| !moves[slot].is_none() && moves[..slot].contains(&moves[slot])) {
                    twice[seat].push(battle.sides[1 - seat].lead().species);
                }
                let differences = Compare::all(tracker, battle, &twice[seat]);
                for difference in differences {
                    let what = difference.split(':').next().unwrap_or_default().to_string();
                    let entry = found.entry(what).or_insert_with(|| (0, String::new()));
                    if entry.0 == 0 {
                        entry.1 = format!("{} seat {seat}: {difference} after {events:?}", record["id"]);
                    }
                    entry.0 += 1;
                }
                decisions += 1;
                blind += u32::from(tracker.blind);
                unsure += u32::from(!matches!(tracker.last_damage, Amount::Exact(_)));
            }
        });
    }
    assert!(found.is_empty(), "{found:#?}");
    assert!(decisions > 55_000 && blind < decisions / 5, "{decisions} decisions, {blind} blind, {unsure} unsure");
}
