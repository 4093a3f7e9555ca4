//! A market and its clauses over memory of exactly their size, and every transition it can make.

mod common;

use common::memory::Data;
use tote::{
    error::ToteError,
    key::Key,
    state::{
        flag, Config, Currency, Market, MarketMut, MarketState, Outcome, RefundReason, Source,
        FOREIGN, VERSION,
    },
};

const EXPIRES_AT: i64 = 1_800_000_000;
const REFUND_AT: i64 = EXPIRES_AT + 1_000;
const EVIDENCE: Key = Key([1, 2, 3, 4]);

const OPEN: u8 = MarketState::Open as u8;
const RESOLVED: u8 = MarketState::Resolved as u8;
const REFUNDED: u8 = MarketState::Refunded as u8;

/// An open oracle market with 5 % for the burn, 2.5 % for the developer and 60 veto seconds.
fn market(pools: [u64; 2]) -> Data {
    let mut data = Data::zeroed(Market::size(0));
    data.put(0, &[4, VERSION, 255, 0, OPEN]);
    data.put_word(16, pools[0]);
    data.put_word(24, pools[1]);
    data.put_word(48, EXPIRES_AT as u64);
    data.put_word(56, REFUND_AT as u64);
    data.put(72, &500u16.to_le_bytes());
    data.put(74, &250u16.to_le_bytes());
    data.put(76, &60u32.to_le_bytes());
    data
}

/// A Config whose oracles below this generation are disabled.
fn config(oracle_disabled_below: u32) -> Config {
    // SAFETY: plain data: zero is a value of every field.
    let mut config: Config = unsafe { std::mem::zeroed() };
    config.oracle_disabled_below = oracle_disabled_below;
    config
}

fn view(data: &mut Data) -> MarketMut<'_> {
    // SAFETY: a Market with as many clauses as it says, and the view borrows the data.
    unsafe { MarketMut::split(data.start()) }
}

/// A refused call says why and leaves the account as it was.
fn refused(data: &mut Data, why: ToteError, act: impl Fn(&mut Market) -> Result<(), ToteError>) {
    let before = data.clone();
    assert_eq!(act(view(data).market), Err(why));
    assert_eq!(data, &before);
}

#[test]
fn the_clauses_stay_readable_while_the_market_changes() {
    for len in [0u16, 1, 5, 8, 12, 255, 1_000] {
        let mut data = Data::zeroed(Market::size(usize::from(len)));
        assert_eq!(
            data.bytes().len(),
            376 + usize::from(len).next_multiple_of(8)
        );
        data.put(362, &len.to_le_bytes());
        let clauses: Vec<u8> = (0..len).map(|at| at as u8 ^ 0x5A).collect();
        data.put(376, &clauses);
        let view = view(&mut data);
        view.market.pools = [3, 4];
        assert_eq!(view.clauses, clauses);
        view.market.last_bet_slot = u64::MAX;
        assert_eq!(view.market.next_sequence(), 1);
        assert_eq!(view.clauses, clauses);
        assert_eq!([data.word(8), data.word(16), data.word(24)], [1, 3, 4]);
        assert_eq!(data.word(368), u64::MAX);
        assert_eq!(data.bytes()[376..376 + usize::from(len)], clauses);
    }
}

#[test]
fn bytes_are_read_as_what_they_stand_for() {
    let mut data = market([0, 0]);
    let market = view(&mut data).market;
    assert_eq!(market.currency(), Currency::Sol);
    market.head.detail = 1;
    assert_eq!(market.currency(), Currency::Utility);
    for (state, expected) in [
        (OPEN, MarketState::Open),
        (RESOLVED, MarketState::Resolved),
        (REFUNDED, MarketState::Refunded),
    ] {
        market.state = state;
        assert_eq!(market.state(), expected);
    }
    for source in [Source::Oracle, Source::TimedFact, Source::StateFact] {
        market.source = source as u8;
        assert_eq!(market.source(), source);
    }
    market.flags = flag::LATCHED | flag::INVERTED;
    assert!(market.has(flag::LATCHED) && !market.has(flag::TRIGGERED));
    assert_eq!(market.outcome_if(true), Outcome::No);
    assert_eq!(market.outcome_if(false), Outcome::Yes);
    market.flags = !flag::INVERTED;
    assert_eq!(market.outcome_if(true), Outcome::Yes);
    assert_eq!(market.outcome_if(false), Outcome::No);
    market.sequence = u64::MAX;
    assert_eq!(market.next_sequence(), 0);
}

#[test]
fn a_resolution_takes_the_fees_from_the_losing_pool() {
    let now = REFUND_AT - 1;
    for (outcome, pools) in [(Outcome::Yes, [300, 1_001]), (Outcome::No, [1_001, 300])] {
        let mut data = market(pools);
        let market = view(&mut data).market;
        assert_eq!(market.resolve(outcome, &EVIDENCE, now), Ok(()));
        assert_eq!(market.state(), MarketState::Resolved);
        assert_eq!(market.outcome, outcome as u8);
        assert_eq!(market.refund_reason, RefundReason::None as u8);
        assert_eq!((market.held, market.pools), (1_301, pools));
        assert_eq!((market.burn_due, market.developer_due), (50, 25));
        assert_eq!(market.distributable, 926);
        assert_eq!((market.resolved_at, market.evidence_hash), (now, EVIDENCE));
        assert_eq!(market.winning_pool().mul_div_floor(600, 1), Ok(2));
    }
}

#[test]
fn stakes_go_back_without_a_fee_when_nobody_had_the_winning_outcome() {
    for (outcome, pools) in [(Outcome::Yes, [0, 1]), (Outcome::No, [1, 0])] {
        let mut data = market(pools);
        let market = view(&mut data).market;
        assert_eq!(market.resolve(outcome, &EVIDENCE, EXPIRES_AT), Ok(()));
        assert_eq!(market.state(), MarketState::Resolved);
        assert_eq!(market.refund_reason, RefundReason::NobodyWon as u8);
        assert_eq!((market.held, market.distributable), (1, 0));
        assert_eq!((market.burn_due, market.developer_due), (0, 0));
        let winning = market.winning_pool();
        assert_eq!(market.payout(&pools, &winning), Ok(1));
    }
    // Nobody won anything, and nobody lost anything either.
    for (outcome, pools) in [(Outcome::Yes, [0, 0]), (Outcome::Yes, [9, 0])] {
        let mut data = market(pools);
        let market = view(&mut data).market;
        assert_eq!(market.resolve(outcome, &EVIDENCE, EXPIRES_AT), Ok(()));
        assert_eq!(market.refund_reason, RefundReason::None as u8);
        assert_eq!((market.distributable, market.burn_due), (0, 0));
    }
}

#[test]
fn a_market_is_resolved_once_and_before_refund_at() {
    let resolve = |now| move |market: &mut Market| market.resolve(Outcome::Yes, &EVIDENCE, now);
    let mut data = market([10, 20]);
    refused(&mut data, ToteError::RefundDatePassed, resolve(REFUND_AT));
    assert_eq!(resolve(REFUND_AT - 1)(view(&mut data).market), Ok(()));
    refused(&mut data, ToteError::AlreadyResolved, resolve(EXPIRES_AT));
    refused(&mut data, ToteError::AlreadyResolved, |market| {
        market.refund(&config(0), REFUND_AT)
    });
    let mut data = market([u64::MAX, 1]);
    assert_eq!(
        resolve(EXPIRES_AT)(view(&mut data).market),
        Err(ToteError::MathOverflow),
        "more than there can be"
    );
}

#[test]
fn a_market_is_refunded_once_and_from_refund_at_on() {
    let refund = |now| move |market: &mut Market| market.refund(&config(0), now);
    let mut data = market([10, 20]);
    refused(&mut data, ToteError::RefundTooEarly, refund(REFUND_AT - 1));
    assert_eq!(refund(REFUND_AT)(view(&mut data).market), Ok(()));
    let after = view(&mut data).market;
    assert_eq!(after.state(), MarketState::Refunded);
    assert_eq!(after.refund_reason, RefundReason::Deadline as u8);
    assert_eq!((after.held, after.resolved_at), (30, REFUND_AT));
    assert_eq!((after.outcome, after.distributable), (0, 0));
    assert_eq!(after.payout(&[3, 4], &after.winning_pool()), Ok(7));
    assert_eq!(after.expect_final(REFUND_AT), Ok(()));
    let again = ToteError::AlreadyResolved;
    refused(&mut data, again, refund(REFUND_AT + 1));
    refused(&mut data, again, |market| {
        market.resolve(Outcome::Yes, &EVIDENCE, EXPIRES_AT)
    });
    refused(&mut data, ToteError::VetoOver, |market| {
        market.veto(&config(0), REFUND_AT)
    });
}

#[test]
fn an_oracle_can_be_vetoed_until_its_time_is_over() {
    let mut data = market([10, 2_000]);
    refused(&mut data, ToteError::NotResolved, |market| {
        market.veto(&config(0), EXPIRES_AT)
    });
    refused(&mut data, ToteError::NotResolved, |market| {
        market.expect_final(REFUND_AT)
    });
    let resolved = view(&mut data).market;
    assert_eq!(
        resolved.resolve(Outcome::Yes, &EVIDENCE, EXPIRES_AT),
        Ok(())
    );
    assert_eq!(resolved.veto_ends_at(), EXPIRES_AT + 60);
    let running = Err(ToteError::VetoRunning);
    assert_eq!(resolved.expect_final(EXPIRES_AT + 59), running);
    assert_eq!(resolved.expect_final(EXPIRES_AT + 60), Ok(()));
    refused(&mut data, ToteError::VetoOver, |market| {
        market.veto(&config(0), EXPIRES_AT + 60)
    });
    let vetoed = view(&mut data).market;
    assert_eq!(vetoed.veto(&config(0), EXPIRES_AT + 59), Ok(()));
    assert_eq!(vetoed.state(), MarketState::Refunded);
    assert_eq!(vetoed.refund_reason, RefundReason::Veto as u8);
    assert_eq!((vetoed.burn_due, vetoed.developer_due), (0, 0));
    assert_eq!((vetoed.distributable, vetoed.held), (0, 2_010));
    assert_eq!(
        vetoed.outcome,
        Outcome::Yes as u8,
        "what it would have been"
    );
    assert_eq!(vetoed.expect_final(EXPIRES_AT), Ok(()));
    assert_eq!(vetoed.payout(&[1, 2], &vetoed.winning_pool()), Ok(3));
    refused(&mut data, ToteError::VetoOver, |market| {
        market.veto(&config(0), EXPIRES_AT + 59)
    });
}

#[test]
fn a_disabled_oracle_frees_its_market() {
    let mut data = market([10, 20]);
    data.put(364, &3u32.to_le_bytes());
    refused(&mut data, ToteError::RefundTooEarly, |market| {
        market.refund(&config(3), EXPIRES_AT - 1)
    });
    let mut resolved = data.clone();
    let freed = view(&mut data).market;
    assert_eq!(freed.refund(&config(4), EXPIRES_AT - 1), Ok(()));
    assert_eq!(freed.refund_reason, RefundReason::OracleDisabled as u8);
    assert_eq!((freed.held, freed.resolved_at), (30, EXPIRES_AT - 1));

    let market = view(&mut resolved).market;
    assert_eq!(market.resolve(Outcome::Yes, &EVIDENCE, EXPIRES_AT), Ok(()));
    refused(&mut resolved, ToteError::AlreadyResolved, |market| {
        market.refund(&config(4), EXPIRES_AT)
    });
    let vetoed = view(&mut resolved).market;
    assert_eq!(vetoed.veto(&config(4), EXPIRES_AT + 59), Ok(()));
    assert_eq!(vetoed.refund_reason, RefundReason::OracleDisabled as u8);

    let mut data = self::market([1, 2]);
    data.put(364, &FOREIGN.to_le_bytes());
    let foreign = view(&mut data).market;
    assert!(!foreign.is_oracle_disabled(&config(u32::MAX)));
}

#[test]
fn an_outcome_shares_a_slot_with_a_bet_only_where_it_can_be_vetoed() {
    let mut data = market([1, 2]);
    assert!(view(&mut data).market.may_share_slot());
    data.put(76, &0u32.to_le_bytes());
    assert!(!view(&mut data).market.may_share_slot());
    for source in [Source::TimedFact, Source::StateFact] {
        let mut data = market([1, 2]);
        data.put(360, &[source as u8]);
        assert!(!view(&mut data).market.may_share_slot());
    }
}

#[test]
fn the_ratio_is_what_a_stake_would_be_paid() {
    let mut data = market([0, 0]);
    let market = view(&mut data).market;
    // Of 2,000 on the other side 7.5 % are fees: 1,850 for 1,000.
    for (ratio, is_reached) in [(1, true), (10_000, true), (28_500, true), (28_501, false)] {
        assert_eq!(market.reaches(ratio, 1_000, 2_000), Ok(is_reached));
    }
    assert_eq!(market.reaches(10_000, 7, 0), Ok(true));
    assert_eq!(market.reaches(10_001, 7, 0), Ok(false));
    // Products of more than 64 bits.
    let half = 1 << 62;
    assert_eq!(market.reaches(19_250, half, half), Ok(true));
    assert_eq!(market.reaches(19_251, half, half), Ok(false));
    assert_eq!(market.reaches(u32::MAX, u64::MAX / 2, 1), Ok(false));
    assert_eq!(market.reaches(u32::MAX, 1, u64::MAX / 2), Ok(true));
    let refused = Err(ToteError::MathOverflow);
    assert_eq!(market.reaches(1, u64::MAX, u64::MAX), refused);
}

#[test]
fn a_fact_is_final_at_once() {
    for source in [Source::TimedFact, Source::StateFact] {
        let mut data = market([10, 20]);
        data.put(360, &[source as u8]);
        let market = view(&mut data).market;
        assert_eq!(market.resolve(Outcome::No, &EVIDENCE, EXPIRES_AT), Ok(()));
        assert_eq!(market.veto_ends_at(), EXPIRES_AT);
        assert_eq!(market.expect_final(EXPIRES_AT), Ok(()));
        refused(&mut data, ToteError::VetoOver, |market| {
            market.veto(&config(0), EXPIRES_AT)
        });
    }
}

#[test]
fn winners_share_what_the_losers_left_and_never_more() {
    for (outcome, stakes) in [
        (Outcome::Yes, [[100, 0], [200, 0], [0, 1_001]]),
        (Outcome::No, [[0, 100], [0, 200], [1_001, 0]]),
    ] {
        let pools = [0, 1].map(|side| stakes.iter().map(|stake| stake[side]).sum());
        let mut data = market(pools);
        let market = view(&mut data).market;
        assert_eq!(market.resolve(outcome, &EVIDENCE, EXPIRES_AT), Ok(()));
        let winning = market.winning_pool();
        let payouts = stakes.map(|stakes| market.payout(&stakes, &winning));
        assert_eq!(payouts, [Ok(408), Ok(817), Ok(0)]);
        // One base unit of dust, and the fees.
        let left = market.held - 408 - 817;
        assert_eq!(left, market.burn_due + market.developer_due + 1);
    }
}
