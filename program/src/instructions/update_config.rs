//! The admin announces new settings: the terms of future markets and the keys. They take effect
//! after the delay in force, by `apply_config`; without a delay they take effect at once.

use super::tag;
use crate::{
    checks::{self, Plain},
    error::{require, ToteError},
    event::{self, head, ConfigChange},
    key::Key,
    state::{self, Config, Terms},
    sysvar, Checked,
};
use pinocchio::AccountView;

#[repr(C)]
#[derive(Clone, Copy)]
struct Data {
    head: [u8; 8],
    terms: Terms,
}

// SAFETY: integers only, 8-aligned, no padding (asserted).
unsafe impl Plain for Data {}
const _: () = assert!(size_of::<Data>() == 8 + size_of::<Terms>());

/// Handles `update_config`.
#[inline(never)]
pub fn update_config(program: &Key, accounts: &mut [AccountView], data: &[u8]) -> Checked {
    let [admin, new_admin, config] = checks::exactly::<3>(accounts)?;
    let args: &Data = checks::prefix(data)?;
    let [_, known_count, rest @ ..] = &args.head;
    checks::zero(rest)?;
    let known = known_programs(data, size_of::<Data>(), *known_count)?;

    checks::signer(admin)?;
    // A new admin signs too: a mistyped address would end all further changes.
    checks::signer(new_admin)?;
    let config: &mut Config = state::load_mut(config, program)?;
    require(
        &config.settings.admin == Key::of(admin),
        ToteError::NotAdmin,
    )?;

    // One change is pending at a time: this one replaces it and waits from now on.
    config.pending.set(&args.terms, known, Key::of(new_admin))?;
    let delay = config.settings.change_delay;
    let effective_at = sysvar::now()?.saturating_add(i64::from(delay));
    config.pending_at = effective_at;
    let is_applied = delay == 0;
    if is_applied {
        config.apply();
    }
    event::emit(&ConfigChange {
        head: head(tag::UPDATE_CONFIG, [is_applied as u8, 0, 0, 0, 0, 0]),
        admin: *Key::of(new_admin),
        effective_at,
    });
    Ok(())
}

/// The known programs behind the fixed part of the data: exactly as many as announced.
#[inline(always)]
pub fn known_programs(data: &[u8], fixed: usize, count: u8) -> Checked<&[Key]> {
    let bytes = data.get(fixed..).ok_or(ToteError::InvalidInstructionData)?;
    let expected = size_of::<Key>().saturating_mul(usize::from(count));
    let aligned = bytes.as_ptr().align_offset(align_of::<Key>()) == 0;
    require(
        aligned && bytes.len() == expected,
        ToteError::InvalidInstructionData,
    )?;
    // SAFETY: aligned, and exactly `count` keys long.
    Ok(unsafe { core::slice::from_raw_parts(bytes.as_ptr().cast(), usize::from(count)) })
}
