//! No price and no round of the buyback overflows. The vectors are run through the whole program.

use tote::{
    auction::{Auction, PRICE_MAX},
    error::ToteError,
};

const START: i64 = 1_800_000_000;

#[test]
fn no_state_of_the_clock_or_the_account_overflows() {
    for clearing_price in [1, 7, 8, PRICE_MAX] {
        for round_started_at in [i64::MIN, -1, 0, START, i64::MAX] {
            for round_seconds in [0, 1, 60, i64::MAX] {
                for now in [i64::MIN, 0, START, i64::MAX] {
                    let mut auction = Auction {
                        lot: 1,
                        clearing_price,
                        round_started_at,
                        round_seconds,
                    };
                    match auction.price(now) {
                        Ok(price) => assert!((1..=8 * PRICE_MAX).contains(&price)),
                        Err(error) => {
                            assert_eq!(error, ToteError::RoundSold);
                            assert!(now < round_started_at);
                        }
                    }
                    auction.refill(0, 1, now);
                    assert!(auction.round_started_at >= round_started_at);
                    auction.sold(u64::MAX, now);
                    assert_eq!(auction.clearing_price, PRICE_MAX);
                }
            }
        }
    }
}
