//! The flow, rule by rule: rolls, picks, the tray, +1, rounds, ends.

use super::*;
use crate::dice::NoDice;
use crate::games::contract;

const EMPTY: &str = "000000000000|00000000000|0|||0+0+0||";

fn clever(options: &[(&str, &str)]) -> Clever {
    made(options).unwrap()
}

fn made(options: &[(&str, &str)]) -> Result<Clever, String> {
    let mut options = Options::new(options.iter().map(|(key, value)| ((*key).into(), (*value).into())));
    Clever::from_options(&mut options)
}

/// The text after these moves: actions by name, or chance outcomes as numbers.
fn play(game: &Clever, from: &str, moves: &[&str]) -> String {
    let mut state = game.parse(from).unwrap();
    for word in moves {
        let action = match word.parse() {
            Ok(outcome) => outcome,
            Err(_) => game.parse_action(word).unwrap(),
        };
        assert!(game.turn(&state) == Turn::Chance || game.allowed(&state, 0, action), "{word}");
        game.apply(&mut state, action, &mut NoDice);
    }
    game.text(&state)
}

fn legal(game: &Clever, text: &str) -> Vec<String> {
    let mut out = Actions::new();
    game.legal(&game.parse(text).unwrap(), 0, &mut out);
    out.into_iter().map(|action| game.action_text(action)).collect()
}

fn outcomes(game: &Clever, text: &str) -> Vec<Action> {
    let mut out = Vec::new();
    game.odds(&game.parse(text).unwrap(), &mut out);
    out.into_iter().map(|(outcome, _)| outcome).collect()
}

/// Head and dice of a position.
fn scene(text: &str) -> &str {
    text.match_indices(' ').nth(1).map_or(text, |(end, _)| &text[..end])
}

#[test]
fn the_contract_holds_for_every_option() {
    contract::check(&clever(&[]), 1, 20);
    for seats in ["2", "3", "4"] {
        contract::check(&clever(&[("seats", seats)]), 2, 5);
    }
    contract::check(&clever(&[("mode", "thesis")]), 3, 10);
    contract::check(&clever(&[("mode", "thesis"), ("masks", "source")]), 4, 10);
    for mode in ["official", "thesis"] {
        contract::check(&clever(&[("mode", mode), ("areas", "y"), ("bonuses", "off")]), 5, 10);
        contract::check(&clever(&[("mode", mode), ("areas", "y"), ("dice", "yw"), ("bonuses", "off")]), 6, 10);
        contract::check(&clever(&[("mode", mode), ("areas", "gp"), ("dice", "g")]), 7, 10);
        contract::check(&clever(&[("mode", mode), ("areas", "yb"), ("dice", "ybop")]), 8, 10);
        contract::check(&clever(&[("mode", mode), ("dice", "bw")]), 9, 10);
    }
    contract::check(&clever(&[("seats", "2"), ("dice", "w"), ("areas", "bgop")]), 10, 10);
}

#[test]
fn the_spec_names_what_is_not_the_default() {
    assert_eq!(clever(&[("areas", "ybgop"), ("bonuses", "on")]).spec(), "clever");
    let all = [("mode", "thesis"), ("masks", "source"), ("areas", "yg"), ("dice", "ygw"), ("bonuses", "off")];
    assert_eq!(clever(&all).spec(), "clever(mode=thesis,masks=source,areas=yg,dice=ygw,bonuses=off)");
    assert_eq!(clever(&[("seats", "3")]).spec(), "clever(seats=3)");
}

#[test]
fn options_that_do_not_fit_are_refused() {
    assert!(made(&[("seats", "2"), ("mode", "thesis")]).is_err());
    assert!(made(&[("masks", "source")]).is_err());
    assert_eq!(made(&[("areas", "by")]).unwrap_err(), "areas=by: expected some of ybgop, in this order");
    assert!(made(&[("areas", "w")]).is_err() && made(&[("dice", "")]).is_err());
}

// covers: G3
#[test]
fn a_game_begins_with_a_reroll_and_six_dice_in_the_air() {
    let game = clever(&[]);
    let start = game.start(&mut NoDice);
    assert_eq!(game.text(&start), "1.0.roll1 ?p/?p/?p/?p/?p/?p 000000000000|00000000000|0|||1+0+0||");
    assert_eq!(game.turn(&start), Turn::Chance);
}

// covers: G4
#[test]
fn lower_dice_go_to_the_tray_and_equal_ones_stay() {
    let after = play(&clever(&[]), &format!("1.0.roll1 3p/1p/2p/3p/4p/6p {EMPTY}"), &["o:o"]);
    assert_eq!(after, "1.0.roll2 ?p/1t/2t/3f/?p/?p 000000000000|00000000000|0|3||0+0+0||");
}

// covers: G4
#[test]
fn blue_compares_its_own_face_and_marks_the_sum_wherever_white_lies() {
    let after = play(&clever(&[]), &format!("1.0.roll2 3p/2p/2p/3p/1t/4f {EMPTY}"), &["b:b"]);
    assert_eq!(after, "1.0.roll3 ?p/2f/?p/?p/1t/4f 000000000000|00001000000|0|||0+0+0||");
}

// covers: G3 G4
#[test]
fn a_turn_ends_after_three_rolls_or_without_dice() {
    let game = clever(&[]);
    let last = play(&game, &format!("1.0.roll3 3p/2t/1t/3p/4f/5f {EMPTY}"), &["o:o"]);
    assert_eq!(scene(&last), "1.0.tray ?p/?p/?p/?p/?p/?p");
    let early = play(&game, &format!("1.0.roll1 3p/2p/1p/3p/4p/5p {EMPTY}"), &["w:o"]);
    assert_eq!(scene(&early), "1.0.tray ?p/?p/?p/?p/?p/?p");
    let held = "000000000000|00000000000|0|||0+1+0||";
    let plus = play(&game, &format!("2.0.roll3 3p/2t/1t/3p/4f/5f {held}"), &["o:o"]);
    assert_eq!(scene(&plus), "2.0.plus0 3t/2t/1t/3f/4f/5f");
}

// covers: G3
#[test]
fn a_reroll_repeats_the_roll_without_a_choice() {
    let game = clever(&[]);
    let held = "000000000000|00000000000|0|||1+0+0||";
    let once = play(&game, &format!("1.0.roll2 3p/2t/2p/3p/4p/5f {held}"), &["reroll"]);
    assert_eq!(once, format!("1.0.roll2+1 ?p/2t/?p/?p/?p/5f {EMPTY}"));
    let landed = play(&game, &once, &["0", "0", "0", "0"]);
    assert!(!legal(&game, &landed).contains(&"reroll".into()), "none is left");
    assert_eq!(scene(&play(&game, &landed, &["g:g"])), "1.0.roll3 ?p/2t/1f/?p/?p/5f");
}

// covers: G3
#[test]
fn without_a_usable_die_a_pass_consumes_the_roll() {
    let game = clever(&[("areas", "gp"), ("bonuses", "off")]);
    let green = "000000000000|00000000000|4||5|0+0+0||";
    let text = format!("3.0.roll1 4p/4p/4p/4p/4p/4p {green}");
    assert_eq!(legal(&game, &text), ["pass"]);
    let skipped = play(&game, &text, &["pass"]);
    assert_eq!(skipped, format!("3.0.roll2 ?p/?p/?p/?p/?p/?p {green}"));
    let third = play(&game, &format!("3.0.roll3 4p/4p/4p/4p/4p/4p {green}"), &["pass"]);
    assert_eq!(scene(&third), "3.0.tray ?p/?p/?p/?p/?p/?p");
}

// covers: G2 G3
#[test]
fn the_three_lowest_dice_go_to_the_solo_tray_and_lots_break_ties() {
    let game = clever(&[]);
    let air = format!("1.0.tray ?p/?p/?p/?p/?p/?p {EMPTY}");
    let clear = play(&game, &air, &["5", "0", "3", "1", "4", "2"]);
    assert_eq!(scene(&clear), "1.0.pass0 6r/1t/4r/2t/5r/3t");
    let tied = play(&game, &air, &["2", "0", "2", "2", "4", "2"]);
    assert_eq!(scene(&tied), "1.0.tray 3p/1t/3p/3p/5p/3p");
    assert_eq!(outcomes(&game, &tied), [0, 2, 3, 5]);
    let one = play(&game, &tied, &["3"]);
    assert_eq!(scene(&one), "1.0.tray 3p/1t/3p/3t/5p/3p");
    assert_eq!(outcomes(&game, &one), [0, 2, 5]);
    assert_eq!(scene(&play(&game, &one, &["0"])), "1.0.pass0 3t/1t/3r/3t/5r/3r");
    let exact = play(&game, &air, &["2", "2", "2", "5", "5", "5"]);
    assert_eq!(scene(&exact), "1.0.pass0 3t/3t/3t/6r/6r/6r", "no lot without a choice");
}

// covers: G4
#[test]
fn the_tray_sets_may_be_landed_at_once() {
    let game = clever(&[]);
    let mut state = game.parse(&format!("1.0.tray ?p/?p/?p/?p/?p/?p {EMPTY}")).unwrap();
    state.land([6, 1, 4, 2, 5, 3]);
    assert_eq!(scene(&game.text(&state)), "1.0.pass0 6r/1t/4r/2t/5r/3t");
    let mut state = game.parse(&format!("1.0.roll2 ?p/2t/1t/?p/?p/5f {EMPTY}")).unwrap();
    state.land([6, 6, 6, 4, 5, 6]);
    assert_eq!(scene(&game.text(&state)), "1.0.roll2 6p/2t/1t/4p/5p/5f");
    assert_eq!(state.faces(), [6, 2, 1, 4, 5, 5]);
}

// covers: G3
#[test]
fn a_solo_passive_pick_is_from_the_tray_and_may_be_declined() {
    let game = clever(&[]);
    let text = format!("1.0.pass0 6r/1t/4r/2t/5r/3t {EMPTY}");
    assert_eq!(legal(&game, &text), ["b:b", "o:o", "w:y0", "w:y9", "w:b", "w:g", "w:o", "w:p", "pass"]);
    assert_eq!(scene(&play(&game, &text, &["pass"])), "2.0.roll1 ?p/?p/?p/?p/?p/?p");
    let after = play(&game, &text, &["o:o"]);
    assert_eq!(after, "2.0.roll1 ?p/?p/?p/?p/?p/?p 000000000000|00000000000|0|2||0+1+0||");
}

// covers: G3 G4
#[test]
fn a_plus_takes_any_of_the_six_dice_but_each_once_a_phase() {
    let game = clever(&[]);
    let held = "000000000000|00000000000|0|1.1.1.2.1.1||0+2+0||";
    let text = format!("2.0.plus0 3t/2t/1t/3f/4f/5f {held}");
    assert!(legal(&game, &text).contains(&"o:o".into()) && legal(&game, &text).contains(&"g:g".into()));
    let once = play(&game, &text, &["o:o"]);
    assert_eq!(scene(&once), "2.0.plus0 3t/2t/1t/3f/4f/5f", "the tray stays as it is");
    assert!(once.ends_with("|0+1+0||o"));
    assert!(!legal(&game, &once).contains(&"o:o".into()));
    let twice = play(&game, &once, &["w:o"]);
    assert_eq!(scene(&twice), "2.0.tray ?p/?p/?p/?p/?p/?p", "the phase ends with the last +1");
    assert!(twice.ends_with("||"));
    assert_eq!(scene(&play(&game, &once, &["pass"])), "2.0.tray ?p/?p/?p/?p/?p/?p");
}

// covers: G3
#[test]
fn the_passive_plus_leads_to_the_next_round() {
    let game = clever(&[]);
    let held = "000000000000|00000000000|0|||0+1+0||";
    let plus = play(&game, &format!("2.0.pass0 6r/1t/4r/2t/5r/3t {held}"), &["o:o"]);
    assert_eq!(scene(&plus), "2.0.plus0 6r/1t/4r/2t/5r/3t");
    let next = play(&game, &plus, &["pass"]);
    assert_eq!(next, "3.0.roll1 ?p/?p/?p/?p/?p/?p 000000000000|00000000000|0|2||1+1+0||");
}

// covers: G5
#[test]
fn waiting_crosses_are_chosen_before_anything_goes_on() {
    let game = clever(&[]);
    let ready = "110000000000|00000000000|0|||0+0+0||";
    let text = play(&game, &format!("2.0.roll1 5p/2p/6p/3p/4p/5p {ready}"), &["y:y2"]);
    assert_eq!(text, "2.0.roll1 5f/2t/6p/3t/4t/5p 111000000000|00000000000|0|||0+0+0|b|");
    assert_eq!(legal(&game, &text).len(), 11);
    let after = play(&game, &text, &["xb7"]);
    assert_eq!(after, "2.0.roll2 5f/2t/?p/3t/4t/?p 111000000000|00000100000|0|||0+0+0||");
}

// covers: G5
#[test]
fn rounds_bring_a_reroll_a_plus_a_reroll_and_a_free_box() {
    let game = clever(&[]);
    let dice = "6r/1t/4r/2t/5r/3t";
    let from = |round: u8| play(&game, &format!("{round}.0.pass0 {dice} {EMPTY}"), &["pass"]);
    assert!(from(1).contains("|0+1+0|") && from(2).contains("|1+0+0|") && from(4).contains("|0+0+0|"));
    let four = from(3);
    assert_eq!(scene(&four), "4.0.four0 -p/-p/-p/-p/-p/-p");
    assert_eq!(legal(&game, &four).len(), 12 + 11 + 3);
    let orange = play(&game, &four, &["xo"]);
    assert_eq!(orange, "4.0.roll1 ?p/?p/?p/?p/?p/?p 000000000000|00000000000|0|6||0+0+0||");
    assert!(play(&game, &four, &["xy11"]).contains("000000000001|"));
    assert!(play(&game, &four, &["xb12"]).contains("|00000000001|"));
    assert!(play(&game, &four, &["xg"]).contains("|1|||"));
    assert!(play(&game, &four, &["xp"]).contains("|0||6|"));
}

// covers: G3
#[test]
fn the_official_game_ends_after_the_last_passive_plus() {
    let game = clever(&[]);
    let held = "000000000000|00000000000|0|||0+1+0||";
    let plus = play(&game, &format!("6.0.pass0 6r/1t/4r/2t/5r/3t {held}"), &["pass"]);
    let over = play(&game, &plus, &["y:y1"]);
    assert_eq!(over, "6.0.over 6r/1t/4r/2t/5r/3t 010000000000|00000000000|0|||0+0+0||");
    assert_eq!(game.turn(&game.parse(&over).unwrap()), Turn::Over);
}

// covers: G2 G3
#[test]
fn the_thesis_game_ends_after_the_last_roll_and_its_chain() {
    let game = clever(&[("mode", "thesis")]);
    let held = "110000000000|00000000000|0|||0+1+0||";
    let wait = play(&game, &format!("6.0.roll3 5p/2t/6f/3t/4f/5p {held}"), &["y:y2"]);
    assert_eq!(scene(&wait), "6.0.roll3 5f/2t/6f/3t/4f/5t");
    assert_eq!(scene(&play(&game, &wait, &["xb2"])), "6.0.over 5f/2t/6f/3t/4f/5t");
}

// covers: G2
#[test]
fn the_thesis_tray_is_any_three_dice() {
    let game = clever(&[("mode", "thesis")]);
    let air = format!("1.0.tray ?p/?p/?p/?p/?p/?p {EMPTY}");
    let landed = play(&game, &air, &["5", "0", "3", "1", "4", "2"]);
    assert_eq!(outcomes(&game, &landed), [0, 1, 2, 3, 4, 5]);
    assert_eq!(outcomes(&game, &play(&game, &landed, &["4", "0"])), [1, 2, 3, 5]);
    assert_eq!(scene(&play(&game, &landed, &["4", "0", "2"])), "1.0.pass0 6t/1r/4t/2r/5t/3r");
}

// covers: G2 G5
#[test]
fn the_thesis_round_4_bonus_is_drawn() {
    let game = clever(&[("mode", "thesis")]);
    let draw = play(&game, &format!("3.0.pass0 6r/1t/4r/2t/5r/3t {EMPTY}"), &["pass"]);
    assert_eq!(scene(&draw), "4.0.four -p/-p/-p/-p/-p/-p");
    assert_eq!(outcomes(&game, &draw), [0, 1, 2, 3, 4]);
    assert_eq!(legal(&game, &play(&game, &draw, &["0"])).len(), 12);
    assert_eq!(legal(&game, &play(&game, &draw, &["1"])).len(), 11);
    assert!(play(&game, &draw, &["3"]).contains("4.0.roll1 ?p/?p/?p/?p/?p/?p 000000000000|00000000000|0|6||"));
    let narrow = clever(&[("mode", "thesis"), ("areas", "y")]);
    assert!(play(&narrow, &draw, &["4"]).ends_with(EMPTY), "a bonus without its area is lost");
}

// covers: G3 G21
#[test]
fn with_several_seats_the_others_pick_from_the_tray_in_order() {
    let game = clever(&[("seats", "3")]);
    let sheets = format!("{EMPTY} {EMPTY} {EMPTY}");
    let two = play(&game, &format!("1.1.roll3 3p/2t/1t/3p/4f/5f {sheets}"), &["o:o"]);
    assert_eq!(scene(&two), "1.1.pass2 3t/2t/1t/3f/4f/5f");
    assert_eq!(legal(&game, &two), ["y:y0", "y:y9", "b:b", "g:g", "pass"]);
    let zero = play(&game, &two, &["pass"]);
    assert_eq!(scene(&zero), "1.1.pass0 3t/2t/1t/3f/4f/5f");
    assert_eq!(scene(&play(&game, &zero, &["g:g"])), "1.2.roll1 ?p/?p/?p/?p/?p/?p");
    let last = play(&game, &format!("1.2.pass1 3t/2t/1t/3f/4f/5f {sheets}"), &["b:b"]);
    assert_eq!(scene(&last), "2.0.roll1 ?p/?p/?p/?p/?p/?p");
    assert_eq!(last.matches("+1+").count(), 3, "everybody gets the bonus of the round");
}

// covers: G4 G21
#[test]
fn dice_on_the_fields_are_offered_only_if_no_tray_die_is_usable() {
    let game = clever(&[("seats", "2"), ("areas", "gp"), ("bonuses", "off")]);
    let green = "000000000000|00000000000|4||5|0+0+0||";
    assert_eq!(legal(&game, &format!("3.0.pass1 3t/2t/4t/3f/6f/5f {EMPTY} {green}")), ["p:p", "w:g", "pass"]);
    assert_eq!(legal(&game, &format!("3.0.pass1 3t/2t/5t/3f/6f/5f {EMPTY} {green}")), ["g:g", "pass"]);
}

// covers: G21
#[test]
fn games_have_6_6_5_4_rounds() {
    let rounds = ["1", "2", "3", "4"].map(|seats| clever(&[("seats", seats)]).rounds());
    assert_eq!(rounds, [6, 6, 5, 4]);
}

// covers: G5 G21
#[test]
fn every_seat_chooses_its_round_4_bonus_in_order() {
    let game = clever(&[("seats", "2")]);
    let first = play(&game, &format!("3.1.pass0 3t/2t/1t/3f/4f/5f {EMPTY} {EMPTY}"), &["pass"]);
    assert_eq!(scene(&first), "4.0.four0 -p/-p/-p/-p/-p/-p");
    let second = play(&game, &first, &["xg"]);
    assert_eq!(scene(&second), "4.0.four1 -p/-p/-p/-p/-p/-p");
    assert_eq!(scene(&play(&game, &second, &["xp"])), "4.0.roll1 ?p/?p/?p/?p/?p/?p");
}

// covers: G21
#[test]
fn the_score_wins_then_the_best_area_then_it_is_shared() {
    let game = clever(&[("seats", "3")]);
    let outcome = |sheets: [&str; 3]| {
        let sheets = sheets.map(|tracks| format!("000000000000|00000000000|0|{tracks}|0+0+0||")).join(" ");
        game.outcome(&game.parse(&format!("5.2.over 3t/2t/1t/3f/4f/5f {sheets}")).unwrap())[..3].to_vec()
    };
    assert_eq!(outcome(["6.1|", "6|", "|5"]), [1.0, 0.0, 0.0]);
    assert_eq!(outcome(["4|2", "5|1", "|4"]), [0.0, 1.0, 0.0]);
    assert_eq!(outcome(["4|2", "2|4", "|5"]), [0.5, 0.5, 0.0]);
}

#[test]
fn an_event_is_the_same_whatever_was_chosen() {
    let game = clever(&[]);
    let event = |text: &str| game.event(&game.parse(text).unwrap());
    let one = event(&format!("1.0.roll2 ?p/2t/1t/?p/?p/5f {EMPTY}"));
    let two = event("1.0.roll2 ?p/2t/?p/3f/?p/?p 000000000000|00000000000|0|3||1+0+0||");
    assert_eq!(one, two);
    assert_ne!(one, event(&format!("1.0.roll2+1 ?p/2t/1t/?p/?p/5f {EMPTY}")));
    assert_ne!(one, event(&format!("1.0.roll2 3p/2t/1t/?p/?p/5f {EMPTY}")));
    assert_ne!(one, event(&format!("2.0.roll2 ?p/2t/1t/?p/?p/5f {EMPTY}")));
}

// covers: G7
#[test]
fn the_sixty_actions_have_their_names() {
    let names = [(0, "y:y0"), (11, "y:y11"), (12, "b:b"), (13, "g:g"), (14, "o:o"), (15, "p:p"), (16, "w:y0")];
    let more = [(27, "w:y11"), (28, "w:b"), (29, "w:g"), (30, "w:o"), (31, "w:p"), (32, "xy0"), (43, "xy11")];
    let rest = [(44, "xb2"), (54, "xb12"), (55, "xg"), (56, "xo"), (57, "xp"), (58, "reroll"), (59, "pass")];
    for (action, name) in names.into_iter().chain(more).chain(rest) {
        assert_eq!(text::action_text(action), name);
    }
    assert_eq!(clever(&[]).actions(), 60);
}

#[test]
fn what_cannot_occur_is_refused_with_a_reason() {
    let game = clever(&[]);
    let refused = |text: &str, reason: &str| {
        let error = game.parse(text).unwrap_err();
        assert!(error.contains(reason), "{text}: {error}");
    };
    let roll = "1.0.roll1 1p/1p/1p/1p/1p/1p";
    refused("", "not a position of clever, such as 1.0.roll1");
    refused(&format!("7.0.roll1 1p/1p/1p/1p/1p/1p {EMPTY}"), "expected ROUND");
    refused(&format!("1.0.jump1 1p/1p/1p/1p/1p/1p {EMPTY}"), "expected ROUND");
    refused(&format!("1.0.roll1 1p/1p/1p/1p/1p/7p {EMPTY}"), "expected six dice");
    refused(roll, "0 sheets");
    refused(&format!("{roll} 0000|00000000000|0|||0+0+0||"), "expected a sheet");
    refused(&format!("{roll} 000000000000|00000000000|0|||0+0+0|x|"), "not a position");
    refused(&format!("{roll} 000000000000|00000000000|0|||2+0+0||"), "2+0 actions held, but 1+0 earned");
    refused(&format!("{roll} 000000000000|00000000000|0|||0+0+1||"), "1 foxes");
    refused(&format!("{roll} 000000000000|00000000000|0||3.3|0+0+0||"), "purple numbers rise");
    refused(&format!("{roll} 000000000000|00000000000|0|1.1.1.3||0+0+0||"), "no face times 2");
    refused(&format!("{roll} 000000000000|00000000000|0|||0+0+0|y|"), "only after a pick");
    refused(&format!("{roll} 000000000000|00000000000|0|||0+0+0||y"), "+1 phase");
    refused(&format!("{roll} 000000000000|00000000000|8|||0+0+1||"), "8 boxes marked, but at most 6");
    refused(&format!("1.0.roll1 1p/1p/1p/1p/1p/1t {EMPTY}"), "by a pick");
    refused(&format!("1.0.roll1 1p/1p/1p/1p/1p/1f {EMPTY}"), "more dice on fields");
    refused(&format!("1.0.roll1 ?p/1p/1p/1p/1p/1p {EMPTY}"), "land in their order");
    refused(&format!("1.0.roll1 -p/1p/1p/1p/1p/1p {EMPTY}"), "every die that exists");
    refused(&format!("1.0.pass0 6t/1t/4r/2t/5r/3r {EMPTY}"), "the lowest three");
    refused(&format!("1.0.plus0 1t/1t/1t/1f/1f/1f {EMPTY}"), "without a +1");
    refused(&format!("1.0.four0 -p/-p/-p/-p/-p/-p {EMPTY}"), "round 4");
    refused(&format!("5.0.over 6r/1t/4r/2t/5r/3t {EMPTY}"), "the last round");
}
