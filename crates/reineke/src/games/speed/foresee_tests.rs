//! Foresight: who thinks like the literature's agent is foreseen, who does not is not relied on.

use super::Speed;
use super::foresee::Foresight;
use super::minimax::Search;
use super::packed::Packed;
use super::settings::Settings;
use crate::control::Control;
use crate::dice::{NoDice, Rng};
use crate::game::{Action, Game, NO_ACTION};
use crate::options::Options;

type Board = Packed<1, 66>;

const NODES: u64 = 100;

fn foresight(words: &[(&str, &str)]) -> Foresight {
    let mut options = Options::new(words.iter().map(|(key, value)| ((*key).to_string(), (*value).to_string())));
    Foresight::from_options(&mut options).expect("options").expect("a model")
}

/// Plays rounds in which the first seat does what is foreseen to be best, or anything, and the others what `other` says:
/// how many of the first seat's decisions rested on foresight, in how many rounds it asked what others would do, and how
/// sure it was of them in the end.
fn course(rounds: usize, mut other: impl FnMut(&Speed, &Board, usize) -> Action) -> (usize, usize, f64) {
    let game = Speed { seats: 3, width: Some(24), height: Some(24) };
    let mut foresight = foresight(&[("model", "100"), ("lines", "2"), ("ahead", "2")]);
    let mut state = game.start(&mut Rng::new(4));
    let (mut foreseen, mut asked) = (0, 0);
    for _ in 0..rounds {
        let board = Board::new(&state);
        if board.over() || !board.heads[0].active() {
            break;
        }
        let mut control = Control::endless().fork(Some(NODES * 200));
        let found = foresight.decide(&game, &board, (0, 3), &mut control);
        foreseen += usize::from(found.is_some());
        asked += usize::from(control.nodes() > 0);
        let any = || (0..5).find(|action| board.survives(0, *action)).unwrap_or(0);
        let own = found.map_or_else(any, |found| found.line[0]);
        let joint: Vec<Action> = (0..3)
            .map(|seat| match seat {
                0 => own,
                seat if board.heads[seat].active() => other(&game, &board, seat),
                _ => NO_ACTION,
            })
            .collect();
        game.apply_joint(&mut state, &joint, &mut NoDice);
    }
    (foreseen, asked, foresight.surest())
}

#[test]
fn who_thinks_like_the_model_is_foreseen() {
    let settings = Settings::literature();
    let (foreseen, asked, sure) = course(24, |game, board, seat| {
        let mut legal = crate::game::Actions::new();
        super::choices(&board.heads[seat], &mut legal);
        let mut control = Control::endless().fork(Some(NODES));
        Search::new(&settings, *board, seat).run(game, &legal, &mut control, &mut |_| {}).action
    });
    assert!(foreseen >= 20 && asked >= foreseen, "{foreseen} and {asked} of 24 rounds");
    assert!(sure > 0.9, "{sure}");
}

#[test]
fn who_does_something_else_is_not_relied_on() {
    let mut rng = Rng::new(9);
    let (foreseen, asked, sure) = course(40, |_, board, seat| {
        let lives: Vec<Action> = (0..5).filter(|action| board.survives(seat, *action)).collect();
        *lives.get(crate::dice::Dice::roll(&mut rng, lives.len().max(1) as u32) as usize).unwrap_or(&0)
    });
    assert!(foreseen < 10 && asked < 15 && sure < 0.9, "{foreseen} and {asked} of 40 rounds, {sure}");
}

#[test]
fn a_line_can_be_played_and_the_same_budget_gives_the_same_line() {
    let game = Speed { seats: 3, width: Some(24), height: Some(24) };
    let state = game.start(&mut Rng::new(8));
    let board = Board::new(&state);
    let line = || {
        let mut control = Control::endless().fork(Some(20_000));
        let found = foresight(&[("model", "100")]).decide(&game, &board, (0, 3), &mut control).expect("a line");
        assert!(control.nodes() <= 20_000);
        found.line
    };
    let first = line();
    assert_eq!(first, line());
    let mut alone = super::walk::Walk::new(&board, 0);
    assert!(first.iter().all(|action| alone.step(*action)), "nobody is near enough to be in the way");
    assert!(first.len() > 3, "{first:?}");
}

#[test]
fn too_small_a_budget_foresees_nothing() {
    let game = Speed { seats: 2, width: Some(24), height: Some(24) };
    let board = Board::new(&game.start(&mut Rng::new(8)));
    assert!(foresight(&[]).decide(&game, &board, (0, 3), &mut Control::endless().fork(Some(1_000))).is_none());
}

#[test]
fn the_model_is_the_agent_of_the_literature() {
    let words = "voronoi=plain,hug=on,endgame=on,cap=3,kamikaze=on,reduced=on,window=40,offset=5";
    let words = words.split(',').filter_map(|word| word.split_once('='));
    let mut options = Options::new(words.map(|(key, value)| (key.to_string(), value.to_string())));
    assert_eq!(Settings::from_options(&mut options), Ok(Settings::literature()));
}
