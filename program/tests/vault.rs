//! What a vault owes, and how fees come into it.

mod common;

use common::memory::Data;
use tote::{
    auction::Auction,
    error::ToteError,
    key::Key,
    state::{Currency, Head, Vault},
};

const NOW: i64 = 1_800_000_000;
const OWED_MAX: u64 = i64::MAX as u64;

fn vault(currency: Currency) -> Vault {
    Vault {
        head: Head {
            kind: 2,
            version: 2,
            bump: 255,
            detail: currency as u8,
        },
        token_bump: 0,
        reserved: [0; 3],
        owed: 1_000,
        fees_burn: 0,
        fees_developer: 0,
        burn_total: 0,
        burned_total: 0,
        utility_burned_total: 0,
        auction: Auction::new(100, 7, 60).expect("valid"),
        token_account: Key::ZERO,
        mint: Key::ZERO,
    }
}

#[test]
fn the_fields_stand_where_the_tables_say() {
    let mut data = Data::zeroed(152);
    for (word, at) in (8..88).step_by(8).enumerate() {
        data.put_word(at, word as u64 + 1);
    }
    // SAFETY: a vault's worth of aligned bytes.
    let vault = unsafe { &*data.start().cast::<Vault>() };
    let Auction {
        lot,
        clearing_price,
        round_started_at,
        round_seconds,
    } = vault.auction;
    assert_eq!(
        [vault.owed, vault.fees_burn, vault.fees_developer],
        [1, 2, 3]
    );
    assert_eq!([vault.burn_total, vault.burned_total], [4, 5]);
    assert_eq!([vault.utility_burned_total, lot, clearing_price], [6, 7, 8]);
    assert_eq!([round_started_at, round_seconds], [9, 10]);
}

#[test]
fn a_vault_owes_at_most_2_to_the_63_minus_1_and_never_less_than_nothing() {
    let mut vault = vault(Currency::Sol);
    assert_eq!(vault.add_owed(OWED_MAX - 1_000), Ok(()));
    assert_eq!(vault.add_owed(1), Err(ToteError::TotalTooLarge));
    assert_eq!(vault.add_owed(u64::MAX), Err(ToteError::MathOverflow));
    assert_eq!(vault.owed, OWED_MAX);
    assert_eq!(vault.sub_owed(OWED_MAX), Ok(()));
    assert_eq!(vault.sub_owed(1), Err(ToteError::VaultUnderfunded));
    assert_eq!(vault.owed, 0);
}

#[test]
fn a_vault_is_of_one_currency() {
    let (sol, utility) = (vault(Currency::Sol), vault(Currency::Utility));
    assert_eq!(sol.expect_currency(Currency::Sol), Ok(()));
    assert_eq!(utility.expect_currency(Currency::Utility), Ok(()));
    let refused = Err(ToteError::WrongVault);
    assert_eq!(sol.expect_currency(Currency::Utility), refused);
    assert_eq!(utility.expect_currency(Currency::Sol), refused);
}

#[test]
fn fees_are_a_part_of_what_is_owed() {
    let mut vault = vault(Currency::Sol);
    assert_eq!(vault.add_fees(600, 400, NOW), Ok(()));
    assert_eq!((vault.fees_burn, vault.fees_developer), (600, 400));
    assert_eq!((vault.owed, vault.burn_total), (1_000, 600));
    assert_eq!(vault.add_fees(0, 1, NOW), Err(ToteError::BooksMismatch));
}

#[test]
fn a_whole_lot_of_sol_starts_a_round_and_one_of_utility_does_not() {
    let mut sol = vault(Currency::Sol);
    assert_eq!(sol.add_fees(99, 0, NOW), Ok(()));
    assert_eq!(sol.auction.round_started_at, 0);
    assert_eq!(sol.add_fees(1, 0, NOW), Ok(()));
    assert_eq!(sol.auction.round_started_at, NOW);
    assert_eq!(sol.add_fees(100, 0, NOW + 90), Ok(()));
    assert_eq!(sol.auction.round_started_at, NOW, "it has one already");
    let mut utility = vault(Currency::Utility);
    assert_eq!(utility.add_fees(100, 0, NOW), Ok(()));
    assert_eq!(utility.auction.round_started_at, 0);
}
