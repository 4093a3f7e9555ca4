//! The questions asked of accounts and data before anything moves.

use crate::{
    error::{require, ToteError},
    key::Key,
    Checked,
};
use pinocchio::AccountView;

/// It signed.
#[inline(always)]
pub fn signer(account: &AccountView) -> Checked {
    require(account.is_signer(), ToteError::MissingSignature)
}

/// It may change.
#[inline(always)]
pub fn writable(account: &AccountView) -> Checked {
    require(account.is_writable(), ToteError::NotWritable)
}

/// It belongs to this program.
#[inline(always)]
pub fn owner(account: &AccountView, owner: &Key) -> Checked {
    require(Key::owner_of(account) == owner, ToteError::WrongOwner)
}

/// It is this one.
#[inline(never)]
pub fn address(account: &AccountView, expected: &Key) -> Checked {
    require(Key::of(account) == expected, ToteError::WrongAddress)
}

/// It is this program.
#[inline(never)]
pub fn program(account: &AccountView, expected: &Key) -> Checked {
    require(Key::of(account) == expected, ToteError::WrongProgram)
}

/// Takes exactly N accounts.
#[inline(always)]
pub fn exactly<const N: usize>(accounts: &mut [AccountView]) -> Checked<&mut [AccountView; N]> {
    accounts
        .try_into()
        .map_err(|_| ToteError::InvalidAccountCount)
}

/// Plain data: every bit pattern is a value, there is no padding, and the alignment is 8 at most.
///
/// # Safety
/// The implementor must be exactly that.
pub unsafe trait Plain: Copy {}

/// The first 8 bytes of instruction data. The runtime aligns it; everything behind relies on that.
#[repr(C, align(8))]
#[derive(Clone, Copy)]
pub struct Header(pub [u8; 8]);

// SAFETY: plain bytes.
unsafe impl Plain for Header {}
// SAFETY: an array of plain data is plain data.
unsafe impl<T: Plain, const N: usize> Plain for [T; N] {}
// SAFETY: a word.
unsafe impl Plain for u64 {}
// SAFETY: four words.
unsafe impl Plain for Key {}

/// Reads the whole data as one `T`: not a byte less, not a byte more.
#[inline(always)]
pub fn parse<T: Plain>(data: &[u8]) -> Checked<&T> {
    require(
        data.len() == size_of::<T>(),
        ToteError::InvalidInstructionData,
    )?;
    prefix(data)
}

/// Reads the start of the data as one `T`.
#[inline(always)]
pub fn prefix<T: Plain>(data: &[u8]) -> Checked<&T> {
    let aligned = data.as_ptr().align_offset(align_of::<T>()) == 0;
    require(
        aligned && data.len() >= size_of::<T>(),
        ToteError::InvalidInstructionData,
    )?;
    // SAFETY: long enough and aligned, and T is plain data.
    Ok(unsafe { &*data.as_ptr().cast() })
}

/// Bytes that are reserved must be zero, so that they can mean something later.
#[inline(always)]
pub fn zero(bytes: &[u8]) -> Checked {
    let any = bytes.iter().fold(0, |any, byte| any | byte);
    require(any == 0, ToteError::InvalidInstructionData)
}
