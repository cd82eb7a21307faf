//! What a position that is read in has to fulfil; more than can be reached passes, nothing that can be is refused.

use super::Clever;
use super::rules::{PASS, ROLLS};
use super::sheet::{Cross, Sheet};
use super::state::{Phase, State, TRAY};
use super::tables::{Bonus, DICE, ORANGE_TIMES};
use super::text::written;
use crate::game::{Game, Turn};

/// Whether the position can have come about, as far as its parts show.
pub fn position(game: &Clever, state: &State) -> Result<(), String> {
    dice(game, state)?;
    phase(game, state)?;
    for seat in 0..game.seats {
        sheet(game, state, seat).map_err(|reason| format!("seat {seat}: {reason}"))?;
    }
    if matches!(state.turn(), Turn::Seat(_)) && game.mask(state) == 0 {
        return Err("the seat to move has nothing to choose".into());
    }
    Ok(())
}

fn dice(game: &Clever, state: &State) -> Result<(), String> {
    let shown = (0..DICE).filter(|die| state.face(*die) != 0).fold(0u8, |set, die| set | 1 << die);
    let missing = 0x3f & !game.dice;
    if (shown | state.air | state.field | state.tray) & missing != 0 {
        return Err(format!("a die that {} does not have", game.spec()));
    }
    let fresh = matches!(state.phase, Phase::Draw | Phase::Four);
    if fresh && (shown | state.air != 0 || state.pool != game.dice) {
        return Err("the dice of round 4 have not been rolled yet".into());
    }
    if !fresh && (shown | state.air) != game.dice {
        return Err("every die that exists shows a face or is in the air".into());
    }
    let upper = if state.air == 0 { 0 } else { 0xff << state.air.trailing_zeros() };
    if state.air & !state.pool != 0 || state.air != state.pool & upper {
        return Err("the dice in the air belong to the pool and land in their order".into());
    }
    Ok(())
}

fn phase(game: &Clever, state: &State) -> Result<(), String> {
    let waits = state.sheet().pending().is_some();
    let solo = game.seats == 1;
    let fields = state.field.count_ones();
    let tray = state.tray.count_ones();
    let full = game.dice.count_ones().min(TRAY);
    let wrong = |reason: &str| Err(reason.to_string());
    let pick = |condition: bool, reason: &str| if condition { Ok(()) } else { wrong(reason) };
    let rolled = state.pool == 0 && state.rest == 0 && fields <= u32::from(ROLLS);
    let passive = state.pool == 0 && state.field == 0 && tray == full && state.rest == 0x3f & !state.tray;
    let low = game.thesis || highest(state, state.tray) <= lowest(state, state.rest & game.dice);
    match state.phase {
        Phase::Roll => {
            let picks = u32::from(state.roll) - u32::from(!waits);
            pick(state.rest == 0, "no die lies beside the tray in an active turn")?;
            pick(fields <= picks, "more dice on fields than rolls were made")?;
            pick(waits || state.pool != 0, "an active turn without dice to roll is over")?;
            pick(fields > 0 || state.tray == 0, "dice come to the tray by a pick")?;
            pick(!waits || (state.air == 0 && fields > 0), "a cross waits only after a pick")?;
            pick(!waits || state.roll < ROLLS || state.pool == 0, "after the last pick no die stays in the pool")
        }
        Phase::Plus if solo && state.rest != 0 => {
            pick(passive && low, "the lowest three dice lie on the tray of a passive turn, the others beside it")?;
            plus(game, state, waits)
        }
        Phase::Plus => {
            pick(rolled, "after an active turn dice lie on up to three fields and the tray")?;
            plus(game, state, waits)
        }
        Phase::Lowest | Phase::Lots => {
            pick(solo && !waits, "the tray is rolled for in a solo game, and nothing waits then")?;
            pick(
                state.field == 0 && state.rest == 0 && tray < TRAY,
                "the tray is not full yet, and all else is in the pool",
            )?;
            pick(!ends(game, state), "mode=thesis ends after the last active turn")?;
            if state.air != 0 {
                return pick(state.tray == 0, "nothing comes to the tray before all dice have landed");
            }
            pick(game.dice.count_ones() > TRAY, "all dice come to the tray")?;
            let lots = state.lots();
            let lower = state.tray & !same(state, lowest(state, state.pool));
            let drawn = game.thesis
                || (highest(state, lower) < lowest(state, lots)
                    && lower.count_ones() < TRAY
                    && (state.tray | lots).count_ones() > TRAY);
            pick(drawn, "lots are drawn only among equal dice at the border of the tray")
        }
        Phase::Pass if solo => {
            pick(!ends(game, state), "mode=thesis ends after the last active turn")?;
            pick(passive && low, "the lowest three dice lie on the tray of a passive turn, the others beside it")
        }
        Phase::Pass => {
            pick(state.seat != state.active, "the active seat has no passive pick")?;
            pick(rolled, "after an active turn dice lie on up to three fields and the tray")
        }
        Phase::Draw => {
            pick(game.thesis && state.round == 4 && game.paper.bonuses, "a bonus is drawn in round 4 of mode=thesis")
        }
        Phase::Four => {
            let official = !game.thesis && state.round == 4 && game.paper.bonuses && state.active == 0;
            pick(official, "a bonus is chosen at the start of round 4")
        }
        Phase::Over => {
            let last = state.round == game.rounds() && usize::from(state.active) + 1 == game.seats;
            pick(last, "the game ends with the last turn of the last round")?;
            let done = if solo && !game.thesis { passive && low } else { rolled };
            pick(done && !waits, "the dice of the last turn lie on fields and tray, and nothing waits")
        }
    }
}

/// In mode=thesis the last round ends with its active turn.
fn ends(game: &Clever, state: &State) -> bool {
    game.thesis && state.round == game.rounds()
}

fn plus(game: &Clever, state: &State, waits: bool) -> Result<(), String> {
    let sheet = state.sheet();
    if ends(game, state) {
        return Err("mode=thesis ends after the last active turn".into());
    }
    if !waits && (sheet.pluses == 0 || game.mask(state) == 1 << PASS) {
        return Err("a +1 phase without a +1 and a die for it is over".into());
    }
    Ok(())
}

fn lowest(state: &State, set: u8) -> u8 {
    (0..DICE).filter(|die| set >> die & 1 == 1).map(|die| state.face(die)).min().unwrap_or(7)
}

fn highest(state: &State, set: u8) -> u8 {
    (0..DICE).filter(|die| set >> die & 1 == 1).map(|die| state.face(die)).max().unwrap_or(0)
}

fn same(state: &State, face: u8) -> u8 {
    (0..DICE).filter(|die| state.face(*die) == face).fold(0, |set, die| set | 1 << die)
}

fn sheet(game: &Clever, state: &State, seat: usize) -> Result<(), String> {
    let (sheet, paper) = (&state.sheets[seat], &game.paper);
    let turn = usize::from(state.seat) == seat;
    let outside = sheet.yellow & !paper.yellow != 0
        || sheet.blue & !paper.blue != 0
        || sheet.greens > paper.green
        || sheet.oranges > paper.orange
        || sheet.purples > paper.purple;
    if outside {
        return Err(format!("a mark in an area that {} does not have", game.spec()));
    }
    if sheet.used != 0 && (!turn || state.phase != Phase::Plus) {
        return Err("dice are used up only in a seat's own +1 phase".into());
    }
    if sheet.used & !game.dice != 0 {
        return Err(format!("a die that {} does not have is used up", game.spec()));
    }
    if let Some(cross) = sheet.pending() {
        let free = if cross == Cross::Yellow { sheet.free_yellow(paper) } else { sheet.free_blue(paper) };
        if !turn || free == 0 || !paper.bonuses {
            return Err("a cross waits only for the seat whose phase it is, and for a free box".into());
        }
    }
    for (place, number) in written(sheet.orange, sheet.oranges, 5).into_iter().enumerate() {
        let times = ORANGE_TIMES[place];
        if number % times != 0 || number / times > 6 {
            return Err(format!("{number} is no face times {times} in orange box {}", place + 1));
        }
    }
    let purple = written(sheet.purple, sheet.purples, 3);
    if !game.source && purple.windows(2).any(|pair| pair[0] != 6 && pair[1] <= pair[0]) {
        return Err("purple numbers rise, except after a 6".into());
    }
    earnings(game, state, sheet)
}

/// Compares what the seat holds with what its boxes and the rounds have brought.
fn earnings(game: &Clever, state: &State, sheet: &Sheet) -> Result<(), String> {
    let (mut rerolls, mut pluses, mut foxes, mut marks) = (0, 0, 0, 0);
    if game.paper.bonuses {
        rerolls = 1 + u8::from(state.round >= 3);
        pluses = u8::from(state.round >= 2);
        marks = u32::from(state.round >= 4);
        for bonus in sheet.earned() {
            match bonus {
                Bonus::Reroll => rerolls += 1,
                Bonus::Plus => pluses += 1,
                Bonus::Fox => foxes += 1,
                _ => marks += 1,
            }
        }
    }
    if sheet.rerolls > rerolls || sheet.pluses > pluses {
        return Err(format!("{}+{} actions held, but {rerolls}+{pluses} earned", sheet.rerolls, sheet.pluses));
    }
    if sheet.foxes != foxes {
        return Err(format!("{} foxes, but the boxes bring {foxes}", sheet.foxes));
    }
    let a_round = u32::from(ROLLS) + (game.seats - 1).max(1) as u32;
    let most = u32::from(state.round) * a_round + u32::from(pluses - sheet.pluses) + marks;
    if sheet.marks() > most {
        return Err(format!("{} boxes marked, but at most {most} are possible by now", sheet.marks()));
    }
    Ok(())
}
