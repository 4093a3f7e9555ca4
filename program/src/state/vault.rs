//! The money of everyone, per currency, and what the program says it owes.

use super::{Account, Head, SOL};
use crate::{
    auction::Auction,
    error::{require, ToteError},
    key::Key,
    math, Checked,
};

/// SQL columns and i64 readers can hold every amount.
const OWED_MAX: u64 = i64::MAX as u64;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Vault {
    pub head: Head,
    pub token_bump: u8,
    pub reserved: [u8; 3],
    /// Balances + unsettled pools + fees. Written by deposits, withdrawals, fee collection and the
    /// buyback only; never read from what the account happens to hold.
    pub owed: u64,
    pub fees_burn: u64,
    pub fees_developer: u64,
    pub burn_total: u64,
    pub burned_total: u64,
    pub utility_burned_total: u64,
    pub auction: Auction,
    pub token_account: Key,
    pub mint: Key,
}

const _: () = assert!(size_of::<Vault>() == 152);

// SAFETY: plain data, alignment 8, starts with a Head.
unsafe impl Account for Vault {
    const TYPE: u8 = 2;
}

impl Vault {
    #[inline(always)]
    pub fn currency(&self) -> usize {
        (self.head.detail & 1) as usize
    }

    #[inline(always)]
    pub fn expect_currency(&self, currency: usize) -> Checked {
        require(self.currency() == currency, ToteError::InvalidCurrency)
    }

    #[inline(always)]
    pub fn add_owed(&mut self, amount: u64) -> Checked {
        let owed = math::add(self.owed, amount)?;
        require(owed <= OWED_MAX, ToteError::TotalTooLarge)?;
        self.owed = owed;
        Ok(())
    }

    #[inline(always)]
    pub fn sub_owed(&mut self, amount: u64) -> Checked {
        self.owed = self
            .owed
            .checked_sub(amount)
            .ok_or(ToteError::VaultUnderfunded)?;
        Ok(())
    }

    /// Takes over the fees of a closed market. They stay owed; only who they are owed to changes.
    #[inline(always)]
    pub fn add_fees(&mut self, burn: u64, developer: u64, now: i64) -> Checked {
        self.fees_burn = math::add(self.fees_burn, burn)?;
        self.fees_developer = math::add(self.fees_developer, developer)?;
        self.burn_total = self.burn_total.wrapping_add(burn);
        if self.currency() == SOL {
            self.auction.wake(self.fees_burn, now);
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
