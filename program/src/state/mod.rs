//! Account layouts and how an account becomes one: owner, type and version are compared, and what
//! belongs together is found by the addresses stored inside.

mod bettor;
mod config;
mod enums;
mod market;
mod vault;

pub use bettor::{of, Bettor, BettorMut, Slot, MAX_SLOTS};
pub use config::{Config, Settings, Terms, FOREIGN, MAX_KNOWN_PROGRAMS};
pub use enums::{Currency, MarketState, Outcome, RefundReason, Source};
pub use market::{flag, Market, MarketMut, WINDOW_SECONDS};
pub use vault::Vault;

use crate::{
    checks,
    error::{require, ToteError},
    key::Key,
    Checked,
};
use pinocchio::AccountView;

/// Accounts of another version were written by another program and are not read.
pub const VERSION: u8 = 3;

/// One of our account types.
///
/// # Safety
/// The implementor is plain data of alignment 8, starts with a `Head`, and accounts of its type are
/// never shorter than it.
pub unsafe trait Account: Sized {
    /// The first byte of its accounts.
    const TYPE: u8;
}

/// The first four bytes of every account.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Head {
    /// The account's type.
    pub kind: u8,
    /// `VERSION`.
    pub version: u8,
    /// The bump of the account's address.
    pub bump: u8,
    /// Currency, flags or decimals, by type.
    pub detail: u8,
}

/// Says whether the account is a `T` of this program.
#[inline(always)]
pub fn check<T: Account>(account: &AccountView, program: &Key) -> Checked {
    checks::owner(account, program)?;
    require(
        account.data_len() >= size_of::<T>(),
        ToteError::WrongAccountType,
    )?;
    // SAFETY: long enough, and account data is aligned to 8.
    let head = unsafe { account.data_ptr().cast::<u16>().read() };
    require(
        head == u16::from_le_bytes([T::TYPE, VERSION]),
        ToteError::WrongAccountType,
    )
}

/// Loads for reading.
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
#[inline(never)]
pub fn close(account: &mut AccountView, receiver: &mut AccountView) -> Checked {
    checks::writable(receiver)?;
    let lamports = crate::math::add(receiver.lamports(), account.lamports())?;
    receiver.set_lamports(lamports);
    account.set_lamports(0);
    // SAFETY: every account here was loaded, so it is longer than a word; zeroing the address,
    // owner, lamports and length words is what closing means to the runtime.
    unsafe {
        account.data_mut_ptr().cast::<u64>().write(0);
        account.close_unchecked();
    }
    Ok(())
}
