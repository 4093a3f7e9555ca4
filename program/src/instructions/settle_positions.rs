//! Pays positions of a decided market into their bettors' balances. Anybody may call it, in any
//! order and again: the slot is cleared in the same step, so nothing can be paid twice.

use super::tag;
use crate::{
    checks::{self, Header},
    error::{require, ToteError},
    event::{head, BatchEvent, PositionsSettled},
    key::Key,
    math::{self, Divisor},
    state::{self, BettorMut, Market},
    sysvar, Checked,
};
use pinocchio::AccountView;

/// What one position is paid.
type Row = u64;

type Event = BatchEvent<PositionsSettled, Row>;

/// Bound by the accounts of one transaction before the event is full.
pub const MAX_POSITIONS: usize = 63;
const _: () = assert!(MAX_POSITIONS <= Event::ROWS_MAX);

/// What all positions of the batch share.
struct Batch<'a> {
    program: &'a Key,
    market_key: &'a Key,
    market: &'a mut Market,
    winning_pool: Divisor,
}

/// Handles `settle_positions`.
#[inline(always)]
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
    let mut event = Event::new();
    let mut settled = 0u8;
    for (index, (bettor, hint)) in bettors.iter_mut().zip(hints).enumerate() {
        let mut payout = 0;
        let verdict = match settle(&mut batch, bettor, *hint) {
            Ok(paid) => {
                payout = paid;
                settled = settled.wrapping_add(1);
                0
            }
            // A market whose books do not add up must not be paid out at all.
            Err(ToteError::BooksMismatch) => return Err(ToteError::BooksMismatch),
            Err(error) => error as u8,
        };
        // SAFETY: one per bettor, and there are at most MAX_POSITIONS.
        unsafe { event.set(index, count, payout, verdict) };
    }
    let market = batch.market;
    let head = PositionsSettled {
        head: head(tag::SETTLE_POSITIONS, [count as u8, settled, 0, 0, 0, 0]),
        market: market_key,
        sequence: market.next_sequence(),
        open_positions: market.open_positions,
        held: market.held,
    };
    // SAFETY: the loop set a row for every bettor, and there are at most MAX_POSITIONS.
    unsafe { event.emit(head, count) };
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
    let mut bettor = match BettorMut::load(account, batch.program) {
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
