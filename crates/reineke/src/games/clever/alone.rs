//! A seat's position as one of the solo game: what the others have is left out, the choices are the same.
//!
//! The solo round is the one with about as many dice to come: a round alone is three picks of the own turn and one of the
//! tray, with several seats three and one of every other's tray. The last pick of a game stays the last. The tray of a
//! passive pick holds the dice that may be taken.

use super::rules::ROLLS;
use super::state::{MOST_SEATS, Phase, State};
use super::{Clever, Sheet};

/// Dice taken in a round alone.
const ROUND: u8 = ROLLS + 1;

/// The same game for one.
#[must_use]
pub fn game(game: &Clever) -> Clever {
    Clever { seats: 1, ..game.clone() }
}

/// The position of the seat to move as if it were alone. All legal actions stay the same.
#[must_use]
pub fn position(game: &Clever, solo: &Clever, state: &State) -> State {
    let left = picks_left(game, state, state.seat);
    let passive = match state.phase {
        Phase::Pass => true,
        // After the last pick of all, a solo game ends in its passive turn.
        Phase::Plus => state.seat != state.active || left == 0,
        _ => false,
    };
    let mut alone = State { active: 0, seat: 0, sheets: [Sheet::EMPTY; MOST_SEATS], ..*state };
    alone.sheets[0] = *state.sheet();
    let rounds_left = match state.phase {
        Phase::Four => (left + 1) / ROUND - 1,
        _ if passive => ((left + 1) / ROUND).max(left.min(1)),
        _ => left / ROUND,
    };
    alone.round = solo.rounds().saturating_sub(rounds_left).max(1);
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

/// Solo positions, dice in the air, in which about as many dice are to come as for a seat that is not to move, with their
/// weights. None: the seat has taken its last.
#[must_use]
pub fn waiting(game: &Clever, solo: &Clever, state: &State, seat: usize) -> Option<[(State, f32); 2]> {
    let left = dice_left(game, state, seat).min(solo.rounds() * ROUND).checked_sub(1)?;
    let mut before_turn = State { round: solo.rounds() - left / ROUND, ..State::EMPTY };
    before_turn.sheets[0] = state.sheets[seat];
    let mut before_tray = before_turn;
    solo.begin_turn(&mut before_turn, 0);
    solo.begin_tray(&mut before_tray);
    let part = f32::from(left % ROUND) / f32::from(ROUND - 1);
    Some([(before_turn, part), (before_tray, 1.0 - part)])
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
            let solo = super::game(&game);
            for _ in 0..300 {
                let mut state = game.start(&mut NoDice);
                while game.turn(&state) != Turn::Over {
                    if let Turn::Seat(seat) = game.turn(&state) {
                        let alone = position(&game, &solo, &state);
                        assert_eq!(solo.mask(&alone), game.mask(&state), "{}", game.text(&state));
                        assert_eq!(solo.turn(&alone), Turn::Seat(0));
                        assert_eq!(solo.score(&alone, 0), game.score(&state, seat));
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
