//! The money of everyone, per currency, and what the program says it owes.

use super::{Account, Currency, Head};
use crate::{
    auction::Auction,
    error::{require, ToteError},
    key::Key,
    math, Checked,
};

/// SQL columns and i64 readers can hold every amount.
const OWED_MAX: u64 = i64::MAX as u64;

/// One per currency.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Vault {
    /// Its detail is the currency.
    pub head: Head,
    /// The bump of the token account's address (UTILITY).
    pub token_bump: u8,
    /// Zero.
    pub reserved: [u8; 3],
    /// Balances + unsettled pools + fees. Written by deposits, withdrawals, fee collection and the
    /// buyback only; never read from what the account happens to hold.
    pub owed: u64,
    /// Burn shares not burned yet; for SOL the reserve of the buyback.
    pub fees_burn: u64,
    /// Developer shares not collected yet.
    pub fees_developer: u64,
    /// Burn shares ever received (a statistic, wraps).
    pub burn_total: u64,
    /// The part of them that was burned or sold.
    pub burned_total: u64,
    /// UTILITY burned by the buyback (SOL).
    pub utility_burned_total: u64,
    /// The buyback (SOL).
    pub auction: Auction,
    /// Holds the UTILITY.
    pub token_account: Key,
    /// The utility mint (UTILITY).
    pub mint: Key,
}

const _: () = assert!(size_of::<Vault>() == 152);

// SAFETY: plain data, alignment 8, starts with a Head.
unsafe impl Account for Vault {
    const TYPE: u8 = 2;
}

impl Vault {
    /// Whose vault this is.
    #[inline(always)]
    pub fn currency(&self) -> Currency {
        Currency::of(self.head.detail)
    }

    /// Refuses the other currency's vault.
    #[inline(always)]
    pub fn expect_currency(&self, currency: Currency) -> Checked {
        require(self.currency() == currency, ToteError::WrongVault)
    }

    /// More is owed to bettors.
    #[inline(always)]
    pub fn add_owed(&mut self, amount: u64) -> Checked {
        let owed = math::add(self.owed, amount)?;
        require(owed <= OWED_MAX, ToteError::TotalTooLarge)?;
        self.owed = owed;
        Ok(())
    }

    /// Less is.
    #[inline(always)]
    pub fn sub_owed(&mut self, amount: u64) -> Checked {
        self.owed = self
            .owed
            .checked_sub(amount)
            .ok_or(ToteError::VaultUnderfunded)?;
        Ok(())
    }

    /// Takes over fees. They stay owed; only who they are owed to changes.
    #[inline(never)]
    pub fn add_fees(&mut self, burn: u64, developer: u64, now: i64) -> Checked {
        let reserve = self.fees_burn;
        self.fees_burn = math::add(reserve, burn)?;
        self.fees_developer = math::add(self.fees_developer, developer)?;
        self.burn_total = self.burn_total.wrapping_add(burn);
        if self.currency() == Currency::Sol {
            self.auction.refill(reserve, self.fees_burn, now);
        }
        self.invariant()
    }

    /// Fees are a part of what is owed.
    #[inline(always)]
    pub fn invariant(&self) -> Checked {
        let fees = math::add(self.fees_burn, self.fees_developer)?;
        require(fees <= self.owed, ToteError::BooksMismatch)
    }
}
