//! Fees, shares and payouts: pure integers, no accounts, no clock. Every rounding is down and is
//! named; what is left stays in the pool, so rounding can never overpay.
//!
//! The BPF backend has neither 128-bit multiplication nor division, so both are written here with
//! 32-bit digits.

use crate::{error::ToteError, Checked};

/// Basis points in a whole.
pub const BPS: u64 = 10_000;

const LOW: u64 = 0xFFFF_FFFF;

/// a + b, or `MathOverflow`.
#[inline(always)]
pub fn add(a: u64, b: u64) -> Checked<u64> {
    // Compared by hand: the backend turns `checked_add` into three times as many instructions.
    let sum = a.wrapping_add(b);
    if sum < a {
        return Err(ToteError::MathOverflow);
    }
    Ok(sum)
}

/// a - b, or `MathOverflow`.
#[inline(always)]
pub fn sub(a: u64, b: u64) -> Checked<u64> {
    a.checked_sub(b).ok_or(ToteError::MathOverflow)
}

/// A share of the losing pool in basis points, rounded down. `bps` is at most 10,000.
///
/// pool = q * 10,000 + r, so pool * bps / 10,000 = q * bps + r * bps / 10,000: exact, and no
/// product leaves 64 bits.
#[inline(always)]
#[allow(clippy::arithmetic_side_effects)]
pub fn fee_floor(pool: u64, bps: u64) -> u64 {
    (pool / BPS) * bps + (pool % BPS) * bps / BPS
}

/// a * b as (high, low) words.
#[inline(always)]
#[allow(clippy::arithmetic_side_effects)]
pub fn wide_mul(a: u64, b: u64) -> (u64, u64) {
    let (a1, a0, b1, b0) = (a >> 32, a & LOW, b >> 32, b & LOW);
    let low = a0 * b0;
    // Neither sum can overflow: (2^32 - 1)^2 + 2 * (2^32 - 1) = 2^64 - 1.
    let middle = a1 * b0 + (low >> 32);
    let cross = a0 * b1 + (middle & LOW);
    (
        a1 * b1 + (middle >> 32) + (cross >> 32),
        (cross << 32) | (low & LOW),
    )
}

/// One base-2^32 digit of a quotient and the remainder behind it (Knuth, volume 2, 4.3.1, D3):
/// `top` holds the two upper digits of what is divided, `next` the digit below, `d1` and `d0` the
/// digits of the divisor, whose highest bit is set. The estimate is at most 2 too large.
#[inline(always)]
#[allow(clippy::arithmetic_side_effects)]
fn quotient_digit(top: u64, next: u64, d1: u64, d0: u64) -> u64 {
    let mut digit = top / d1;
    let mut rest = top % d1;
    while digit > LOW || digit * d0 > (rest << 32 | next) {
        digit -= 1;
        rest += d1;
        if rest > LOW {
            break;
        }
    }
    digit
}

/// A divisor, made ready for many divisions: shifted so that its highest bit is set, which makes
/// the digit estimates nearly right.
#[derive(Clone, Copy)]
pub struct Divisor {
    value: u64,
    shift: u32,
    shifted: u64,
}

impl Divisor {
    /// Makes a divisor ready.
    #[inline(always)]
    pub fn new(value: u64) -> Divisor {
        let shift = value.leading_zeros() & 63;
        Divisor {
            value,
            shift,
            shifted: value.wrapping_shl(shift),
        }
    }

    /// floor(a * b / divisor). `MathOverflow` when the divisor is zero or the quotient needs more
    /// than 64 bits.
    #[inline(always)]
    #[allow(clippy::arithmetic_side_effects)]
    pub fn mul_div_floor(&self, a: u64, b: u64) -> Checked<u64> {
        let (high, low) = wide_mul(a, b);
        // The quotient fits in 64 bits exactly when the upper word is below the divisor; this also
        // refuses zero.
        if high >= self.value {
            return Err(ToteError::MathOverflow);
        }
        if high == 0 {
            return Ok(low / self.value);
        }
        let (n1, n0) = if self.shift == 0 {
            (high, low)
        } else {
            (
                high << self.shift | low >> (64 - self.shift),
                low << self.shift,
            )
        };
        // The divisor is not zero, so its shifted upper digit has its highest bit set: telling the
        // compiler keeps a division by zero, and its panic, out of the program.
        let (d1, d0) = ((self.shifted >> 32) | 1 << 31, self.shifted & LOW);
        let upper = quotient_digit(n1, n0 >> 32, d1, d0);
        // The true difference is below the divisor, so the wrapped words give it exactly.
        let rest = (n1 << 32 | n0 >> 32).wrapping_sub(upper.wrapping_mul(self.shifted));
        let lower = quotient_digit(rest, n0 & LOW, d1, d0);
        Ok(upper << 32 | lower)
    }
}

/// floor(a * b / c), once.
#[inline(always)]
pub fn mul_div_floor(a: u64, b: u64, c: u64) -> Checked<u64> {
    Divisor::new(c).mul_div_floor(a, b)
}

/// What a stake on the winning outcome is paid: itself plus its share of what is distributed,
/// rounded down.
#[inline(always)]
pub fn payout_floor(stake: u64, distributable: u64, winning_pool: &Divisor) -> Checked<u64> {
    if stake == 0 {
        return Ok(0);
    }
    add(stake, winning_pool.mul_div_floor(stake, distributable)?)
}
