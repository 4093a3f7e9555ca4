//! The buyback's price over time, against the vectors, and what a sale and a refill do to it.

mod common;

use common::{cases, signed, text, word};
use tote::{
    auction::{Auction, PRICE_MAX},
    error::ToteError,
};

const START: i64 = 1_800_000_000;
const ROUND: i64 = 3_600;

fn auction(clearing_price: u64) -> Auction {
    Auction {
        lot: 10,
        clearing_price,
        round_started_at: START,
        round_seconds: ROUND,
    }
}

#[test]
#[cfg_attr(miri, ignore = "reads a file")]
fn prices_and_sales_agree_with_the_vectors() {
    let mut compared = 0;
    for case in cases("buyback.json") {
        if text(&case, "kind") != "price" {
            continue;
        }
        let (now, expected) = (signed(&case, "now"), &case["expected"]);
        let mut auction = Auction {
            lot: 1,
            clearing_price: word(&case, "clearingPrice"),
            round_started_at: signed(&case, "roundStartedAt"),
            round_seconds: signed(&case, "roundSeconds"),
        };
        if expected.get("error").is_some() {
            assert_eq!(auction.price(now), Err(ToteError::RoundSold), "{case}");
            continue;
        }
        let price = word(expected, "price");
        assert_eq!(auction.price(now), Ok(price), "{case}");
        auction.sold(price, now);
        let after = &expected["afterSale"];
        assert_eq!(
            auction.clearing_price,
            word(after, "clearingPrice"),
            "{case}"
        );
        assert_eq!(
            auction.round_started_at,
            signed(after, "roundStartedAt"),
            "{case}"
        );
        compared += 1;
    }
    assert!(compared > 100, "only {compared} prices were compared");
}

#[test]
#[cfg_attr(miri, ignore = "reads a file")]
fn refills_agree_with_the_vectors() {
    let mut compared = 0;
    for case in cases("buyback.json") {
        if text(&case, "kind") != "refill" {
            continue;
        }
        let mut auction = Auction {
            lot: word(&case, "lot"),
            clearing_price: 1,
            round_started_at: signed(&case, "roundStartedAt"),
            round_seconds: ROUND,
        };
        let (before, after) = (word(&case, "reserveBefore"), word(&case, "reserveAfter"));
        auction.refill(before, after, signed(&case, "now"));
        let expected = signed(&case["expected"], "roundStartedAt");
        assert_eq!(auction.round_started_at, expected, "{case}");
        compared += 1;
    }
    assert!(compared > 10, "only {compared} refills were compared");
}

#[test]
fn an_auction_out_of_range_is_refused() {
    let refused = |lot, price, seconds| {
        assert!(matches!(
            Auction::new(lot, price, seconds),
            Err(ToteError::InvalidAuction)
        ));
    };
    assert_eq!(PRICE_MAX, 1 << 60);
    assert!(Auction::new(1, 1, 60).is_ok());
    assert!(Auction::new(u64::MAX, PRICE_MAX, 30 * 86_400).is_ok());
    refused(0, 1, 60);
    refused(1, 0, 60);
    refused(1, PRICE_MAX + 1, 60);
    refused(1, 1, 59);
    refused(1, 1, 30 * 86_400 + 1);
}

#[test]
fn the_next_round_begins_when_the_time_of_the_sold_one_is_over() {
    for (seconds, next) in [(0, 1), (1, 1), (3_599, 1), (3_600, 2), (3_601, 2)] {
        let mut auction = auction(1_000);
        auction.sold(700, START + seconds);
        assert_eq!(auction.clearing_price, 700);
        let begins = START + next * ROUND;
        assert_eq!(auction.round_started_at, begins, "after {seconds} seconds");
        assert_eq!(auction.price(begins - 1), Err(ToteError::RoundSold));
        assert_eq!(auction.price(begins), Ok(5_600));
    }
}

#[test]
fn a_round_starts_with_the_lot_but_not_within_a_sold_round() {
    let mut auction = Auction::new(10, 100, 60).expect("valid");
    auction.refill(0, 9, START);
    assert_eq!(auction.round_started_at, 0, "less than a lot");
    auction.refill(9, 10, START);
    assert_eq!(auction.price(START), Ok(800));
    auction.refill(10, 20, START + 30);
    assert_eq!(auction.round_started_at, START, "a running round goes on");
    auction.sold(150, START + 40);
    auction.refill(9, 10, START + 50);
    assert_eq!(auction.round_started_at, START + 60, "the sold one too");
    auction.refill(9, 10, START + 1_000);
    assert_eq!(auction.price(START + 1_000), Ok(1_200), "later it is now");
}

#[test]
fn after_21_quiet_rounds_one_lot_goes_per_round_and_7_sales_bring_the_price_back() {
    let clearing_price = 8u64.pow(13);
    let mut auction = auction(clearing_price);
    for sale in 0..7 {
        let now = START + (21 + i64::from(sale)) * ROUND;
        let price = 8u64.pow(7 + sale);
        assert_eq!(auction.price(now), Ok(price));
        auction.sold(price, now);
        let last = now + ROUND - 1;
        assert_eq!(auction.price(last), Err(ToteError::RoundSold));
    }
    assert_eq!(auction.clearing_price, clearing_price);
}

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
