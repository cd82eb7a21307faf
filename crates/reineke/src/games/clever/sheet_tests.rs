//! The sheet, rule by rule: fields, points, multipliers, bonuses, foxes.

use super::tables::{BLUE_POINTS, GREEN_POINTS};
use super::*;

fn paper() -> Paper {
    Paper::official()
}

fn after(marks: impl IntoIterator<Item = Mark>) -> Sheet {
    let mut sheet = Sheet::EMPTY;
    enter(&mut sheet, marks);
    sheet
}

fn enter(sheet: &mut Sheet, marks: impl IntoIterator<Item = Mark>) {
    for mark in marks {
        sheet.mark(mark, &paper());
    }
}

fn yellow(boxes: &[u8]) -> Sheet {
    after(boxes.iter().map(|index| Mark::Yellow(*index)))
}

fn blue(values: &[u8]) -> Sheet {
    after(values.iter().map(|value| Mark::Blue(*value)))
}

fn queue(sheet: &Sheet) -> Vec<Cross> {
    sheet.queue().collect()
}

/// Boxes of green, orange and purple; re-rolls, +1, foxes.
fn tracks(sheet: &Sheet) -> ([u8; 3], [u8; 3]) {
    ([sheet.greens, sheet.oranges, sheet.purples], [sheet.rerolls, sheet.pluses, sheet.foxes])
}

/// The names of the picks that these dice (all six to choose from) allow.
fn picks(sheet: &Sheet, faces: [u8; 6]) -> Vec<String> {
    let mask = sheet.picks(&faces, 0x3f, &paper());
    (0..64).filter(|action| mask >> action & 1 == 1).map(text::action_text).collect()
}

// covers: G1
#[test]
fn a_sheet_is_32_bytes() {
    assert_eq!(size_of::<Sheet>(), 32);
}

// covers: G1
#[test]
fn yellow_takes_each_face_in_two_boxes_and_one_die_marks_one() {
    let names = |face| picks(&Sheet::EMPTY, [face, 1, 1, 1, 1, 1])[..2].to_vec();
    assert_eq!(names(1), ["y:y4", "y:y6"]);
    assert_eq!(names(2), ["y:y3", "y:y7"]);
    assert_eq!(names(3), ["y:y0", "y:y9"]);
    assert_eq!(names(4), ["y:y8", "y:y10"]);
    assert_eq!(names(5), ["y:y2", "y:y5"]);
    assert_eq!(names(6), ["y:y1", "y:y11"]);
    assert_eq!(picks(&yellow(&[4]), [1, 1, 1, 1, 1, 1])[0], "y:y6");
}

// covers: G1
#[test]
fn yellow_columns_score_10_14_16_20() {
    assert_eq!(yellow(&[0, 3, 6]).areas()[0], 10);
    assert_eq!(yellow(&[1, 4, 9]).areas()[0], 14);
    assert_eq!(yellow(&[2, 7, 10]).areas()[0], 16);
    assert_eq!(yellow(&[5, 8, 11]).areas()[0], 20);
    assert_eq!(yellow(&[0, 3]).areas()[0], 0);
    assert_eq!(yellow(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]).areas()[0], 60);
}

// covers: G1 G5
#[test]
fn yellow_rows_and_the_diagonal_have_bonuses() {
    assert_eq!(queue(&yellow(&[0, 1, 2])), [Cross::Blue]);
    assert_eq!(yellow(&[3, 4, 5]).areas()[3], 4);
    assert_eq!(yellow(&[6, 7, 8]).greens, 1);
    assert_eq!(yellow(&[9, 10, 11]).foxes, 1);
    assert_eq!(yellow(&[0, 4, 7, 11]).pluses, 1);
    assert_eq!(tracks(&yellow(&[0, 4, 7])), ([0; 3], [0; 3]));
}

// covers: G1
#[test]
fn blue_takes_the_sum_of_blue_and_white_from_either_die() {
    let found = picks(&Sheet::EMPTY, [1, 4, 1, 1, 1, 5]);
    assert!(found.contains(&"b:b".into()) && found.contains(&"w:b".into()));
    let found = picks(&blue(&[9]), [1, 4, 1, 1, 1, 5]);
    assert!(!found.contains(&"b:b".into()) && !found.contains(&"w:b".into()));
}

// covers: G1
#[test]
fn blue_scores_by_the_number_of_crosses() {
    assert_eq!(BLUE_POINTS, [0, 1, 2, 4, 7, 11, 16, 22, 29, 37, 46, 56]);
    assert_eq!(blue(&[12, 2, 7]).areas()[1], 4);
    assert_eq!(blue(&[2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]).areas()[1], 56);
}

// covers: G1 G5
#[test]
fn blue_rows_and_columns_have_bonuses() {
    assert_eq!(blue(&[2, 3, 4]).areas()[3], 5);
    assert_eq!(queue(&blue(&[5, 6, 7, 8])), [Cross::Yellow]);
    assert_eq!(blue(&[9, 10, 11, 12]).foxes, 1);
    assert_eq!(blue(&[5, 9]).rerolls, 1);
    assert_eq!(blue(&[2, 6, 10]).greens, 1);
    assert_eq!(blue(&[3, 7, 11]).areas()[4], 6);
    assert_eq!(blue(&[4, 8, 12]).pluses, 1);
}

// covers: G5
#[test]
fn rows_come_before_columns_and_effects_before_the_next_bonus() {
    let mut sheet = after([Mark::Green; 5]);
    enter(&mut sheet, [2, 10, 5, 7, 8].map(Mark::Blue));
    sheet.mark(Mark::Blue(6), &paper());
    assert_eq!(sheet.greens, 6, "the column's cross");
    assert_eq!(queue(&sheet), [Cross::Yellow, Cross::Blue], "the row's, then that of the sixth green box");
}

// covers: G1
#[test]
fn green_takes_faces_from_its_limit_on_and_scores_by_boxes() {
    let limits = [1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 6];
    for (filled, limit) in limits.into_iter().enumerate() {
        let sheet = after(vec![Mark::Green; filled]);
        for face in 1..=6 {
            let found = picks(&sheet, [1, 1, face, 1, 1, 7 - face]);
            assert_eq!(found.contains(&"g:g".into()), face >= limit, "{face} in box {filled}");
            assert_eq!(found.contains(&"w:g".into()), 7 - face >= limit);
        }
    }
    assert!(!picks(&after([Mark::Green; 11]), [6; 6]).contains(&"g:g".into()));
    assert_eq!(GREEN_POINTS, [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66]);
    assert_eq!(after([Mark::Green; 11]).areas()[2], 66);
}

// covers: G1 G5
#[test]
fn green_boxes_4_6_7_9_10_have_bonuses() {
    let held = |count| tracks(&after(vec![Mark::Green; count])).1;
    assert_eq!(held(3), [0, 0, 0]);
    assert_eq!(held(4), [0, 1, 0]);
    assert_eq!(queue(&after([Mark::Green; 6])), [Cross::Blue]);
    assert_eq!(held(7), [0, 1, 1]);
    assert_eq!(after([Mark::Green; 8]).purples, 0);
    assert_eq!(after([Mark::Green; 9]).areas()[4], 6);
    assert_eq!(held(10), [1, 1, 1]);
}

// covers: G1
#[test]
fn orange_takes_everything_and_multiplies_boxes_4_7_9_11() {
    let sums: Vec<u16> = (0..=11).map(|count| after(vec![Mark::Orange(3); count]).areas()[3]).collect();
    assert_eq!(sums, [0, 3, 6, 9, 15, 18, 21, 27, 30, 36, 39, 48]);
    assert_eq!(after([Mark::Orange(6); 11]).areas()[3], 96);
    assert!(!picks(&after([Mark::Orange(1); 11]), [6; 6]).contains(&"o:o".into()));
}

// covers: G1 G5
#[test]
fn orange_boxes_3_5_6_8_10_have_bonuses() {
    let sheet = |count| after(vec![Mark::Orange(1); count]);
    assert_eq!(tracks(&sheet(2)).1, [0, 0, 0]);
    assert_eq!(tracks(&sheet(3)).1, [1, 0, 0]);
    assert_eq!(queue(&sheet(5)), [Cross::Yellow]);
    assert_eq!(tracks(&sheet(6)).1, [1, 1, 0]);
    assert_eq!(tracks(&sheet(8)).1, [1, 1, 1]);
    assert_eq!(sheet(9).purples, 0);
    assert_eq!(sheet(10).areas()[4], 6);
}

// covers: G1
#[test]
fn purple_rises_and_starts_again_after_a_6() {
    let open = |numbers: &[u8], face| {
        let sheet = after(numbers.iter().map(|face| Mark::Purple(*face)));
        picks(&sheet, [1, 1, 1, 1, face, 1]).contains(&"p:p".into())
    };
    assert!((1..=6).all(|face| open(&[], face)));
    assert!((1..=6).all(|face| open(&[2], face) == (face > 2)));
    assert!((1..=6).all(|face| open(&[2, 6], face)));
    assert_eq!(after([2, 5, 6, 3].map(Mark::Purple)).areas()[4], 16);
    assert!(!open(&[6; 11], 6));
}

// covers: G1 G5
#[test]
fn purple_boxes_from_3_on_have_bonuses() {
    let sheet = |count| after(vec![Mark::Purple(6); count]);
    let held = |count| tracks(&sheet(count)).1;
    assert_eq!(held(2), [0, 0, 0]);
    assert_eq!(held(3), [1, 0, 0]);
    assert_eq!(queue(&sheet(4)), [Cross::Blue]);
    assert_eq!(held(5), [1, 1, 0]);
    assert_eq!(queue(&sheet(6)), [Cross::Blue, Cross::Yellow]);
    assert_eq!(held(7), [1, 1, 1]);
    assert_eq!(held(8), [2, 1, 1]);
    assert_eq!(sheet(9).greens, 1);
    assert_eq!(sheet(10).areas()[3], 6);
    assert_eq!(held(11), [2, 2, 1]);
}

// covers: G1
#[test]
fn number_bonuses_are_multiplied_by_their_box() {
    let mut sheet = after([Mark::Orange(1); 3]);
    enter(&mut sheet, [2, 3, 4].map(Mark::Blue));
    assert_eq!(sheet.areas()[3], 3 + 10);
}

// covers: G5
#[test]
fn fills_chain_at_once() {
    let mut sheet = after([Mark::Green; 8]);
    enter(&mut sheet, [1, 2, 3, 4, 5, 6, 1, 2].map(Mark::Purple));
    enter(&mut sheet, [6, 7, 8].map(Mark::Yellow));
    // The third row crosses green 9, which writes a 6 into purple 9, which crosses green 10, which is a re-roll.
    assert_eq!((sheet.greens, sheet.purples, sheet.last), (10, 9, 6));
    assert_eq!(sheet.rerolls, 3);
}

// covers: G5
#[test]
fn bonuses_without_a_box_are_lost() {
    let full = after([Mark::Green; 11]);
    let mut sheet = full;
    enter(&mut sheet, [6, 7, 8].map(Mark::Yellow));
    assert_eq!(sheet.greens, 11);
    let mut sheet = after((2..=12).map(Mark::Blue));
    let waiting = sheet.queue().count();
    enter(&mut sheet, [0, 1, 2].map(Mark::Yellow));
    assert_eq!(sheet.queue().count(), waiting, "no blue box is free");
}

// covers: G5
#[test]
fn a_waiting_cross_is_dropped_when_it_finds_no_box() {
    let mut sheet = after((3..=12).map(Mark::Blue));
    assert_eq!(queue(&sheet), [Cross::Yellow]);
    sheet.serve();
    sheet.gain(Bonus::BlueCross, &paper());
    sheet.gain(Bonus::BlueCross, &paper());
    sheet.serve();
    sheet.mark(Mark::Blue(2), &paper());
    assert_eq!(queue(&sheet), [Cross::Blue]);
    assert!(!sheet.settle(&paper()));
    assert_eq!(queue(&sheet), []);
}

// covers: G1
#[test]
fn a_fox_is_worth_the_lowest_area() {
    let mut sheet = after([3, 3].map(Mark::Orange).into_iter().chain([1, 5].map(Mark::Purple)));
    enter(&mut sheet, [0, 3, 6].map(Mark::Yellow));
    enter(&mut sheet, [12, 2, 7, 8].map(Mark::Blue));
    enter(&mut sheet, [Mark::Green; 3]);
    sheet.foxes = 1;
    assert_eq!(sheet.areas(), [10, 7, 6, 6, 6]);
    assert_eq!(sheet.score(), 41);
    sheet.yellow = 0;
    assert_eq!(sheet.score(), 25, "an empty area makes foxes worthless");
    assert_eq!(sheet.score_of(0b1_1110), 31, "unless the game does not have it");
}

// covers: G1
#[test]
fn the_sheet_holds_7_rerolls_7_plus_5_foxes_and_15_marks() {
    let mut sheet = yellow(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    (sheet.blue, sheet.greens, sheet.oranges, sheet.purples) = (0x7ff, 11, 11, 11);
    let count = |wanted: Bonus| sheet.earned().filter(|bonus| *bonus == wanted).count();
    assert_eq!(count(Bonus::Reroll) + 2, 7);
    assert_eq!(count(Bonus::Plus) + 1, 7);
    assert_eq!(count(Bonus::Fox), 5);
    assert_eq!(sheet.earned().count() - 5 - 6 - 5, 15);
}

// covers: G2
#[test]
fn the_source_masks_let_low_dice_into_green_and_both_into_purple() {
    let source = Paper::new(0x1f, 0x3f, true, true);
    let takes = |filled: usize| -> Vec<u8> {
        let sheet = after(vec![Mark::Green; filled]);
        (1..=6).filter(|face| sheet.picks(&[1, 1, *face, 1, 1, 1], 1 << 2, &source) != 0).collect()
    };
    assert_eq!(takes(0), [1, 2, 3, 4, 5, 6]);
    assert_eq!(takes(1), [1, 3, 4, 5, 6]);
    assert_eq!(takes(2), [1, 3, 4, 5, 6]);
    assert_eq!(takes(3), [1, 2, 4, 5, 6]);
    assert_eq!(takes(4), [1, 2, 3, 5, 6]);
    assert_eq!(takes(10), [1, 2, 3, 4, 6]);
    let sheet = after([Mark::Purple(4)]);
    let purple = |faces: [u8; 2], dice: u8| {
        let mask = sheet.picks(&[1, 1, 1, 1, faces[0], faces[1]], dice, &source);
        (mask >> 15 & 1, mask >> 31 & 1)
    };
    assert_eq!(purple([5, 1], 0x30), (1, 1));
    assert_eq!(purple([1, 5], 0x30), (1, 1));
    assert_eq!(purple([1, 5], 0x10), (0, 0), "the white die may not be chosen now");
    assert_eq!(purple([1, 1], 0x30), (0, 0));
}
