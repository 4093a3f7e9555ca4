//! Facts: a condition that the program reads from an account by itself. A fact is a list of
//! clauses; all but the last make an observation valid, the last one decides.

use crate::{
    cpi::TOKEN_PROGRAM,
    error::{require, ToteError},
    key::Key,
    Checked,
};
use pinocchio::Address;

/// The most clauses of a fact.
pub const MAX_CLAUSES: usize = 16;

mod kind {
    pub const U8: u8 = 0;
    pub const U16: u8 = 1;
    pub const U32: u8 = 2;
    pub const U64: u8 = 3;
    pub const I32: u8 = 4;
    pub const I64: u8 = 5;
    pub const BYTES32: u8 = 6;
    /// An i64 whose operand is added to the market's `expires_at`.
    pub const FROM_EXPIRY: u8 = 0x85;
}

mod comparator {
    pub const EQ: u8 = 0;
    pub const NE: u8 = 1;
    pub const LT: u8 = 2;
    pub const LTE: u8 = 3;
    pub const GT: u8 = 4;
    pub const GTE: u8 = 5;
}

/// What an observation says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Reading {
    /// A requirement does not hold, so this account is not an observation.
    Invalid,
    /// Valid, and the decision does not hold.
    NotMet,
    /// It holds.
    Met,
}

struct Clause<'a> {
    offset: usize,
    kind: u8,
    comparator: u8,
    operand: &'a [u8],
}

impl<'a> Clause<'a> {
    /// Takes one clause from the front of the bytes.
    #[inline(always)]
    fn take(bytes: &mut &'a [u8]) -> Option<Clause<'a>> {
        let ([low, high, kind, comparator], rest) = bytes.split_first_chunk::<4>()?;
        let (operand, rest) = rest.split_at_checked(width(*kind)?)?;
        *bytes = rest;
        let offset = usize::from(u16::from_le_bytes([*low, *high]));
        Some(Clause {
            offset,
            kind: *kind,
            comparator: *comparator,
            operand,
        })
    }

    #[inline(always)]
    fn is_well_formed(&self) -> bool {
        match self.kind {
            kind::BYTES32 => self.comparator <= comparator::NE,
            _ => self.comparator <= comparator::GTE,
        }
    }

    /// Says whether the clause holds. Reading past the end is false.
    #[inline(always)]
    fn holds(&self, data: &[u8], expires_at: i64) -> bool {
        let Some((_, rest)) = data.split_at_checked(self.offset) else {
            return false;
        };
        let Some((field, _)) = rest.split_at_checked(self.operand.len()) else {
            return false;
        };
        if self.kind == kind::BYTES32 {
            return (field == self.operand) == (self.comparator == comparator::EQ);
        }
        let mut operand = word(self.operand, self.kind);
        if self.kind == kind::FROM_EXPIRY {
            // Back from the ordered form, which only flips the sign bit.
            match expires_at.checked_add((operand ^ SIGN) as i64) {
                Some(moment) => operand = moment as u64 ^ SIGN,
                None => return false,
            }
        }
        compare(word(field, self.kind), self.comparator, operand)
    }

    #[inline(always)]
    fn is_at_expiry(&self, comparator: u8) -> bool {
        self.kind == kind::FROM_EXPIRY
            && self.comparator == comparator
            && self.operand.iter().all(|byte| *byte == 0)
    }
}

const SIGN: u64 = 1 << 63;

#[inline(always)]
fn width(kind: u8) -> Option<usize> {
    match kind {
        kind::U8 => Some(1),
        kind::U16 => Some(2),
        kind::U32 | kind::I32 => Some(4),
        kind::U64 | kind::I64 | kind::FROM_EXPIRY => Some(8),
        kind::BYTES32 => Some(32),
        _ => None,
    }
}

/// The little-endian value as a word that compares like it: signed values have their sign bit
/// flipped, so that one unsigned comparison serves all types.
#[inline(always)]
fn word(bytes: &[u8], kind: u8) -> u64 {
    let value = bytes
        .iter()
        .rev()
        .fold(0u64, |value, byte| value << 8 | u64::from(*byte));
    match kind {
        kind::I32 => i64::from(value as u32 as i32) as u64 ^ SIGN,
        kind::I64 | kind::FROM_EXPIRY => value ^ SIGN,
        _ => value,
    }
}

#[inline(always)]
fn compare(left: u64, comparator: u8, right: u64) -> bool {
    match comparator {
        comparator::EQ => left == right,
        comparator::NE => left != right,
        comparator::LT => left < right,
        comparator::LTE => left <= right,
        comparator::GT => left > right,
        comparator::GTE => left >= right,
        _ => false,
    }
}

/// Refuses clauses that cannot be read later. With `unique`, the requirements must single out one
/// observation: the last one before the expiry on one time, the first one from it on another
/// (`prev_publish_time < expires_at <= publish_time`); otherwise the resolver could choose.
#[inline(never)]
pub fn validate(mut clauses: &[u8], count: usize, unique: bool) -> Checked {
    require((1..=MAX_CLAUSES).contains(&count), ToteError::InvalidFact)?;
    let mut before = None;
    let mut from = None;
    for index in 1..=count {
        let Some(clause) = Clause::take(&mut clauses) else {
            return Err(ToteError::InvalidFact);
        };
        require(clause.is_well_formed(), ToteError::InvalidFact)?;
        if index < count {
            if clause.is_at_expiry(comparator::LT) {
                before = Some(clause.offset);
            }
            if clause.is_at_expiry(comparator::GTE) {
                from = Some(clause.offset);
            }
        }
    }
    require(clauses.is_empty(), ToteError::InvalidFact)?;
    let is_unique = before.is_some() && from.is_some() && before != from;
    require(!unique || is_unique, ToteError::FactNotUnique)
}

/// Reads an observation.
#[inline(never)]
pub fn read(mut clauses: &[u8], data: &[u8], expires_at: i64) -> Reading {
    while let Some(clause) = Clause::take(&mut clauses) {
        let holds = clause.holds(data, expires_at);
        if clauses.is_empty() {
            return if holds { Reading::Met } else { Reading::NotMet };
        }
        if !holds {
            return Reading::Invalid;
        }
    }
    Reading::Invalid
}

/// What a clause can read: any offset of 16 bits, and the widest operand behind it.
pub const READABLE_BYTES_MAX: usize = 0xFFFF + 32;

const PUMP: Address = Address::from_str_const("6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P");
const PUMP_SWAP: Address = Address::from_str_const("pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA");
const METEORA_DBC: Address = Address::from_str_const("dbcij3LWUppWqq96dh6gJWwBifmcGfLSB5D4DuSMaqN");
const LAUNCH_LAB: Address = Address::from_str_const("LanMV9sAd7wArD4vJFi2qDdfnVhFxYSUg6eADduJ3uj");

/// pump.fun's bonding curve: its discriminator, then `complete == 1`.
const CURVE_COMPLETE: [u8; 17] = [
    0, 0, 3, 0, 0x17, 0xb7, 0xf8, 0x37, 0x60, 0xd8, 0xac, 0x60, 48, 0, 0, 0, 1,
];
/// A PumpSwap pool: its discriminator.
const POOL_EXISTS: [u8; 12] = [0, 0, 3, 0, 0xf1, 0x9a, 0x6d, 0x04, 0x11, 0xb1, 0x6d, 0xbc];
/// A LaunchLab pool: its discriminator, then `status >=` any byte.
const LAUNCH_STATUS: [u8; 16] = [
    0, 0, 3, 0, 0xf7, 0xed, 0xe3, 0xf5, 0xd7, 0xc3, 0xde, 0x46, 17, 0, 0, 5,
];

/// A VirtualPool of Meteora's bonding curve: its discriminator, then `migration_progress >=` any
/// byte. A TransferHookPool is the same account for mints with a transfer hook.
const POOL_PROGRESS: [[u8; 16]; 2] = [
    [
        0, 0, 3, 0, 0xd5, 0xe0, 0x05, 0xd1, 0x62, 0x45, 0x77, 0x5c, 0x34, 1, 0, 5,
    ],
    [
        0, 0, 3, 0, 0xed, 0xdb, 0xb8, 0x17, 0x2a, 0xbd, 0xa9, 0x23, 0x34, 1, 0, 5,
    ],
];
/// A mint: it is initialized, then it has no mint authority.
const MINT_AUTHORITY_REVOKED: [u8; 13] = [45, 0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 0, 0];
/// Likewise no freeze authority.
const FREEZE_AUTHORITY_REVOKED: [u8; 13] = [45, 0, 0, 0, 1, 46, 0, 2, 0, 0, 0, 0, 0];

/// Says whether these clauses of this program's accounts stay true once they are: a curve that is
/// complete, a pool that exists, a launch that has come so far, a mint whose authority is revoked.
#[inline(never)]
pub fn is_latched(owner: &Key, clauses: &[u8]) -> bool {
    let owner = owner.bytes();
    if owner == PUMP.as_array() {
        clauses == CURVE_COMPLETE
    } else if owner == PUMP_SWAP.as_array() {
        clauses == POOL_EXISTS
    } else if owner == LAUNCH_LAB.as_array() {
        matches!(clauses.split_last(), Some((_, head)) if head == LAUNCH_STATUS)
    } else if owner == METEORA_DBC.as_array() {
        let [virtual_pool, hook_pool] = &POOL_PROGRESS;
        matches!(clauses.split_last(), Some((_, head)) if head == virtual_pool || head == hook_pool)
    } else if owner == TOKEN_PROGRAM.bytes() {
        clauses == MINT_AUTHORITY_REVOKED || clauses == FREEZE_AUTHORITY_REVOKED
    } else {
        false
    }
}
