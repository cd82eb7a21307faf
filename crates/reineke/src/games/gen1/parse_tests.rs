use super::parse::{Line, line};
use super::protocol::lines;
use super::tests::{battles, replay};

const NAMES: [&str; 2] = ["P1", "P2"];

#[test]
fn lines_of_recorded_battles_are_the_events_that_made_them() {
    let mut compared = 0;
    for record in battles() {
        replay(&record, |_, _, events| {
            for seat in 0..2 {
                for event in events {
                    let told: Vec<_> = lines(event, seat)
                        .iter()
                        .filter_map(|text| match line(text, NAMES).expect("a line of a battle") {
                            Line::Event(event) => Some(event),
                            Line::Other => None,
                        })
                        .collect();
                    assert_eq!(told, Vec::from_iter(event.seen(seat)), "{:?}", lines(event, seat));
                    compared += told.len();
                }
            }
        });
    }
    assert!(compared > 450_000, "{compared}");
}

#[test]
fn lines_that_change_nothing_are_left_alone() {
    for text in [
        "",
        "|",
        "|c|☆somebody|gl hf",
        "|j| guest",
        "|inactive|Time left: 150 sec this turn",
        "|rule|Sleep Clause Mod: Limit one foe put to sleep",
        "|-hint|Something new.",
        "|-message|P1 forfeited.",
        "|raw|<b>hello</b>",
        "plain words",
    ] {
        let expected = if text == "|" { Line::Event(super::event::Event::Gap) } else { Line::Other };
        assert_eq!(line(text, NAMES), Ok(expected), "{text:?}");
    }
}

#[test]
fn broken_lines_are_refused_with_a_reason() {
    for (text, words) in [
        ("|turn|x", "\"x\" is not a number"),
        ("|turn", "the line is cut off"),
        ("|switch|p1a: Ponyta|Ponyta, L84", "the line is cut off"),
        ("|switch|p1a: Lugia|Lugia|100/100", "\"p1a: Lugia\" is not a Pokémon on the field"),
        ("|switch|p3a: Ponyta|Ponyta, L84|100/100", "is not a Pokémon on the field"),
        ("|switch|p1a: Ponyta|Ponyta, Lx|100/100", "is not a species with its level"),
        ("|switch|p1a: Ponyta|Ponyta, L84|120/100", "is not a state of health"),
        ("|switch|p1a: Ponyta|Ponyta, L84|12/100 xyz", "is not a state of health"),
        ("|move|p1a: Ponyta|Roost|p2a: Ponyta", "\"Roost\" is not a move of this format"),
        ("|move|p1a: Ponyta|Fire Blast|p2a: Ponyta|[from] Roost", "\"Roost\" is not a move of this format"),
        ("|cant|p1a: Ponyta|bored", "\"bored\" is not known here"),
        ("|-damage|p1a: Ponyta|12/100|[from] Leech Seed", "unknown cause \"Leech Seed\""),
        ("|-boost|p1a: Ponyta|luck|1", "\"luck\" is not known here"),
        ("|-boost|p1a: Ponyta|atk|300", "is not a number"),
        ("|win|somebody", "\"somebody\" is not a player"),
    ] {
        let told = line(text, NAMES).expect_err(text);
        assert!(told.contains(words), "{text}: {told}");
    }
}
