//! Places many bets in one market. A bet that fails its own checks is skipped and reported; it
//! never fails its neighbours, unless the batch is `strict`.
//!
//! This is the hot path: no CPI, two writable accounts per bet, no address is derived again.

use super::tag;
use crate::{
    checks::{self, Header, Plain},
    error::{require, ToteError},
    event,
    fact::{self, Reading},
    key::Key,
    math,
    state::{self, balance, flag, source, Bettor, Config, Market, NO, YES},
    sysvar, Checked,
};
use core::mem::MaybeUninit;
use pinocchio::AccountView;

/// Return data ends at 1,024 bytes, and so does the event.
pub const MAX_BETS: usize = 56;
const STRICT: u8 = 1;

#[repr(C)]
#[derive(Clone, Copy)]
struct Bet {
    amount: u64,
    epoch: u64,
    bet_id: u32,
    slot: u16,
    bettor: u8,
    outcome: u8,
}

// SAFETY: integers only, 8-aligned, no padding (asserted).
unsafe impl Plain for Bet {}
const _: () = assert!(size_of::<Bet>() == 24);

/// What all bets of the batch share.
struct Batch<'a> {
    program: &'a Key,
    authority: &'a Key,
    market_key: &'a Key,
    market: &'a mut Market,
    now: i64,
}

#[inline(always)]
pub fn place_bets(program: &Key, accounts: &mut [AccountView], data: &[u8]) -> Checked {
    let [authority, market, rest @ ..] = accounts else {
        return Err(ToteError::InvalidAccountCount);
    };
    let (flags, currency, bets) = parse(data)?;
    checks::signer(authority)?;
    let market_key = *Key::of(market);
    let market: &mut Market = state::load_mut(market, program)?;
    require(market.state == state::state::OPEN, ToteError::MarketNotOpen)?;
    require(market.head.detail == currency, ToteError::WrongCurrency)?;
    let now = sysvar::now()?;
    require(now < market.closes_at, ToteError::MarketClosed)?;
    let bettors = pass_gate(program, market, rest)?;

    let authority = Key::of(authority);
    // A Bettor without a delegate names the zero address. Nobody can sign for it, and this does not
    // depend on that.
    require(!authority.is_zero(), ToteError::NotAuthorized)?;
    let mut batch = Batch {
        program,
        authority,
        market_key: &market_key,
        market,
        now,
    };
    let mut event = Event::new();
    let (mut pools, mut verdicts) = event.cursors(bets.len());
    let mut accepted = 0u8;
    for bet in bets {
        let Some(bettor) = bettors.get_mut(usize::from(bet.bettor)) else {
            return Err(ToteError::InvalidInstructionData);
        };
        let verdict = match place(&mut batch, bettor, bet) {
            Ok(()) => {
                accepted = accepted.wrapping_add(1);
                0
            }
            Err(error) if flags & STRICT != 0 => return Err(error),
            Err(error) => error as u8,
        };
        // SAFETY: one of each per bet, and the event has room for MAX_BETS.
        unsafe {
            pools.write(batch.market.pools);
            verdicts.write(verdict);
            pools = pools.add(1);
            verdicts = verdicts.add(1);
        }
    }
    let sequence = batch.market.next_sequence();
    // SAFETY: the loop wrote every pool and verdict.
    unsafe { event.emit(&market_key, sequence, bets.len(), accepted) };
    Ok(())
}

#[inline(always)]
fn parse(data: &[u8]) -> Checked<(u8, u8, &[Bet])> {
    let Header([_, flags, count, currency, rest @ ..]) = checks::prefix::<Header>(data)?;
    checks::zero(rest)?;
    let count = usize::from(*count);
    let expected = size_of::<Bet>().saturating_mul(count).saturating_add(8);
    let well_formed = *flags <= STRICT && (1..=MAX_BETS).contains(&count) && data.len() == expected;
    require(well_formed, ToteError::InvalidInstructionData)?;
    // SAFETY: exactly `count` bets stand behind the header, which is aligned and 8 bytes long.
    let bets = unsafe { core::slice::from_raw_parts(data.as_ptr().add(8).cast(), count) };
    Ok((*flags, *currency, bets))
}

/// Takes the accounts that a gated or triggered market asks for and returns the bettors.
#[inline(always)]
fn pass_gate<'a>(
    program: &Key,
    market: &Market,
    rest: &'a mut [AccountView],
) -> Checked<&'a mut [AccountView]> {
    if market.flags & (flag::GATED | flag::TRIGGERED) == 0 {
        return Ok(rest);
    }
    if market.has(flag::GATED) {
        let [operator, config, bettors @ ..] = rest else {
            return Err(ToteError::InvalidAccountCount);
        };
        let config: &Config = state::load(config, program)?;
        let signed = operator.is_signer() && Key::of(operator) == &config.operator;
        require(signed, ToteError::OperatorRequired)?;
        return Ok(bettors);
    }
    let [observed, bettors @ ..] = rest else {
        return Err(ToteError::InvalidAccountCount);
    };
    checks::address(observed, &market.subject)?;
    require(!is_met(market, observed), ToteError::ConditionMet)?;
    Ok(bettors)
}

/// Says whether the market's state fact holds in the account right now.
#[inline(always)]
fn is_met(market: &Market, observed: &AccountView) -> bool {
    debug_assert!(market.source == source::STATE_FACT);
    if Key::owner_of(observed) != &market.fact_owner {
        return false;
    }
    // SAFETY: only read, and nothing is written while the data is borrowed.
    let data = unsafe { observed.borrow_unchecked() };
    fact::read(market.clauses(), data, market.expires_at) == Reading::Met
}

#[inline(never)]
fn place(batch: &mut Batch, account: &mut AccountView, bet: &Bet) -> Checked {
    let bettor: &mut Bettor = match state::load_mut(account, batch.program) {
        Ok(bettor) => bettor,
        Err(_) => return Err(ToteError::NotABettor),
    };
    let market = &mut *batch.market;
    let is_own = &bettor.wallet == batch.authority;
    if !is_own {
        authorize(bettor, batch.authority, bet, batch.now)?;
        // From here on every verdict has used the id up.
        require(!market.has(flag::CUSTOM), ToteError::CustomMarket)?;
    }
    let amount = bet.amount;
    if amount < market.minimum_stake {
        let is_zero = amount == 0;
        return Err(if is_zero {
            ToteError::ZeroAmount
        } else {
            ToteError::BelowMinimumStake
        });
    }
    require(
        bet.outcome == YES || bet.outcome == NO,
        ToteError::InvalidOutcome,
    )?;
    let side = usize::from(bet.outcome == NO);
    let pool_after = math::add(*balance(&mut market.pools, side), amount)?;
    let currency = market.currency();
    let allowance = *balance(&mut bettor.allowance, currency);
    require(is_own || allowance >= amount, ToteError::AllowanceExceeded)?;
    let available = *balance(&mut bettor.available, currency);
    require(available >= amount, ToteError::InsufficientFunds)?;

    // The last check that can fail; nothing but the id was written before it.
    stake(bettor, market, batch.market_key, bet, side)?;
    *balance(&mut market.pools, side) = pool_after;
    if !is_own {
        *balance(&mut bettor.allowance, currency) = allowance.wrapping_sub(amount);
    }
    bettor.set_available(currency, available.wrapping_sub(amount));
    Ok(())
}

/// Checks that the signer is the bettor's delegate now, and uses the bet's id up.
#[inline(always)]
fn authorize(bettor: &mut Bettor, authority: &Key, bet: &Bet, now: i64) -> Checked {
    require(&bettor.delegate == authority, ToteError::NotAuthorized)?;
    require(bet.epoch == bettor.epoch, ToteError::WrongEpoch)?;
    require(now < bettor.delegate_expires_at, ToteError::DelegateExpired)?;
    bettor.window.consume(u64::from(bet.bet_id))
}

/// Adds the stake to the bettor's position, taking a free slot for the first one.
#[inline(always)]
fn stake(
    bettor: &mut Bettor,
    market: &mut Market,
    market_key: &Key,
    bet: &Bet,
    side: usize,
) -> Checked {
    let hint = usize::from(bet.slot);
    if let Some(slot) = bettor.find_slot(market_key, hint) {
        let stake = balance(&mut slot.stakes, side);
        *stake = math::add(*stake, bet.amount)?;
        return Ok(());
    }
    let open_positions = math::add(market.open_positions, 1)?;
    let slot = bettor.free_slot(hint).ok_or(ToteError::NoFreeSlot)?;
    slot.market = *market_key;
    slot.stakes = [0; 2];
    *balance(&mut slot.stakes, side) = bet.amount;
    bettor.open_positions = bettor.open_positions.wrapping_add(1);
    market.open_positions = open_positions;
    Ok(())
}

const EVENT_HEAD: usize = 48;
const EVENT_WORDS: usize = 128;

/// The event under construction: the head, the pools after each bet, then the verdicts.
struct Event {
    words: [MaybeUninit<u64>; EVENT_WORDS],
}

const _: () = assert!(EVENT_HEAD + MAX_BETS * 17 <= EVENT_WORDS * 8);

impl Event {
    #[inline(always)]
    fn new() -> Event {
        Event {
            words: [const { MaybeUninit::uninit() }; EVENT_WORDS],
        }
    }

    /// Where the pools after the first bet go, and its verdict.
    #[inline(always)]
    fn cursors(&mut self, bets: usize) -> (*mut [u64; 2], *mut u8) {
        let start = self
            .words
            .as_mut_ptr()
            .cast::<u8>()
            .wrapping_add(EVENT_HEAD);
        (start.cast(), start.wrapping_add(bets.wrapping_mul(16)))
    }

    /// # Safety
    /// The pools and verdicts of as many bets must have been written.
    #[inline(always)]
    unsafe fn emit(&mut self, market: &Key, sequence: u64, bets: usize, accepted: u8) {
        let head = event::head(tag::PLACE_BETS, [bets as u8, accepted, 0, 0, 0, 0]);
        let start = self.words.as_mut_ptr().cast::<u8>();
        start.cast::<[u8; 8]>().write(head);
        start.add(8).cast::<Key>().write(*market);
        start.add(40).cast::<u64>().write(sequence);
        let len = EVENT_HEAD.wrapping_add(bets.wrapping_mul(17));
        event::emit_bytes(core::slice::from_raw_parts(start, len));
    }
}
