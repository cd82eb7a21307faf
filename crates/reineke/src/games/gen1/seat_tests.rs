//! Real lines and requests, against what the engine tells a player itself.

use super::battle::{Battle, Phase};
use super::choice::{Choices, Menu};
use super::dex::Species;
use super::event::Health;
use super::mind::Mind;
use super::protocol::{details, lines};
use super::request::Request;
use super::seat::Seat;
use super::team::{self, Team};
use super::tests::{battles, replay};
use crate::game::Turn;
use serde_json::{Value, json};

type Change = dyn Fn(&mut Value);

/// A request as Showdown writes it.
fn request(battle: &Battle, seat: usize) -> Value {
    let side = &battle.sides[seat];
    let members = side.order.iter().enumerate().map(|(place, index)| {
        let pokemon = &side.team[usize::from(*index)];
        let moves = if place == 0 { side.active.moves } else { pokemon.moves };
        json!({
            "ident": format!("p{}: {}", seat + 1, pokemon.species.data().name),
            "details": details(pokemon.species, pokemon.level),
            "condition": condition(Health { hp: pokemon.hp, max: pokemon.max_hp, status: pokemon.status }),
            "active": place == 0,
            "stats": {"atk": pokemon.stats[0], "def": pokemon.stats[1], "spa": pokemon.stats[2],
                "spd": pokemon.stats[2], "spe": pokemon.stats[3]},
            "moves": moves.iter().filter(|id| !id.is_none()).map(|id| id.id()).collect::<Vec<_>>(),
        })
    });
    let mut value =
        json!({"side": {"name": "P", "id": format!("p{}", seat + 1), "pokemon": members.collect::<Vec<_>>()}});
    match battle.phase {
        Phase::Move => value["active"] = json!([menu(battle, seat)]),
        _ if battle.asked(seat) => value["forceSwitch"] = json!([true]),
        _ => value["wait"] = json!(true),
    }
    value
}

fn condition(health: Health) -> String {
    if health.hp == 0 {
        return "0 fnt".into();
    }
    format!("{}/{} {}", health.hp, health.max, health.status.text()).trim_end().into()
}

fn menu(battle: &Battle, seat: usize) -> Value {
    let active = &battle.sides[seat].active;
    let alone = |id: &str, trapped: bool| json!({"moves": [{"id": id}], "trapped": trapped});
    match battle.sides[seat].menu() {
        Menu::Fight => alone("fight", false),
        Menu::Recharge => alone("recharge", true),
        Menu::Locked(id) => alone(id.id(), true),
        Menu::Struggle => alone("struggle", false),
        Menu::Moves => {
            let known = active.moves.iter().zip(active.pp).filter(|(id, _)| !id.is_none());
            let entry = |(id, pp): (&super::dex::MoveId, u8)| json!({"id": id.id(), "pp": pp, "disabled": pp == 0});
            json!({"moves": known.map(entry).collect::<Vec<_>>()})
        }
    }
}

fn ask(seat: &mut Seat, battle: &Battle, side: usize) -> Result<(), String> {
    seat.ask(&Request::parse(&request(battle, side).to_string())?, false)
}

fn hear(seat: &mut Seat, told: impl IntoIterator<Item = impl AsRef<str>>) {
    for text in told {
        seat.hear(text.as_ref()).expect("a line");
    }
}

fn named() -> Seat {
    let mut seat = Seat::default();
    seat.name(0, "P1");
    seat.name(1, "P2");
    seat
}

fn teams(record: &Value) -> [Team; 2] {
    [0, 1].map(|side| team::parse(record["teams"][side].as_str().expect("a team")).expect("a team"))
}

/// The generator's own teams: others are refused.
fn drawn() -> impl Iterator<Item = Value> {
    battles().filter(|record| record["ts"].is_array())
}

#[test]
fn lines_and_requests_make_the_mind_that_the_engine_makes() {
    let mut decisions = 0;
    for record in drawn() {
        let teams = teams(&record);
        for side in 0..2 {
            let (mut seat, mut mind) = (named(), Mind::new(side, &teams[side]));
            replay(&record, |battle, choices, events| {
                choices[side].into_iter().for_each(|choice| seat.choose(choice));
                mind.choose(choices[side]);
                for event in events {
                    mind.hear(event);
                    hear(&mut seat, lines(event, side as u8));
                }
                mind.ask(battle);
                if battle.phase.over() {
                    return;
                }
                ask(&mut seat, battle, side).unwrap_or_else(|error| panic!("{} seat {side}: {error}", record["id"]));
                let same = seat.mind() == Some(&mind);
                assert!(same, "{} seat {side} turn {}", record["id"], battle.turn);
                decisions += 1;
            });
        }
    }
    assert!(decisions > 50_000, "{decisions}");
}

#[test]
fn what_an_agent_is_shown_is_what_it_may_do() {
    let record = drawn().next().expect("a battle");
    let mut seat = named();
    assert!(seat.view().is_none());
    replay(&record, |battle, choices, events| {
        choices[1].into_iter().for_each(|choice| seat.choose(choice));
        hear(&mut seat, events.iter().flat_map(|event| lines(event, 1)));
        if battle.phase.over() {
            return;
        }
        ask(&mut seat, battle, 1).expect("a request");
        let view = seat.view().expect("a view");
        let mut legal = Choices::new();
        battle.choices(1, &mut legal);
        let offered: Choices = view.legal.iter().filter_map(|action| seat.choice(*action)).collect();
        assert_eq!(offered.len(), view.legal.len());
        assert!(legal.iter().all(|choice| offered.contains(choice)), "{legal:?} {offered:?}");
        let acts = match view.turn {
            Turn::Seat(mover) => mover == 1,
            Turn::Seats(seats) => seats.contains(1),
            _ => false,
        };
        assert_eq!(acts, battle.asked(1));
    });
}

#[test]
fn a_battle_that_is_told_again_is_known_as_before() {
    for (number, record) in drawn().take(60).enumerate() {
        let (mut seat, mut log) = (named(), Vec::new());
        let mut step = 0;
        replay(&record, |battle, choices, events| {
            choices[0].into_iter().for_each(|choice| seat.choose(choice));
            for text in events.iter().flat_map(|event| lines(event, 0)) {
                seat.hear(&text).expect("a line");
                log.push(text);
            }
            if battle.phase.over() {
                return;
            }
            ask(&mut seat, battle, 0).expect("a request");
            step += 1;
            if step % 9 == number % 9 {
                let before = seat.mind().cloned();
                seat.again();
                hear(&mut seat, &log);
                ask(&mut seat, battle, 0).expect("a request");
                assert!(seat.mind() == before.as_ref(), "{} turn {}", record["id"], battle.turn);
            }
        });
    }
}

/// Nobody has kept what was chosen and asked before, as after a restart of the client.
#[test]
fn a_battle_can_be_entered_in_the_middle() {
    let (mut entered, mut refused) = (0, Vec::new());
    for record in drawn().take(100) {
        let (mut log, mut step) = (Vec::new(), 0);
        replay(&record, |battle, _, events| {
            log.extend(events.iter().flat_map(|event| lines(event, 1)));
            step += 1;
            if battle.phase.over() || step % 7 != 0 {
                return;
            }
            let mut seat = named();
            hear(&mut seat, &log);
            match ask(&mut seat, battle, 1) {
                Ok(()) => entered += 1,
                Err(error) => {
                    refused.push(error);
                    let request = Request::parse(&request(battle, 1).to_string()).expect("a request");
                    seat.ask(&request, true).expect("a request that is trusted");
                }
            }
        });
    }
    // What a Pokémon chose that could not move is a guess, and so is what it pays for.
    assert!(entered > 1900 && refused.len() < 20, "{entered} entered, refused: {refused:#?}");
}

#[test]
fn a_request_that_comes_before_its_lines_waits_for_them() {
    let record = drawn().next().expect("a battle");
    let mut seat = named();
    let (mut early, mut steps) = (0, 0);
    replay(&record, |battle, choices, events| {
        choices[0].into_iter().for_each(|choice| seat.choose(choice));
        if battle.phase.over() {
            return;
        }
        steps += 1;
        early += usize::from(ask(&mut seat, battle, 0).is_err());
        hear(&mut seat, events.iter().flat_map(|event| lines(event, 0)));
        ask(&mut seat, battle, 0).expect("a request");
    });
    // Only a turn that has changed nothing of the own side looks as if it had come.
    assert!(early * 10 > steps * 7, "{early} of {steps}");
}

#[test]
fn requests_that_do_not_fit_are_refused_with_a_reason() {
    let record = drawn().next().expect("a battle");
    let mut seat = named();
    assert!(seat.ask(&Request::parse(&first(&record).to_string()).expect("a request"), false).is_err());
    replay_first(&record, &mut seat);
    let fits = first(&record);
    let broken = |change: &dyn Fn(&mut Value)| {
        let mut value = fits.clone();
        change(&mut value);
        let request = Request::parse(&value.to_string());
        request.and_then(|request| seat.clone().ask(&request, false)).expect_err("a refusal")
    };
    let cases: [(&Change, &str); 9] = [
        (&|value| value["side"]["id"] = json!("p3"), "names no side"),
        (&|value| value["side"]["pokemon"] = json!([]), "0 members"),
        (&|value| value["side"]["pokemon"][2]["details"] = json!("Lugia"), "called \"Lugia\""),
        (&|value| value["side"]["pokemon"][2]["stats"]["atk"] = json!(1), "the team generator"),
        (&|value| value["side"]["pokemon"][2]["condition"] = json!("what"), "a request with"),
        (&|value| value["active"][0]["moves"] = json!([]), "asks for nothing"),
        (&|value| value["active"][0]["moves"][0]["pp"] = json!(3), "other moves or PP"),
        (&|value| value["active"][0]["trapped"] = json!(true), "can be chosen"),
        (&|value| value["wait"] = json!(true), "Wait is asked for"),
    ];
    for (change, words) in cases {
        let told = broken(change);
        assert!(told.contains(words), "{told}");
    }
    assert!(Request::parse("{\"side\":").expect_err("cut off").contains("not JSON"));
    assert!(Species::named("Lugia").is_none());
}

fn replay_first(record: &Value, seat: &mut Seat) {
    let mut begun = false;
    replay(record, |_, _, events| {
        if !std::mem::replace(&mut begun, true) {
            hear(seat, events.iter().flat_map(|event| lines(event, 0)));
        }
    });
}

fn first(record: &Value) -> Value {
    let mut found = None;
    replay(record, |battle, _, _| {
        found.get_or_insert_with(|| request(battle, 0));
    });
    found.expect("a start")
}
