//! Which facts the program knows to stay true once they are: three, each byte of them.

use pinocchio::Address;
use tote::{
    fact::{is_latched, read, validate, Reading, READABLE_BYTES_MAX},
    key::Key,
};

const PUMP: &str = "6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P";
const PUMP_SWAP: &str = "pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA";
const LAUNCH_LAB: &str = "LanMV9sAd7wArD4vJFi2qDdfnVhFxYSUg6eADduJ3uj";

const EQ: u8 = 0;
const GTE: u8 = 5;

/// The first 8 bytes of each account type.
const CURVE: [u8; 8] = [0x17, 0xb7, 0xf8, 0x37, 0x60, 0xd8, 0xac, 0x60];
const POOL: [u8; 8] = [0xf1, 0x9a, 0x6d, 0x04, 0x11, 0xb1, 0x6d, 0xbc];
const LAUNCH: [u8; 8] = [0xf7, 0xed, 0xe3, 0xf5, 0xd7, 0xc3, 0xde, 0x46];

fn key(address: &str) -> Key {
    Key::from_bytes(Address::from_str_const(address).as_array())
}

fn is_a(discriminator: [u8; 8]) -> Vec<u8> {
    [&[0, 0, 3, EQ][..], &discriminator].concat()
}

fn byte(offset: u8, comparator: u8, value: u8) -> Vec<u8> {
    vec![offset, 0, 0, comparator, value]
}

/// Owner and clauses of what is known: curve complete, pool exists, launch at a status.
fn known() -> [(Key, Vec<u8>); 3] {
    [
        (key(PUMP), [is_a(CURVE), byte(48, EQ, 1)].concat()),
        (key(PUMP_SWAP), is_a(POOL)),
        (key(LAUNCH_LAB), [is_a(LAUNCH), byte(17, GTE, 1)].concat()),
    ]
}

#[test]
fn three_facts_are_known_to_be_latched() {
    for (index, (owner, clauses)) in known().iter().enumerate() {
        assert!(is_latched(owner, clauses), "{index}");
        let count = if index == 1 { 1 } else { 2 };
        assert_eq!(validate(clauses, count, false), Ok(()));
    }
}

#[test]
fn no_byte_of_them_can_be_another_one() {
    for (index, (owner, clauses)) in known().iter().enumerate() {
        for at in 0..clauses.len() {
            // LaunchLab's status may be any: a launch never goes back.
            let is_open = index == 2 && at == clauses.len() - 1;
            for flip in [1, 2, 0x10, 0x80, 0xFF] {
                let mut other = clauses.clone();
                other[at] ^= flip;
                assert_eq!(is_latched(owner, &other), is_open, "{index} byte {at}");
            }
        }
    }
    let (owner, mut clauses) = known()[2].clone();
    let last = clauses.len() - 1;
    for status in 0..=u8::MAX {
        clauses[last] = status;
        assert!(is_latched(&owner, &clauses), "status {status}");
    }
}

#[test]
fn they_are_known_only_of_their_own_program() {
    let all = known();
    for (index, (_, clauses)) in all.iter().enumerate() {
        for (other, (owner, _)) in all.iter().enumerate() {
            assert_eq!(is_latched(owner, clauses), index == other);
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
fn a_met_fact_stays_met_in_the_only_way_its_account_changes() {
    let [(_, curve), _, (_, launch)] = known();
    let mut data = [CURVE.to_vec(), vec![0; 41]].concat();
    assert_eq!(read(&curve, &data, 0), Reading::NotMet);
    data[48] = 1;
    assert_eq!(read(&curve, &data, 0), Reading::Met);
    assert_eq!(read(&curve, &data[..48], 0), Reading::NotMet, "too short");
    let mut data = [LAUNCH.to_vec(), vec![0; 10]].concat();
    assert_eq!(read(&launch, &data, 0), Reading::NotMet);
    for status in [1, 2, 255] {
        data[17] = status;
        assert_eq!(read(&launch, &data, 0), Reading::Met);
    }
    data[0] ^= 1;
    assert_eq!(read(&launch, &data, 0), Reading::Invalid);
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
