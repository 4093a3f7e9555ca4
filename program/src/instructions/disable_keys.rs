//! The admin or the guardian disables operators or oracles up to a generation, at once. Only
//! installing a key has to wait.

use super::tag;
use crate::{
    checks::{self, Plain},
    error::{require, ToteError},
    event::{self, head, KeysDisabled},
    key::Key,
    state::{self, Config},
    Checked,
};
use pinocchio::AccountView;

const OPERATOR: u8 = 1;
const ORACLE: u8 = 2;

#[repr(C)]
#[derive(Clone, Copy)]
struct Data {
    head: [u8; 8],
    oracle_generation: u32,
    operator_generation: u32,
}

// SAFETY: integers only, no padding (asserted).
unsafe impl Plain for Data {}
const _: () = assert!(size_of::<Data>() == 16);

/// Handles `disable_keys`.
#[inline(never)]
pub fn disable_keys(program: &Key, accounts: &mut [AccountView], data: &[u8]) -> Checked {
    let [authority, config] = checks::exactly::<2>(accounts)?;
    let args: &Data = checks::parse(data)?;
    let [_, mask, rest @ ..] = &args.head;
    checks::zero(rest)?;
    let (names_operator, names_oracle) = (mask & OPERATOR != 0, mask & ORACLE != 0);
    require(
        (1..=3).contains(mask)
            && (names_operator || args.operator_generation == 0)
            && (names_oracle || args.oracle_generation == 0),
        ToteError::InvalidInstructionData,
    )?;

    checks::signer(authority)?;
    let config: &mut Config = state::load_mut(config, program)?;
    let by = *Key::of(authority);
    require(
        by == config.settings.admin || by == config.settings.guardian,
        ToteError::NotAdminOrGuardian,
    )?;
    if names_operator {
        config.disable_operators(args.operator_generation)?;
    }
    if names_oracle {
        config.disable_oracles(args.oracle_generation)?;
    }
    event::emit(&KeysDisabled {
        head: head(tag::DISABLE_KEYS, [*mask, 0, 0, 0, 0, 0]),
        by,
        oracle_disabled_below: u64::from(config.oracle_disabled_below),
        operator_disabled_below: u64::from(config.operator_disabled_below),
    });
    Ok(())
}
