//! Positions as one line and as a drawing for terminals; actions by name.
//!
//! `ROUND.ACTIVE.PHASE DICE SHEET…`, dice as face and place (`3p/5f/?p/1t/2t/6p`), a sheet as
//! `yellow|blue|green|orange|purple|actions|pending|used`.

use super::rules::{CROSS_BLUE, CROSS_GREEN, CROSS_YELLOW, PASS, REROLL, ROLLS, SIX_ORANGE, SIX_PURPLE};
use super::sheet::{Cross, Sheet};
use super::state::{Phase, State};
use super::tables::{DICE, GREEN_LIMITS, ORANGE_TIMES, TRACK};
use super::{Clever, LETTERS, check, letters_text};
use crate::game::{Action, Game};
use std::fmt::Write as _;

pub fn action_text(action: Action) -> String {
    let letter = |place: usize| &LETTERS[place..=place];
    match action {
        0..=31 => {
            let target = usize::from(action % 16);
            let die = if action < 16 { target.saturating_sub(11) } else { 5 };
            if target < 12 {
                format!("{}:y{target}", letter(die))
            } else {
                format!("{}:{}", letter(die), letter(target - 11))
            }
        }
        CROSS_GREEN => "xg".into(),
        SIX_ORANGE => "xo".into(),
        SIX_PURPLE => "xp".into(),
        REROLL => "reroll".into(),
        PASS => "pass".into(),
        CROSS_BLUE.. => format!("xb{}", action - CROSS_BLUE + 2),
        _ => format!("xy{}", action - CROSS_YELLOW),
    }
}

pub fn write(game: &Clever, state: &State) -> String {
    let mut text = format!("{}.{}.", state.round, state.active);
    let seat = state.seat;
    let _ = match state.phase {
        Phase::Roll if state.rerolls == 0 => write!(text, "roll{}", state.roll),
        Phase::Roll => write!(text, "roll{}+{}", state.roll, state.rerolls),
        Phase::Plus => write!(text, "plus{seat}"),
        Phase::Lowest | Phase::Lots => write!(text, "tray"),
        Phase::Pass => write!(text, "pass{seat}"),
        Phase::Draw => write!(text, "four"),
        Phase::Four => write!(text, "four{seat}"),
        Phase::Over => write!(text, "over"),
    };
    for die in 0..DICE {
        let is = |set: u8| set >> die & 1 == 1;
        text.push(if die == 0 { ' ' } else { '/' });
        text.push(match state.face(die) {
            0 if is(state.air) => '?',
            0 => '-',
            face => (b'0' + face) as char,
        });
        text.push(if is(state.field) {
            'f'
        } else if is(state.tray) {
            't'
        } else if is(state.rest) {
            'r'
        } else {
            'p'
        });
    }
    for sheet in &state.sheets[..game.seats] {
        text.push(' ');
        write_sheet(sheet, &mut text);
    }
    text
}

pub fn written(numbers: u64, count: u8, width: u32) -> Vec<u8> {
    (0..u32::from(count)).map(|place| (numbers >> (width * place) & ((1 << width) - 1)) as u8).collect()
}

fn list(numbers: &[u8], between: &str) -> String {
    numbers.iter().map(u8::to_string).collect::<Vec<_>>().join(between)
}

fn write_sheet(sheet: &Sheet, text: &mut String) {
    let bits = |set: u16, count: u32| (0..count).map(move |place| if set >> place & 1 == 1 { '1' } else { '0' });
    text.extend(bits(sheet.yellow, 12));
    text.push('|');
    text.extend(bits(sheet.blue, 11));
    let orange = list(&written(sheet.orange, sheet.oranges, 5), ".");
    let purple = list(&written(sheet.purple, sheet.purples, 3), ".");
    let _ = write!(text, "|{}|{orange}|{purple}|", sheet.greens);
    let _ = write!(text, "{}+{}+{}|", sheet.rerolls, sheet.pluses, sheet.foxes);
    text.extend(sheet.queue().map(|cross| if cross == Cross::Yellow { 'y' } else { 'b' }));
    let _ = write!(text, "|{}", letters_text(sheet.used));
}

pub fn read(game: &Clever, line: &str) -> Result<State, String> {
    let line = line.trim();
    let mut fields = line.split(' ');
    let example = || format!("not a position of {}, such as {}", game.spec(), write(game, &game.begin()));
    let (Some(head), Some(dice)) = (fields.next(), fields.next()) else { return Err(example()) };
    let mut state = State::EMPTY;
    read_head(game, head, &mut state).ok_or_else(|| {
        format!(
            "{head}: expected ROUND.ACTIVE.PHASE with a phase of rollN, rollN+K, plusS, tray, passS, four, fourS, over"
        )
    })?;
    read_dice(dice, &mut state)
        .ok_or_else(|| format!("{dice}: expected six dice as face (1 to 6, ?, -) and place (p, f, t, r)"))?;
    let sheets: Vec<&str> = fields.collect();
    if sheets.len() != game.seats {
        return Err(format!("{} sheets, but {} has {}", sheets.len(), game.spec(), game.seats));
    }
    for (seat, text) in sheets.into_iter().enumerate() {
        state.sheets[seat] = read_sheet(text).ok_or_else(|| {
            format!("{text}: expected a sheet as yellow|blue|green|orange|purple|actions|pending|used")
        })?;
    }
    if write(game, &state) != line {
        return Err(example());
    }
    state.pool &= game.dice;
    check::position(game, &state)?;
    Ok(state)
}

fn read_head(game: &Clever, text: &str, state: &mut State) -> Option<()> {
    let mut parts = text.splitn(3, '.');
    state.round = parts.next()?.parse().ok().filter(|round| (1..=game.rounds()).contains(round))?;
    state.active = parts.next()?.parse().ok().filter(|seat| usize::from(*seat) < game.seats)?;
    let phase = parts.next()?;
    let seat = |text: &str| text.parse::<u8>().ok().filter(|seat| usize::from(*seat) < game.seats);
    (state.phase, state.seat) = match phase.split_at_checked(4)? {
        ("roll", number) => {
            let (roll, rerolls) = number.split_once('+').unwrap_or((number, "0"));
            state.roll = roll.parse().ok().filter(|roll| (1..=ROLLS).contains(roll))?;
            state.rerolls = rerolls.parse().ok()?;
            (Phase::Roll, state.active)
        }
        ("plus", number) => (Phase::Plus, seat(number)?),
        ("pass", number) => (Phase::Pass, seat(number)?),
        ("tray", "") => (if game.thesis { Phase::Lots } else { Phase::Lowest }, 0),
        ("four", "") => (Phase::Draw, 0),
        ("four", number) => (Phase::Four, seat(number)?),
        ("over", "") => (Phase::Over, state.active),
        _ => return None,
    };
    Some(())
}

fn read_dice(text: &str, state: &mut State) -> Option<()> {
    let dice: Vec<&[u8]> = text.split('/').map(str::as_bytes).collect();
    if dice.len() != DICE {
        return None;
    }
    for (die, token) in dice.into_iter().enumerate() {
        let [face, place] = *token else { return None };
        match face {
            b'1'..=b'6' => state.set_face(die, face - b'0'),
            b'?' => state.air |= 1 << die,
            b'-' => {}
            _ => return None,
        }
        *match place {
            b'p' => &mut state.pool,
            b'f' => &mut state.field,
            b't' => &mut state.tray,
            b'r' => &mut state.rest,
            _ => return None,
        } |= 1 << die;
    }
    Some(())
}

fn read_sheet(text: &str) -> Option<Sheet> {
    let parts: Vec<&str> = text.split('|').collect();
    let [yellow, blue, green, orange, purple, actions, pending, used] = parts[..] else { return None };
    let bits = |text: &str, count: usize| {
        let set = text
            .bytes()
            .rev()
            .try_fold(0, |set, bit| matches!(bit, b'0' | b'1').then(|| set << 1 | u16::from(bit - b'0')));
        set.filter(|_| text.len() == count)
    };
    if yellow.len() != 12 || blue.len() != 11 || pending.len() > 7 {
        return None;
    }
    let numbers = |text: &str, most: u8| -> Option<Vec<u8>> {
        let numbers = text.split('.').filter(|_| !text.is_empty()).map(|number| number.parse().ok());
        let numbers = numbers.collect::<Option<Vec<u8>>>()?;
        (numbers.len() <= usize::from(TRACK) && numbers.iter().all(|number| (1..=most).contains(number)))
            .then_some(numbers)
    };
    let mut sheet = Sheet::EMPTY;
    (sheet.yellow, sheet.blue) = (bits(yellow, 12)?, bits(blue, 11)?);
    sheet.greens = green.parse().ok().filter(|count| *count <= TRACK)?;
    for (place, number) in numbers(orange, 18)?.into_iter().enumerate() {
        sheet.orange |= u64::from(number) << (5 * place);
        sheet.orange_sum += number;
        sheet.oranges += 1;
    }
    for (place, number) in numbers(purple, 6)?.into_iter().enumerate() {
        sheet.purple |= u64::from(number) << (3 * place);
        sheet.purple_sum += number;
        sheet.purples += 1;
        sheet.last = number;
    }
    let held: Vec<u8> = actions.split('+').map(|number| number.parse().ok()).collect::<Option<_>>()?;
    let [rerolls, pluses, foxes] = held[..] else { return None };
    (sheet.rerolls, sheet.pluses, sheet.foxes) = (rerolls, pluses, foxes);
    for letter in pending.chars() {
        sheet.wait(if letter == 'y' { Cross::Yellow } else { Cross::Blue });
    }
    sheet.used =
        used.chars().map(|letter| LETTERS.find(letter)).try_fold(0, |set, die| die.map(|die| set | 1 << die))?;
    Some(sheet)
}

/// The dice by place, then each sheet: rows of yellow and blue, the tracks, what is held.
pub fn draw(game: &Clever, state: &State) -> String {
    let line = write(game, state);
    let head = line.split(' ').next().unwrap_or_default();
    let mut text = format!("{head}  ");
    for (set, name) in [(state.pool, "pool"), (state.field, "fields"), (state.tray, "tray"), (state.rest, "rest")] {
        let dice = (0..DICE).filter(|die| (set & game.dice) >> die & 1 == 1).map(|die| {
            let face = if state.face(die) == 0 { "?".into() } else { state.face(die).to_string() };
            format!(" {}{face}", &LETTERS[die..=die])
        });
        let dice: String = dice.collect();
        if !dice.is_empty() {
            let _ = write!(text, " {name}{dice} ");
        }
    }
    let mut text = text.trim_end().to_string();
    for (seat, sheet) in state.sheets[..game.seats].iter().enumerate() {
        let _ = write!(text, "\nseat {seat}: {} points {:?}", game.score(state, seat), sheet.areas());
        let _ = write!(text, "  re-rolls {}  +1 {}  foxes {}", sheet.rerolls, sheet.pluses, sheet.foxes);
        draw_sheet(sheet, &mut text);
    }
    text
}

fn draw_sheet(sheet: &Sheet, text: &mut String) {
    const YELLOW: [[i8; 4]; 4] = [[0, 1, 2, -1], [3, 4, -1, 5], [6, -1, 7, 8], [-1, 9, 10, 11]];
    const VALUES: [u8; 12] = [3, 6, 5, 2, 1, 5, 1, 2, 4, 3, 4, 6];
    for (row, boxes) in YELLOW.into_iter().enumerate() {
        text.push_str("\n ");
        for index in boxes {
            match index {
                0.. if sheet.yellow >> index & 1 == 0 => {
                    let _ = write!(text, " {:>2}", VALUES[index as usize]);
                }
                _ => text.push_str("  x"),
            }
        }
        text.push_str("  |");
        for value in (4 * row + 1..4 * row + 5).filter(|value| (1..=12).contains(value)) {
            match value {
                1 => text.push_str("   "),
                _ if sheet.blue >> (value - 2) & 1 == 1 => text.push_str("  x"),
                _ => {
                    let _ = write!(text, " {value:>2}");
                }
            }
        }
    }
    let mut track = |name: &str, filled: Vec<String>, open: [String; 11]| {
        let _ = write!(text, "\n  {name}");
        for place in 0..usize::from(TRACK) {
            let _ = write!(text, " {:>3}", filled.get(place).unwrap_or(&open[place]));
        }
    };
    track("green ", vec!["x".into(); usize::from(sheet.greens)], GREEN_LIMITS.map(|limit| format!(">{}", limit - 1)));
    let times = ORANGE_TIMES.map(|times| if times == 1 { ".".into() } else { format!("x{times}") });
    let texts = |numbers: Vec<u8>| numbers.iter().map(u8::to_string).collect();
    track("orange", texts(written(sheet.orange, sheet.oranges, 5)), times);
    track("purple", texts(written(sheet.purple, sheet.purples, 3)), std::array::from_fn(|_| ".".into()));
}
