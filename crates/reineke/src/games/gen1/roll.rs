//! Where chance comes in.

/// What a number is drawn for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Roll {
    /// Who acts first at equal speed.
    Order,
    /// Which of two that came in at once is dealt with first.
    Entry,
    /// Without consequence: the order of two clauses.
    Clauses,
    /// Without consequence: the order of events at equal speed.
    Events,
    Accuracy,
    Critical,
    Damage,
    Paralysis,
    Confused,
    Extra,
    Sleep,
    Confusion,
    Hits,
    Mimic,
}

/// Draws, records or forces what happens by chance.
pub trait Rolls {
    /// A number from `from` up to, not including, `to`.
    fn roll(&mut self, what: Roll, from: u32, to: u32) -> u32;

    /// True in `odds` of 256 cases.
    #[inline]
    fn chance(&mut self, what: Roll, odds: u32) -> bool {
        self.roll(what, 0, 256) < odds
    }
}

/// Numbers of 32 bits, as Showdown's generators give them.
pub trait Source {
    fn draw(&mut self) -> u32;

    /// A number below `count`.
    #[inline]
    fn below(&mut self, count: u32) -> u32 {
        ((u64::from(self.draw()) * u64::from(count)) >> 32) as u32
    }
}

impl<S: Source> Rolls for S {
    #[inline]
    fn roll(&mut self, _: Roll, from: u32, to: u32) -> u32 {
        from + self.below(to - from)
    }
}

/// A number that was drawn: what for, from what range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawn {
    pub what: Roll,
    pub from: u32,
    pub to: u32,
    pub number: u32,
}

/// Dice that remember.
pub struct Traced<S> {
    pub source: S,
    pub drawn: Vec<Drawn>,
}

impl<S: Source> Rolls for Traced<S> {
    fn roll(&mut self, what: Roll, from: u32, to: u32) -> u32 {
        let number = self.source.roll(what, from, to);
        self.drawn.push(Drawn { what, from, to, number });
        number
    }
}
