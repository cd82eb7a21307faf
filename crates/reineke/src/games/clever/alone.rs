//! A seat's position as one of a game alone: what the others have is left out, the choices are the same.
//!
//! Either that game has the turns and trays of the seat, in their order ([`seat`]), or it is the solo game ([`game`]). The
//! solo round is the one with about as many dice to come: a round alone is three picks of the own turn and one of the
//! tray, with several seats three and one of every other's tray. The last pick of a game stays the last. The tray of a
//! passive pick holds the dice that may be taken.

use super::rules::ROLLS;
use super::state::{MOST_SEATS, Phase, State};
use super::{Clever, Place, Sheet};
use smallvec::{SmallVec, smallvec};

/// Dice taken in a round alone.
const ROUND: u8 = ROLLS + 1;

/// The same game for one.
#[must_use]
pub fn game(game: &Clever) -> Clever {
    Clever { seats: 1, place: None, ..game.clone() }
}

/// The game of one seat alone: every turn of another is a tray, as in the solo game.
#[must_use]
pub fn seat(game: &Clever, seat: usize) -> Clever {
    Clever { seats: 1, place: Some(Place { seats: game.seats as u8, seat: seat as u8 }), ..game.clone() }
}

/// The position of the seat to move as if it were alone. All legal actions stay the same.
#[must_use]
pub fn position(game: &Clever, solo: &Clever, state: &State) -> State {
    let left = picks_left(game, state, state.seat);
    let passive = match state.phase {
        Phase::Pass => true,
        // After the last pick of all, a solo game ends in its passive turn.
        Phase::Plus => state.seat != state.active || (left == 0 && solo.place.is_none()),
        _ => false,
    };
    let mut alone = State { seat: 0, sheets: [Sheet::EMPTY; MOST_SEATS], ..*state };
    alone.sheets[0] = *state.sheet();
    if solo.place.is_none() {
        alone.active = 0;
        let rounds_left = match state.phase {
            Phase::Four => (left + 1) / ROUND - 1,
            _ if passive => ((left + 1) / ROUND).max(left.min(1)),
            _ => left / ROUND,
        };
        alone.round = solo.rounds().saturating_sub(rounds_left).max(1);
    }
    if passive {
        let usable = state.sheet().picks(&state.faces(), state.tray, &game.paper) != 0;
        if state.phase == Phase::Pass && !usable {
            alone.tray = state.field;
        }
        alone.field = 0;
        // Never empty, since that tells a passive turn from an active one, even if all six dice lie on the tray.
        alone.rest = !alone.tray;
    }
    alone
}

/// Positions alone of a seat that is not to move, with their weights: where its own game goes on, or solo positions, dice
/// in the air, with about as many dice to come. None: the seat has taken its last.
#[must_use]
pub fn waiting(game: &Clever, solo: &Clever, state: &State, seat: usize) -> Option<SmallVec<[(State, f32); 2]>> {
    if solo.place.is_some() {
        let next = next(game, solo, state, seat);
        return (next.phase != Phase::Over).then(|| smallvec![(next, 1.0)]);
    }
    let left = dice_left(game, state, seat).min(solo.rounds() * ROUND).checked_sub(1)?;
    let mut before_turn = State { round: solo.rounds() - left / ROUND, ..State::EMPTY };
    before_turn.sheets[0] = state.sheets[seat];
    let mut before_tray = before_turn;
    solo.begin_turn(&mut before_turn, 0);
    solo.begin_tray(&mut before_tray);
    let part = f32::from(left % ROUND) / f32::from(ROUND - 1);
    Some(smallvec![(before_turn, part), (before_tray, 1.0 - part)])
}

/// Where the game of one seat goes on for it, once others have decided.
fn next(game: &Clever, solo: &Clever, state: &State, seat: usize) -> State {
    let mut alone = State { round: state.round, active: state.active, ..State::EMPTY };
    alone.sheets[0] = state.sheets[seat];
    if state.phase == Phase::Four {
        // Who has chosen already, or has not yet.
        if seat > usize::from(state.seat) {
            alone.enter(Phase::Four, 0);
            solo.find_four(&mut alone);
        } else {
            solo.begin_turn(&mut alone, 0);
        }
    } else if tray_ahead(game, state, seat as u8) {
        solo.begin_turn(&mut alone, state.active);
    } else {
        solo.end_plus(&mut alone);
    }
    alone
}

/// The part of all its dice that a seat that is not to move will still take.
#[must_use]
pub fn part_left(game: &Clever, state: &State, seat: usize) -> f32 {
    let all = game.rounds() * (ROLLS + game.seats as u8 - 1);
    f32::from(dice_left(game, state, seat)) / f32::from(all)
}

/// Dice that a seat that is not to move will still take, +1 aside.
fn dice_left(game: &Clever, state: &State, seat: usize) -> u8 {
    picks_left(game, state, seat as u8) + u8::from(tray_ahead(game, state, seat as u8))
}

/// Whether a seat that is not to move will still take a die of this turn's tray.
fn tray_ahead(game: &Clever, state: &State, seat: u8) -> bool {
    let seats = game.seats as u8;
    let after = |seat: u8| (seat + seats - state.active) % seats;
    state.phase != Phase::Four && after(seat) > after(state.seat)
}

/// Dice that a seat will take in later turns, +1 aside.
fn picks_left(game: &Clever, state: &State, seat: u8) -> u8 {
    let (seats, active) = (game.seats as u8, state.active);
    let later = (ROLLS + seats - 1) * (game.rounds() - state.round);
    if state.phase == Phase::Four {
        return later + ROLLS + seats - 1;
    }
    let trays = seats - 1 - active - u8::from(active < seat);
    later + trays + if active < seat { ROLLS } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::super::rules::PASS;
    use super::*;
    use crate::dice::{NoDice, Rng};
    use crate::game::{Game, Turn, random_turn};
    use crate::options::Options;

    fn several(seats: usize) -> Clever {
        Clever::from_options(&mut Options::new([("seats".into(), seats.to_string())])).unwrap()
    }

    fn alone(game: &Clever, text: &str) -> State {
        position(game, &super::game(game), &game.parse(text).unwrap())
    }

    #[test]
    fn every_seat_may_do_the_same_as_if_it_were_alone() {
        let mut phases = [0; 8];
        for seats in 2..=4 {
            let (game, mut rng) = (several(seats), Rng::new(seats as u64));
            for _ in 0..300 {
                let mut state = game.start(&mut NoDice);
                while game.turn(&state) != Turn::Over {
                    if let Turn::Seat(seat) = game.turn(&state) {
                        for solo in [super::game(&game), super::seat(&game, seat)] {
                            let alone = position(&game, &solo, &state);
                            assert_eq!(solo.mask(&alone), game.mask(&state), "{}", game.text(&state));
                            assert_eq!(solo.turn(&alone), Turn::Seat(0));
                            assert_eq!(solo.score(&alone, 0), game.score(&state, seat));
                        }
                        phases[state.phase as usize] += 1;
                    }
                    random_turn(&game, &mut state, &mut rng);
                }
            }
        }
        assert!([Phase::Roll, Phase::Plus, Phase::Pass, Phase::Four].iter().all(|phase| phases[*phase as usize] > 100));
    }

    /// A mark sets off the same where it is played alone, and the game ends where the seat's last pick is made.
    #[test]
    fn a_mark_fills_the_same_boxes_as_alone() {
        for seats in 2..=4 {
            let (game, mut rng) = (several(seats), Rng::new(7 * seats as u64));
            let solo = super::game(&game);
            for _ in 0..100 {
                let mut state = game.start(&mut NoDice);
                while game.turn(&state) != Turn::Over {
                    if let Turn::Seat(seat) = game.turn(&state) {
                        let mut mask = game.mask(&state) & !(1 << PASS);
                        while mask != 0 {
                            let action = mask.trailing_zeros() as u16;
                            mask &= mask - 1;
                            let (mut real, mut alone) = (state, position(&game, &solo, &state));
                            game.act(&mut real, action);
                            solo.act(&mut alone, action);
                            let marks = |sheet: &Sheet| {
                                (sheet.yellow, sheet.blue, sheet.greens, sheet.orange, sheet.purple, sheet.foxes)
                            };
                            assert_eq!(marks(&alone.sheets[0]), marks(&real.sheets[seat]), "{}", game.text(&state));
                        }
                    }
                    random_turn(&game, &mut state, &mut rng);
                }
            }
        }
    }

    /// What a seat does in the rest of a game: own turns and trays, in their order.
    fn course(game: &Clever, mut state: State, seat: usize, rng: &mut Rng) -> String {
        let mut course = String::new();
        let own = game.place.map_or(seat as u8, |place| place.seat);
        let mut last = (state.round, state.active);
        while game.turn(&state) != Turn::Over {
            random_turn(game, &mut state, rng);
            if (state.round, state.active) != last {
                last = (state.round, state.active);
                course.push(if state.active == own { 'O' } else { 't' });
            }
        }
        course
    }

    #[test]
    fn at_its_table_a_seat_has_its_own_turns_and_trays_in_their_order() {
        for seats in 2..=4 {
            let (game, mut rng) = (several(seats), Rng::new(seats as u64));
            for own in 0..seats {
                let solo = seat(&game, own);
                let whole = course(&solo, solo.start(&mut NoDice), 0, &mut rng);
                assert_eq!(whole.len() + 1, seats * usize::from(game.rounds()));
                assert_eq!(whole, course(&game, game.start(&mut NoDice), own, &mut rng));
            }
            for _ in 0..20 {
                let mut state = game.start(&mut NoDice);
                while game.turn(&state) != Turn::Over {
                    if let Turn::Seat(mover) = game.turn(&state) {
                        let solo = seat(&game, mover);
                        let alone = position(&game, &solo, &state);
                        assert_eq!(course(&solo, alone, 0, &mut rng), course(&game, state, mover, &mut rng));
                        for other in (0..seats).filter(|other| *other != mover) {
                            let solo = seat(&game, other);
                            let waiting = waiting(&game, &solo, &state, other);
                            assert_eq!(waiting.is_none(), dice_left(&game, &state, other) == 0);
                            let Some(&[(next, all)]) = waiting.as_deref() else { continue };
                            assert_eq!(all, 1.0);
                            assert_eq!(next.sheets[0].score(), state.sheets[other].score());
                            let rest = course(&game, state, other, &mut rng);
                            let its = course(&solo, next, 0, &mut rng);
                            // The turn of now is over for it unless its tray is ahead; the next one has begun then.
                            let begun = state.phase != Phase::Four && !tray_ahead(&game, &state, other as u8);
                            assert!(rest.ends_with(&its), "{rest} and {its}");
                            assert_eq!(rest.len() - its.len(), usize::from(begun), "{rest} and {its}");
                        }
                    }
                    random_turn(&game, &mut state, &mut rng);
                }
            }
        }
    }

    const EMPTY: &str = "000000000000|00000000000|0|||1+0+0||";

    #[test]
    fn about_as_many_dice_are_to_come_as_in_the_real_game() {
        let dice = "1p/2p/3p/4p/5p/6p";
        let rounds = |seats: usize, dice: &str, at: &str| {
            alone(&several(seats), &format!("{at} {dice}{}", format!(" {EMPTY}").repeat(seats))).round
        };
        assert_eq!([1, 3, 5].map(|round| rounds(3, dice, &format!("{round}.0.roll1"))), [1, 3, 6]);
        assert_eq!([1, 2, 3, 4].map(|round| rounds(4, dice, &format!("{round}.0.roll1"))), [1, 3, 4, 6]);
        assert_eq!([1, 2, 5, 6].map(|round| rounds(2, dice, &format!("{round}.1.roll1"))), [1, 2, 5, 6]);
        let over = "1t/2t/6f/4t/5f/6f";
        // The seat's own turn is still to come, then it is over.
        assert_eq!([1, 6].map(|round| rounds(2, over, &format!("{round}.0.pass1"))), [1, 5]);
        assert_eq!([1, 6].map(|round| rounds(2, over, &format!("{round}.1.pass0"))), [1, 6]);
        assert_eq!([1, 2, 3].map(|active| rounds(4, over, &format!("4.{active}.pass0"))), [5, 5, 6]);
    }

    #[test]
    fn the_last_extra_dice_are_known_to_be_the_last() {
        let game = several(2);
        let plus = "000000000000|00000000000|0|||1+1+0||";
        let ends = |at: &str| {
            let mut last = alone(&game, &format!("{at} 1t/2t/6f/4t/5f/6f {plus} {plus}"));
            super::game(&game).act(&mut last, PASS);
            last.phase == Phase::Over
        };
        assert!(ends("6.1.plus1") && ends("6.1.plus0"));
        assert!(!ends("6.0.plus0") && !ends("6.0.plus1") && !ends("5.1.plus0"));
    }

    #[test]
    fn the_solo_tray_holds_the_dice_that_may_be_taken() {
        let game = several(2);
        let pass = alone(&game, &format!("1.0.pass1 1t/2t/6f/4t/5f/6f {EMPTY} {EMPTY}"));
        assert_eq!((pass.tray, pass.field, pass.pool), (0b00_1011, 0, 0));
        let options =
            [("seats", "2"), ("areas", "gp"), ("bonuses", "off")].map(|(key, value)| (key.into(), value.into()));
        let small = Clever::from_options(&mut Options::new(options)).unwrap();
        let [none, full] = ["0||", "4||5"].map(|marks| format!("000000000000|00000000000|{marks}|0+0+0||"));
        let fields = alone(&small, &format!("3.0.pass1 3t/2t/4t/3f/6f/5f {none} {full}"));
        assert_eq!((fields.tray, fields.field, fields.pool), (0b11_1000, 0, 0));
    }
}
