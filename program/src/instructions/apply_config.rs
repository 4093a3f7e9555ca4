//! Applies an announced change when its delay is over. Anybody may call it.

use super::tag;
use crate::{
    checks::{self, Header},
    error::{require, ToteError},
    event::{self, head, ConfigChange},
    key::Key,
    state::{self, Config},
    sysvar, Checked,
};
use pinocchio::AccountView;

/// Handles `apply_config`.
#[inline(never)]
pub fn apply_config(program: &Key, accounts: &mut [AccountView], data: &[u8]) -> Checked {
    let [config] = checks::exactly::<1>(accounts)?;
    let Header([_, rest @ ..]) = checks::parse::<Header>(data)?;
    checks::zero(rest)?;
    let config: &mut Config = state::load_mut(config, program)?;
    let effective_at = config.pending_at;
    require(effective_at != 0, ToteError::NothingPending)?;
    require(sysvar::now()? >= effective_at, ToteError::ChangeTooEarly)?;

    config.apply();
    event::emit(&ConfigChange {
        head: head(tag::APPLY_CONFIG, [0; 6]),
        admin: config.settings.admin,
        effective_at,
    });
    Ok(())
}
