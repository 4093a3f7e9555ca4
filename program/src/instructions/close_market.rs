//! Moves a settled market's fees to the vault and, once its expiry has passed, closes the account.
//! Its address contains the expiry, so from then on it can never be created again.

use super::tag;
use crate::{
    checks::{self, Header},
    error::{require, ToteError},
    event::{self, head, MarketClosed},
    key::Key,
    math,
    state::{self, flag, Market, Vault},
    sysvar, Checked,
};
use pinocchio::AccountView;

/// Handles `close_market`.
#[inline(never)]
pub fn close_market(program: &Key, accounts: &mut [AccountView], data: &[u8]) -> Checked {
    let [account, vault, rent_payer] = checks::exactly::<3>(accounts)?;
    let Header([_, rest @ ..]) = checks::parse::<Header>(data)?;
    checks::zero(rest)?;
    let address = *Key::of(account);
    let market: &mut Market = state::load_mut(account, program)?;
    let vault: &mut Vault = state::load_mut(vault, program)?;
    vault.expect_currency(market.currency())?;
    checks::address(rent_payer, &market.rent_payer)?;
    let now = sysvar::now()?;
    market.expect_final(now)?;
    require(market.open_positions == 0, ToteError::PositionsOpen)?;
    let closes_account = now >= market.expires_at;
    let fees_moved = market.has(flag::FEES_MOVED);
    require(closes_account || !fees_moved, ToteError::CloseTooEarly)?;

    // What rounding left in the market is burned with the burn share.
    let fees = math::add(market.burn_due, market.developer_due)?;
    let dust = math::sub(market.held, fees).map_err(|_| ToteError::BooksMismatch)?;
    let (burn, developer) = (market.burn_due, market.developer_due);
    vault.add_fees(math::add(burn, dust)?, developer, now)?;
    market.held = 0;
    market.burn_due = 0;
    market.developer_due = 0;
    market.flags |= flag::FEES_MOVED;
    let event = MarketClosed {
        head: head(tag::CLOSE_MARKET, [closes_account as u8, 0, 0, 0, 0, 0]),
        market: address,
        sequence: market.next_sequence(),
        burn,
        developer,
        dust,
        fees_burn: vault.fees_burn,
        fees_developer: vault.fees_developer,
        burn_total: vault.burn_total,
    };
    if closes_account {
        state::close(account, rent_payer)?;
    }
    event::emit(&event);
    Ok(())
}
