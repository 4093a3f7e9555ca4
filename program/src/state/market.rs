//! One market: its terms, frozen at creation, its pools, and every transition it can make.

use super::{Account, Config, Currency, Head, MarketState, Outcome, RefundReason, Source};
use crate::{
    checks,
    cpi::{MINT_LEN, TOKEN_PROGRAM},
    error::{require, ToteError},
    fact::{self, Reading},
    key::Key,
    math::{self, Divisor},
    Checked,
};
use pinocchio::AccountView;

/// The bits of a market's flags.
pub mod flag {
    /// May be resolved before the expiry, as soon as its condition is met.
    pub const TRIGGERED: u8 = 1;
    /// The fact, once true, stays true: the program knows that of its clauses.
    pub const LATCHED: u8 = 2;
    /// Bets need the operator's signature.
    pub const GATED: u8 = 4;
    /// The operator does not stand behind what decides the market: delegates stay out.
    pub const CUSTOM: u8 = 8;
    /// The fees are in the vault; only the account is left to close.
    pub const FEES_MOVED: u8 = 16;
    /// The market resolves No if the condition is met.
    pub const INVERTED: u8 = 32;
}

/// How long after the expiry the first observation of a state still stands for it.
pub const WINDOW_SECONDS: i64 = 120;

/// The fixed part of the account; the clauses of a fact follow.
#[repr(C)]
pub struct Market {
    /// Its detail is the currency.
    pub head: Head,
    /// A `MarketState`.
    pub state: u8,
    /// Bits of `flag`.
    pub flags: u8,
    /// An `Outcome`, or 0.
    pub outcome: u8,
    /// A `RefundReason`.
    pub refund_reason: u8,
    /// Counts the market's events.
    pub sequence: u64,
    /// Yes, No.
    pub pools: [u64; 2],
    /// The least that a bet stakes.
    pub minimum_stake: u64,
    /// No bets from here on.
    pub closes_at: i64,
    /// The moment that the question is about.
    pub expires_at: i64,
    /// Only a refund from here on.
    pub refund_at: i64,
    /// 0 while open.
    pub resolved_at: i64,
    /// The burn share of the losing pool in basis points.
    pub burn_bps: u16,
    /// The developer share likewise.
    pub developer_bps: u16,
    /// How long an oracle's outcome can be vetoed.
    pub veto_seconds: u32,
    /// Positions that are not settled.
    pub open_positions: u64,
    /// What is still inside after resolution or refund; 0 while open.
    pub held: u64,
    /// The burn share, fixed at resolution.
    pub burn_due: u64,
    /// The developer share, fixed at resolution.
    pub developer_due: u64,
    /// What the winners share.
    pub distributable: u64,
    /// Tells markets of one creator and expiry apart.
    pub nonce: u64,
    /// When it was created.
    pub created_at: i64,
    /// In whose name.
    pub creator: Key,
    /// Gets the rent back.
    pub rent_payer: Key,
    /// The oracle, or the account of a state fact; zero for a timed fact.
    pub subject: Key,
    /// The program that must own the observed account; zero for an oracle market.
    pub fact_owner: Key,
    /// SHA-256 of the question.
    pub question_hash: Key,
    /// SHA-256 of the condition.
    pub condition_hash: Key,
    /// Given by the oracle, or SHA-256 of what was observed.
    pub evidence_hash: Key,
    /// A `Source`, never `NamedOracle`.
    pub source: u8,
    /// How many clauses follow.
    pub clause_count: u8,
    /// Their length in bytes.
    pub clauses_len: u16,
    /// Which of the Config's oracles decides; `FOREIGN` for another one, and for facts.
    pub oracle_generation: u32,
    /// The slot of the last accepted bet.
    pub last_bet_slot: u64,
}

const _: () = assert!(size_of::<Market>() == 376);

// SAFETY: plain data, alignment 8, starts with a Head.
unsafe impl Account for Market {
    const TYPE: u8 = 4;
}

/// A market and its clauses, borrowed once and apart.
pub struct MarketMut<'a> {
    /// Terms, pools and state.
    pub market: &'a mut Market,
    /// As they were given.
    pub clauses: &'a [u8],
}

impl<'a> MarketMut<'a> {
    /// Loads a Market of this program for writing.
    #[inline(always)]
    pub fn load(account: &'a mut AccountView, program: &Key) -> Checked<MarketMut<'a>> {
        checks::writable(account)?;
        let market: &Market = super::load(account, program)?;
        // The fixed part is there.
        let behind = account.data_len().wrapping_sub(size_of::<Market>());
        require(
            behind >= usize::from(market.clauses_len),
            ToteError::WrongAccountType,
        )?;
        // SAFETY: the type was checked, and the account is as long as its clauses need. The view
        // borrows the account.
        Ok(unsafe { MarketMut::split(account.data_mut_ptr()) })
    }

    /// The two parts of an account's data.
    ///
    /// # Safety
    /// The data must be a Market with as many bytes of clauses behind it as it says, aligned to 8,
    /// and borrowed by nobody else for as long as the view lives.
    #[inline(always)]
    pub unsafe fn split(data: *mut u8) -> MarketMut<'a> {
        // SAFETY: both come from one pointer and do not overlap; the rest is the caller's promise.
        unsafe {
            let market = &mut *data.cast::<Market>();
            let clauses = data.add(size_of::<Market>());
            let clauses = core::slice::from_raw_parts(clauses, usize::from(market.clauses_len));
            MarketMut { market, clauses }
        }
    }
}

impl Market {
    /// Account size: the clauses follow, padded to words.
    #[inline(always)]
    pub const fn size(clauses_len: usize) -> usize {
        size_of::<Market>().saturating_add(clauses_len.saturating_add(7) & !7)
    }

    /// The currency of its bets.
    #[inline(always)]
    pub fn currency(&self) -> Currency {
        Currency::of(self.head.detail)
    }

    /// Its state.
    #[inline(always)]
    pub fn state(&self) -> MarketState {
        match self.state {
            1 => MarketState::Open,
            2 => MarketState::Resolved,
            _ => MarketState::Refunded,
        }
    }

    /// Who or what decides it.
    #[inline(always)]
    pub fn source(&self) -> Source {
        match self.source {
            0 => Source::Oracle,
            2 => Source::TimedFact,
            _ => Source::StateFact,
        }
    }

    /// Says whether a bit of `flag` is set.
    #[inline(always)]
    pub fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    /// Says whether the market's oracle has lost its power. Never true for facts: their
    /// generation is `FOREIGN`.
    #[inline(always)]
    pub fn is_oracle_disabled(&self, config: &Config) -> bool {
        self.oracle_generation < config.oracle_disabled_below
    }

    /// Says whether a bet may share the slot of the outcome. Whoever can move what decides must not
    /// bet on it in the same transaction; but where an outcome can be vetoed, bets in every slot
    /// must not hold back the oracle.
    #[inline(always)]
    pub fn may_share_slot(&self) -> bool {
        self.source().is_oracle() && self.veto_seconds > 0
    }

    /// The outcome that follows from what the condition says.
    #[inline(always)]
    pub fn outcome_if(&self, is_met: bool) -> Outcome {
        if is_met != self.has(flag::INVERTED) {
            Outcome::Yes
        } else {
            Outcome::No
        }
    }

    /// Reads the market's fact from the data of an account that its fact's program owns. A mint's
    /// authority, once revoked, stays so; other accounts of the Token program can look alike for a
    /// while, but none has the length of a mint.
    #[inline(always)]
    pub fn read(&self, clauses: &[u8], data: &[u8]) -> Reading {
        let is_about_mint = self.has(flag::LATCHED) && self.fact_owner == TOKEN_PROGRAM;
        if is_about_mint && data.len() != MINT_LEN {
            return Reading::Invalid;
        }
        fact::read(clauses, data, self.expires_at)
    }

    /// Counts one more event.
    #[inline(always)]
    pub fn next_sequence(&mut self) -> u64 {
        self.sequence = self.sequence.wrapping_add(1);
        self.sequence
    }

    /// Open -> resolved. The fees are a share of the losing pool; with stakes but none on the
    /// winning outcome all stakes are refunded and there is no fee.
    #[inline(always)]
    pub fn resolve(&mut self, outcome: Outcome, evidence_hash: &Key, now: i64) -> Checked {
        require(
            self.state() == MarketState::Open,
            ToteError::AlreadyResolved,
        )?;
        require(now < self.refund_at, ToteError::RefundDatePassed)?;
        let [yes, no] = self.pools;
        let (winning, losing) = match outcome {
            Outcome::Yes => (yes, no),
            Outcome::No => (no, yes),
        };
        self.state = MarketState::Resolved as u8;
        self.outcome = outcome as u8;
        self.evidence_hash = *evidence_hash;
        self.resolved_at = now;
        self.held = math::add(yes, no)?;
        if winning == 0 && losing > 0 {
            self.refund_reason = RefundReason::NobodyWon as u8;
            return Ok(());
        }
        (self.burn_due, self.developer_due) = self.fees(losing);
        self.distributable = math::sub(math::sub(losing, self.burn_due)?, self.developer_due)?;
        Ok(())
    }

    /// The burn share and the developer share of the losing pool.
    #[inline(always)]
    fn fees(&self, losing: u64) -> (u64, u64) {
        (
            math::fee_floor(losing, u64::from(self.burn_bps)),
            math::fee_floor(losing, u64::from(self.developer_bps)),
        )
    }

    /// Says whether the payout ratio reaches `ratio_bps`, in basis points, if the side with the
    /// `winning` pool won.
    #[inline(never)]
    pub fn reaches(&self, ratio_bps: u32, winning: u64, losing: u64) -> Checked<bool> {
        let (burn, developer) = self.fees(losing);
        let distributable = math::sub(math::sub(losing, burn)?, developer)?;
        let paid = math::add(winning, distributable)?;
        Ok(math::wide_mul(paid, math::BPS) >= math::wide_mul(winning, u64::from(ratio_bps)))
    }

    /// Resolved -> refunded, while the veto time runs.
    #[inline(always)]
    pub fn veto(&mut self, config: &Config, now: i64) -> Checked {
        require(self.state() != MarketState::Open, ToteError::NotResolved)?;
        require(
            self.state() == MarketState::Resolved && now < self.veto_ends_at(),
            ToteError::VetoOver,
        )?;
        self.give_back(if self.is_oracle_disabled(config) {
            RefundReason::OracleDisabled
        } else {
            RefundReason::Veto
        });
        Ok(())
    }

    /// Open -> refunded: from `refund_at` on, or as soon as the oracle is disabled.
    #[inline(always)]
    pub fn refund(&mut self, config: &Config, now: i64) -> Checked {
        require(
            self.state() == MarketState::Open,
            ToteError::AlreadyResolved,
        )?;
        let is_due = now >= self.refund_at;
        let is_disabled = self.is_oracle_disabled(config);
        require(is_due || is_disabled, ToteError::RefundTooEarly)?;
        let [yes, no] = self.pools;
        self.held = math::add(yes, no)?;
        self.resolved_at = now;
        self.give_back(if is_disabled {
            RefundReason::OracleDisabled
        } else {
            RefundReason::Deadline
        });
        Ok(())
    }

    #[inline(always)]
    fn give_back(&mut self, why: RefundReason) {
        self.state = MarketState::Refunded as u8;
        self.refund_reason = why as u8;
        self.burn_due = 0;
        self.developer_due = 0;
        self.distributable = 0;
    }

    /// Only an oracle's outcome waits for a veto; a fact is what it is.
    #[inline(always)]
    pub fn veto_ends_at(&self) -> i64 {
        if self.source().is_oracle() {
            self.resolved_at
                .saturating_add(i64::from(self.veto_seconds))
        } else {
            self.resolved_at
        }
    }

    /// Settling and closing start when nothing can change the result any more.
    #[inline(always)]
    pub fn expect_final(&self, now: i64) -> Checked {
        match self.state() {
            MarketState::Resolved => require(now >= self.veto_ends_at(), ToteError::VetoRunning),
            MarketState::Refunded => Ok(()),
            MarketState::Open => Err(ToteError::NotResolved),
        }
    }

    /// The winning pool, ready to divide by.
    #[inline(always)]
    pub fn winning_pool(&self) -> Divisor {
        let [yes, no] = self.pools;
        Divisor::new(match Outcome::of(self.outcome) {
            Outcome::Yes => yes,
            Outcome::No => no,
        })
    }

    /// What a position is paid. Refunds give both stakes back.
    #[inline(always)]
    pub fn payout(&self, stakes: &[u64; 2], winning_pool: &Divisor) -> Checked<u64> {
        let [yes, no] = *stakes;
        if self.refund_reason != RefundReason::None as u8 {
            return math::add(yes, no);
        }
        let stake = match Outcome::of(self.outcome) {
            Outcome::Yes => yes,
            Outcome::No => no,
        };
        math::payout_floor(stake, self.distributable, winning_pool)
    }
}
