//! The keys, and the terms of future markets.

use super::{Account, Head};
use crate::{
    checks::Plain,
    error::{require, ToteError},
    key::Key,
    Checked,
};

pub const MAX_KNOWN_PROGRAMS: usize = 16;

/// Both fees together: a fifth of the losing pool. A typo in governance cannot take more.
const MAX_FEES_BPS: u32 = 2_000;
const MAX_VETO_SECONDS: u32 = 7 * 24 * 60 * 60;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Config {
    pub head: Head,
    pub burn_bps: u16,
    pub developer_bps: u16,
    pub veto_seconds: u32,
    pub known_programs_len: u32,
    pub minimum_stake: [u64; 2],
    pub admin: Key,
    pub operator: Key,
    pub oracle: Key,
    pub guardian: Key,
    pub treasury: Key,
    pub utility_mint: Key,
    pub known_programs: [Key; MAX_KNOWN_PROGRAMS],
}

const _: () = assert!(size_of::<Config>() == 736);

// SAFETY: plain data, alignment 8, starts with a Head.
unsafe impl Account for Config {
    const TYPE: u8 = 1;
}

/// What the admin sets, as it stands in the instruction data; the known programs follow.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Terms {
    pub burn_bps: u16,
    pub developer_bps: u16,
    pub veto_seconds: u32,
    pub minimum_stake: [u64; 2],
    pub operator: Key,
    pub oracle: Key,
    pub guardian: Key,
    pub treasury: Key,
}

// SAFETY: integers only, 8-aligned, no padding (asserted).
unsafe impl Plain for Terms {}
const _: () = assert!(size_of::<Terms>() == 152);

impl Config {
    /// Takes over new terms. Live markets carry their own copy and do not notice.
    #[inline(always)]
    pub fn set_terms(&mut self, terms: &Terms, known_programs: &[Key]) -> Checked {
        let fees = u32::from(terms.burn_bps).saturating_add(u32::from(terms.developer_bps));
        require(fees <= MAX_FEES_BPS, ToteError::FeeTooHigh)?;
        require(
            terms.minimum_stake.iter().all(|stake| *stake > 0)
                && terms.veto_seconds <= MAX_VETO_SECONDS
                && known_programs.len() <= MAX_KNOWN_PROGRAMS,
            ToteError::InvalidTerms,
        )?;
        self.burn_bps = terms.burn_bps;
        self.developer_bps = terms.developer_bps;
        self.veto_seconds = terms.veto_seconds;
        self.minimum_stake = terms.minimum_stake;
        self.operator = terms.operator;
        self.oracle = terms.oracle;
        self.guardian = terms.guardian;
        self.treasury = terms.treasury;
        self.known_programs_len = known_programs.len() as u32;
        self.known_programs = [Key::ZERO; MAX_KNOWN_PROGRAMS];
        for (place, known) in self.known_programs.iter_mut().zip(known_programs) {
            *place = *known;
        }
        Ok(())
    }

    #[inline(always)]
    pub fn knows(&self, program: &Key) -> bool {
        let known = self
            .known_programs
            .get(..self.known_programs_len as usize)
            .unwrap_or(&[]);
        known.iter().any(|one| one == program)
    }
}
