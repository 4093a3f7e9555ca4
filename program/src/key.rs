//! Addresses and hashes as aligned words.

use pinocchio::{AccountView, Address};

/// 32 bytes as four aligned words: comparing words costs a fraction of comparing bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug, Eq)]
pub struct Key(pub [u64; 4]);

const _: () = assert!(size_of::<Key>() == 32 && align_of::<Key>() == 8);

impl Key {
    /// The zero address, which is also the System program's.
    pub const ZERO: Key = Key([0; 4]);

    /// 32 bytes, wherever they stand.
    #[inline(always)]
    pub const fn from_bytes(bytes: &[u8; 32]) -> Key {
        // SAFETY: any 32 bytes are a Key; the copy does not ask for alignment.
        unsafe { Key(core::ptr::read_unaligned(bytes.as_ptr().cast())) }
    }

    /// The address of an account, in place: the runtime aligns accounts to 8 bytes.
    #[inline(always)]
    pub fn of(account: &AccountView) -> &Key {
        // SAFETY: `address` stands 8 bytes behind the aligned start of a RuntimeAccount.
        unsafe { &*core::ptr::addr_of!((*account.account_ptr()).address).cast() }
    }

    /// The owner of an account, in place.
    #[inline(always)]
    pub fn owner_of(account: &AccountView) -> &Key {
        // SAFETY: `owner` stands 40 bytes behind the aligned start of a RuntimeAccount.
        unsafe { &*core::ptr::addr_of!((*account.account_ptr()).owner).cast() }
    }

    /// Says whether it is the zero address.
    #[inline(always)]
    pub fn is_zero(&self) -> bool {
        let [a, b, c, d] = self.0;
        a | b | c | d == 0
    }

    /// As bytes.
    #[inline(always)]
    pub fn bytes(&self) -> &[u8; 32] {
        // SAFETY: a Key is 32 plain bytes.
        unsafe { &*(self as *const Key).cast() }
    }

    /// As the library's type.
    #[inline(always)]
    pub fn address(&self) -> &Address {
        // SAFETY: Address is a transparent [u8; 32].
        unsafe { &*(self as *const Key).cast() }
    }
}

impl PartialEq for Key {
    #[inline(always)]
    fn eq(&self, other: &Key) -> bool {
        // Written out, so that a difference in the first word ends it and no call is made.
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        a == e && b == f && c == g && d == h
    }
}
