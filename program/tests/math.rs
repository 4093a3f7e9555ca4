//! The hand-written 128-bit arithmetic against the compiler's own.

mod common;

use common::Random;
use tote::{
    error::ToteError,
    math::{fee_floor, mul_div_floor},
};

fn expected(a: u64, b: u64, c: u64) -> Result<u64, ToteError> {
    let product = u128::from(a) * u128::from(b);
    let quotient = product
        .checked_div(u128::from(c))
        .ok_or(ToteError::MathOverflow)?;
    u64::try_from(quotient).map_err(|_| ToteError::MathOverflow)
}

#[test]
#[cfg_attr(miri, ignore = "no unsafe code, and long")]
fn mul_div_is_exact_around_powers_of_two() {
    let mut edges = vec![0, u64::MAX];
    for bit in 0..64 {
        let power = 1u64 << bit;
        edges.extend([power - 1, power, power.saturating_add(1), u64::MAX - power]);
    }
    for a in &edges {
        for b in &edges {
            for c in edges.iter().step_by(3) {
                assert_eq!(
                    mul_div_floor(*a, *b, *c),
                    expected(*a, *b, *c),
                    "{a} * {b} / {c}"
                );
            }
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "no unsafe code, and long")]
fn mul_div_is_exact_at_random() {
    let rounds = if std::env::var("TOTE_TEST").as_deref() == Ok("long") {
        50_000_000
    } else {
        2_000_000
    };
    let mut random = Random(7);
    for _ in 0..rounds {
        let (a, b, c) = (random.any(), random.any(), random.any());
        assert_eq!(mul_div_floor(a, b, c), expected(a, b, c), "{a} * {b} / {c}");
        // The shape of a payout: a stake is never above its pool.
        let (stake, pool) = (a.min(c), c.max(1));
        assert_eq!(mul_div_floor(stake, b, pool), expected(stake, b, pool));
    }
}

#[test]
#[cfg_attr(miri, ignore = "no unsafe code, and long")]
fn fees_are_exact_for_every_rate_and_any_pool() {
    let mut random = Random(11);
    for bps in 0..=10_000 {
        for pool in [
            0,
            1,
            19,
            20,
            9_999,
            10_000,
            10_001,
            i64::MAX as u64,
            u64::MAX,
            random.any(),
        ] {
            let exact = u128::from(pool) * u128::from(bps) / 10_000;
            assert_eq!(u128::from(fee_floor(pool, bps)), exact, "{pool} at {bps}");
        }
    }
}
