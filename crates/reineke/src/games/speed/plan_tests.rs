//! Plans of a lone player: what they promise can be played.

use super::Speed;
use super::field::Field;
use super::fill::{Known, Planner, landing, spared};
use super::leap::Rooms;
use super::packed::Packed;
use super::plan::{Landing, Mark, Plan};
use super::rivals::Rivals;
use super::rules::{GAP_EVERY, Head};
use super::runs::runs;
use super::scent::scents;
use super::sorties::Sorties;
use super::tests::positions;
use super::times::{Region, Times};
use super::tour::Tour;
use super::walk::Walk;
use crate::control::Control;
use crate::dice::Rng;
use crate::game::{Game, MAX_SEATS, NO_ACTION};

type Board = Packed<1, 66>;

/// Every room counts in full.
fn whole(_x: i16, _y: i16, _size: u32, _rounds: usize) -> Landing {
    Landing { odds: 1.0, part: 1.0 }
}

fn nothing(_x: i16, _y: i16) -> f64 {
    0.0
}

fn board(text: &str, seats: usize) -> Board {
    let game = Speed { seats, width: None, height: None };
    Board::new(&game.parse(text).expect("a position"))
}

/// Two rooms of 9 × 6 cells with a wall of one cell between them; the player is in the left one.
fn two_rooms() -> Board {
    let rows: Vec<&str> = ["a8b9", "9b9", "9b9", "9b9", "9b9", "9b9"].into();
    board(&format!("19x6 0 0,0,d,1,0 9,0,d,1,1 {}", rows.join("/")), 2)
}

#[test]
fn every_tour_can_be_played_on_the_real_board() {
    let mut rng = Rng::new(11);
    let (mut tours, mut jumps, mut longest) = (0, 0, 0);
    positions::<1, 66>(30, 24, &mut |state| {
        let me = (0..state.seats as usize).find(|seat| state.heads[*seat].active()).expect("somebody is active");
        let mut walk = Walk::new(state, me);
        let start = (Plan::default(), Mark::begin(1.0));
        let (plan, effort) = Tour::new((&walk.state, walk.head()), start, &mut rng, (&whole, &nothing), &[]).finish();
        assert!(plan.actions.iter().all(|action| walk.step(*action)), "a step of a tour kills");
        assert!(
            (plan.worth - plan.actions.len() as f64).abs() < 1e-9,
            "every round counts one where rooms count in full"
        );
        assert!(plan.actions.is_empty() || effort > 0);
        assert!(plan.marks.is_sorted_by_key(|mark| mark.step));
        tours += 1;
        jumps += plan.marks.len().saturating_sub(1);
        longest = longest.max(plan.actions.len());
    });
    assert!(tours > 300 && jumps > 30 && longest > 300, "{tours} tours, {jumps} jumps, {longest} rounds");
}

#[test]
fn every_stroll_can_be_played_and_most_lead_somewhere() {
    let mut rng = Rng::new(12);
    let (mut strolls, mut steps) = (0, 0);
    positions::<1, 66>(30, 24, &mut |state| {
        let me = (0..state.seats as usize).find(|seat| state.heads[*seat].active()).expect("somebody is active");
        let mut walk = Walk::new(state, me);
        if walk.head().speed == 1 {
            let start = (Plan::default(), Mark::begin(1.0));
            let (plan, _) = Tour::new((&walk.state, walk.head()), start, &mut rng, (&whole, &nothing), &[]).stroll();
            assert!(plan.actions.iter().all(|action| walk.step(*action)), "a step of a stroll kills");
            strolls += 1;
            steps += plan.actions.len();
        }
    });
    assert!(strolls > 100 && steps > 5 * strolls, "{strolls} strolls, {steps} steps");
}

#[test]
fn a_widened_way_keeps_its_ends_and_gets_there_in_time() {
    let mut rng = Rng::new(3);
    let mut field = Field::new(&two_rooms());
    let before = field.free.clone();
    let (from, goal) = (field.cell(0, 0), field.cell(5, 3));
    let short = field.way(from, Some(goal), &mut rng).expect("a way");
    assert_eq!(short.len(), 9, "eight steps");
    let mut longest = 0;
    for wanted in [0, 2, 4] {
        for _ in 0..50 {
            let (way, late) = field.widen(&short, true, Some(wanted), &mut rng);
            assert_eq!(late, 0, "there is room enough");
            assert_eq!((way[0], way[way.len() - 2], way[way.len() - 1]), (from, short[7], goal));
            assert_eq!((way.len() - 1) % GAP_EVERY as usize, wanted);
            let mut cells = way.clone();
            cells.sort_unstable();
            cells.dedup();
            assert_eq!(cells.len(), way.len(), "no cell twice");
            assert!(way[1..].iter().all(|cell| before[*cell]), "only free cells");
            assert!(way.windows(2).all(|pair| (0..4).any(|way| field.step(pair[0], way, 1) == pair[1])));
            assert_eq!(field.free, before, "the field is as it was");
            longest = longest.max(way.len());
        }
    }
    assert!(longest > 36, "two thirds of the room, not {longest}");
    let (way, late) = field.widen(&short, true, Some(1), &mut rng);
    assert!(way.len() % 2 == 1 && late % 2 == 1, "no even way takes an odd number of steps: {late} rounds too late");
    let gap = GAP_EVERY as usize;
    assert_eq!((way.len() - 1 - late) % gap, 1, "as many rounds as are wanted once it is faster");
}

/// A corridor one cell wide with a wall of one cell across it: no way through it can be widened.
fn corridor(round: u32) -> Board {
    let wall = "b".repeat(24);
    board(&format!("24x3 {round} 0,1,r,1,0 17,1,r,1,1 {wall}/a16b6/{wall}"), 2)
}

#[test]
fn a_corridor_is_left_in_time_whatever_the_round_it_is_entered_in() {
    for round in 0..GAP_EVERY {
        let root = corridor(round);
        let walk = Walk::new(&root, 0);
        let mut rng = Rng::new(5);
        let longest = (0..200)
            .map(|_| {
                let start = (Plan::default(), Mark::begin(1.0));
                let (plan, _) =
                    Tour::new((&walk.state, walk.head()), start, &mut rng, (&whole, &nothing), &[]).finish();
                let mut walk = walk;
                assert!(plan.actions.iter().all(|action| walk.step(*action)), "a step of a tour kills");
                walk.head().x
            })
            .max();
        assert!(longest > Some(17), "from round {round} on nobody gets over the wall: {longest:?}");
    }
}

#[test]
fn runs_are_those_that_the_rules_allow() {
    let mut found = Vec::new();
    positions::<1, 66>(10, 40, &mut |state| {
        let me = (0..state.seats as usize).find(|seat| state.heads[*seat].active()).expect("somebody is active");
        let mut root = Walk::new(state, me);
        let head = &mut root.state.heads[me];
        head.speed = 1;
        let (x, y, direction) = (head.x, head.y, head.direction);
        let field = Field::new(&root.state);
        let mut from_here = Vec::new();
        runs(&field, field.cell(x, y), direction, &mut from_here);
        for (run, landing) in from_here {
            let mut walk = root;
            let length = run.actions.len() as u32;
            walk.state.round = GAP_EVERY * 4 - length;
            assert!(run.actions.iter().all(|action| walk.step(*action)), "a run kills");
            let (x, y) = field.place(landing);
            assert_eq!((walk.head().x, walk.head().y), (x, y), "where it lands");
            let cells = run.cells(&field);
            assert_eq!(cells[cells.len() - 1], landing);
            assert!(cells[1..].iter().all(|cell| field.free[*cell]), "only free cells");
            let driven = root.state.open.count(root.state.rows()) - walk.state.open.count(root.state.rows());
            assert_eq!(cells.len() - 1, driven as usize, "all cells that it drives on");
            found.push(length);
        }
    });
    assert!(found.len() > 50 && found.contains(&2) && found.iter().any(|length| *length > 3), "{found:?}");
}

#[test]
fn a_plan_uses_both_rooms() {
    let root = two_rooms();
    for (tours, least) in [(0, 53), (100, 70)] {
        let mut planner = Planner::new(tours, 0.0, 0.0);
        let (action, worth) = planner.decide(&root, 0, &mut Rng::new(1), &mut Control::endless().fork(Some(20_000)));
        assert!(action.is_some());
        assert!(worth > f64::from(least), "{tours} tours of a hundred: {worth} rounds");
    }
}

#[test]
fn a_plan_promises_nothing_behind_an_end_that_is_too_fast() {
    let (mut plans, mut fast) = (0, 0);
    let mut look = |state: &Board| {
        let lone = |seat: &usize| state.heads[*seat].active() && state.reachable(*seat) == 0;
        let Some(me) = (0..state.seats as usize).find(lone) else { return };
        let mut planner = Planner::new(70, 0.0, 0.0);
        let (_, worth) = planner.decide(state, me, &mut Rng::new(1), &mut Control::endless().fork(Some(200)));
        let mut walk = Walk::new(state, me);
        assert!(planner.line().iter().all(|action| walk.step(*action)), "a step of a plan kills");
        let beyond = if walk.head().speed > 1 { 0.0 } else { 0.93 * f64::from(walk.room()) };
        let most = planner.line().len() as f64 + beyond;
        assert!(worth <= most + 1e-9, "{worth} rounds of {most}");
        plans += 1;
        fast += u32::from(walk.head().speed > 1);
    };
    for (width, height) in [(24, 16), (20, 12), (16, 16), (30, 10)] {
        positions(width, height, &mut look);
    }
    assert!(plans > 300, "{plans} plans, {fast} of them too fast at the end");
}

#[test]
fn walls_hold_somebody_up_and_do_not_hold_him_off() {
    let root = two_rooms();
    let mut seen = root;
    seen.heads[1].died = 0;
    let closed = Times::of(&seen, 2, None);
    let open = Times::of(&seen, 2, Some(4));
    // The head of the second player is in the wall itself: both rooms are beside it.
    assert_eq!((closed.get(8, 0), closed.get(0, 5)), (1, 14));
    assert_eq!((open.get(8, 0), open.get(9, 3)), (1, 8));
    let mut region = Region::new(&open);
    let near = region.size(&root, &open, 7, 3, 0);
    let far = region.size(&root, &open, 0, 5, 0);
    assert!(near > far, "who stands at the wall keeps more of the room: {near} and {far} cells");
}

/// What a plan is worth to a player alone with somebody at a place behind the wall.
fn beside_somebody(mut root: Board, x: i16, y: i16) -> f64 {
    (root.heads[1].died, root.heads[1].x, root.heads[1].y) = (0, x, y);
    root.open.clear(x, y);
    Planner::new(100, 0.0, 0.0).decide(&root, 0, &mut Rng::new(1), &mut Control::endless().fork(Some(4_000))).1
}

#[test]
fn no_plan_has_a_room_for_itself_that_somebody_is_in() {
    for x in 10..19 {
        let worth = beside_somebody(two_rooms(), x, 3);
        assert!(worth < 53.0 + 54.0 * 0.7 / 2.0, "somebody at {x}: {worth} rounds");
    }
}

#[test]
fn what_others_reach_first_is_not_for_self_while_it_is_known_where_they_are() {
    let part =
        |inside, rounds, first| landing(100, Known { inside, soon: 0, company: 1.0 }, rounds, 0.0, |_| first).part;
    assert_eq!(part(1, 6, 10), 0.1);
    assert_eq!(part(1, 6, 90), part(1, 6, 47), "no more than half of what is left");
    assert_eq!(part(1, 40, 0), 0.3, "half of what he leaves until then");
    assert_eq!(part(0, 6, 0), 1.0, "nobody is there");
}

/// A strip of three rows above another: no straight of it leads over the wall between them, a turn at speed 3 does.
#[test]
fn a_run_with_a_turn_leads_where_no_straight_does() {
    let strip = "20".to_string();
    let wall = "b".repeat(20);
    let rows = ["a19".to_string(), strip.clone(), strip.clone(), wall, strip.clone(), strip.clone(), strip];
    let root = board(&format!("20x7 0 0,0,r,1,0 0,3,r,1,1 {}", rows.join("/")), 2);
    let (_, worth) =
        Planner::new(100, 0.0, 0.0).decide(&root, 0, &mut Rng::new(1), &mut Control::endless().fork(Some(20_000)));
    assert!(worth > 80.0, "both strips have 59 and 60 cells: {worth} rounds");
}

#[test]
fn a_plan_that_is_kept_is_worth_less_once_somebody_is_in_the_room_it_leads_to() {
    let mut root = two_rooms();
    let mut planner = Planner::new(100, 0.0, 0.0);
    let (action, promised) = planner.decide(&root, 0, &mut Rng::new(1), &mut Control::endless().fork(Some(20_000)));
    assert_eq!(planner.line().first(), action.as_ref(), "the plan begins with the action");
    assert_eq!(planner.line().len(), promised.ceil() as usize + 1, "all but the odds of one jump");
    let mut joint = [NO_ACTION; MAX_SEATS];
    joint[0] = action.expect("an action");
    root.play(&joint);
    planner.play();
    let again = |root: &Board| {
        let mut planner = planner.clone();
        planner.decide(root, 0, &mut Rng::new(1), &mut Control::endless().fork(Some(0))).1
    };
    let alone = again(&root);
    assert!((alone - (promised - 1.0)).abs() < 1e-9, "nothing has changed but a round: {alone} of {promised}");
    (root.heads[1].died, root.heads[1].x, root.heads[1].y) = (0, 18, 5);
    root.open.clear(18, 5);
    let shared = again(&root);
    assert!(shared < 53.0 + 54.0 * 0.7 / 2.0, "{shared} rounds");
}

#[test]
fn who_comes_late_to_an_empty_room_may_find_somebody_there() {
    let land = |rounds, claim| landing(100, Known { inside: 0, soon: 10, company: 1.0 }, rounds, claim, |_| 0);
    assert_eq!(land(10, 30.0).part, 1.0, "in time");
    assert!(land(20, 30.0).part < 1.0 && land(40, 30.0).part < land(20, 30.0).part, "the later the less");
    assert!(land(40, 30.0).odds < land(10, 30.0).odds);
    assert!(land(1_000, 30.0).part > 0.4, "half of it at least, but for what was used up by then");
    assert_eq!(land(40, 0.0).part, 1.0, "others who never come");
}

#[test]
fn an_empty_room_is_taken_only_as_likely_as_somebody_is_left_to_take_it() {
    let land = |company| landing(100, Known { inside: 0, soon: 10, company }, 200, 30.0, |_| 0);
    assert_eq!(land(0.0).part, 1.0, "everybody is elsewhere");
    assert!(land(0.1).part > land(0.5).part && land(0.5).part > land(1.0).part);
    assert!(land(0.1).odds > land(1.0).odds);
}

#[test]
fn who_is_too_fast_to_turn_aside_fears_those_who_can_be_there_as_soon() {
    assert_eq!(spared(7, 6), 1.0, "nobody can be there in time");
    assert_eq!(spared(1, 6), 0.5, "somebody beside the cell");
    assert!(spared(2, 6) <= spared(3, 6) && spared(3, 6) < spared(6, 6), "the further away, the less likely");
    assert_eq!(spared(0, 1), 0.5);
}

/// Three rooms in a row with walls of so many cells between them, and what may be hoped for from each.
fn hopes(wall: usize) -> Vec<f64> {
    let row = format!("9{0}6{0}9", "b".repeat(wall));
    let first = format!("a8{}", &row[1..]);
    let rows = [[first.as_str()].as_slice(), &[row.as_str(); 5]].concat();
    let text = format!("{}x6 0 0,0,d,1,0 9,0,d,1,1 {}", 24 + 2 * wall, rows.join("/"));
    let root = board(&text, 2);
    let rooms = Rooms::new(&root, 0);
    assert_eq!(rooms.size, [0, 53, 36, 54]);
    scents(&rooms, &[0.0, 0.0, 1.0, 100.0])
}

#[test]
fn a_small_room_counts_for_where_it_leads_to() {
    let thin = hopes(1);
    assert!(
        thin[2] > thin[1] && thin[1] > 1.0,
        "the large room is one jump from the second, two from the first: {thin:?}"
    );
    assert_eq!(hopes(4), [0.0; 4], "nobody jumps over four cells with a run of six or nine");
}

#[test]
fn every_sortie_can_be_played_and_ends_at_a_walk_in_another_room() {
    let mut rng = Rng::new(13);
    let (mut sorties, mut long) = (0, 0);
    let mut number = 0;
    positions::<1, 66>(30, 24, &mut |state| {
        number += 1;
        if number % 7 != 0 {
            return;
        }
        let me = (0..state.seats as usize).find(|seat| state.heads[*seat].active()).expect("somebody is active");
        let mut known = Sorties::default();
        known.renew(state, me, &mut rng);
        let (field, rooms) = (Field::new(state), Rooms::new(state, 0));
        for sortie in known.known() {
            let mut walk = Walk::new(state, me);
            let (x, y) = field.place(sortie.run.start);
            walk.state.open.clear(x, y);
            walk.state.round = 6 + u32::from(sortie.run.phase);
            walk.state.heads[me] = Head { x, y, direction: sortie.run.direction, speed: 1, died: 0 };
            assert!(sortie.run.actions.iter().all(|action| walk.step(*action)), "a step of a sortie kills");
            let head = walk.head();
            assert_eq!((field.cell(head.x, head.y), head.speed), (sortie.there, 1));
            assert_ne!(rooms.at(x, y), rooms.at(head.x, head.y), "it stays in its room");
            sorties += 1;
            long += usize::from(sortie.run.actions.len() > 8);
        }
    });
    assert!(sorties > 100 && long > 20, "{sorties} sorties, {long} of them of nine rounds and more");
}

/// A shaft of four columns above another, three rows of wall between them: nine cells are too few for a run of four
/// rounds, and only who turns back at speed 3 gets over.
#[test]
fn a_sortie_leads_where_no_run_of_the_list_does() {
    let rows: Vec<&str> = [vec!["4"; 9], vec!["1a2"], vec!["bbbb"; 3], vec!["4"; 12]].concat();
    let root = board(&format!("4x25 0 1,9,u,1,0 0,10,d,1,1 {}", rows.join("/")), 2);
    let mut found = Vec::new();
    let field = Field::new(&root);
    let upper = || (0..10).flat_map(|y| (0..4).map(move |x| (x, y)));
    for (x, y) in upper() {
        (0..4).for_each(|direction| runs(&field, field.cell(x, y), direction, &mut found));
    }
    assert!(found.iter().all(|(_, there)| field.place(*there).1 < 10), "the list has a run after all");
    let (_, worth) =
        Planner::new(100, 0.0, 0.0).decide(&root, 0, &mut Rng::new(1), &mut Control::endless().fork(Some(20_000)));
    assert!(worth > 45.0, "the shaft alone has 39 cells: {worth} rounds");
}

#[test]
fn sorties_are_kept_until_something_is_in_their_way() {
    let mut root = two_rooms();
    let (mut known, mut rng) = (Sorties::default(), Rng::new(3));
    known.renew(&root, 0, &mut rng);
    let first = known.known().to_vec();
    assert!(!first.is_empty());
    let (field, kept) = (Field::new(&root), first[0].clone());
    let (x, y) = field.place(kept.there);
    known.renew(&root, 0, &mut rng);
    let same = |sortie: &super::sorties::Sortie| {
        sortie.run.start == kept.run.start && sortie.run.actions == kept.run.actions && sortie.there == kept.there
    };
    assert!(known.known().iter().any(same), "nothing has changed");
    root.open.clear(x, y);
    known.renew(&root, 0, &mut rng);
    assert!(!known.known().iter().any(same), "somebody stands where it ends");
}

/// A plan of so many rounds, and a jump after some of them that may fail.
fn daring(rounds: usize, jump: Option<(usize, f64)>) -> Plan {
    let mut plan = Plan { actions: vec![0; rounds], ..Plan::default() };
    if let Some((step, odds)) = jump {
        plan.note(Mark { step, worth: step as f64, scale: odds, odds });
    }
    plan
}

#[test]
fn who_is_behind_dares_a_jump_and_who_is_ahead_does_not() {
    let chance = |life: f64, plan: &Plan| Rivals::of(&[life]).outlived(plan, 1.0, 0.0);
    let (sure, bold) = (daring(100, None), daring(600, Some((20, 0.3))));
    assert!(chance(300.0, &bold) > chance(300.0, &sure));
    assert!(chance(40.0, &sure) > chance(40.0, &bold));
    let certain = daring(600, Some((20, 1.0)));
    assert!(
        (chance(300.0, &certain) - Rivals::of(&[300.0]).out_by(600.0)).abs() < 1e-12,
        "a mark alone changes nothing"
    );
    assert!(Rivals::of(&[300.0, 200.0]).outlived(&bold, 1.0, 0.0) < chance(300.0, &bold), "two are harder to outlive");
    assert!(chance(300.0, &sure) < Rivals::of(&[300.0]).outlived(&sure, 1.0, 50.0), "what lies beyond counts");
}

/// Two rooms of 53 and 54 cells; somebody walks in the second.
#[test]
fn others_are_expected_to_use_up_what_is_around_them() {
    let mut root = two_rooms();
    (root.heads[1].died, root.heads[1].x, root.heads[1].y) = (0, 18, 5);
    root.open.clear(18, 5);
    let rooms = Rooms::new(&root, 0b10);
    let rivals = Rivals::new(&root, &rooms, 0b10);
    assert!((rivals.out_by(0.9 * 53.0) - 0.5).abs() < 1e-9);
    assert!(!Rivals::new(&root, &rooms, 0).any());
}

/// What planners of both kinds mean to do in positions with so many others, as often as they are alone: how many positions,
/// and in how many of them they differ.
fn plans_apart(outlive: u32, others: u32) -> (u32, u32) {
    let (mut looked, mut differ) = (0, 0);
    let mut look = |state: &Board| {
        let lone = |seat: &usize| state.heads[*seat].active() && state.reachable(*seat) == 0;
        let Some(me) = (0..state.seats as usize).find(lone) else { return };
        if (state.active() & !(1 << me)).count_ones() != others {
            return;
        }
        let line = |outlive: u32| {
            let mut planner = Planner::new(70, 0.6, 30.0).outliving(outlive);
            planner.decide(state, me, &mut Rng::new(1), &mut Control::endless().fork(Some(300)));
            planner.line().to_vec()
        };
        looked += 1;
        differ += u32::from(line(0) != line(outlive));
    };
    for (width, height) in [(24, 16), (20, 12), (16, 16), (30, 10)] {
        positions(width, height, &mut look);
    }
    (looked, differ)
}

#[test]
fn plans_are_to_outlive_others_where_so_few_are_left_and_to_last_where_more_are() {
    let (looked, differ) = plans_apart(1, 1);
    assert!(looked > 100 && differ > 1, "{differ} of {looked}");
    let (looked, differ) = plans_apart(1, 2);
    assert!(looked > 20 && differ == 0, "{differ} of {looked}");
}

/// A corridor of one row, and behind its end a room that somebody is in: the only way is over the wall in the sixth round,
/// too fast to stop at once.
#[test]
fn a_plan_is_less_sure_while_it_is_too_fast_to_turn_aside_from_others() {
    let rows = ["bbbbbbbbb22", "bbbbbbbbb22", "bbbbbbbbb5b16", "bbbbbbbbb22", "a7b22"];
    let rows = [&rows[..], &["bbbbbbbbb22"; 4]].concat().join("/");
    let root = board(&format!("31x9 0 0,4,r,1,0 14,2,l,1,0 {rows}"), 2);
    let mut planner = Planner::new(0, 0.0, 0.0);
    let (_, worth) = planner.decide(&root, 0, &mut Rng::new(1), &mut Control::endless().fork(Some(2_000)));
    let near = Times::of(&root, 0b10, None);
    let mut walk = Walk::new(&root, 0);
    let (mut promised, mut scale, mut odds, mut fast) = (0.0, 1.0, 1.0, 0);
    for (number, action) in planner.line().iter().enumerate() {
        let (before, step) = (walk.head().x, number + 1);
        assert!(walk.step(*action));
        promised += scale;
        let Head { x, y, speed, .. } = *walk.head();
        let doubt = if speed > 1 && step <= 16 { spared(near.get(x, y), step) } else { 1.0 };
        fast += u32::from(doubt < 1.0);
        (scale, odds) = (scale * doubt, odds * doubt);
        if before < 8 && x > 8 {
            let size = walk.surroundings().count(root.rows());
            let first = Region::new(&near).size(&walk.state, &near, x, y, step as u16);
            let landed = landing(size, Known { inside: 1, soon: 0, company: 1.0 }, step, 0.0, |_| first);
            odds *= landed.odds;
            scale = odds * landed.part;
        }
    }
    assert!(fast > 0 && odds < 0.7, "{fast} steps in doubt, odds {odds}");
    let beyond = 0.93 * f64::from(walk.room());
    assert!((worth - promised - scale * beyond).abs() < 1e-9, "{worth} and {}", promised + scale * beyond);
}

/// Positions of games in which plans went wrong.
fn found(name: &str) -> Board {
    let lines = include_str!("plan_positions.txt").lines();
    let text = lines.filter_map(|line| line.split_once(": ")).find(|line| line.0 == name).expect("a position").1;
    board(text, 5)
}

/// The rounds of the best plan for whoever is alone, with so many nodes, for one seed of the lot after another.
fn promises(name: &str, nodes: u64) -> impl Iterator<Item = f64> {
    let root = found(name);
    let lone = |seat: &usize| root.heads[*seat].active() && root.reachable(*seat) == 0;
    let me = (0..5).find(lone).expect("somebody is alone");
    (1..=6).map(move |seed| {
        let mut planner = Planner::new(70, 0.6, 30.0).outliving(6);
        planner.decide(&root, me, &mut Rng::new(seed), &mut Control::endless().fork(Some(nodes))).1
    })
}

#[test]
fn a_jump_that_ends_in_a_crash_keeps_nothing_of_the_room_it_leads_to() {
    for worth in promises("fast beside a large room", 1_000) {
        assert!(worth > 100.0, "{worth} rounds, of 266 cells");
    }
}

#[test]
fn a_plan_of_few_nodes_uses_the_room() {
    for worth in promises("alone for the first time", 300) {
        assert!(worth > 300.0, "{worth} rounds, of 783 cells");
    }
}
