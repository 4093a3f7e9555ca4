//! Sells one lot of the SOL reserve at the auction's price; the buyer's UTILITY is burned.

use super::tag;
use crate::{
    checks::{self, Plain},
    cpi::{self, TokenMove},
    error::{require, ToteError},
    event::{self, head, BoughtBack},
    key::Key,
    math,
    state::{self, Config, Currency, Vault},
    sysvar, Checked,
};
use pinocchio::AccountView;

#[repr(C)]
#[derive(Clone, Copy)]
struct Data {
    head: [u8; 8],
    max_price: u64,
}

// SAFETY: integers only, no padding.
unsafe impl Plain for Data {}

/// Handles `buy_back`.
#[inline(never)]
pub fn buy_back(program: &Key, accounts: &mut [AccountView], data: &[u8]) -> Checked {
    let [buyer, account, config, buyer_token, mint, token_program] =
        checks::exactly::<6>(accounts)?;
    let Data {
        head: [_, rest @ ..],
        max_price,
    } = checks::parse::<Data>(data)?;
    checks::zero(rest)?;

    checks::signer(buyer)?;
    checks::writable(buyer)?;
    let config: &Config = state::load(config, program)?;
    cpi::expect_mint(mint, &config.utility_mint, token_program)?;
    checks::writable(mint)?;
    checks::writable(buyer_token)?;
    let vault: &mut Vault = state::load_mut(account, program)?;
    vault.expect_currency(Currency::Sol)?;
    let now = sysvar::now()?;
    let lot = vault.auction.lot;
    require(vault.fees_burn >= lot, ToteError::NothingForSale)?;
    let price = vault.auction.price(now)?;
    require(price <= *max_price, ToteError::PriceAboveLimit)?;

    vault.fees_burn = math::sub(vault.fees_burn, lot)?;
    vault.sub_owed(lot)?;
    vault.burned_total = vault.burned_total.wrapping_add(lot);
    vault.utility_burned_total = vault.utility_burned_total.wrapping_add(price);
    vault.auction.sold(price, now);
    vault.invariant()?;
    let event = BoughtBack {
        head: head(tag::BUY_BACK, [0; 6]),
        buyer: *Key::of(buyer),
        lot,
        price,
        reserve: vault.fees_burn,
        burned_total: vault.burned_total,
        utility_burned_total: vault.utility_burned_total,
    };
    let owed = vault.owed;

    let tokens = TokenMove {
        from: buyer_token,
        mint,
        authority: buyer,
        amount: price,
        signers: &[],
    };
    cpi::burn(&tokens)?;
    // After the call: lamports moved before it would be unbalanced in the callee's view.
    account.set_lamports(math::sub(account.lamports(), lot)?);
    buyer.set_lamports(math::add(buyer.lamports(), lot)?);
    require(account.lamports() >= owed, ToteError::VaultUnderfunded)?;
    event::emit(&event);
    Ok(())
}
