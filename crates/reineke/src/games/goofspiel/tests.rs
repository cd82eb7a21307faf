use super::*;
use crate::games::contract;

fn goofspiel(cards: u32, order: &str) -> Goofspiel {
    let pairs = [("cards".to_string(), cards.to_string()), ("order".to_string(), order.to_string())];
    Goofspiel::from_options(&mut Options::new(pairs)).unwrap()
}

/// How many ways there are to play to the end, and how many of them the first seat wins.
fn histories(game: &Goofspiel, state: State) -> (u64, u64) {
    let mut next = Vec::new();
    match game.turn(&state) {
        Turn::Over => return (1, u64::from(game.outcome(&state)[0] > 0.0)),
        Turn::Chance => {
            let mut odds = Vec::new();
            game.odds(&state, &mut odds);
            for (outcome, _) in odds {
                let mut after = state;
                game.apply(&mut after, outcome, &mut NoDice);
                next.push(after);
            }
        }
        Turn::Seats(_) => {
            let mut hands = [Actions::new(), Actions::new()];
            (0..2).for_each(|seat| game.legal(&state, seat, &mut hands[seat]));
            for first in &hands[0] {
                for second in &hands[1] {
                    let mut after = state;
                    game.apply_joint(&mut after, &[*first, *second], &mut NoDice);
                    next.push(after);
                }
            }
        }
        Turn::Seat(_) => unreachable!("bids are simultaneous"),
    }
    next.into_iter().map(|after| histories(game, after)).fold((0, 0), |(n, w), (games, wins)| (n + games, w + wins))
}

#[test]
fn the_contract_holds_for_every_option() {
    for cards in 2..=13 {
        for order in ["random", "up", "down"] {
            contract::check(&goofspiel(cards, order), u64::from(cards), 30);
        }
    }
}

#[test]
fn histories_are_orders_of_both_hands_and_of_the_prizes() {
    let (random, random_wins) = histories(&goofspiel(4, "random"), goofspiel(4, "random").start(&mut NoDice));
    let (up, up_wins) = histories(&goofspiel(4, "up"), goofspiel(4, "up").start(&mut NoDice));
    let (down, down_wins) = histories(&goofspiel(4, "down"), goofspiel(4, "down").start(&mut NoDice));
    assert_eq!((random, up, down), (24 * 24 * 24, 24 * 24, 24 * 24));
    assert_eq!((random_wins, down_wins), (24 * up_wins, up_wins), "the order of the prizes favours nobody");
}

#[test]
fn the_higher_bid_takes_the_prize_and_equal_bids_discard_it() {
    let game = goofspiel(4, "random");
    let bid = |first, second| {
        let mut state = game.parse("A234 A234 3 A24 0:0").unwrap();
        game.apply_joint(&mut state, &[first, second], &mut NoDice);
        game.text(&state)
    };
    assert_eq!(bid(1, 0), "A34 234 - A24 3:0");
    assert_eq!(bid(2, 3), "A24 A23 - A24 0:3");
    assert_eq!(bid(2, 2), "A24 A24 - A24 0:0");
}

#[test]
fn every_prize_to_come_is_equally_likely_and_the_last_is_certain() {
    let game = goofspiel(4, "random");
    let odds = |text| {
        let mut out = Vec::new();
        game.odds(&game.parse(text).unwrap(), &mut out);
        out
    };
    assert_eq!(odds("A34 234 - A24 3:0"), [(0, 1.0 / 3.0), (1, 1.0 / 3.0), (3, 1.0 / 3.0)]);
    assert_eq!(odds("4 2 - 4 3:0"), [(3, 1.0)]);
}

#[test]
fn the_last_card_is_a_turn_like_any_other() {
    let game = goofspiel(4, "random");
    let mut state = game.parse("4 2 4 - 3:2").unwrap();
    assert_eq!(game.turn(&state), Turn::Seats(Seats::first(2)));
    game.apply_joint(&mut state, &[3, 1], &mut NoDice);
    assert_eq!(game.text(&state), "- - - - 7:2");
    assert_eq!((game.turn(&state), &game.outcome(&state)[..2]), (Turn::Over, &[1.0, -1.0][..]));
    assert_eq!(game.points(&state)[..2], [7.0, 2.0]);
}

#[test]
fn fixed_orders_turn_the_prizes_up_without_chance() {
    assert_eq!(goofspiel(4, "up").text(&goofspiel(4, "up").start(&mut NoDice)), "A234 A234 A 234 0:0");
    assert_eq!(goofspiel(13, "down").text(&goofspiel(13, "down").start(&mut NoDice)).split(' ').nth(2), Some("K"));
}

#[test]
fn an_event_is_the_round() {
    let game = goofspiel(4, "random");
    let event = |text| game.event(&game.parse(text).unwrap());
    assert_eq!(event("A234 A234 - A234 0:0"), Some(0));
    assert_eq!(event("4 2 - 4 3:0"), event("A 4 - A 0:0"));
    assert_eq!(event("4 2 - 4 3:0"), Some(3));
}

#[test]
fn the_spec_names_what_is_not_the_default() {
    assert_eq!(goofspiel(4, "random").spec(), "goofspiel");
    assert_eq!(goofspiel(13, "down").spec(), "goofspiel(cards=13,order=down)");
}

#[test]
fn features_are_seen_from_the_seat() {
    let game = goofspiel(4, "random");
    let mut out = [9.0; 18];
    game.features(&game.parse("A24 234 3 A2 4:0").unwrap(), 1, &mut out);
    assert_eq!(out[..8], [0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 1.0]);
    assert_eq!(out[8..], [1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.25]);
}

#[test]
fn impossible_positions_are_refused() {
    let shape = "not a position of goofspiel, such as A234 A234 - A234 0:0";
    for (text, reason) in [
        ("", shape),
        ("A234 A235 - A234 0:0", shape),
        ("4321 A234 - A234 0:0", shape),
        ("A234 A234 - A234 0", shape),
        ("A234 A234 - A234 0:0 0", shape),
        ("A234 A23 - A234 0:0", "goofspiel: hands of 4 and 3 cards"),
        ("A23 A23 3 A24 0:0", "goofspiel: hands of 3 cards need 3 prizes on the table and to come"),
        ("A23 A23 3 A3 0:0", "goofspiel: hands of 3 cards need 3 prizes on the table and to come"),
        ("A23 A23 - A24 2:2", "goofspiel: 4 points won of 3"),
    ] {
        assert_eq!(goofspiel(4, "random").parse(text).unwrap_err(), reason, "{text:?}");
    }
    for (order, text) in [("up", "A23 A23 3 A2 0:0"), ("up", "A23 A23 A 23 0:0"), ("down", "A23 A23 - A23 0:0")] {
        let reason = format!("goofspiel(order={order}): the prizes are out of order");
        assert_eq!(goofspiel(4, order).parse(text).unwrap_err(), reason, "{text:?}");
    }
}
