//! Beliefs against the truth: never ruled out, right on average, and samples that look like what was seen.

use super::battle::{Battle, Phase};
use super::belief::Belief;
use super::choice::Menu;
use super::event::Health;
use super::sets::kits;
use super::tests::{recorded, replay};
use crate::dice::Rng;

/// Follows recorded battles with a belief of each seat; `each` gets battle, seat and belief at every decision.
fn follow(step: usize, mut each: impl FnMut(&Battle, usize, &Belief)) {
    for record in recorded("battles.jsonl.gz").step_by(step) {
        let teams =
            [0, 1].map(|side| super::team::parse(record["teams"][side].as_str().expect("a team")).expect("a team"));
        let mut beliefs = [Belief::new(0, &teams[0]), Belief::new(1, &teams[1])];
        replay(&record, |battle, choices, events| {
            for (seat, belief) in beliefs.iter_mut().enumerate() {
                belief.choose(choices[seat]);
                events.iter().filter_map(|event| event.seen(seat as u8)).for_each(|event| belief.hear(&event));
                let own = &battle.sides[seat];
                if battle.phase == Phase::Move && own.menu() == Menu::Moves {
                    belief.asked(own.active.moves, own.active.pp);
                }
                if !battle.phase.over() {
                    each(battle, seat, belief);
                }
            }
        });
    }
}

#[test]
fn the_truth_is_never_ruled_out() {
    let (mut looked, mut surprises, mut worst) = (0, 0, 1.0f64);
    let (mut substitutes, mut ruled_out) = (0, 0);
    let mut told = std::collections::BTreeMap::new();
    follow(1, |battle, seat, belief| {
        for (side, truth) in battle.sides.iter().enumerate().filter(|(_, side)| side.active.substitute > 0) {
            let worn = truth.lead().max_hp / 4 + 1 - u16::from(truth.active.substitute);
            substitutes += 1;
            ruled_out += u32::from(belief.worn(side, worn) == 0.0);
        }
        let truth = &battle.sides[1 - seat];
        for (index, member) in belief.members().iter().enumerate() {
            let real = truth.team.iter().find(|real| real.species == member.species).expect("a member");
            let mut moves = real.moves;
            moves[..real.move_count()].sort_unstable();
            let odds =
                belief.posterior(index).iter().find(|(kit, _)| kit.moves == moves).map_or(0.0, |(_, odds)| *odds);
            worst = worst.min(odds);
            assert!(odds > 0.0, "{}: {:?}", member.species.data().name, belief.posterior(index));
            let place = kits(member.species).iter().position(|kit| kit.moves == moves).expect("a kit");
            let gauge = member.gauge(place);
            if !real.fainted && gauge.odds(real.hp) == 0.0 {
                *told
                    .entry(format!("{} {:?}", member.species.data().name, belief.tracker().current().id()))
                    .or_insert(0) += 1;
            }
            surprises += gauge.surprises;
            looked += 1;
        }
    });
    assert!(told.is_empty() && surprises == 0, "HP ruled out: {told:#?}, {surprises} surprises");
    assert!(substitutes > 1_000 && ruled_out == 0, "HP of {ruled_out} of {substitutes} Substitutes ruled out");
    assert!(looked > 150_000 && worst > 0.0, "{looked} members, {worst} at worst");
}

#[test]
fn samples_look_like_what_was_seen() {
    let (mut rng, mut compared, mut number) = (Rng::new(1), 0, 0);
    follow(3, |battle, seat, belief| {
        number += 1;
        if number % 7 != 0 {
            return;
        }
        let sample = belief.sample(&mut rng);
        let (known, truth) = (&sample.sides[1 - seat], &battle.sides[1 - seat]);
        for member in belief.members() {
            let find = |side: &super::battle::Side| {
                *side.team.iter().find(|one| one.species == member.species).expect("a member")
            };
            let (drawn, real) = (find(known), find(truth));
            let shown = |pokemon: &super::battle::Pokemon| {
                Health { hp: pokemon.hp, max: pokemon.max_hp, status: pokemon.status }.percent()
            };
            assert_eq!((shown(&drawn), drawn.status, drawn.fainted), (shown(&real), real.status, real.fainted));
            assert!(drawn.hp <= drawn.max_hp && (drawn.hp > 0 || real.hp == 0));
            assert!(drawn.status != super::dex::Status::Sleep || (1..=7).contains(&drawn.sleep));
        }
        let (drawn, real) = (&known.active, &truth.active);
        assert_eq!((drawn.substitute > 0, drawn.confusion > 0), (real.substitute > 0, real.confusion > 0));
        assert!(drawn.confusion <= 5);
        let mut choices = [super::choice::Choices::new(), super::choice::Choices::new()];
        sample.choices(seat, &mut choices[0]);
        battle.choices(seat, &mut choices[1]);
        assert_eq!(choices[0], choices[1], "the own choices are known");
        assert_eq!(known.left(), truth.left());
        compared += 1;
    });
    assert!(compared > 2_000, "{compared}");
}
