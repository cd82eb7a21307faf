//! What a territory search is told: every extension of the literature's agent is a switch.

use super::rules::{CHOICES, TOP_SPEED};
use crate::game::Action;
use crate::options::Options;

/// How unfinished lines are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judge {
    /// The published one: an opponent out while an own move survives is a win, else the rounds survived.
    Depth,
    /// Cells first reached by self minus those first reached by the opponent.
    Voronoi,
    /// The same by rounds of arrival.
    Arrival,
    /// The same with a lead for whoever is faster in the next rounds.
    Lead,
}

/// The extensions, as the variants switch them.
#[allow(clippy::struct_excessive_bools)] // each is a switch of its own
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    pub judge: Judge,
    /// Cells of the own region count more the more open they are: equal regions lead along walls.
    pub hug: bool,
    /// The order in which actions are tried.
    pub order: [Action; CHOICES],
    pub endgame: bool,
    /// Only opponents whose regions meet the own.
    pub reduced: bool,
    /// No speeding up beyond this outside the endgame.
    pub cap: u8,
    /// The same for opponents, where it differs.
    pub rival: Option<u8>,
    /// Cells to each side, and what is added once the window had to grow.
    pub window: Option<(i16, i16)>,
    pub kamikaze: bool,
    pub deepen: bool,
    /// Most rounds (plies in pairs) ahead.
    pub rounds: u32,
    /// Depths searched at once under a time budget.
    pub parallel: usize,
    /// Tries first what was best at the last depth, wherever a line comes by again.
    pub sort: bool,
    /// What it costs, in cells, to drive where somebody else may drive in the same round.
    pub caution: i64,
    /// What a cell of the opponent's counts, in hundredths of an own one.
    pub foe: i64,
    /// Opponents are believed to kill themselves: 2 by any crash, 1 by driving into self alone, 0 never.
    pub fear: u8,
    /// How much of its value, in hundredths, an action loses by the chance of a crash with others.
    pub clash: u32,
    /// Whoever is not reckoned with keeps his territory all the same: nobody gains by jumping into his room.
    pub heed: bool,
    /// Among equally safe answers, before any depth is finished, the one with most room.
    pub roomy: bool,
    /// How far others come meanwhile who stand still in a duel, in hundredths of a cell a round.
    pub pace: usize,
}

impl Settings {
    /// Those of the literature's best agent, `sw-rg-v-multiminimax-v1`.
    #[must_use]
    pub fn literature() -> Self {
        Self {
            judge: Judge::Voronoi,
            hug: true,
            order: [0, 1, 2, 3, 4],
            endgame: true,
            reduced: true,
            cap: 3,
            rival: None,
            window: Some((20, 5)),
            kamikaze: true,
            deepen: true,
            rounds: 32,
            parallel: 1,
            sort: false,
            caution: 0,
            foe: 100,
            fear: 2,
            clash: 0,
            heed: false,
            roomy: false,
            pace: 0,
        }
    }

    /// Reads `voronoi`, `hug`, `order`, `endgame`, `reduced`, `cap`, `rival`, `window`, `offset`, `kamikaze`, `deepen`,
    /// `depth`, `parallel`, `sort`, `caution`, `foe`, `fear`, `clash`, `heed`, `roomy`, `pace`.
    pub fn from_options(options: &mut Options) -> Result<Self, String> {
        let judge = match options.word("voronoi", &["off", "plain", "speed", "lead"])? {
            "plain" => Judge::Voronoi,
            "speed" => Judge::Arrival,
            "lead" => Judge::Lead,
            _ => Judge::Depth,
        };
        let order = match options.take("order") {
            None => [0, 1, 2, 3, 4],
            Some(text) => {
                let mut order: Vec<Action> = text.bytes().map(|byte| Action::from(byte) - 48).collect();
                let given = <[Action; CHOICES]>::try_from(order.clone()).ok();
                order.sort_unstable();
                given.filter(|_| order == [0, 1, 2, 3, 4]).ok_or_else(|| {
                    format!("order={text}: expected the digits 0 to 4 in some order, such as 01234 (0 change_nothing, 1 turn_left, 2 turn_right, 3 speed_up, 4 slow_down)")
                })?
            }
        };
        let cap = match options.take("cap").as_deref() {
            None | Some("off") => TOP_SPEED,
            Some(text) => text
                .parse()
                .ok()
                .filter(|cap| (1..=TOP_SPEED).contains(cap))
                .ok_or_else(|| format!("cap={text}: expected off or a speed from 1 to {TOP_SPEED}"))?,
        };
        let rival = match options.number("rival", 0, 0, TOP_SPEED)? {
            0 => None,
            cap => Some(cap),
        };
        let offset = options.number("offset", 0, 0, 128)?;
        let window = match options.take("window").as_deref() {
            None | Some("off") => None,
            Some(text) => {
                let size = text.parse::<i16>().ok().filter(|size| (2..=256).contains(size));
                let size = size.ok_or_else(|| format!("window={text}: expected off or a size from 2 to 256"))?;
                Some((size / 2, offset))
            }
        };
        let plies: u32 = options.number("depth", 64, 2, 64)?;
        Ok(Self {
            judge,
            hug: options.switch("hug", false)?,
            order,
            endgame: options.switch("endgame", false)?,
            reduced: options.switch("reduced", false)?,
            cap,
            rival,
            window,
            kamikaze: options.switch("kamikaze", false)?,
            deepen: options.switch("deepen", true)?,
            rounds: plies / 2,
            parallel: options.number("parallel", 1, 1, 6)?,
            sort: options.switch("sort", false)?,
            caution: options.number("caution", 0, 0, 100_000)?,
            foe: options.number("foe", 100, 0, 100)?,
            fear: options.number("fear", 2, 0, 2)?,
            clash: options.number("clash", 0, 0, 100)?,
            heed: options.switch("heed", false)?,
            roomy: options.switch("roomy", false)?,
            pace: options.number("pace", 0, 0, 100)?,
        })
    }
}
