//! What the indexer reads: one event per instruction, with the totals after it, in the log and as
//! return data. Byte 0 is the instruction's tag, byte 1 the version.

use crate::{checks::Plain, key::Key};

pub const VERSION: u8 = 1;

/// The first 8 bytes of an event.
#[inline(always)]
pub const fn head(tag: u8, details: [u8; 6]) -> [u8; 8] {
    let [a, b, c, d, e, f] = details;
    [tag, VERSION, a, b, c, d, e, f]
}

/// Writes an event of fixed size.
#[inline(always)]
pub fn emit<T: Plain>(event: &T) {
    // SAFETY: plain data without padding is readable as bytes.
    emit_bytes(unsafe { core::slice::from_raw_parts((event as *const T).cast(), size_of::<T>()) });
}

#[cfg(target_arch = "bpf")]
#[inline(always)]
pub fn emit_bytes(event: &[u8]) {
    let parts = [event];
    // SAFETY: one slice is read.
    unsafe { pinocchio::syscalls::sol_log_data(parts.as_ptr().cast(), 1) };
    pinocchio::cpi::set_return_data(event);
}

#[cfg(not(target_arch = "bpf"))]
pub fn emit_bytes(_: &[u8]) {}

macro_rules! event {
    ($(#[$doc:meta])* $name:ident { $($field:ident: $type:ty),* $(,)? }) => {
        $(#[$doc])*
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct $name { pub head: [u8; 8], $(pub $field: $type),* }
        // SAFETY: words only; the assertion proves that there is no padding.
        unsafe impl Plain for $name {}
        const _: () = assert!(size_of::<$name>() == 8 $(+ size_of::<$type>())*);
    };
}

event!(Initialized {
    admin: Key,
    utility_mint: Key
});
event!(ConfigUpdated { admin: Key });
event!(BettorOpened {
    bettor: Key,
    wallet: Key,
    rent_payer: Key
});
event!(BettorGrown { bettor: Key });
event!(BettorClosed { bettor: Key });
event!(
    /// `Deposited` and `Withdrawn`: the balance and what the vault owes afterwards.
    BalanceMoved { bettor: Key, amount: u64, available: u64, owed: u64 }
);
event!(DelegateSet {
    bettor: Key,
    delegate: Key,
    epoch: u64,
    expires_at: i64,
    allowance: [u64; 2],
});
event!(MarketCreated {
    market: Key,
    sequence: u64,
    creator: Key,
    subject: Key,
    fact_owner: Key,
    nonce: u64,
    created_at: i64,
    closes_at: i64,
    expires_at: i64,
    refund_at: i64,
    minimum_stake: u64,
    terms: [u8; 8],
    question_hash: Key,
    condition_hash: Key,
});
event!(MarketResolved {
    market: Key,
    sequence: u64,
    pools: [u64; 2],
    burn: u64,
    developer: u64,
    distributable: u64,
    resolved_at: i64,
    veto_ends_at: i64,
    evidence_hash: Key,
});
event!(
    /// `MarketVetoed` and `MarketRefunded`: every stake goes back.
    MarketRefunded { market: Key, sequence: u64, pools: [u64; 2] }
);
event!(MarketClosed {
    market: Key,
    sequence: u64,
    burn: u64,
    developer: u64,
    dust: u64,
    fees_burn: u64,
    fees_developer: u64,
    burn_total: u64,
});
event!(FeesCollected {
    developer: u64,
    burned: u64,
    owed: u64,
    burned_total: u64
});
event!(BoughtBack {
    buyer: Key,
    lot: u64,
    price: u64,
    reserve: u64,
    burned_total: u64,
    utility_burned_total: u64,
});
