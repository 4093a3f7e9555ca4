//! Creates a market. Its terms are copied from the Config and never change; its question and
//! condition travel in the data, and the account keeps their hashes. Unless the operator signs in
//! an account of its own, the market is custom: only its creator stands behind it.

use super::{
    create_market_data::{Fixed, Parts},
    tag,
};
use crate::{
    checks,
    cpi::{self, NewAccount, SYSTEM_PROGRAM},
    error::{require, ToteError},
    event::{self, head, MarketCreated},
    fact,
    key::Key,
    pda,
    state::{
        self, flag, Config, Currency, Market, MarketState, Settings, Source, FOREIGN,
        WINDOW_SECONDS,
    },
    sysvar, Checked,
};
use pinocchio::{cpi::Seed, AccountView};

const QUESTION_BYTES_MAX: usize = 500;
const QUESTION_CHARACTERS_MAX: usize = 300;
const CONDITION_BYTES_MAX: usize = 1_024;
const DURATION_SECONDS_MAX: i64 = 3_650 * 24 * 60 * 60;
const REFUND_DELAY_SECONDS_MAX: i64 = 30 * 24 * 60 * 60;

/// Handles `create_market`.
#[inline(never)]
pub fn create_market(program: &Key, accounts: &mut [AccountView], data: &[u8]) -> Checked {
    let [payer, authority, creator, account, config, system_program, operator @ ..] = accounts
    else {
        return Err(ToteError::InvalidAccountCount);
    };
    let fixed: &Fixed = checks::prefix(data)?;
    let parts = Parts::take(fixed, data)?;

    checks::signer(payer)?;
    checks::writable(payer)?;
    checks::signer(authority)?;
    checks::writable(account)?;
    checks::program(system_program, &SYSTEM_PROGRAM)?;
    let config: &Config = state::load(config, program)?;
    let settings = &config.settings;
    let signed_by = Key::of(authority);
    let is_creators = signed_by == Key::of(creator);
    require(
        is_creators || settings.is_operator(signed_by),
        ToteError::NotCreator,
    )?;
    let is_operators = is_signed_by_operator(operator, settings)?;

    check_text(&parts)?;
    let now = sysvar::now()?;
    check_times(fixed, &parts, settings, now)?;
    require(
        is_creators || settings.is_near(fixed.expires_at, now),
        ToteError::EndsTooLate,
    )?;
    check_terms(fixed, &parts, settings)?;
    check_decider(&parts, Key::of(account))?;
    let mut flags = flags(fixed, &parts)?;
    if !is_operators || !is_known(&parts, settings) {
        flags |= flag::CUSTOM;
    }

    let bump = create_account(program, payer, account, Key::of(creator), fixed, &parts)?;
    let address = *Key::of(account);
    // SAFETY: the account was created with room for these clauses behind the market, and nothing
    // else borrows it.
    unsafe {
        let behind = account.data_mut_ptr().add(size_of::<Market>());
        core::ptr::copy_nonoverlapping(parts.clauses.as_ptr(), behind, parts.clauses.len());
    }
    let market: &mut Market = state::init(account, bump, fixed.currency);
    fill(market, fixed, &parts, config);
    market.flags = flags;
    market.created_at = now;
    market.creator = *Key::of(creator);
    market.rent_payer = *Key::of(payer);
    emit(market, &address);
    Ok(())
}

/// Creates the account at the address of creator, nonce and expiry, with room for the clauses.
#[inline(always)]
fn create_account(
    program: &Key,
    payer: &AccountView,
    account: &AccountView,
    creator: &Key,
    fixed: &Fixed,
    parts: &Parts,
) -> Checked<u8> {
    let (nonce, expires_at) = (fixed.nonce.to_le_bytes(), fixed.expires_at.to_le_bytes());
    let seeds: [&[u8]; 4] = [pda::MARKET, creator.bytes(), &nonce, &expires_at];
    let bump = pda::expect(account, &seeds, program)?;
    require(Key::owner_of(account) != program, ToteError::MarketExists)?;
    let seeds = [
        Seed::from(pda::MARKET),
        Seed::from(creator.bytes()),
        Seed::from(&nonce),
        Seed::from(&expires_at),
        Seed::from(core::slice::from_ref(&bump)),
    ];
    let new = NewAccount {
        space: Market::size(parts.clauses.len()),
        rents: 1,
        owner: program,
        seeds: &seeds,
    };
    cpi::create_account(payer, account, &new)?;
    Ok(bump)
}

/// The operator signs in an account of its own or not at all: paying is not signing.
#[inline(always)]
fn is_signed_by_operator(rest: &[AccountView], settings: &Settings) -> Checked<bool> {
    match rest {
        [] => Ok(false),
        [operator] => {
            let is_signed = operator.is_signer() && settings.is_operator(Key::of(operator));
            require(is_signed, ToteError::NotOperator)?;
            Ok(true)
        }
        _ => Err(ToteError::InvalidAccountCount),
    }
}

/// Says whether the Config knows who or what decides.
#[inline(always)]
fn is_known(parts: &Parts, settings: &Settings) -> bool {
    if parts.source.is_oracle() {
        parts.subject == settings.oracle
    } else {
        settings.knows(&parts.fact_owner)
    }
}

/// The Config may have changed since the creator looked.
#[inline(always)]
fn check_terms(fixed: &Fixed, parts: &Parts, settings: &Settings) -> Checked {
    let [sol, utility] = settings.minimum_stake;
    let minimum_stake = match parts.currency {
        Currency::Sol => sol,
        Currency::Utility => utility,
    };
    if parts.source == Source::Oracle {
        require(!settings.oracle.is_zero(), ToteError::OracleDisabled)?;
        require(parts.subject == settings.oracle, ToteError::TermsChanged)?;
    }
    require(
        fixed.burn_bps == settings.burn_bps
            && fixed.developer_bps == settings.developer_bps
            && fixed.veto_seconds == settings.veto_seconds
            && fixed.minimum_stake == minimum_stake,
        ToteError::TermsChanged,
    )
}

/// Refuses what could never decide: nobody signs with the zero address, an account of the System
/// program counts as missing, and a market cannot be its own witness.
#[inline(always)]
fn check_decider(parts: &Parts, market: &Key) -> Checked {
    let is_possible = |key: &Key| !key.is_zero() && key != market;
    let has_subject = parts.source == Source::TimedFact || is_possible(&parts.subject);
    let has_owner = parts.source.is_oracle() || is_possible(&parts.fact_owner);
    require(has_subject && has_owner, ToteError::Undecidable)
}

/// Writes the terms, frozen from here on.
#[inline(always)]
fn fill(market: &mut Market, fixed: &Fixed, parts: &Parts, config: &Config) {
    market.state = MarketState::Open as u8;
    market.sequence = 1;
    market.minimum_stake = fixed.minimum_stake;
    market.closes_at = fixed.closes_at;
    market.expires_at = fixed.expires_at;
    market.refund_at = fixed.refund_at;
    market.burn_bps = fixed.burn_bps;
    market.developer_bps = fixed.developer_bps;
    market.veto_seconds = fixed.veto_seconds;
    market.nonce = fixed.nonce;
    market.subject = parts.subject;
    market.fact_owner = parts.fact_owner;
    market.question_hash = pda::sha256(parts.question);
    market.condition_hash = pda::sha256(parts.condition);
    market.source = match parts.source {
        Source::NamedOracle => Source::Oracle as u8,
        source => source as u8,
    };
    let is_ours = parts.source.is_oracle() && is_known(parts, &config.settings);
    market.oracle_generation = if is_ours {
        config.oracle_generation
    } else {
        FOREIGN
    };
    market.clause_count = fixed.clause_count;
    market.clauses_len = fixed.clauses_len;
}

#[inline(always)]
fn emit(market: &Market, address: &Key) {
    let [a, b] = market.burn_bps.to_le_bytes();
    let [c, d] = market.developer_bps.to_le_bytes();
    let [e, f, g, h] = market.veto_seconds.to_le_bytes();
    let details = [market.head.detail, market.flags, market.source, 0, 0, 0];
    event::emit(&MarketCreated {
        head: head(tag::CREATE_MARKET, details),
        market: *address,
        sequence: market.sequence,
        creator: market.creator,
        subject: market.subject,
        fact_owner: market.fact_owner,
        nonce: market.nonce,
        created_at: market.created_at,
        closes_at: market.closes_at,
        expires_at: market.expires_at,
        refund_at: market.refund_at,
        minimum_stake: market.minimum_stake,
        terms: [a, b, c, d, e, f, g, h],
        question_hash: market.question_hash,
        condition_hash: market.condition_hash,
    });
}

#[inline(always)]
fn check_text(parts: &Parts) -> Checked {
    let bytes = parts.question.len();
    // UTF-8 bytes of the form 10xxxxxx continue a character.
    let characters = parts
        .question
        .iter()
        .filter(|byte| **byte & 0xC0 != 0x80)
        .count();
    require(
        (1..=QUESTION_BYTES_MAX).contains(&bytes) && characters <= QUESTION_CHARACTERS_MAX,
        ToteError::InvalidQuestion,
    )?;
    require(
        (1..=CONDITION_BYTES_MAX).contains(&parts.condition.len()),
        ToteError::InvalidCondition,
    )
}

#[inline(always)]
fn check_times(fixed: &Fixed, parts: &Parts, settings: &Settings, now: i64) -> Checked {
    require(
        now < fixed.closes_at
            && fixed.closes_at <= fixed.expires_at
            && fixed.expires_at < fixed.refund_at,
        ToteError::TimesOutOfOrder,
    )?;
    require(
        fixed.expires_at <= now.saturating_add(DURATION_SECONDS_MAX)
            && fixed.refund_at <= fixed.expires_at.saturating_add(REFUND_DELAY_SECONDS_MAX),
        ToteError::TimesOutOfRange,
    )?;
    // Whoever brings the observation has all of the window to do it.
    let window = if parts.source.is_oracle() {
        0
    } else {
        WINDOW_SECONDS
    };
    require(
        fixed.refund_at > fixed.expires_at.saturating_add(window),
        ToteError::RefundTooSoon,
    )?;
    if parts.source != Source::TimedFact {
        return Ok(());
    }
    // The answer to a price at a moment is nearly known just before it, and the chain's clock can
    // be behind the price's.
    let lead = i64::from(settings.lead_seconds);
    require(
        fixed.expires_at.saturating_sub(now) >= lead.saturating_mul(2),
        ToteError::ShorterThanLead,
    )?;
    require(
        fixed.closes_at <= fixed.expires_at.saturating_sub(lead),
        ToteError::ClosesTooLate,
    )
}

/// The checked flags of the creator, and those that follow: a triggered oracle market is gated, and
/// a fact that the program knows to be latched is latched.
#[inline(always)]
fn flags(fixed: &Fixed, parts: &Parts) -> Checked<u8> {
    let asked = fixed.flags;
    let count = usize::from(fixed.clause_count);
    let is_asked = |flag: u8| asked & flag != 0;
    let allowed = match parts.source {
        Source::Oracle | Source::NamedOracle => flag::TRIGGERED | flag::GATED | flag::INVERTED,
        // A moment cannot be met before it comes.
        Source::TimedFact => 0,
        Source::StateFact => flag::TRIGGERED | flag::LATCHED | flag::INVERTED,
    };
    require(
        asked & !(allowed | flag::CUSTOM) == 0,
        ToteError::InvalidFlags,
    )?;
    if parts.source.is_oracle() {
        require(
            count == 0 && parts.clauses.is_empty(),
            ToteError::InvalidFact,
        )?;
        if is_asked(flag::TRIGGERED) {
            return Ok(asked | flag::GATED);
        }
        // Only what ends a market early can end it as No.
        require(!is_asked(flag::INVERTED), ToteError::InvalidFlags)?;
        return Ok(asked);
    }
    fact::validate(parts.clauses, count, parts.source == Source::TimedFact)?;
    if parts.source == Source::TimedFact {
        return Ok(asked);
    }
    let is_latched = fact::is_latched(&parts.fact_owner, parts.clauses);
    require(
        is_latched || !is_asked(flag::LATCHED),
        ToteError::NotLatched,
    )?;
    // At the expiry a fact that never held looks the same as one that no longer holds.
    require(
        is_latched || is_asked(flag::TRIGGERED) || !is_asked(flag::INVERTED),
        ToteError::InvalidFlags,
    )?;
    Ok(if is_latched {
        asked | flag::LATCHED
    } else {
        asked
    })
}
