//! Which facts the program knows to stay true once they are: seven, each byte of them.

use pinocchio::Address;
use tote::{
    fact::{is_latched, read, Reading, READABLE_BYTES_MAX},
    key::Key,
};

const PUMP: &str = "6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P";
const PUMP_SWAP: &str = "pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA";
const LAUNCH_LAB: &str = "LanMV9sAd7wArD4vJFi2qDdfnVhFxYSUg6eADduJ3uj";

const METEORA_DBC: &str = "dbcij3LWUppWqq96dh6gJWwBifmcGfLSB5D4DuSMaqN";
const TOKEN: &str = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";

const EQ: u8 = 0;
const GTE: u8 = 5;

/// The first 8 bytes of each account type.
const CURVE: [u8; 8] = [0x17, 0xb7, 0xf8, 0x37, 0x60, 0xd8, 0xac, 0x60];
const POOL: [u8; 8] = [0xf1, 0x9a, 0x6d, 0x04, 0x11, 0xb1, 0x6d, 0xbc];
const LAUNCH: [u8; 8] = [0xf7, 0xed, 0xe3, 0xf5, 0xd7, 0xc3, 0xde, 0x46];
const VIRTUAL_POOL: [u8; 8] = [0xd5, 0xe0, 0x05, 0xd1, 0x62, 0x45, 0x77, 0x5c];
const HOOK_POOL: [u8; 8] = [0xed, 0xdb, 0xb8, 0x17, 0x2a, 0xbd, 0xa9, 0x23];
/// The index of the first fact whose last byte may be any.
const FIRST_OPEN: usize = 4;

fn key(address: &str) -> Key {
    Key::from_bytes(Address::from_str_const(address).as_array())
}

fn is_a(discriminator: [u8; 8]) -> Vec<u8> {
    [&[0, 0, 3, EQ][..], &discriminator].concat()
}

fn byte(offset: u16, comparator: u8, value: u8) -> Vec<u8> {
    let [low, high] = offset.to_le_bytes();
    vec![low, high, 0, comparator, value]
}

/// An initialized mint whose u32 at this offset says that there is no authority.
fn revoked(offset: u8) -> Vec<u8> {
    [byte(45, EQ, 1), vec![offset, 0, 2, EQ, 0, 0, 0, 0]].concat()
}

/// Owner and clauses of what is known: curve complete, pool exists, mint or freeze authority
/// revoked, launch or pool at a status.
fn known() -> [(Key, Vec<u8>); 7] {
    let progress = |discriminator| [is_a(discriminator), byte(308, GTE, 3)].concat();
    [
        (key(PUMP), [is_a(CURVE), byte(48, EQ, 1)].concat()),
        (key(PUMP_SWAP), is_a(POOL)),
        (key(TOKEN), revoked(0)),
        (key(TOKEN), revoked(46)),
        (key(LAUNCH_LAB), [is_a(LAUNCH), byte(17, GTE, 1)].concat()),
        (key(METEORA_DBC), progress(VIRTUAL_POOL)),
        (key(METEORA_DBC), progress(HOOK_POOL)),
    ]
}

#[test]
fn no_byte_of_them_can_be_another_one() {
    for (index, (owner, clauses)) in known().iter().enumerate() {
        for at in 0..clauses.len() {
            // The status of a launch may be any: it never goes back.
            let is_open = index >= FIRST_OPEN && at == clauses.len() - 1;
            for flip in [1, 2, 0x10, 0x80, 0xFF] {
                let mut other = clauses.clone();
                other[at] ^= flip;
                assert_eq!(is_latched(owner, &other), is_open, "{index} byte {at}");
            }
        }
    }
    for (owner, mut clauses) in known().into_iter().skip(FIRST_OPEN) {
        let last = clauses.len() - 1;
        for status in 0..=u8::MAX {
            clauses[last] = status;
            assert!(is_latched(&owner, &clauses), "status {status}");
        }
    }
}

#[test]
fn they_are_known_only_of_their_own_program() {
    let all = known();
    for (own, clauses) in &all {
        for (owner, _) in &all {
            assert_eq!(is_latched(owner, clauses), owner == own);
            for word in 0..4 {
                let mut near = *owner;
                near.0[word] ^= 1 << 63;
                assert!(!is_latched(&near, clauses), "one bit of the owner");
            }
        }
        assert!(!is_latched(&Key::ZERO, clauses));
    }
}

#[test]
fn nothing_may_be_left_out_or_added() {
    for (owner, clauses) in known() {
        assert!(!is_latched(&owner, &[]));
        for len in 0..clauses.len() {
            assert!(!is_latched(&owner, &clauses[..len]), "the first {len}");
        }
        for more in [vec![0], vec![1], byte(48, EQ, 1), byte(17, GTE, 1)] {
            let longer = [clauses.clone(), more.clone()].concat();
            assert!(!is_latched(&owner, &longer), "with {more:?} behind it");
            let other = [more, clauses.clone()].concat();
            assert!(!is_latched(&owner, &other), "and before it");
        }
        assert!(!is_latched(&owner, &clauses.repeat(2)));
    }
}

#[test]
fn no_clause_reads_further_than_what_is_hashed() {
    assert_eq!(READABLE_BYTES_MAX, 65_567);
    let data = vec![7; READABLE_BYTES_MAX + 1];
    let clause = [&[0xFF, 0xFF, 6, EQ][..], &[7; 32]].concat();
    assert_eq!(read(&clause, &data, 0), Reading::Met);
    assert_eq!(read(&clause, &data[..65_567], 0), Reading::Met);
    assert_eq!(read(&clause, &data[..65_566], 0), Reading::NotMet);
    // What stands behind the limit changes nothing.
    let mut other = data;
    other[65_567] = 8;
    assert_eq!(read(&clause, &other, 0), Reading::Met);
    other[65_566] = 8;
    assert_eq!(read(&clause, &other, 0), Reading::NotMet);
}
