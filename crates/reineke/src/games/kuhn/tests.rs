use super::*;
use crate::dice::{Forced, NoDice, Rng};
use crate::games::contract;
use std::collections::{BTreeMap, BTreeSet};

fn deals() -> impl Iterator<Item = State> {
    ["JQ", "JK", "QJ", "QK", "KJ", "KQ"].into_iter().map(|text| Kuhn.parse(text).unwrap())
}

fn after(mut state: State, action: Action) -> State {
    Kuhn.apply(&mut state, action, &mut NoDice);
    state
}

#[test]
fn the_contract_holds() {
    contract::check(&Kuhn, 1, 1000);
}

#[test]
fn the_seats_decide_in_twelve_information_sets_with_twelve_keys() {
    let (mut sets, mut keys) = (BTreeSet::new(), BTreeSet::new());
    let mut open: Vec<State> = deals().collect();
    while let Some(state) = open.pop() {
        if let Turn::Seat(seat) = Kuhn.turn(&state) {
            sets.insert((seat, Kuhn.info_text(&Kuhn.info(&state, seat), seat)));
            keys.insert((seat, Kuhn.key(&state, seat)));
            open.extend([PASS, BET].map(|action| after(state, action)));
        }
    }
    let names: Vec<String> = sets.iter().map(|(seat, text)| format!("{seat}:{text}")).collect();
    assert_eq!(names.join(","), "0:J,0:J pb,0:K,0:K pb,0:Q,0:Q pb,1:J b,1:J p,1:K b,1:K p,1:Q b,1:Q p");
    assert_eq!(keys.len(), 12);
}

#[test]
fn chips_go_to_the_better_card_or_to_who_did_not_fold() {
    for (text, first) in [
        ("KQ pp", 1.0),
        ("JQ pp", -1.0),
        ("JQ bp", 1.0),
        ("KQ pbp", -1.0),
        ("KQ bb", 2.0),
        ("JQ bb", -2.0),
        ("KJ pbb", 2.0),
        ("QK pbb", -2.0),
    ] {
        let state = Kuhn.parse(text).unwrap();
        assert_eq!(Kuhn.turn(&state), Turn::Over, "{text}");
        assert_eq!(Kuhn.outcome(&state)[..2], [first, -first], "{text}");
    }
}

/// How often Kuhn's equilibrium bets, where the first seat bluffs with a third of its jacks.
fn bets(info: &str) -> f64 {
    match info {
        "K" | "K b" | "K p" | "K pb" => 1.0,
        "J" | "J p" | "Q b" => 1.0 / 3.0,
        "Q pb" => 2.0 / 3.0,
        _ => 0.0,
    }
}

fn value(state: State) -> f64 {
    let Turn::Seat(seat) = Kuhn.turn(&state) else { return Kuhn.outcome(&state)[0] };
    let bet = bets(&Kuhn.info_text(&Kuhn.info(&state, seat), seat));
    bet * value(after(state, BET)) + (1.0 - bet) * value(after(state, PASS))
}

#[test]
fn kuhns_equilibrium_costs_the_first_seat_an_eighteenth() {
    let mean = deals().map(value).sum::<f64>() / 6.0;
    assert!((mean + 1.0 / 18.0).abs() < 1e-12, "{mean}");
}

#[test]
fn all_six_deals_are_equally_likely() {
    let mut counts = BTreeMap::new();
    let mut rng = Rng::new(1);
    for _ in 0..60_000 {
        *counts.entry(Kuhn.text(&Kuhn.start(&mut rng))).or_insert(0) += 1;
    }
    assert_eq!(counts.len(), 6);
    assert!(counts.values().all(|count| (9_600..10_400).contains(count)), "{counts:?}");
}

#[test]
fn a_sample_keeps_the_own_card_and_a_public_sample_redraws_both() {
    let info = Kuhn.info(&Kuhn.parse("KQ pb").unwrap(), 1);
    let mut rng = Rng::new(2);
    let (mut own, mut public) = (BTreeMap::new(), BTreeMap::new());
    for _ in 0..60_000 {
        *own.entry(Kuhn.text(&Kuhn.sample(&info, 1, &mut rng))).or_insert(0) += 1;
        *public.entry(Kuhn.text(&Kuhn.sample_public(&info, 1, &mut rng))).or_insert(0) += 1;
    }
    assert_eq!(own.keys().collect::<Vec<_>>(), ["JQ pb", "KQ pb"]);
    assert!(own.values().all(|count| (29_500..30_500).contains(count)), "{own:?}");
    assert_eq!(public.keys().collect::<Vec<_>>(), ["JK pb", "JQ pb", "KJ pb", "KQ pb", "QJ pb", "QK pb"]);
    assert!(public.values().all(|count| (9_600..10_400).contains(count)), "{public:?}");
}

#[test]
fn the_other_seats_card_changes_nothing_that_a_seat_sees() {
    for course in COURSES {
        for (one, two) in [("JQ", "JK"), ("QJ", "QK"), ("KJ", "KQ")] {
            for seat in 0..2 {
                let turned = |cards: &str| if seat == 0 { cards.to_string() } else { cards.chars().rev().collect() };
                let [one, two] = [one, two].map(|cards| Kuhn.parse(&format!("{} {course}", turned(cards))).unwrap());
                assert_ne!(one, two);
                assert_eq!(Kuhn.info(&one, seat), Kuhn.info(&two, seat));
                assert_eq!(Kuhn.key(&one, seat), Kuhn.key(&two, seat));
                assert_eq!(features(one, seat), features(two, seat));
            }
        }
    }
}

fn features(state: State, seat: usize) -> [f32; 10] {
    let mut out = [9.0; 10];
    Kuhn.features(&state, seat, &mut out);
    out
}

#[test]
fn features_are_seen_from_the_seat() {
    let state = Kuhn.parse("QJ pb").unwrap();
    assert_eq!(features(state, 0), [0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0]);
    assert_eq!(features(state, 1), [1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]);
}

#[test]
fn the_deal_takes_a_roll_of_three_and_a_roll_of_two() {
    let mut dice = Forced::new(&[1, 1]);
    assert_eq!(Kuhn.text(&Kuhn.start(&mut dice)), "QK");
    assert_eq!((dice.used, dice.broken), (2, false));
    let mut broken = Forced::new(&[2, 2]);
    Kuhn.start(&mut broken);
    assert!(broken.broken, "the second roll has two sides");
}

#[test]
fn impossible_positions_are_refused() {
    for (text, reason) in [
        ("", "not a position of kuhn, such as QJ pb"),
        ("Q", "not a position of kuhn, such as QJ pb"),
        ("QJK", "not a position of kuhn, such as QJ pb"),
        ("QA", "not a position of kuhn, such as QJ pb"),
        ("QJ ppb", "not a position of kuhn, such as QJ pb"),
        ("QJ x", "not a position of kuhn, such as QJ pb"),
        ("QJ  pb", "not a position of kuhn, such as QJ pb"),
        ("QQ pb", "kuhn: there is only one Q"),
    ] {
        assert_eq!(Kuhn.parse(text).unwrap_err(), reason, "{text:?}");
    }
}
