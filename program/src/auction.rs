//! The buyback: a Dutch auction of fixed lots of the SOL reserve, paid in UTILITY that is burned.

use crate::{
    error::{require, ToteError},
    math, Checked,
};

/// Twice a price must fit in a word.
pub const PRICE_MAX: u64 = 1 << 62;
const ROUND_SECONDS_MIN: i64 = 60;
const ROUND_SECONDS_MAX: i64 = 30 * 24 * 60 * 60;
/// From PRICE_MAX down by eighths the price is 1 after 21 unsold rounds.
const UNSOLD_ROUNDS_MAX: u32 = 21;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Auction {
    /// Lamports per lot.
    pub lot: u64,
    /// UTILITY base units that the last lot went for.
    pub clearing_price: u64,
    /// 0 while there is no whole lot to sell.
    pub round_started_at: i64,
    pub round_seconds: i64,
}

impl Auction {
    pub const NONE: Auction = Auction {
        lot: 0,
        clearing_price: 0,
        round_started_at: 0,
        round_seconds: 0,
    };

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

    /// Starts a round when the reserve holds a lot and none is running.
    #[inline(always)]
    pub fn wake(&mut self, reserve: u64, now: i64) {
        if self.round_started_at == 0 && reserve >= self.lot {
            self.round_started_at = now;
        }
    }

    /// The price of a lot now: from twice the clearing price down to an eighth of it over a round.
    /// An unsold round's lowest price is the next one's clearing price.
    #[inline(always)]
    #[allow(clippy::arithmetic_side_effects)]
    pub fn price(&self, now: i64) -> Checked<u64> {
        require(self.round_started_at > 0, ToteError::NothingForSale)?;
        let round = self.round_seconds.max(1) as u64;
        let mut elapsed = now.saturating_sub(self.round_started_at).max(0) as u64;
        let mut clearing = self.clearing_price;
        let mut unsold = 0;
        while elapsed >= round && unsold < UNSOLD_ROUNDS_MAX {
            clearing = lowest(clearing);
            elapsed -= round;
            unsold += 1;
        }
        elapsed %= round;
        let highest = clearing << 1;
        let fallen = math::mul_div_floor(highest - lowest(clearing), elapsed, round)?;
        math::sub(highest, fallen)
    }

    /// Records a sale and begins the next round if there is another lot.
    #[inline(always)]
    pub fn sold(&mut self, price: u64, reserve: u64, now: i64) {
        self.clearing_price = price.clamp(1, PRICE_MAX);
        self.round_started_at = 0;
        self.wake(reserve, now);
    }
}

#[inline(always)]
fn lowest(clearing: u64) -> u64 {
    (clearing >> 3).max(1)
}
