//! What the indexer reads: one event per instruction, with the totals after it, in the log and as
//! return data. Byte 0 is the instruction's tag, byte 1 the version. Everything that the program
//! says goes through `emit` or a `BatchEvent`.

use crate::{checks::Plain, key::Key};
use core::{marker::PhantomData, mem::MaybeUninit};

/// Events of another version come from another program.
pub const VERSION: u8 = 3;

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

#[inline(never)]
fn emit_bytes(event: &[u8]) {
    write(event);
}

/// Return data ends at 1,024 bytes, and so does an event.
const BATCH_WORDS: usize = 128;

/// An event about many: a head, a row for each, then a verdict for each.
pub struct BatchEvent<Head: Plain, Row: Plain> {
    words: [MaybeUninit<u64>; BATCH_WORDS],
    parts: PhantomData<(Head, Row)>,
}

impl<Head: Plain, Row: Plain> BatchEvent<Head, Row> {
    /// The most rows that fit.
    pub const ROWS_MAX: usize = (BATCH_WORDS * 8 - size_of::<Head>()) / (size_of::<Row>() + 1);

    /// An event of which nothing is written yet.
    #[inline(always)]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        BatchEvent {
            words: [const { MaybeUninit::uninit() }; BATCH_WORDS],
            parts: PhantomData,
        }
    }

    #[inline(always)]
    fn start(&mut self) -> *mut u8 {
        self.words.as_mut_ptr().cast()
    }

    /// Writes the row and the verdict of one of `count`.
    ///
    /// # Safety
    /// `index` is below `count`, and that at most `ROWS_MAX`.
    #[inline(always)]
    pub unsafe fn set(&mut self, index: usize, count: usize, row: Row, verdict: u8) {
        let rows = self.start().wrapping_add(size_of::<Head>());
        let verdicts = rows.wrapping_add(count.wrapping_mul(size_of::<Row>()));
        // SAFETY: there is room for `ROWS_MAX` of each.
        unsafe {
            rows.cast::<Row>().add(index).write(row);
            verdicts.add(index).write(verdict);
        }
    }

    /// Writes the head and sends the event.
    ///
    /// # Safety
    /// `count` is at most `ROWS_MAX`, and every row of `count` was set.
    #[inline(always)]
    pub unsafe fn emit(&mut self, head: Head, count: usize) {
        let start = self.start();
        let each = size_of::<Row>().wrapping_add(1);
        let len = size_of::<Head>().wrapping_add(count.wrapping_mul(each));
        // SAFETY: the head has room, and every byte behind it was written by `set`.
        unsafe {
            start.cast::<Head>().write(head);
            write(core::slice::from_raw_parts(start, len));
        }
    }
}

#[cfg(target_arch = "bpf")]
#[inline(always)]
fn write(event: &[u8]) {
    let parts = [event];
    // SAFETY: one slice is read.
    unsafe { pinocchio::syscalls::sol_log_data(parts.as_ptr().cast(), 1) };
    pinocchio::cpi::set_return_data(event);
}

#[cfg(not(target_arch = "bpf"))]
fn write(_: &[u8]) {}

macro_rules! event {
    ($(#[$doc:meta])* $name:ident { $($field:ident: $type:ty),* $(,)? }) => {
        $(#[$doc])*
        ///
        /// The tables of README.md say what each field is.
        #[repr(C)]
        #[derive(Clone, Copy)]
        #[allow(missing_docs)]
        pub struct $name { pub head: [u8; 8], $(pub $field: $type),* }
        // SAFETY: words only; the assertion proves that there is no padding.
        unsafe impl Plain for $name {}
        const _: () = assert!(size_of::<$name>() == 8 $(+ size_of::<$type>())*);
    };
}

event!(
    /// The Config and the vaults exist.
    Initialized {
    admin: Key,
    utility_mint: Key
});
event!(
    /// `ConfigAnnounced`, `ConfigApplied` and `ConfigCancelled`: who is or will be the admin, and
    /// when the change takes or would have taken effect.
    ConfigChange { admin: Key, effective_at: i64 }
);
event!(
    /// Operators or oracles were disabled at once.
    KeysDisabled { by: Key, oracle_disabled_below: u64, operator_disabled_below: u64 }
);
event!(
    /// A wallet has a Bettor.
    BettorOpened {
    bettor: Key,
    wallet: Key,
    rent_payer: Key
});
event!(
    /// It has more slots.
    BettorGrown { bettor: Key });
event!(
    /// A Bettor is gone; what it left behind is burned.
    BettorClosed { bettor: Key, forfeited: [u64; 2] }
);
event!(
    /// `Deposited` and `Withdrawn`: the balance and what the vault owes afterwards.
    BalanceMoved { bettor: Key, amount: u64, available: u64, owed: u64 }
);
event!(
    /// A wallet chose its delegate or auto_withdraw.
    DelegateSet {
    bettor: Key,
    delegate: Key,
    epoch: u64,
    expires_at: i64,
    allowance: [u64; 2],
});
event!(
    /// A market takes bets.
    MarketCreated {
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
event!(
    /// A market has its outcome.
    MarketResolved {
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
    /// `MarketVetoed` and `MarketRefunded`: all stakes are refunded.
    MarketRefunded { market: Key, sequence: u64, pools: [u64; 2] }
);
event!(
    /// A market's fees are in the vault.
    MarketClosed {
    market: Key,
    sequence: u64,
    burn: u64,
    developer: u64,
    dust: u64,
    fees_burn: u64,
    fees_developer: u64,
    burn_total: u64,
});
event!(
    /// Fees were paid to the treasury and burned.
    FeesCollected {
    developer: u64,
    burned: u64,
    owed: u64,
    burned_total: u64
});
event!(
    /// A lot was sold and its price burned.
    BoughtBack {
    buyer: Key,
    lot: u64,
    price: u64,
    reserve: u64,
    burned_total: u64,
    utility_burned_total: u64,
});
event!(
    /// The head of `BetsPlaced`; behind it the pools after each bet, then the verdicts.
    BetsPlaced { market: Key, sequence: u64 }
);
event!(
    /// The head of `PositionsSettled`; behind it the payouts, then the verdicts.
    PositionsSettled { market: Key, sequence: u64, open_positions: u64, held: u64 }
);
