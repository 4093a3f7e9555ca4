//! The admin takes an announced change back.

use super::tag;
use crate::{
    checks::{self, Header},
    error::{require, ToteError},
    event::{self, head, ConfigChange},
    key::Key,
    state::{self, Config},
    Checked,
};
use pinocchio::AccountView;

/// Handles `cancel_config`.
#[inline(never)]
pub fn cancel_config(program: &Key, accounts: &mut [AccountView], data: &[u8]) -> Checked {
    let [admin, config] = checks::exactly::<2>(accounts)?;
    let Header([_, rest @ ..]) = checks::parse::<Header>(data)?;
    checks::zero(rest)?;
    checks::signer(admin)?;
    let config: &mut Config = state::load_mut(config, program)?;
    require(
        &config.settings.admin == Key::of(admin),
        ToteError::NotAdmin,
    )?;
    let effective_at = config.pending_at;
    require(effective_at != 0, ToteError::NothingPending)?;

    config.pending_at = 0;
    event::emit(&ConfigChange {
        head: head(tag::CANCEL_CONFIG, [0; 6]),
        admin: config.settings.admin,
        effective_at,
    });
    Ok(())
}
