//! The buyback's price over time, against the vectors.

mod common;

use common::{cases, signed, text, word};
use tote::{
    auction::{Auction, PRICE_MAX},
    error::ToteError,
};

#[test]
fn prices_agree_with_the_vectors() {
    let mut compared = 0;
    for case in cases("buyback.json") {
        if text(&case, "kind") != "price" {
            continue;
        }
        let auction = Auction {
            lot: 1,
            clearing_price: word(&case, "clearingPrice"),
            round_started_at: signed(&case, "roundStartedAt"),
            round_seconds: signed(&case, "roundSeconds"),
        };
        let price = word(&case["expected"], "price");
        assert_eq!(auction.price(signed(&case, "now")), Ok(price), "{case}");
        compared += 1;
    }
    assert!(compared > 40, "only {compared} prices were compared");
}

#[test]
fn an_auction_out_of_range_is_refused() {
    let refused = |lot, price, seconds| {
        assert!(matches!(
            Auction::new(lot, price, seconds),
            Err(ToteError::InvalidAuction)
        ));
    };
    assert!(Auction::new(1, 1, 60).is_ok());
    assert!(Auction::new(u64::MAX, PRICE_MAX, 30 * 86_400).is_ok());
    refused(0, 1, 60);
    refused(1, 0, 60);
    refused(1, PRICE_MAX + 1, 60);
    refused(1, 1, 59);
    refused(1, 1, 30 * 86_400 + 1);
}

#[test]
fn nothing_is_for_sale_until_the_reserve_holds_a_lot() {
    let mut auction = Auction::new(10, 100, 60).expect("valid");
    assert_eq!(auction.price(1_000), Err(ToteError::NothingForSale));
    auction.wake(9, 1_000);
    assert_eq!(auction.price(1_000), Err(ToteError::NothingForSale));
    auction.wake(10, 1_000);
    assert_eq!(auction.price(1_000), Ok(200));
    auction.wake(20, 1_030);
    assert_eq!(auction.round_started_at, 1_000, "a running round goes on");
    auction.sold(150, 9, 1_040);
    assert_eq!(auction.price(1_040), Err(ToteError::NothingForSale));
    auction.wake(10, 1_100);
    assert_eq!(auction.price(1_100), Ok(300));
}
