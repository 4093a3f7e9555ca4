//! Records the outcome: from the market's oracle, or by reading its fact, which anybody may bring.
//! Not in a slot in which somebody bet in the market, unless the outcome can be vetoed.

use super::tag;
use crate::{
    checks::{self, Header, Plain},
    cpi::SYSTEM_PROGRAM,
    error::{require, ToteError},
    event::{self, head, MarketResolved},
    fact::{self, Reading},
    key::Key,
    pda,
    state::{self, flag, Config, Market, MarketMut, Outcome, Source, WINDOW_SECONDS},
    sysvar, Checked,
};
use pinocchio::AccountView;

#[repr(C)]
#[derive(Clone, Copy)]
struct OracleData {
    head: [u8; 8],
    evidence_hash: Key,
}

// SAFETY: integers only, 8-aligned, no padding (asserted).
unsafe impl Plain for OracleData {}
const _: () = assert!(size_of::<OracleData>() == 40);

/// The outcome and its proof.
struct Decision {
    outcome: Outcome,
    /// The condition is met: only then may a triggered market end early.
    is_met: bool,
    evidence_hash: Key,
}

/// Handles `resolve_market`.
#[inline(never)]
pub fn resolve_market(program: &Key, accounts: &mut [AccountView], data: &[u8]) -> Checked {
    let [account, witness, rest @ ..] = accounts else {
        return Err(ToteError::InvalidAccountCount);
    };
    let address = *Key::of(account);
    // A market cannot be its own witness.
    require(Key::of(witness) != &address, ToteError::DuplicateAccount)?;
    let MarketMut { market, clauses } = MarketMut::load(account, program)?;
    let clock = sysvar::clock()?;
    let now = clock.unix_timestamp;

    let decision = if market.source().is_oracle() {
        let [config] = checks::exactly::<1>(rest)?;
        let config: &Config = state::load(config, program)?;
        ask_oracle(market, config, witness, data)?
    } else {
        checks::exactly::<0>(rest)?;
        let Header([_, zeros @ ..]) = checks::parse::<Header>(data)?;
        checks::zero(zeros)?;
        observe(market, clauses, witness, now)?
    };
    if now < market.expires_at {
        let may_be_early = market.has(flag::TRIGGERED) && decision.is_met;
        require(may_be_early, ToteError::ResolveTooEarly)?;
    }
    require(
        clock.slot > market.last_bet_slot || market.may_share_slot(),
        ToteError::BetInThisSlot,
    )?;

    let outcome = decision.outcome;
    market.resolve(outcome, &decision.evidence_hash, now)?;
    event::emit(&MarketResolved {
        head: head(
            tag::RESOLVE_MARKET,
            [outcome as u8, market.refund_reason, 0, 0, 0, 0],
        ),
        market: address,
        sequence: market.next_sequence(),
        pools: market.pools,
        burn: market.burn_due,
        developer: market.developer_due,
        distributable: market.distributable,
        resolved_at: now,
        veto_ends_at: market.veto_ends_at(),
        evidence_hash: decision.evidence_hash,
    });
    Ok(())
}

#[inline(always)]
fn ask_oracle(
    market: &Market,
    config: &Config,
    oracle: &AccountView,
    data: &[u8],
) -> Checked<Decision> {
    let args: &OracleData = checks::parse(data)?;
    let [_, outcome, rest @ ..] = &args.head;
    checks::zero(rest)?;
    let outcome = Outcome::parse(*outcome)?;
    checks::signer(oracle)?;
    require(&market.subject == Key::of(oracle), ToteError::NotOracle)?;
    require(
        !market.is_oracle_disabled(config),
        ToteError::OracleDisabled,
    )?;
    Ok(Decision {
        outcome,
        is_met: outcome == market.outcome_if(true),
        evidence_hash: args.evidence_hash,
    })
}

/// Reads the fact from the account that was brought.
#[inline(always)]
fn observe(market: &Market, clauses: &[u8], witness: &AccountView, now: i64) -> Checked<Decision> {
    let is_state = market.source() == Source::StateFact;
    if is_state {
        checks::address(witness, &market.subject)?;
    }
    // An account of the System program was never created or is gone, whatever data its key gave
    // it.
    let is_missing = is_state && Key::owner_of(witness) == &SYSTEM_PROGRAM;
    // SAFETY: only read; it is not the market itself, which is checked above.
    let data = unsafe { witness.borrow_unchecked() };
    let reading = if is_missing {
        Reading::NotMet
    } else {
        checks::owner(witness, &market.fact_owner)?;
        market.read(clauses, data)
    };
    let is_met = match reading {
        Reading::Invalid => return Err(ToteError::ObservationInvalid),
        Reading::Met => true,
        Reading::NotMet => false,
    };
    if is_state && now > market.expires_at.saturating_add(WINDOW_SECONDS) {
        // Late, only one thing is still proven: what is there, is not true now and stays true once
        // it is, was not true then. An account that is missing may have been closed.
        let proves_the_past = market.has(flag::LATCHED) && !is_met && !is_missing;
        require(proves_the_past, ToteError::ObservationOutOfWindow)?;
    }
    // As much as a clause can read: a huge account must not make the market undecidable.
    let hashed = data.get(..fact::READABLE_BYTES_MAX).unwrap_or(data);
    Ok(Decision {
        outcome: market.outcome_if(is_met),
        is_met,
        evidence_hash: pda::sha256(hashed),
    })
}
