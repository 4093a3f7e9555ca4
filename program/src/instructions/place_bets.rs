//! Places many bets in one market. A bet that fails its own checks is skipped and reported; it
//! never fails its neighbours, unless the batch is `strict`.
//!
//! This is the hot path: no CPI, two writable accounts per bet, no address is derived again.

use super::tag;
use crate::{
    checks::{self, Header, Plain},
    error::{require, ToteError},
    event::{head, BatchEvent, BetsPlaced},
    fact::Reading,
    key::Key,
    math,
    state::{
        self, flag, of, Bettor, BettorMut, Config, Market, MarketMut, MarketState, Outcome,
        Settings,
    },
    sysvar, Checked,
};
use pinocchio::AccountView;

/// The pools after one bet.
type Row = [u64; 2];

type Event = BatchEvent<BetsPlaced, Row>;

/// Bound by what an event has room for.
pub const MAX_BETS: usize = 56;
const _: () = assert!(MAX_BETS <= Event::ROWS_MAX);
const STRICT: u8 = 1;

#[repr(C)]
#[derive(Clone, Copy)]
struct Bet {
    amount: u64,
    /// The lower half of the delegate's epoch.
    epoch: u32,
    /// The minimum payout in basis points of the stake; 0 for no minimum.
    min_ratio_bps: u32,
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
    /// Operators of a lower generation can no longer bet for anybody.
    disabled_below: u32,
    /// Whether delegates may bet in this market at all.
    for_delegates: Checked,
}

/// Handles `place_bets`.
#[inline(always)]
pub fn place_bets(program: &Key, accounts: &mut [AccountView], data: &[u8]) -> Checked {
    let [authority, market, config, rest @ ..] = accounts else {
        return Err(ToteError::InvalidAccountCount);
    };
    let (flags, currency, bets) = parse(data)?;
    checks::signer(authority)?;
    let market_key = *Key::of(market);
    let MarketMut { market, clauses } = MarketMut::load(market, program)?;
    require(
        market.state() == MarketState::Open,
        ToteError::MarketNotOpen,
    )?;
    require(market.head.detail == currency, ToteError::WrongCurrency)?;
    let clock = sysvar::clock()?;
    let now = clock.unix_timestamp;
    require(now < market.closes_at, ToteError::MarketClosed)?;
    let config: &Config = state::load(config, program)?;
    require(
        !market.is_oracle_disabled(config),
        ToteError::OracleDisabled,
    )?;
    let bettors = pass_gate(&config.settings, market, clauses, rest)?;

    let authority = Key::of(authority);
    // A Bettor without a delegate names the zero address. Nobody can sign for it, and this does not
    // depend on that.
    require(!authority.is_zero(), ToteError::NotAuthorized)?;
    let for_delegates = expect_delegates(market, &config.settings, now);
    let mut batch = Batch {
        program,
        authority,
        market_key: &market_key,
        market,
        now,
        disabled_below: config.operator_disabled_below,
        for_delegates,
    };
    let mut event = Event::new();
    let mut accepted = 0u8;
    for (index, bet) in bets.iter().enumerate() {
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
        // SAFETY: one per bet, and there are at most MAX_BETS.
        unsafe { event.set(index, bets.len(), batch.market.pools, verdict) };
    }
    let market = batch.market;
    if accepted > 0 {
        // Nobody can bet, make the condition true, resolve and undo it in one slot.
        market.last_bet_slot = clock.slot;
    }
    let placed = BetsPlaced {
        head: head(tag::PLACE_BETS, [bets.len() as u8, accepted, 0, 0, 0, 0]),
        market: market_key,
        sequence: market.next_sequence(),
    };
    // SAFETY: the loop set a row for every bet, and there are at most MAX_BETS.
    unsafe { event.emit(placed, bets.len()) };
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

/// Takes the accounts that a market asks for whose result could be certain already, and returns the
/// bettors.
#[inline(always)]
fn pass_gate<'a>(
    settings: &Settings,
    market: &Market,
    clauses: &[u8],
    rest: &'a mut [AccountView],
) -> Checked<&'a mut [AccountView]> {
    if market.flags & (flag::GATED | flag::TRIGGERED | flag::LATCHED) == 0 {
        return Ok(rest);
    }
    if market.has(flag::GATED) {
        let [operator, bettors @ ..] = rest else {
            return Err(ToteError::InvalidAccountCount);
        };
        let signed = operator.is_signer() && settings.is_operator(Key::of(operator));
        require(signed, ToteError::OperatorRequired)?;
        return Ok(bettors);
    }
    // An oracle's triggered market is gated, so this is a state fact.
    let [observed, bettors @ ..] = rest else {
        return Err(ToteError::InvalidAccountCount);
    };
    checks::address(observed, &market.subject)?;
    require(!is_met(market, clauses, observed), ToteError::ConditionMet)?;
    Ok(bettors)
}

/// The operator must stand behind a market that delegates bet in, and it must end soon enough: a
/// position takes a slot until then.
#[inline(always)]
fn expect_delegates(market: &Market, settings: &Settings, now: i64) -> Checked {
    if settings.is_near(market.expires_at, now) {
        require(!market.has(flag::CUSTOM), ToteError::CustomMarket)
    } else {
        Err(ToteError::EndsTooLate)
    }
}

/// Says whether the market's state fact holds in the account right now.
#[inline(always)]
fn is_met(market: &Market, clauses: &[u8], observed: &AccountView) -> bool {
    if Key::owner_of(observed) != &market.fact_owner {
        return false;
    }
    // SAFETY: only read, and nothing is written while the data is borrowed.
    let data = unsafe { observed.borrow_unchecked() };
    market.read(clauses, data) == Reading::Met
}

#[inline(never)]
fn place(batch: &mut Batch, account: &mut AccountView, bet: &Bet) -> Checked {
    let mut bettor = match BettorMut::load(account, batch.program) {
        Ok(bettor) => bettor,
        Err(_) => return Err(ToteError::NotABettor),
    };
    let is_own = &bettor.wallet == batch.authority;
    if !is_own {
        authorize(&mut bettor, batch, bet)?;
        // From here on every verdict has used the id up.
        batch.for_delegates?;
    }
    let market = &mut *batch.market;
    let amount = bet.amount;
    if amount < market.minimum_stake {
        let is_zero = amount == 0;
        return Err(if is_zero {
            ToteError::ZeroAmount
        } else {
            ToteError::BelowMinimumStake
        });
    }
    let side = usize::from(Outcome::parse(bet.outcome)? == Outcome::No);
    let pool_after = math::add(*of(&mut market.pools, side), amount)?;
    let currency = market.currency();
    let allowance = *of(&mut bettor.allowance, currency as usize);
    require(is_own || allowance >= amount, ToteError::AllowanceExceeded)?;
    let available = *of(&mut bettor.available, currency as usize);
    require(available >= amount, ToteError::InsufficientFunds)?;
    if bet.min_ratio_bps != 0 {
        let other = *of(&mut market.pools, side ^ 1);
        let is_reached = market.reaches(bet.min_ratio_bps, pool_after, other)?;
        require(is_reached, ToteError::RatioTooLow)?;
    }

    // The last check that can fail; nothing but the id was written before it.
    stake(&mut bettor, market, batch.market_key, bet, side)?;
    *of(&mut market.pools, side) = pool_after;
    if !is_own {
        *of(&mut bettor.allowance, currency as usize) = allowance.wrapping_sub(amount);
    }
    bettor.set_available(currency, available.wrapping_sub(amount));
    Ok(())
}

/// Checks that the signer is the bettor's delegate now, and uses the bet's id up.
#[inline(always)]
fn authorize(bettor: &mut Bettor, batch: &Batch, bet: &Bet) -> Checked {
    require(
        &bettor.delegate == batch.authority,
        ToteError::NotAuthorized,
    )?;
    require(
        bettor.window.generation >= batch.disabled_below,
        ToteError::DelegateDisabled,
    )?;
    require(bet.epoch == bettor.epoch as u32, ToteError::WrongEpoch)?;
    require(
        batch.now < bettor.delegate_expires_at,
        ToteError::DelegateExpired,
    )?;
    bettor.window.consume(bet.bet_id)
}

/// Adds the stake to the bettor's position, taking a free slot for the first one.
#[inline(always)]
fn stake(
    bettor: &mut BettorMut,
    market: &mut Market,
    market_key: &Key,
    bet: &Bet,
    side: usize,
) -> Checked {
    let hint = usize::from(bet.slot);
    if let Some(slot) = bettor.find_slot(market_key, hint) {
        let stake = of(&mut slot.stakes, side);
        *stake = math::add(*stake, bet.amount)?;
        return Ok(());
    }
    let open_positions = math::add(market.open_positions, 1)?;
    let slot = bettor.free_slot(hint).ok_or(ToteError::NoFreeSlot)?;
    slot.market = *market_key;
    slot.stakes = [0; 2];
    *of(&mut slot.stakes, side) = bet.amount;
    bettor.open_positions = bettor.open_positions.wrapping_add(1);
    market.open_positions = open_positions;
    Ok(())
}
