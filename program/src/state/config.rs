//! The keys, the terms of future markets, and the change that was announced for them.

use super::{Account, Head};
use crate::{
    checks::{self, Plain},
    error::{require, ToteError},
    key::Key,
    memory, Checked,
};

/// How many programs the Config can know.
pub const MAX_KNOWN_PROGRAMS: usize = 16;

/// Both fees together: a fifth of the losing pool. A typo in governance cannot take more.
const MAX_FEES_BPS: u32 = 2_000;
const MAX_VETO_SECONDS: u32 = 7 * 24 * 60 * 60;
const MAX_CHANGE_DELAY_SECONDS: u32 = 30 * 24 * 60 * 60;
const MAX_LEAD_SECONDS: u32 = 300;
const MIN_HORIZON_SECONDS: u32 = 24 * 60 * 60;
const MAX_HORIZON_SECONDS: u32 = 3_650 * 24 * 60 * 60;

/// The generation of a key that the Config never had: nobody can disable it.
pub const FOREIGN: u32 = u32::MAX;

/// Everything that the admin can change.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Settings {
    /// The burn share of the losing pool in basis points.
    pub burn_bps: u16,
    /// The developer share likewise.
    pub developer_bps: u16,
    /// How long the guardian can veto an oracle's outcome.
    pub veto_seconds: u32,
    /// SOL, UTILITY.
    pub minimum_stake: [u64; 2],
    /// How long a change is public before it can take effect.
    pub change_delay: u32,
    /// How many of `known_programs` count.
    pub known_programs_len: u32,
    /// How long before the expiry a market about a price at the expiry stops taking bets.
    pub lead_seconds: u32,
    /// How far ahead a market may end that the operator creates in a wallet's name or that a
    /// delegate bets in.
    pub horizon_seconds: u32,
    /// May change these settings.
    pub admin: Key,
    /// Signs markets that it compiled, and bets into gated ones. Zero if there is none.
    pub operator: Key,
    /// Decides future oracle markets. Zero if there is none.
    pub oracle: Key,
    /// May veto, and disable operator and oracle.
    pub guardian: Key,
    /// Receives the developer share.
    pub treasury: Key,
    /// Whose accounts may decide a market that is not custom.
    pub known_programs: [Key; MAX_KNOWN_PROGRAMS],
}

const _: () = assert!(size_of::<Settings>() == 712);
// SAFETY: integers only, 8-aligned, no padding (asserted).
unsafe impl Plain for Settings {}

/// The one account of settings.
#[repr(C)]
pub struct Config {
    /// Its detail is the number of decimals of UTILITY.
    pub head: Head,
    /// Counts the oracles that were ever installed. A market remembers its oracle's number.
    pub oracle_generation: u32,
    /// Oracles of a lower generation can no longer resolve anything.
    pub oracle_disabled_below: u32,
    /// Counts the operators likewise. A delegation to the operator remembers its number.
    pub operator_generation: u32,
    /// Operators of a lower generation can no longer bet for anybody.
    pub operator_disabled_below: u32,
    /// Zero.
    pub reserved: u32,
    /// When `pending` can take effect; 0 if nothing is pending.
    pub pending_at: i64,
    /// Fixed for ever.
    pub utility_mint: Key,
    /// In force.
    pub settings: Settings,
    /// Announced. Means nothing while nothing is pending.
    pub pending: Settings,
}

const _: () = assert!(size_of::<Config>() == 1_488);

// SAFETY: plain data, alignment 8, starts with a Head.
unsafe impl Account for Config {
    const TYPE: u8 = 1;
}

/// The admin's settings in the instruction data; the known programs follow.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Terms {
    burn_bps: u16,
    developer_bps: u16,
    veto_seconds: u32,
    minimum_stake: [u64; 2],
    change_delay: u32,
    reserved: [u8; 4],
    lead_seconds: u32,
    horizon_seconds: u32,
    operator: Key,
    oracle: Key,
    guardian: Key,
    treasury: Key,
}

// SAFETY: integers only, 8-aligned, no padding (asserted).
unsafe impl Plain for Terms {}
const _: () = assert!(size_of::<Terms>() == 168);

impl Terms {
    /// Refuses terms that no market could live with.
    #[inline(always)]
    fn check(&self) -> Checked {
        checks::zero(&self.reserved)?;
        let fees = u32::from(self.burn_bps).saturating_add(u32::from(self.developer_bps));
        require(fees <= MAX_FEES_BPS, ToteError::FeeTooHigh)?;
        require(
            self.minimum_stake.iter().all(|stake| *stake > 0),
            ToteError::InvalidTerms,
        )?;
        require(
            self.veto_seconds <= MAX_VETO_SECONDS,
            ToteError::VetoTooLong,
        )?;
        require(
            self.change_delay <= MAX_CHANGE_DELAY_SECONDS,
            ToteError::DelayTooLong,
        )?;
        require(
            self.lead_seconds <= MAX_LEAD_SECONDS,
            ToteError::LeadTooLong,
        )?;
        require(
            (MIN_HORIZON_SECONDS..=MAX_HORIZON_SECONDS).contains(&self.horizon_seconds),
            ToteError::InvalidHorizon,
        )
    }
}

impl Settings {
    /// Takes over new terms.
    #[inline(never)]
    pub fn set(&mut self, terms: &Terms, known_programs: &[Key], admin: &Key) -> Checked {
        terms.check()?;
        require(
            known_programs.len() <= MAX_KNOWN_PROGRAMS,
            ToteError::TooManyPrograms,
        )?;
        self.burn_bps = terms.burn_bps;
        self.developer_bps = terms.developer_bps;
        self.veto_seconds = terms.veto_seconds;
        self.minimum_stake = terms.minimum_stake;
        self.change_delay = terms.change_delay;
        self.lead_seconds = terms.lead_seconds;
        self.horizon_seconds = terms.horizon_seconds;
        self.admin = *admin;
        self.operator = terms.operator;
        self.oracle = terms.oracle;
        self.guardian = terms.guardian;
        self.treasury = terms.treasury;
        self.known_programs_len = known_programs.len() as u32;
        memory::zero(&mut self.known_programs);
        for (place, known) in self.known_programs.iter_mut().zip(known_programs) {
            *place = *known;
        }
        Ok(())
    }

    /// Says whether accounts of this program may decide a market that is not custom.
    #[inline(always)]
    pub fn knows(&self, program: &Key) -> bool {
        let known = self
            .known_programs
            .get(..self.known_programs_len as usize)
            .unwrap_or(&[]);
        known.iter().any(|one| one == program)
    }

    /// Says whether a market that ends then is near enough for the operator and for delegates.
    /// Both are times of this chain, far from the ends of a word.
    #[inline(always)]
    pub fn is_near(&self, expires_at: i64, now: i64) -> bool {
        expires_at.wrapping_sub(now) <= i64::from(self.horizon_seconds)
    }

    /// Says whether this is the operator. Nobody is while it is disabled.
    #[inline(always)]
    pub fn is_operator(&self, key: &Key) -> bool {
        &self.operator == key && !key.is_zero()
    }
}

impl Config {
    /// Puts what is pending into force. Live markets carry their own terms and do not notice.
    #[inline(never)]
    pub fn apply(&mut self) {
        if self.pending.oracle != self.settings.oracle {
            self.oracle_generation = self.oracle_generation.saturating_add(1);
        }
        if self.pending.operator != self.settings.operator {
            self.operator_generation = self.operator_generation.saturating_add(1);
        }
        memory::copy(&mut self.settings, &self.pending);
        self.pending_at = 0;
    }

    /// Says whether the announced change replaces the guardian and nothing else.
    #[inline(always)]
    pub fn replaces_only_guardian(&self) -> bool {
        let mut pending = self.pending;
        pending.guardian = self.settings.guardian;
        self.pending.guardian != self.settings.guardian && memory::equal(&pending, &self.settings)
    }

    /// Disables every operator up to this generation; the last one is also removed,
    /// and from a change that would only have kept it.
    #[inline(always)]
    pub fn disable_operators(&mut self, generation: u32) -> Checked {
        let below = disabled_below(generation, self.operator_generation)?;
        self.operator_disabled_below = self.operator_disabled_below.max(below);
        if generation == self.operator_generation {
            if self.pending.operator == self.settings.operator {
                self.pending.operator = Key::ZERO;
            }
            self.settings.operator = Key::ZERO;
        }
        Ok(())
    }

    /// Takes the power from every oracle up to this generation, in the same way.
    #[inline(always)]
    pub fn disable_oracles(&mut self, generation: u32) -> Checked {
        let below = disabled_below(generation, self.oracle_generation)?;
        self.oracle_disabled_below = self.oracle_disabled_below.max(below);
        if generation == self.oracle_generation {
            if self.pending.oracle == self.settings.oracle {
                self.pending.oracle = Key::ZERO;
            }
            self.settings.oracle = Key::ZERO;
        }
        Ok(())
    }
}

/// The first generation that keeps its power.
#[inline(always)]
fn disabled_below(generation: u32, current: u32) -> Checked<u32> {
    require(generation <= current, ToteError::UnknownGeneration)?;
    Ok(generation.saturating_add(1))
}
