//! One market: its terms, frozen at creation, its pools, and every transition it can make.

use super::{Account, Head, YES};
use crate::{
    error::{require, ToteError},
    key::Key,
    math::{self, Divisor},
    Checked,
};

pub mod state {
    pub const OPEN: u8 = 1;
    pub const RESOLVED: u8 = 2;
    pub const REFUNDED: u8 = 3;
}

pub mod flag {
    /// May resolve as Yes before the expiry.
    pub const TRIGGERED: u8 = 1;
    /// The fact, once true, stays true.
    pub const LATCHED: u8 = 2;
    /// Bets need the operator's signature.
    pub const GATED: u8 = 4;
    /// The oracle or the fact's program is not one that the Config knew: delegates stay out.
    pub const CUSTOM: u8 = 8;
    /// The fees are in the vault; only the account is left to close.
    pub const FEES_MOVED: u8 = 16;
}

pub mod reason {
    pub const NONE: u8 = 0;
    pub const NOBODY_WON: u8 = 1;
    pub const DEADLINE: u8 = 2;
    pub const VETO: u8 = 3;
}

pub mod source {
    pub const ORACLE: u8 = 0;
    /// In instruction data only: an oracle that the creator names.
    pub const NAMED_ORACLE: u8 = 1;
    pub const TIMED_FACT: u8 = 2;
    pub const STATE_FACT: u8 = 3;
}

#[repr(C)]
pub struct Market {
    pub head: Head,
    pub state: u8,
    pub flags: u8,
    pub outcome: u8,
    pub refund_reason: u8,
    pub sequence: u64,
    pub pools: [u64; 2],
    pub minimum_stake: u64,
    pub closes_at: i64,
    pub expires_at: i64,
    pub refund_at: i64,
    pub resolved_at: i64,
    pub burn_bps: u16,
    pub developer_bps: u16,
    pub veto_seconds: u32,
    pub open_positions: u64,
    pub held: u64,
    pub burn_due: u64,
    pub developer_due: u64,
    pub distributable: u64,
    pub nonce: u64,
    pub created_at: i64,
    pub creator: Key,
    pub rent_payer: Key,
    pub subject: Key,
    pub fact_owner: Key,
    pub question_hash: Key,
    pub condition_hash: Key,
    pub evidence_hash: Key,
    pub source: u8,
    pub clause_count: u8,
    pub clauses_len: u16,
    pub reserved: u32,
}

const _: () = assert!(size_of::<Market>() == 368);

// SAFETY: plain data, alignment 8, starts with a Head.
unsafe impl Account for Market {
    const TYPE: u8 = 4;
}

impl Market {
    /// Account size: the clauses follow, padded to words.
    #[inline(always)]
    pub const fn size(clauses_len: usize) -> usize {
        size_of::<Market>().saturating_add(clauses_len.saturating_add(7) & !7)
    }

    #[inline(always)]
    pub fn currency(&self) -> usize {
        (self.head.detail & 1) as usize
    }

    #[inline(always)]
    pub fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    #[inline(always)]
    pub fn clauses(&self) -> &[u8] {
        // SAFETY: the account was created with `size(clauses_len)` bytes.
        unsafe {
            core::slice::from_raw_parts(
                (self as *const Market).add(1).cast::<u8>(),
                self.clauses_len as usize,
            )
        }
    }

    /// Copies the clauses behind the market.
    ///
    /// # Safety
    /// The account must have been created with `size(clauses.len())` bytes.
    #[inline(always)]
    pub unsafe fn set_clauses(&mut self, clauses: &[u8]) {
        self.clauses_len = clauses.len() as u16;
        let behind = (self as *mut Market).add(1).cast::<u8>();
        core::ptr::copy_nonoverlapping(clauses.as_ptr(), behind, clauses.len());
    }

    /// Counts one more event.
    #[inline(always)]
    pub fn next_sequence(&mut self) -> u64 {
        self.sequence = self.sequence.wrapping_add(1);
        self.sequence
    }

    /// Open -> resolved. The fees are a share of the losing pool; with stakes but none on the
    /// winning outcome everything goes back and there is no fee.
    #[inline(always)]
    pub fn resolve(&mut self, outcome: u8, evidence_hash: &Key, now: i64) -> Checked {
        require(self.state == state::OPEN, ToteError::AlreadyResolved)?;
        require(now < self.refund_at, ToteError::RefundDatePassed)?;
        let [yes, no] = self.pools;
        let (winning, losing) = if outcome == YES { (yes, no) } else { (no, yes) };
        self.state = state::RESOLVED;
        self.outcome = outcome;
        self.evidence_hash = *evidence_hash;
        self.resolved_at = now;
        self.held = math::add(yes, no)?;
        if winning == 0 && losing > 0 {
            self.refund_reason = reason::NOBODY_WON;
            return Ok(());
        }
        self.burn_due = math::fee_floor(losing, u64::from(self.burn_bps));
        self.developer_due = math::fee_floor(losing, u64::from(self.developer_bps));
        self.distributable = math::sub(math::sub(losing, self.burn_due)?, self.developer_due)?;
        Ok(())
    }

    /// Resolved -> refunded, while the veto time runs.
    #[inline(always)]
    pub fn veto(&mut self, now: i64) -> Checked {
        require(self.state != state::OPEN, ToteError::NotResolved)?;
        require(
            self.state == state::RESOLVED && now < self.veto_ends_at(),
            ToteError::VetoOver,
        )?;
        self.give_back(reason::VETO);
        Ok(())
    }

    /// Open -> refunded, from `refund_at` on.
    #[inline(always)]
    pub fn refund(&mut self, now: i64) -> Checked {
        require(self.state == state::OPEN, ToteError::AlreadyResolved)?;
        require(now >= self.refund_at, ToteError::RefundTooEarly)?;
        let [yes, no] = self.pools;
        self.held = math::add(yes, no)?;
        self.resolved_at = now;
        self.give_back(reason::DEADLINE);
        Ok(())
    }

    #[inline(always)]
    fn give_back(&mut self, why: u8) {
        self.state = state::REFUNDED;
        self.refund_reason = why;
        self.burn_due = 0;
        self.developer_due = 0;
        self.distributable = 0;
    }

    /// Only an oracle's outcome waits for a veto; a fact is what it is.
    #[inline(always)]
    pub fn veto_ends_at(&self) -> i64 {
        if self.source == source::ORACLE {
            self.resolved_at
                .saturating_add(i64::from(self.veto_seconds))
        } else {
            self.resolved_at
        }
    }

    /// Settling and closing start when nothing can change the result any more.
    #[inline(always)]
    pub fn expect_final(&self, now: i64) -> Checked {
        match self.state {
            state::RESOLVED => require(now >= self.veto_ends_at(), ToteError::VetoRunning),
            state::REFUNDED => Ok(()),
            _ => Err(ToteError::NotResolved),
        }
    }

    /// The winning pool, ready to divide by.
    #[inline(always)]
    pub fn winning_pool(&self) -> Divisor {
        let [yes, no] = self.pools;
        Divisor::new(if self.outcome == YES { yes } else { no })
    }

    /// What a position is paid. Refunds give both stakes back.
    #[inline(always)]
    pub fn payout(&self, stakes: &[u64; 2], winning_pool: &Divisor) -> Checked<u64> {
        let [yes, no] = *stakes;
        if self.refund_reason != reason::NONE {
            return math::add(yes, no);
        }
        let stake = if self.outcome == YES { yes } else { no };
        math::payout_floor(stake, self.distributable, winning_pool)
    }
}
