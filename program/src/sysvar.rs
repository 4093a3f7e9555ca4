//! Reads the clock and the price of rent from the runtime by system call, never from an account
//! that was passed in.

use crate::{error::ToteError, Checked};
use pinocchio::sysvars::{clock::Clock, rent::Rent, Sysvar};

/// Slot and time.
#[inline(always)]
pub fn clock() -> Checked<Clock> {
    Clock::get().map_err(|_| ToteError::SysvarUnavailable)
}

/// The chain's time in Unix seconds.
#[inline(always)]
pub fn now() -> Checked<i64> {
    Ok(clock()?.unix_timestamp)
}

/// The lamports that keep an account of this size alive.
#[inline(never)]
pub fn rent_for(data_len: usize) -> Checked<u64> {
    let rent = Rent::get().map_err(|_| ToteError::SysvarUnavailable)?;
    rent.try_minimum_balance(data_len)
        .map_err(|_| ToteError::MathOverflow)
}
