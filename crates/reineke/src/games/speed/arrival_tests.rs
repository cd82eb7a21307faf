//! Territory by arrival: two ways to the same, and registers of every width.

use super::super::tests::positions;
use super::{MAX_SEATS, Plane, Race, Regions, players};
use crate::wide::Two;

#[test]
fn moves_one_by_one_reach_what_sets_of_heads_reach() {
    let mut count = 0;
    positions::<1, 66>(24, 20, &mut |state| {
        let players = players(state, state.active());
        for rounds in 0..=3 {
            for cap in [1, 3, 5] {
                let early = Race::early(state, &players, cap, rounds);
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
