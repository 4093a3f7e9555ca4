//! Records the outcome: from the market's oracle, or by reading its fact, which anybody may bring.

use super::tag;
use crate::{
    checks::{self, Header, Plain},
    cpi::SYSTEM_PROGRAM,
    error::{require, ToteError},
    event::{self, head, MarketResolved},
    fact::{self, Reading},
    key::Key,
    pda,
    state::{self, flag, source, Market, NO, YES},
    sysvar, Checked,
};
use pinocchio::AccountView;

/// How long after the expiry the first observation of a state still stands for it.
const WINDOW_SECONDS: i64 = 120;

#[repr(C)]
#[derive(Clone, Copy)]
struct OracleData {
    head: [u8; 8],
    evidence_hash: Key,
}

// SAFETY: integers only, 8-aligned, no padding (asserted).
unsafe impl Plain for OracleData {}
const _: () = assert!(size_of::<OracleData>() == 40);

#[inline(never)]
pub fn resolve_market(program: &Key, accounts: &mut [AccountView], data: &[u8]) -> Checked {
    let [account, witness] = checks::exactly::<2>(accounts)?;
    let address = *Key::of(account);
    // A market cannot be its own witness.
    require(Key::of(witness) != &address, ToteError::DuplicateAccount)?;
    let market: &mut Market = state::load_mut(account, program)?;
    let now = sysvar::now()?;

    let (outcome, evidence_hash) = if market.source == source::ORACLE {
        ask_oracle(market, witness, data)?
    } else {
        let Header([_, rest @ ..]) = checks::parse::<Header>(data)?;
        checks::zero(rest)?;
        (observe(market, witness, now)?, hash_of(witness))
    };
    if now < market.expires_at {
        let may_be_early = market.has(flag::TRIGGERED) && outcome == YES;
        require(may_be_early, ToteError::ResolveTooEarly)?;
    }

    market.resolve(outcome, &evidence_hash, now)?;
    event::emit(&MarketResolved {
        head: head(
            tag::RESOLVE_MARKET,
            [outcome, market.refund_reason, 0, 0, 0, 0],
        ),
        market: address,
        sequence: market.next_sequence(),
        pools: market.pools,
        burn: market.burn_due,
        developer: market.developer_due,
        distributable: market.distributable,
        resolved_at: now,
        veto_ends_at: market.veto_ends_at(),
        evidence_hash,
    });
    Ok(())
}

#[inline(always)]
fn ask_oracle(market: &Market, oracle: &AccountView, data: &[u8]) -> Checked<(u8, Key)> {
    let args: &OracleData = checks::parse(data)?;
    let [_, outcome, rest @ ..] = &args.head;
    checks::zero(rest)?;
    require(*outcome == YES || *outcome == NO, ToteError::InvalidOutcome)?;
    checks::signer(oracle)?;
    require(&market.subject == Key::of(oracle), ToteError::NotOracle)?;
    Ok((*outcome, args.evidence_hash))
}

/// Reads the fact from the account that was brought.
#[inline(always)]
fn observe(market: &Market, witness: &AccountView, now: i64) -> Checked<u8> {
    let is_state = market.source == source::STATE_FACT;
    if is_state {
        checks::address(witness, &market.subject)?;
    }
    let reading = if is_state && is_missing(witness) {
        Reading::NotMet
    } else {
        checks::owner(witness, &market.fact_owner)?;
        // SAFETY: only read; it is not the market itself, which is checked above.
        let data = unsafe { witness.borrow_unchecked() };
        fact::read(market.clauses(), data, market.expires_at)
    };
    let outcome = match reading {
        Reading::Invalid => return Err(ToteError::ObservationInvalid),
        Reading::Met => YES,
        Reading::NotMet => NO,
    };
    if is_state && now > market.expires_at.saturating_add(WINDOW_SECONDS) {
        // Late, only one thing is still proven: what is not true now and stays true once it is,
        // was not true then.
        let proves_the_past = market.has(flag::LATCHED) && outcome == NO;
        require(proves_the_past, ToteError::ObservationOutOfWindow)?;
    }
    Ok(outcome)
}

/// An address that nothing was ever created at, whatever lamports were sent to it.
#[inline(always)]
fn is_missing(account: &AccountView) -> bool {
    Key::owner_of(account) == &SYSTEM_PROGRAM && account.is_data_empty()
}

#[inline(always)]
fn hash_of(account: &AccountView) -> Key {
    // SAFETY: only read.
    pda::sha256(unsafe { account.borrow_unchecked() })
}
