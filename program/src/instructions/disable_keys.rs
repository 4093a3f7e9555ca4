//! Admin or guardian take the power from the operator or from oracles, at once. Only installing a
//! key waits.

use super::tag;
use crate::{
    checks::{self, Header},
    error::{require, ToteError},
    event::{self, head, KeysDisabled},
    key::Key,
    state::{self, Config},
    Checked,
};
use pinocchio::AccountView;

const OPERATOR: u8 = 1;
const ORACLE: u8 = 2;

/// Handles `disable_keys`.
#[inline(never)]
pub fn disable_keys(program: &Key, accounts: &mut [AccountView], data: &[u8]) -> Checked {
    let [authority, config] = checks::exactly::<2>(accounts)?;
    let Header([_, mask, zero @ .., a, b, c, d]) = checks::parse::<Header>(data)?;
    checks::zero(zero)?;
    require((1..=3).contains(mask), ToteError::InvalidInstructionData)?;
    let generation = u32::from_le_bytes([*a, *b, *c, *d]);
    let names_oracle = mask & ORACLE != 0;
    require(
        names_oracle || generation == 0,
        ToteError::InvalidInstructionData,
    )?;

    checks::signer(authority)?;
    let config: &mut Config = state::load_mut(config, program)?;
    let by = *Key::of(authority);
    require(
        by == config.settings.admin || by == config.settings.guardian,
        ToteError::NotAdminOrGuardian,
    )?;
    if mask & OPERATOR != 0 {
        config.disable_operator();
    }
    if names_oracle {
        config.disable_oracles(generation)?;
    }
    event::emit(&KeysDisabled {
        head: head(tag::DISABLE_KEYS, [*mask, 0, 0, 0, 0, 0]),
        by,
        oracle_disabled_below: u64::from(config.oracle_disabled_below),
    });
    Ok(())
}
