//! Account layouts and how an account becomes one: owner, type and version are compared, and what
//! belongs together is found by the addresses stored inside.

mod bettor;
mod config;
mod market;
mod vault;

pub use bettor::{balance, Bettor, Slot, MAX_SLOTS};
pub use config::{Config, Terms, MAX_KNOWN_PROGRAMS};
pub use market::{flag, reason, source, state, Market};
pub use vault::Vault;

use crate::{
    checks,
    error::{require, ToteError},
    key::Key,
    Checked,
};
use pinocchio::AccountView;

pub const VERSION: u8 = 1;

pub const SOL: usize = 0;
pub const UTILITY: usize = 1;

pub const YES: u8 = 1;
pub const NO: u8 = 2;

/// One of our account types.
///
/// # Safety
/// The implementor is plain data of alignment 8, starts with a `Head`, and accounts of its type are
/// never shorter than it.
pub unsafe trait Account: Sized {
    const TYPE: u8;
}

/// The first four bytes of every account.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Head {
    pub kind: u8,
    pub version: u8,
    pub bump: u8,
    /// Currency, flags or decimals, by type.
    pub detail: u8,
}

/// Says whether the account is a `T` of this program.
#[inline(always)]
pub fn check<T: Account>(account: &AccountView, program: &Key) -> Checked {
    checks::owner(account, program)?;
    // Only this program writes accounts that it owns, and it gives a type to none that is shorter
    // than that type. An account that was merely assigned to it, or was closed, is zero or empty,
    // and type 0 does not exist.
    // SAFETY: account data is aligned to 8. Behind it the runtime keeps 10 KiB of zeros to grow
    // into, so that the head of an empty account reads as zero.
    let head = unsafe { account.data_ptr().cast::<u16>().read() };
    require(
        head == u16::from_le_bytes([T::TYPE, VERSION]),
        ToteError::WrongAccountType,
    )
}

#[inline(always)]
pub fn load<'a, T: Account>(account: &'a AccountView, program: &Key) -> Checked<&'a T> {
    check::<T>(account, program)?;
    // SAFETY: the type was checked, so the data is a T; it is aligned to 8.
    Ok(unsafe { &*account.data_ptr().cast() })
}

/// Loads for writing. References to two accounts of different types never overlap; code that takes
/// several accounts of one type holds one at a time.
#[inline(always)]
pub fn load_mut<'a, T: Account>(account: &'a mut AccountView, program: &Key) -> Checked<&'a mut T> {
    checks::writable(account)?;
    check::<T>(account, program)?;
    // SAFETY: as in `load`.
    Ok(unsafe { &mut *account.data_mut_ptr().cast() })
}

/// The `T` in an account that was just created with room for it, all zero but for its head.
#[inline(always)]
pub fn init<T: Account>(account: &mut AccountView, bump: u8, detail: u8) -> &mut T {
    let head = Head {
        kind: T::TYPE,
        version: VERSION,
        bump,
        detail,
    };
    // SAFETY: called with accounts created by `cpi::create_account` with at least this size; zero
    // is a value of every field, and the data is aligned to 8.
    unsafe {
        account.data_mut_ptr().cast::<Head>().write(head);
        &mut *account.data_mut_ptr().cast()
    }
}

/// Closes an account and gives its lamports back. The data is wiped first, so that an account that
/// is revived in the same transaction is nothing.
#[inline(always)]
pub fn close(account: &mut AccountView, receiver: &mut AccountView) -> Checked {
    checks::writable(receiver)?;
    let lamports = crate::math::add(receiver.lamports(), account.lamports())?;
    receiver.set_lamports(lamports);
    account.set_lamports(0);
    // SAFETY: every account here is at least a Head long; zeroing the address, owner, lamports and
    // length words is what closing means to the runtime.
    unsafe {
        account.data_mut_ptr().cast::<u64>().write(0);
        account.close_unchecked();
    }
    Ok(())
}
