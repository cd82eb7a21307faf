//! What is printed on the sheet: values, points, multipliers, bonuses, and sets of boxes as bits.

/// The dice: yellow, blue, green, orange, purple, white. The first five are also the areas.
pub const WHITE: usize = 5;
pub const DICE: usize = 6;
pub const AREAS: usize = 5;
/// Boxes of green, orange and purple.
pub const TRACK: u8 = 11;
pub const YELLOW_FULL: u16 = 0xfff;
pub const BLUE_FULL: u16 = 0x7ff;

/// What a box, row, column or diagonal brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bonus {
    Nothing,
    YellowCross,
    BlueCross,
    GreenCross,
    /// A number for the next orange box, multiplied there.
    Orange(u8),
    PurpleSix,
    Reroll,
    Plus,
    Fox,
}

use Bonus::{BlueCross, Fox, GreenCross, Nothing, Orange, Plus, PurpleSix, Reroll, YellowCross};

pub const YELLOW_ROWS: [(u16, Bonus); 4] = [(0o7, BlueCross), (0o70, Orange(4)), (0o700, GreenCross), (0o7000, Fox)];
pub const YELLOW_DIAGONAL: u16 = 1 | 1 << 4 | 1 << 7 | 1 << 11;
pub const YELLOW_COLUMNS: [(u16, u16); 4] = [
    (1 | 1 << 3 | 1 << 6, 10),
    (1 << 1 | 1 << 4 | 1 << 9, 14),
    (1 << 2 | 1 << 7 | 1 << 10, 16),
    (1 << 5 | 1 << 8 | 1 << 11, 20),
];
/// The yellow boxes of a face.
pub const YELLOW_BOXES: [u16; 7] =
    [0, 1 << 4 | 1 << 6, 1 << 3 | 1 << 7, 1 | 1 << 9, 1 << 8 | 1 << 10, 1 << 2 | 1 << 5, 1 << 1 | 1 << 11];
pub const BLUE_ROWS: [(u16, Bonus); 3] = [(0b111, Orange(5)), (0b1111 << 3, YellowCross), (0b1111 << 7, Fox)];
pub const BLUE_COLUMNS: [(u16, Bonus); 4] = [
    (1 << 3 | 1 << 7, Reroll),
    (1 | 1 << 4 | 1 << 8, GreenCross),
    (1 << 1 | 1 << 5 | 1 << 9, PurpleSix),
    (1 << 2 | 1 << 6 | 1 << 10, Plus),
];
pub const BLUE_POINTS: [u8; 12] = [0, 1, 2, 4, 7, 11, 16, 22, 29, 37, 46, 56];
pub const GREEN_LIMITS: [u8; 11] = [1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 6];
pub const GREEN_POINTS: [u8; 12] = [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66];
pub const GREEN_BONUSES: [Bonus; 11] =
    [Nothing, Nothing, Nothing, Plus, Nothing, BlueCross, Fox, Nothing, PurpleSix, Reroll, Nothing];
pub const ORANGE_TIMES: [u8; 11] = [1, 1, 1, 2, 1, 1, 2, 1, 2, 1, 3];
pub const ORANGE_BONUSES: [Bonus; 11] =
    [Nothing, Nothing, Reroll, Nothing, YellowCross, Plus, Nothing, Fox, Nothing, PurpleSix, Nothing];
pub const PURPLE_BONUSES: [Bonus; 11] =
    [Nothing, Nothing, Reroll, BlueCross, Plus, YellowCross, Fox, Reroll, GreenCross, Orange(6), Plus];

/// Row and column of each blue box.
pub const BLUE_GROUPS: [(usize, usize); 11] =
    [(0, 1), (0, 2), (0, 3), (1, 0), (1, 1), (1, 2), (1, 3), (2, 0), (2, 1), (2, 2), (2, 3)];
/// The faces above a purple entry, as bits; after none or a 6 all of them.
pub const ABOVE: [u8; 7] = [0x7e, 0x7c, 0x78, 0x70, 0x60, 0x40, 0x7e];
/// The picks (action bits 0 to 31) of each set of dice.
pub const PICKS: [u32; 64] = {
    let of_die = [0x0fff, 1 << 12, 1 << 13, 1 << 14, 1 << 15, 0xffff_0000];
    let mut table = [0; 64];
    let mut set = 0;
    while set < 64 {
        let mut die = 0;
        while die < DICE {
            if set >> die & 1 == 1 {
                table[set] |= of_die[die];
            }
            die += 1;
        }
        set += 1;
    }
    table
};
