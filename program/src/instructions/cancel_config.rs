//! The admin or the guardian cancels an announced change. The guardian cannot keep itself in
//! office: only the admin can cancel a change that replaces nobody but the guardian.

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
    let [authority, config] = checks::exactly::<2>(accounts)?;
    let Header([_, rest @ ..]) = checks::parse::<Header>(data)?;
    checks::zero(rest)?;
    checks::signer(authority)?;
    let config: &mut Config = state::load_mut(config, program)?;
    let by = Key::of(authority);
    let is_admin = by == &config.settings.admin;
    require(
        is_admin || by == &config.settings.guardian,
        ToteError::NotAdminOrGuardian,
    )?;
    let effective_at = config.pending_at;
    require(effective_at != 0, ToteError::NothingPending)?;
    require(
        is_admin || !config.replaces_only_guardian(),
        ToteError::NotAdmin,
    )?;

    config.pending_at = 0;
    event::emit(&ConfigChange {
        head: head(tag::CANCEL_CONFIG, [0; 6]),
        admin: config.settings.admin,
        effective_at,
    });
    Ok(())
}
