//! The buyback: a Dutch auction of fixed lots of the SOL reserve, paid in UTILITY that is burned.

use crate::{
    error::{require, ToteError},
    math, Checked,
};

/// Eight times a price must fit in a word.
pub const PRICE_MAX: u64 = 1 << 60;
const ROUND_SECONDS_MIN: i64 = 60;
const ROUND_SECONDS_MAX: i64 = 30 * 24 * 60 * 60;
/// The price stops falling after this many unsold rounds, so that as many sales restore it.
const UNSOLD_ROUNDS_MAX: u64 = 7;

/// What the SOL vault sells, and since when.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Auction {
    /// Lamports per lot.
    pub lot: u64,
    /// UTILITY base units that the last lot went for.
    pub clearing_price: u64,
    /// When the first unsold round began, or when the next one begins: in the future after a sale.
    pub round_started_at: i64,
    /// How long the price falls.
    pub round_seconds: i64,
}

impl Auction {
    /// Nothing to sell, ever.
    pub const NONE: Auction = Auction {
        lot: 0,
        clearing_price: 0,
        round_started_at: 0,
        round_seconds: 0,
    };

    /// Set once, by `initialize`.
    #[inline(always)]
    pub fn new(lot: u64, first_price: u64, round_seconds: i64) -> Checked<Auction> {
        require(
            lot > 0
                && (1..=PRICE_MAX).contains(&first_price)
                && (ROUND_SECONDS_MIN..=ROUND_SECONDS_MAX).contains(&round_seconds),
            ToteError::InvalidAuction,
        )?;
        Ok(Auction {
            lot,
            clearing_price: first_price,
            round_started_at: 0,
            round_seconds,
        })
    }

    /// While the reserve held no whole lot the price did not fall: a round begins when it does
    /// again, but not before the time of the last one is over.
    #[inline(always)]
    pub fn refill(&mut self, before: u64, after: u64, now: i64) {
        if before < self.lot && after >= self.lot {
            self.round_started_at = self.round_started_at.max(now);
        }
    }

    /// How many whole rounds have passed, and the seconds since the last of them.
    #[inline(always)]
    #[allow(clippy::arithmetic_side_effects)]
    fn elapsed(&self, now: i64) -> (u64, u64) {
        let round = self.round_seconds.max(1) as u64;
        let elapsed = now.saturating_sub(self.round_started_at).max(0) as u64;
        (elapsed / round, elapsed % round)
    }

    /// The price of a lot now: from eight times the clearing price down to an eighth of it over a
    /// round. An unsold round's lowest price is the next one's clearing price.
    #[inline(always)]
    #[allow(clippy::arithmetic_side_effects)]
    pub fn price(&self, now: i64) -> Checked<u64> {
        require(now >= self.round_started_at, ToteError::RoundSold)?;
        let (unsold, seconds) = self.elapsed(now);
        let mut clearing = self.clearing_price;
        for _ in 0..unsold.min(UNSOLD_ROUNDS_MAX) {
            clearing = lowest(clearing);
        }
        let highest = clearing << 3;
        let round = self.round_seconds.max(1) as u64;
        let fallen = math::mul_div_floor(highest - lowest(clearing), seconds, round)?;
        math::sub(highest, fallen)
    }

    /// Records a sale. The next round begins when the time of this one is over.
    #[inline(always)]
    pub fn sold(&mut self, price: u64, now: i64) {
        let (_, seconds) = self.elapsed(now);
        self.clearing_price = price.clamp(1, PRICE_MAX);
        self.round_started_at = now
            .saturating_sub(seconds as i64)
            .saturating_add(self.round_seconds);
    }
}

#[inline(always)]
fn lowest(clearing: u64) -> u64 {
    (clearing >> 3).max(1)
}
