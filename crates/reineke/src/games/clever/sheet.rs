//! The score sheet, and the chain of bonuses that a mark sets off.
//!
//! Yellow boxes are numbered row by row without the printed crosses, `3 6 5 | 2 1 5 | 1 2 4 | 3 4 6`; bit n of blue is
//! the box n + 2. A bonus that fills a next box or is an action takes effect at once, depth first, rows before columns;
//! crosses of the player's choice wait, first in, first out.

use super::tables::Bonus::{self, BlueCross, Fox, GreenCross, Nothing, Orange, Plus, PurpleSix, Reroll, YellowCross};
use super::tables::{
    ABOVE, AREAS, BLUE_COLUMNS, BLUE_FULL, BLUE_GROUPS, BLUE_POINTS, BLUE_ROWS, DICE, GREEN_BONUSES, GREEN_LIMITS,
    GREEN_POINTS, ORANGE_BONUSES, ORANGE_TIMES, PICKS, PURPLE_BONUSES, TRACK, WHITE, YELLOW_BOXES, YELLOW_COLUMNS,
    YELLOW_DIAGONAL, YELLOW_FULL, YELLOW_ROWS,
};
use crate::dice::chain;

/// What is printed on the sheets of a game: the boxes that exist, which faces they take, whether bonuses count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paper {
    /// Existing areas as bits.
    pub areas: u8,
    pub bonuses: bool,
    pub yellow: u16,
    pub blue: u16,
    /// The blue boxes that dice can reach: none unless both blue and white are rolled.
    sums: u16,
    /// Number of boxes: 11, or 0 where the area does not exist.
    pub green: u8,
    pub orange: u8,
    pub purple: u8,
    /// Faces that the next green box takes, as bits, by boxes crossed.
    takes: [u8; 12],
    /// One high enough die of purple and white opens purple to both.
    lenient: bool,
}

impl Paper {
    /// Areas and dice are bits; `source` gives green and purple the faulty masks of the thesis.
    #[must_use]
    pub fn new(areas: u8, dice: u8, bonuses: bool, source: bool) -> Self {
        let has = |area: u8| areas >> area & 1 == 1;
        let boxes = |area: u8| if has(area) { TRACK } else { 0 };
        let blue = if has(1) { BLUE_FULL } else { 0 };
        let mut takes = [0; 12];
        for (index, limit) in GREEN_LIMITS.into_iter().enumerate().filter(|_| has(2)) {
            for face in 1..=6 {
                let barred = matches!((face, limit), (2, 2 | 3) | (3, 4) | (4, 5) | (5, 6));
                let allowed = if source { !barred } else { face >= limit };
                takes[index] |= u8::from(allowed) << face;
            }
        }
        Self {
            areas,
            bonuses,
            yellow: if has(0) { YELLOW_FULL } else { 0 },
            blue,
            sums: if dice & 0b10_0010 == 0b10_0010 { blue } else { 0 },
            green: boxes(2),
            orange: boxes(3),
            purple: boxes(4),
            takes,
            lenient: source,
        }
    }

    /// The sheet of the official game.
    #[must_use]
    pub fn official() -> Self {
        Self::new(0x1f, 0x3f, true, false)
    }
}

/// One box and what is entered there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A box number, 0 to 11.
    Yellow(u8),
    /// A value, 2 to 12.
    Blue(u8),
    /// The next box.
    Green,
    /// A face for the next box, multiplied there.
    Orange(u8),
    /// A face for the next box.
    Purple(u8),
}

/// A cross that waits for its player's choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cross {
    Yellow,
    Blue,
}

/// What one seat has entered and holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// Written numbers, 5 bits each (orange, multiplied) and 3 bits each (purple).
    pub orange: u64,
    pub purple: u64,
    /// Crossed boxes as bits.
    pub yellow: u16,
    pub blue: u16,
    /// Boxes filled.
    pub greens: u8,
    pub oranges: u8,
    pub purples: u8,
    pub orange_sum: u8,
    pub purple_sum: u8,
    /// The last purple number, 0 at first.
    pub last: u8,
    /// Actions held.
    pub rerolls: u8,
    pub pluses: u8,
    pub foxes: u8,
    /// Dice taken in the present +1 phase, as bits.
    pub used: u8,
    waiting: u8,
    /// The waiting crosses, first in the lowest bit: 0 yellow, 1 blue.
    crosses: u8,
}

impl Sheet {
    pub const EMPTY: Self = Self {
        orange: 0,
        purple: 0,
        yellow: 0,
        blue: 0,
        greens: 0,
        oranges: 0,
        purples: 0,
        orange_sum: 0,
        purple_sum: 0,
        last: 0,
        rerolls: 0,
        pluses: 0,
        foxes: 0,
        used: 0,
        waiting: 0,
        crosses: 0,
    };

    /// Enters a mark and everything that follows from it; the box must be free.
    #[inline]
    pub fn mark(&mut self, mark: Mark, paper: &Paper) {
        match mark {
            Mark::Yellow(index) => {
                self.yellow |= 1 << index;
                let (row, bonus) = YELLOW_ROWS[usize::from(index / 3)];
                if self.yellow & row == row {
                    self.gain(bonus, paper);
                }
                if YELLOW_DIAGONAL >> index & 1 == 1 && self.yellow & YELLOW_DIAGONAL == YELLOW_DIAGONAL {
                    self.gain(Plus, paper);
                }
            }
            Mark::Blue(value) => {
                self.blue |= 1 << (value - 2);
                let (row, column) = BLUE_GROUPS[usize::from(value - 2)];
                for (group, bonus) in [BLUE_ROWS[row], BLUE_COLUMNS[column]] {
                    if self.blue & group == group {
                        self.gain(bonus, paper);
                    }
                }
            }
            Mark::Green => {
                let bonus = self.cross_green();
                self.gain(bonus, paper);
            }
            Mark::Orange(face) => {
                let bonus = self.write_orange(face);
                self.gain(bonus, paper);
            }
            Mark::Purple(face) => {
                let bonus = self.write_purple(face);
                self.gain(bonus, paper);
            }
        }
    }

    /// Takes a bonus and, box by box, those that it leads to; what has no box is lost.
    pub fn gain(&mut self, first: Bonus, paper: &Paper) {
        let mut bonus = first;
        if !paper.bonuses {
            return;
        }
        loop {
            bonus = match bonus {
                GreenCross if self.greens < paper.green => self.cross_green(),
                Orange(number) if self.oranges < paper.orange => self.write_orange(number),
                PurpleSix if self.purples < paper.purple => self.write_purple(6),
                YellowCross if self.free_yellow(paper) != 0 => return self.wait(Cross::Yellow),
                BlueCross if self.free_blue(paper) != 0 => return self.wait(Cross::Blue),
                Reroll => return self.rerolls += 1,
                Plus => return self.pluses += 1,
                Fox => return self.foxes += 1,
                _ => return,
            }
        }
    }

    #[inline]
    fn cross_green(&mut self) -> Bonus {
        self.greens += 1;
        GREEN_BONUSES[usize::from(self.greens - 1)]
    }

    #[inline]
    fn write_orange(&mut self, face: u8) -> Bonus {
        let place = usize::from(self.oranges);
        let written = face * ORANGE_TIMES[place];
        self.orange |= u64::from(written) << (5 * place);
        self.orange_sum += written;
        self.oranges += 1;
        ORANGE_BONUSES[place]
    }

    #[inline]
    fn write_purple(&mut self, face: u8) -> Bonus {
        let place = usize::from(self.purples);
        self.purple |= u64::from(face) << (3 * place);
        self.purple_sum += face;
        self.last = face;
        self.purples += 1;
        PURPLE_BONUSES[place]
    }

    /// Free yellow boxes as bits.
    #[inline]
    pub fn free_yellow(&self, paper: &Paper) -> u16 {
        paper.yellow & !self.yellow
    }

    /// Free blue boxes as bits, bit 0 is the 2.
    #[inline]
    pub fn free_blue(&self, paper: &Paper) -> u16 {
        paper.blue & !self.blue
    }

    /// The picks (action bits 0 to 31) that these dice allow.
    #[inline]
    pub fn picks(&self, faces: &[u8; DICE], dice: u8, paper: &Paper) -> u64 {
        let [yellow, blue, green, _, purple, white] = *faces;
        let free = self.free_yellow(paper);
        let sum = u32::from((paper.sums & !self.blue) << 2 >> (blue + white) & 1) << 12;
        let green_takes = paper.takes[usize::from(self.greens)];
        let orange = u32::from(self.oranges < paper.orange) << 14;
        let purple_takes = if self.purples < paper.purple { ABOVE[usize::from(self.last)] } else { 0 };
        let (mut purple, mut high) = (purple_takes >> purple & 1, purple_takes >> white & 1);
        if paper.lenient {
            let either = purple & dice >> 4 | high & dice >> WHITE;
            (purple, high) = (either, either);
        }
        let colours = u32::from(YELLOW_BOXES[usize::from(yellow)] & free)
            | sum
            | u32::from(green_takes >> green & 1) << 13
            | orange
            | u32::from(purple) << 15;
        let whites = u32::from(YELLOW_BOXES[usize::from(white)] & free)
            | sum
            | u32::from(green_takes >> white & 1) << 13
            | orange
            | u32::from(high) << 15;
        u64::from((colours | whites << 16) & PICKS[usize::from(dice)])
    }

    /// The first cross that waits.
    #[inline]
    pub fn pending(&self) -> Option<Cross> {
        (self.waiting > 0).then_some(if self.crosses & 1 == 0 { Cross::Yellow } else { Cross::Blue })
    }

    /// All crosses that wait, in order.
    pub fn queue(&self) -> impl Iterator<Item = Cross> + use<> {
        let (waiting, crosses) = (self.waiting, self.crosses);
        (0..waiting).map(move |place| if crosses >> place & 1 == 0 { Cross::Yellow } else { Cross::Blue })
    }

    pub(super) fn wait(&mut self, cross: Cross) {
        self.crosses |= u8::from(cross == Cross::Blue) << self.waiting;
        self.waiting += 1;
    }

    /// Takes the first waiting cross off the queue.
    #[inline]
    pub(super) fn serve(&mut self) {
        self.waiting -= 1;
        self.crosses >>= 1;
    }

    /// Drops crosses at the front that have no box left; whether one waits then.
    #[inline]
    pub(super) fn settle(&mut self, paper: &Paper) -> bool {
        while let Some(cross) = self.pending() {
            let free = if cross == Cross::Yellow { self.free_yellow(paper) } else { self.free_blue(paper) };
            if free != 0 {
                return true;
            }
            self.serve();
        }
        false
    }

    /// Extends a key by this sheet.
    pub(super) fn chain(&self, key: u64) -> u64 {
        let [y, b] = [self.yellow, self.blue].map(u64::from);
        let held = [self.greens, self.rerolls, self.pluses, self.used, self.waiting];
        let bits = held.into_iter().fold(y << 11 | b, |bits, part| bits << 6 | u64::from(part));
        let tracks = chain(chain(key, self.orange), self.purple | u64::from(self.crosses) << 40);
        chain(tracks, bits)
    }

    /// Points of yellow, blue, green, orange and purple.
    #[inline]
    pub fn areas(&self) -> [u16; AREAS] {
        let column = |(boxes, points): (u16, u16)| if self.yellow & boxes == boxes { points } else { 0 };
        [
            YELLOW_COLUMNS.map(column).iter().sum(),
            u16::from(BLUE_POINTS[self.blue.count_ones() as usize]),
            u16::from(GREEN_POINTS[usize::from(self.greens)]),
            u16::from(self.orange_sum),
            u16::from(self.purple_sum),
        ]
    }

    #[inline]
    pub fn foxes(&self) -> u16 {
        u16::from(self.foxes)
    }

    /// Areas plus foxes times the lowest area.
    #[inline]
    pub fn score(&self) -> u16 {
        self.score_of(0x1f)
    }

    /// The score where only some areas (bits) exist.
    #[inline]
    pub fn score_of(&self, areas: u8) -> u16 {
        let points = self.areas();
        let lowest = (0..AREAS).filter(|area| areas >> area & 1 == 1).map(|area| points[area]).min().unwrap_or(0);
        points.iter().sum::<u16>() + self.foxes() * lowest
    }

    /// Boxes marked.
    pub fn marks(&self) -> u32 {
        let crosses = self.yellow.count_ones() + self.blue.count_ones();
        crosses + u32::from(self.greens) + u32::from(self.oranges) + u32::from(self.purples)
    }

    /// Everything that the marked boxes have earned so far, round bonuses left out.
    pub fn earned(&self) -> impl Iterator<Item = Bonus> + use<> {
        let sheet = *self;
        let yellow = YELLOW_ROWS.into_iter().chain([(YELLOW_DIAGONAL, Plus)]);
        let blue = BLUE_ROWS.into_iter().chain(BLUE_COLUMNS);
        let full = move |(group, bonus): (u16, Bonus), boxes: u16| (boxes & group == group).then_some(bonus);
        yellow
            .filter_map(move |group| full(group, sheet.yellow))
            .chain(blue.filter_map(move |group| full(group, sheet.blue)))
            .chain(GREEN_BONUSES.into_iter().take(usize::from(sheet.greens)))
            .chain(ORANGE_BONUSES.into_iter().take(usize::from(sheet.oranges)))
            .chain(PURPLE_BONUSES.into_iter().take(usize::from(sheet.purples)))
            .filter(|bonus| *bonus != Nothing)
    }
}
