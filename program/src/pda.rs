//! Program addresses and hashes, by system call.

use crate::{
    error::{require, ToteError},
    key::Key,
    Checked,
};
use pinocchio::AccountView;

/// Seed of the Config.
pub const CONFIG: &[u8] = b"config";
/// First seed of the vaults; the currency follows.
pub const VAULT: &[u8] = b"vault";
/// Seed of the token account.
pub const VAULT_TOKEN: &[u8] = b"vault-token";
/// First seed of a Bettor; the wallet follows.
pub const BETTOR: &[u8] = b"bettor";
/// First seed of a market; creator, nonce and expiry follow.
pub const MARKET: &[u8] = b"market";

/// Checks that the account is the one at these seeds and returns the canonical bump.
#[inline(never)]
pub fn expect(account: &AccountView, seeds: &[&[u8]], program: &Key) -> Checked<u8> {
    let mut address = Key::ZERO;
    let mut bump = 0u8;
    find(seeds, program, &mut address, &mut bump);
    require(
        Key::of(account) == &address && !address.is_zero(),
        ToteError::WrongAddress,
    )?;
    Ok(bump)
}

#[cfg(target_arch = "bpf")]
#[inline(always)]
fn find(seeds: &[&[u8]], program: &Key, address: &mut Key, bump: &mut u8) {
    // SAFETY: a slice of slices is what the system call reads, and both results have room. On
    // failure the address stays zero, which `expect` refuses.
    unsafe {
        pinocchio::syscalls::sol_try_find_program_address(
            seeds.as_ptr().cast(),
            seeds.len() as u64,
            program.bytes().as_ptr(),
            (address as *mut Key).cast(),
            bump,
        );
    }
}

#[cfg(not(target_arch = "bpf"))]
fn find(_: &[&[u8]], _: &Key, _: &mut Key, _: &mut u8) {
    unreachable!("program addresses are found on chain only");
}

/// SHA-256 of the bytes.
#[cfg(target_arch = "bpf")]
#[inline(always)]
pub fn sha256(bytes: &[u8]) -> Key {
    let mut hash = Key::ZERO;
    let parts = [bytes];
    // SAFETY: one slice is read, 32 bytes are written.
    unsafe {
        pinocchio::syscalls::sol_sha256(parts.as_ptr().cast(), 1, (&raw mut hash).cast());
    }
    hash
}

/// SHA-256 of the bytes.
#[cfg(not(target_arch = "bpf"))]
pub fn sha256(_: &[u8]) -> Key {
    unreachable!("hashes are made on chain only");
}
