//! The values that single bytes of accounts and instruction data stand for.

use crate::{
    error::{require, ToteError},
    Checked,
};

/// The currency of a market's bets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Currency {
    /// Lamports.
    Sol = 0,
    /// The utility mint's base units.
    Utility = 1,
}

impl Currency {
    /// The currency in a byte of instruction data.
    #[inline(always)]
    pub fn parse(byte: u8) -> Checked<Currency> {
        require(byte <= 1, ToteError::InvalidCurrency)?;
        Ok(Currency::of(byte))
    }

    /// The currency in a byte that this program wrote.
    #[inline(always)]
    pub const fn of(byte: u8) -> Currency {
        if byte & 1 == 0 {
            Currency::Sol
        } else {
            Currency::Utility
        }
    }
}

/// One of the two sides of a market.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Outcome {
    /// The condition is met.
    Yes = 1,
    /// It is not.
    No = 2,
}

impl Outcome {
    /// The outcome in a byte of instruction data.
    #[inline(always)]
    pub fn parse(byte: u8) -> Checked<Outcome> {
        require(byte == 1 || byte == 2, ToteError::InvalidOutcome)?;
        Ok(Outcome::of(byte))
    }

    /// The outcome in a byte that this program wrote. A market without an outcome has 0, and
    /// nobody asks for it.
    #[inline(always)]
    pub const fn of(byte: u8) -> Outcome {
        if byte == Outcome::Yes as u8 {
            Outcome::Yes
        } else {
            Outcome::No
        }
    }
}

/// The state of a market.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum MarketState {
    /// Takes bets until its cutoff and can be resolved or refunded.
    Open = 1,
    /// Has an outcome.
    Resolved = 2,
    /// Gives every stake back.
    Refunded = 3,
}

/// Why stakes go back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum RefundReason {
    /// They do not.
    None = 0,
    /// Nobody had a stake on the winning outcome.
    NobodyWon = 1,
    /// Nothing decided the market before `refund_at`.
    Deadline = 2,
    /// The guardian said so.
    Veto = 3,
    /// The oracle was disabled before its outcome was final.
    OracleDisabled = 4,
}

/// Who or what decides a market.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Source {
    /// The Config's oracle.
    Oracle = 0,
    /// In instruction data only: an oracle that the creator names.
    NamedOracle = 1,
    /// An account that shows what was true at the expiry.
    TimedFact = 2,
    /// The present state of one account.
    StateFact = 3,
}

impl Source {
    /// The source in a byte of instruction data.
    #[inline(always)]
    pub fn parse(byte: u8) -> Checked<Source> {
        match byte {
            0 => Ok(Source::Oracle),
            1 => Ok(Source::NamedOracle),
            2 => Ok(Source::TimedFact),
            3 => Ok(Source::StateFact),
            _ => Err(ToteError::InvalidSource),
        }
    }

    /// Says whether somebody, not an account, decides.
    #[inline(always)]
    pub const fn is_oracle(self) -> bool {
        matches!(self, Source::Oracle | Source::NamedOracle)
    }
}
