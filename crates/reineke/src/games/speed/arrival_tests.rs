//! Territory by arrival: two ways to the same, and registers of every width.

use super::super::packed::Packed;
use super::super::rules::STEPS;
use super::super::tests::positions;
use super::super::times::Times;
use super::{Arrivals, Crowd, MAX_SEATS, Plane, Race, Regions, players};
use crate::wide::Two;
use std::collections::HashSet;

#[test]
fn moves_one_by_one_reach_what_sets_of_heads_reach() {
    let mut count = 0;
    positions::<1, 66>(24, 20, &mut |state| {
        let players = players(state, state.active());
        for rounds in 0..=3 {
            for cap in [1, 3, 5] {
                let early = Race::early(state, &players, (rounds, cap), None);
                let (race, _) = Race::run(state, &players, cap, rounds);
                assert_eq!(early.left, race.left);
                assert_eq!(early.found.own, race.found.own);
                assert_eq!(early.found.fronts, race.found.fronts);
                count += 1;
            }
        }
    });
    assert!(count > 1000, "{count} races");
}

/// The regions of a position by the lanes that this machine has, and by those that every machine has.
fn same_by_all_lanes<const W: usize, const H: usize>(width: i16, height: i16) {
    positions::<W, H>(width, height, &mut |state| {
        let mut starts = [Plane::EMPTY; MAX_SEATS];
        for seat in players(state, state.active()) {
            starts[seat].set(state.heads[seat].x, state.heads[seat].y);
        }
        let none = Regions { own: [Plane::EMPTY; MAX_SEATS], fronts: Plane::EMPTY, rows: state.rows() };
        let two = none.grow::<Two>(state.open, state.active(), &starts);
        let here = Regions::of(state, state.active());
        assert_eq!(two.own, here.own);
        assert_eq!(two.fronts, here.fronts);
    });
}

#[test]
fn regions_do_not_depend_on_the_width_of_registers() {
    same_by_all_lanes::<1, 66>(60, 60);
    same_by_all_lanes::<1, 66>(64, 64);
    same_by_all_lanes::<1, 66>(13, 5);
    same_by_all_lanes::<2, 130>(80, 70);
    same_by_all_lanes::<2, 130>(70, 128);
}

#[test]
fn one_region_is_what_it_is_among_all() {
    fn look<const W: usize, const H: usize>(width: i16, height: i16) -> u32 {
        let mut looks = 0;
        positions::<W, H>(width, height, &mut |state| {
            let heads = players(state, state.active()).into_iter().fold(Plane::EMPTY, |mut heads, seat| {
                heads.set(state.heads[seat].x, state.heads[seat].y);
                heads
            });
            let strides = heads.strides(&state.open, state.rows(), 3);
            let crowd = Crowd { before: &strides[1], after: &strides[3] };
            for crowd in [None, Some(crowd)] {
                let all = Arrivals::lead(state, state.active(), (2, 3), crowd);
                for me in players(state, state.active()) {
                    let own = Arrivals::lead_of(state, (state.active(), me), (2, 3), crowd);
                    assert_eq!(own, all.own[me]);
                    looks += own.count(state.rows()).min(1);
                }
            }
        });
        looks
    }
    assert!(look::<1, 66>(24, 20) > 500);
    assert!(look::<1, 66>(60, 60) > 500);
    assert!(look::<2, 130>(80, 70) > 500);
}

/// Cells that one player comes to before a crowd does, one cell a step for everybody, by going from cell to cell.
fn raced(state: &Packed<1, 66>, me: (i16, i16), crowd: &[(i16, i16)]) -> Vec<(i16, i16)> {
    let beside = |cells: &[(i16, i16)]| -> Vec<(i16, i16)> {
        let near = cells.iter().flat_map(|(x, y)| STEPS.map(|(dx, dy)| (x + dx, y + dy)));
        near.filter(|(x, y)| (0..state.width).contains(x) && (0..state.height).contains(y) && state.open.has(*x, *y))
            .collect()
    };
    let mut taken: HashSet<(i16, i16)> = crowd.iter().copied().collect();
    let (mut own, mut mine, mut theirs) = (Vec::new(), vec![me], crowd.to_vec());
    while !mine.is_empty() {
        let lost: HashSet<(i16, i16)> = beside(&theirs).into_iter().filter(|cell| !taken.contains(cell)).collect();
        taken.extend(&lost);
        theirs = lost.into_iter().collect();
        mine = beside(&mine).into_iter().filter(|cell| taken.insert(*cell)).collect();
        own.extend(&mine);
    }
    own.sort_unstable_by_key(|(x, y)| (*y, *x));
    own
}

#[test]
fn a_crowd_keeps_what_it_comes_to_first() {
    let mut looks = 0;
    positions::<1, 66>(24, 20, &mut |state| {
        let (rows, all) = (state.rows(), players(state, state.active()));
        let place = |seat: usize| (state.heads[seat].x, state.heads[seat].y);
        let mut heads = Plane::EMPTY;
        all[1..].iter().for_each(|seat| heads.set(place(*seat).0, place(*seat).1));
        for ahead in [1, 2, 5] {
            let come = &heads.strides(&state.open, rows, ahead)[ahead];
            let crowd = Crowd { before: come, after: come };
            let own = Arrivals::lead_of(state, (1 << all[0], all[0]), (0, 3), Some(crowd));
            let twin = raced(state, place(all[0]), &come.cells(rows).collect::<Vec<_>>());
            assert_eq!(own.cells(rows).collect::<Vec<_>>(), twin);
            looks += twin.len();
        }
    });
    assert!(looks > 10_000, "{looks} cells");
}

#[test]
fn strides_are_steps_from_cell_to_cell() {
    positions::<1, 66>(24, 20, &mut |state| {
        let seat = players(state, state.active())[0];
        let times = Times::of(state, 1 << seat, None);
        let mut head = Plane::EMPTY;
        head.set(state.heads[seat].x, state.heads[seat].y);
        for (steps, reached) in (0..).zip(head.strides(&state.open, state.rows(), 5)) {
            for (x, y) in state.open.cells(state.rows()) {
                assert_eq!(reached.has(x, y), times.get(x, y) <= steps);
            }
        }
    });
}
