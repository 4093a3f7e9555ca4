//! Creates a market. Its terms are copied from the Config and never change; its question and
//! condition travel in the data, and the account keeps their hashes.

use super::tag;
use crate::{
    checks::{self, Plain},
    cpi::{self, NewAccount, SYSTEM_PROGRAM},
    error::{require, ToteError},
    event::{self, head, MarketCreated},
    fact,
    key::Key,
    pda,
    state::{self, flag, source, Config, Market, SOL},
    sysvar, Checked,
};
use pinocchio::{cpi::Seed, AccountView};

const QUESTION_BYTES_MAX: usize = 500;
const QUESTION_CHARACTERS_MAX: usize = 300;
const CONDITION_BYTES_MAX: usize = 1_024;
const DURATION_SECONDS_MAX: i64 = 3_650 * 24 * 60 * 60;
const LEAD_SECONDS_MAX: u64 = 60;
const REFUND_DELAY_SECONDS_MAX: i64 = 30 * 24 * 60 * 60;

#[repr(C)]
#[derive(Clone, Copy)]
struct Fixed {
    tag: u8,
    currency: u8,
    flags: u8,
    source: u8,
    clause_count: u8,
    reserved: [u8; 3],
    nonce: u64,
    closes_at: i64,
    expires_at: i64,
    refund_at: i64,
    question_len: u16,
    condition_len: u16,
    clauses_len: u16,
    padding: u16,
}

// SAFETY: integers only, 8-aligned, no padding (asserted).
unsafe impl Plain for Fixed {}
const _: () = assert!(size_of::<Fixed>() == 48);

/// The variable part of the data.
struct Parts<'a> {
    subject: Key,
    fact_owner: Key,
    clauses: &'a [u8],
    question: &'a [u8],
    condition: &'a [u8],
}

#[inline(never)]
pub fn create_market(program: &Key, accounts: &mut [AccountView], data: &[u8]) -> Checked {
    let [payer, authority, creator, account, config, system_program] =
        checks::exactly::<6>(accounts)?;
    let fixed: &Fixed = checks::prefix(data)?;
    let parts = take_parts(fixed, data)?;

    checks::signer(payer)?;
    checks::writable(payer)?;
    checks::signer(authority)?;
    checks::writable(account)?;
    checks::program(system_program, &SYSTEM_PROGRAM)?;
    let config: &Config = state::load(config, program)?;
    let signed_by = Key::of(authority);
    let may_create = signed_by == Key::of(creator) || signed_by == &config.operator;
    require(may_create, ToteError::NotCreator)?;

    checks::currency(fixed.currency)?;
    check_text(&parts)?;
    let now = sysvar::now()?;
    check_times(fixed, now)?;
    let flags = flags(fixed, &parts, config)?;

    let creator = Key::of(creator);
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
        owner: program,
        seeds: &seeds,
    };
    cpi::create_account(payer, account, &new)?;

    let address = *Key::of(account);
    let market: &mut Market = state::init(account, bump, fixed.currency);
    fill(market, fixed, &parts, config);
    market.flags = flags;
    market.created_at = now;
    market.creator = *creator;
    market.rent_payer = *Key::of(payer);
    emit(market, &address);
    Ok(())
}

/// Writes the terms, frozen from here on.
#[inline(always)]
fn fill(market: &mut Market, fixed: &Fixed, parts: &Parts, config: &Config) {
    let is_oracle = fixed.source <= source::NAMED_ORACLE;
    let [minimum_sol, minimum_utility] = config.minimum_stake;
    market.state = state::state::OPEN;
    market.sequence = 1;
    market.minimum_stake = if market.currency() == SOL {
        minimum_sol
    } else {
        minimum_utility
    };
    market.closes_at = fixed.closes_at;
    market.expires_at = fixed.expires_at;
    market.refund_at = fixed.refund_at;
    market.burn_bps = config.burn_bps;
    market.developer_bps = config.developer_bps;
    market.veto_seconds = config.veto_seconds;
    market.nonce = fixed.nonce;
    market.subject = if fixed.source == source::ORACLE {
        config.oracle
    } else {
        parts.subject
    };
    market.fact_owner = parts.fact_owner;
    market.question_hash = pda::sha256(parts.question);
    market.condition_hash = pda::sha256(parts.condition);
    market.source = if is_oracle {
        source::ORACLE
    } else {
        fixed.source
    };
    market.clause_count = fixed.clause_count;
    // SAFETY: the account was created with room for these clauses.
    unsafe { market.set_clauses(parts.clauses) };
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

/// Cuts the variable part into its pieces: not a byte is left over.
#[inline(always)]
fn take_parts<'a>(fixed: &Fixed, data: &'a [u8]) -> Checked<Parts<'a>> {
    checks::zero(&fixed.reserved)?;
    require(fixed.padding == 0, ToteError::InvalidInstructionData)?;
    require(fixed.source <= source::STATE_FACT, ToteError::InvalidFact)?;
    let mut rest = data.get(size_of::<Fixed>()..).unwrap_or(&[]);
    let has_subject = fixed.source == source::NAMED_ORACLE || fixed.source == source::STATE_FACT;
    let subject = if has_subject {
        take_key(&mut rest)?
    } else {
        Key::ZERO
    };
    let has_owner = fixed.source >= source::TIMED_FACT;
    let fact_owner = if has_owner {
        take_key(&mut rest)?
    } else {
        Key::ZERO
    };
    let clauses = take(&mut rest, fixed.clauses_len)?;
    let question = take(&mut rest, fixed.question_len)?;
    let condition = take(&mut rest, fixed.condition_len)?;
    require(rest.is_empty(), ToteError::InvalidInstructionData)?;
    Ok(Parts {
        subject,
        fact_owner,
        clauses,
        question,
        condition,
    })
}

#[inline(always)]
fn take<'a>(rest: &mut &'a [u8], len: u16) -> Checked<&'a [u8]> {
    let (taken, left) = rest
        .split_at_checked(usize::from(len))
        .ok_or(ToteError::InvalidInstructionData)?;
    *rest = left;
    Ok(taken)
}

#[inline(always)]
fn take_key(rest: &mut &[u8]) -> Checked<Key> {
    let (taken, left) = rest
        .split_first_chunk::<32>()
        .ok_or(ToteError::InvalidInstructionData)?;
    *rest = left;
    Ok(Key::from_bytes(taken))
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
fn check_times(fixed: &Fixed, now: i64) -> Checked {
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
    // The answer to a price at a moment is nearly known just before it.
    let duration = fixed.expires_at.saturating_sub(now).unsigned_abs();
    let lead = if fixed.source == source::TIMED_FACT {
        LEAD_SECONDS_MAX.min(duration / 10) as i64
    } else {
        0
    };
    require(
        fixed.closes_at <= fixed.expires_at.saturating_sub(lead),
        ToteError::ClosesTooLate,
    )
}

/// What the creator asked for, checked, and what follows from it: a triggered oracle market is
/// gated, and whatever the Config does not know makes the market custom.
#[inline(always)]
fn flags(fixed: &Fixed, parts: &Parts, config: &Config) -> Checked<u8> {
    let asked = fixed.flags;
    require(
        asked & !(flag::TRIGGERED | flag::LATCHED) == 0,
        ToteError::InvalidFact,
    )?;
    let is_triggered = asked & flag::TRIGGERED != 0;
    let is_latched = asked & flag::LATCHED != 0;
    require(
        !is_latched || fixed.source == source::STATE_FACT,
        ToteError::InvalidFact,
    )?;
    let count = usize::from(fixed.clause_count);
    let mut flags = asked;
    let known = match fixed.source {
        source::ORACLE | source::NAMED_ORACLE => {
            require(
                count == 0 && parts.clauses.is_empty(),
                ToteError::InvalidFact,
            )?;
            if is_triggered {
                flags |= flag::GATED;
            }
            fixed.source == source::ORACLE || parts.subject == config.oracle
        }
        _ => {
            // A moment cannot be met before it comes.
            let is_timed = fixed.source == source::TIMED_FACT;
            require(!(is_timed && is_triggered), ToteError::InvalidFact)?;
            fact::validate(parts.clauses, count, is_timed)?;
            config.knows(&parts.fact_owner)
        }
    };
    if !known {
        flags |= flag::CUSTOM;
    }
    Ok(flags)
}
