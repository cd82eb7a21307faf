//! Where chance comes in, and the generator that Showdown draws it from.

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

/// The generator of the fifth generation's games, which Showdown uses for seeds of four numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gen5(pub u64);

impl Gen5 {
    #[inline]
    pub fn draw(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(0x5D58_8B65_6C07_8965).wrapping_add(0x0026_9EC3);
        (self.0 >> 32) as u32
    }

    /// A number below `count`.
    #[inline]
    pub fn below(&mut self, count: u32) -> u32 {
        ((u64::from(self.draw()) * u64::from(count)) >> 32) as u32
    }
}

impl Rolls for Gen5 {
    #[inline]
    fn roll(&mut self, _: Roll, from: u32, to: u32) -> u32 {
        from + self.below(to - from)
    }
}
