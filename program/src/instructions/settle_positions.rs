//! Pays positions of a decided market into their bettors' balances. Anybody may call it, in any
//! order and again: the slot is cleared in the same step, so nothing can be paid twice.

use super::tag;
use crate::{
    checks::{self, Header},
    error::{require, ToteError},
    event,
    key::Key,
    math::{self, Divisor},
    state::{self, Bettor, Market},
    sysvar, Checked,
};
use core::mem::MaybeUninit;
use pinocchio::AccountView;

const EVENT_HEAD: usize = 64;
const EVENT_WORDS: usize = 128;
/// Bound by the accounts of one transaction before the event is full.
pub const MAX_POSITIONS: usize = 63;

const _: () = assert!(EVENT_HEAD + MAX_POSITIONS * 9 <= EVENT_WORDS * 8);

/// What all positions of the batch share.
struct Batch<'a> {
    program: &'a Key,
    market_key: &'a Key,
    market: &'a mut Market,
    winning_pool: Divisor,
}

#[inline(always)]
#[allow(clippy::arithmetic_side_effects)]
pub fn settle_positions(program: &Key, accounts: &mut [AccountView], data: &[u8]) -> Checked {
    let [account, bettors @ ..] = accounts else {
        return Err(ToteError::InvalidAccountCount);
    };
    let hints = parse(data, bettors.len())?;
    let market_key = *Key::of(account);
    let market: &mut Market = state::load_mut(account, program)?;
    market.expect_final(sysvar::now()?)?;

    let count = bettors.len();
    let winning_pool = market.winning_pool();
    let mut batch = Batch {
        program,
        market_key: &market_key,
        market,
        winning_pool,
    };
    let mut bytes = [const { MaybeUninit::<u64>::uninit() }; EVENT_WORDS];
    let start = bytes.as_mut_ptr().cast::<u8>();
    let mut settled = 0u8;
    for (index, (bettor, hint)) in bettors.iter_mut().zip(hints).enumerate() {
        let mut payout = 0;
        let verdict = match settle(&mut batch, bettor, *hint) {
            Ok(paid) => {
                payout = paid;
                settled += 1;
                0
            }
            // A market whose books do not add up must not be paid out at all.
            Err(ToteError::BooksMismatch) => return Err(ToteError::BooksMismatch),
            Err(error) => error as u8,
        };
        // SAFETY: index < count <= MAX_POSITIONS, for which the assertion gives room.
        unsafe {
            start
                .add(EVENT_HEAD + index * 8)
                .cast::<u64>()
                .write(payout);
            start.add(EVENT_HEAD + count * 8 + index).write(verdict);
        }
    }
    let market = batch.market;
    let sequence = market.next_sequence();
    let head = event::head(tag::SETTLE_POSITIONS, [count as u8, settled, 0, 0, 0, 0]);
    // SAFETY: the head has room, and every byte up to the last verdict is written by now.
    unsafe {
        start.cast::<[u8; 8]>().write(head);
        start.add(8).cast::<Key>().write(market_key);
        start
            .add(40)
            .cast::<[u64; 3]>()
            .write([sequence, market.open_positions, market.held]);
        event::emit_bytes(core::slice::from_raw_parts(start, EVENT_HEAD + count * 9));
    }
    Ok(())
}

/// One hint per bettor.
#[inline(always)]
fn parse(data: &[u8], bettors: usize) -> Checked<&[u16]> {
    let Header([_, count, rest @ ..]) = checks::prefix::<Header>(data)?;
    checks::zero(rest)?;
    require(
        usize::from(*count) == bettors && (1..=MAX_POSITIONS).contains(&bettors),
        ToteError::InvalidAccountCount,
    )?;
    let expected = bettors.saturating_mul(2).saturating_add(8);
    require(data.len() == expected, ToteError::InvalidInstructionData)?;
    // SAFETY: exactly `bettors` hints stand behind the header, which is aligned and 8 bytes long.
    Ok(unsafe { core::slice::from_raw_parts(data.as_ptr().add(8).cast(), bettors) })
}

/// Credits one position and clears its slot.
#[inline(always)]
fn settle(batch: &mut Batch, account: &mut AccountView, hint: u16) -> Checked<u64> {
    let bettor: &mut Bettor = match state::load_mut(account, batch.program) {
        Ok(bettor) => bettor,
        Err(_) => return Err(ToteError::NotABettor),
    };
    let Some(slot) = bettor.find_slot(batch.market_key, usize::from(hint)) else {
        return Err(ToteError::NothingToSettle);
    };
    let market = &mut *batch.market;
    let books = |_| ToteError::BooksMismatch;
    let payout = market
        .payout(&slot.stakes, &batch.winning_pool)
        .map_err(books)?;
    let held = math::sub(market.held, payout).map_err(books)?;
    let open_positions = math::sub(market.open_positions, 1).map_err(books)?;
    slot.market = Key::ZERO;
    slot.stakes = [0; 2];
    bettor.open_positions = bettor.open_positions.wrapping_sub(1);
    bettor
        .credit_settlement(market.currency(), payout)
        .map_err(books)?;
    market.held = held;
    market.open_positions = open_positions;
    Ok(payout)
}
