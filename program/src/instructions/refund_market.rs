//! Gives every stake back when nothing decided the market in time. Anybody may call it.

use super::tag;
use crate::{
    checks::{self, Header},
    event::{self, head, MarketRefunded},
    key::Key,
    state::{self, Market},
    sysvar, Checked,
};
use pinocchio::AccountView;

/// Handles `refund_market`.
#[inline(never)]
pub fn refund_market(program: &Key, accounts: &mut [AccountView], data: &[u8]) -> Checked {
    let [account] = checks::exactly::<1>(accounts)?;
    let Header([_, rest @ ..]) = checks::parse::<Header>(data)?;
    checks::zero(rest)?;
    let address = *Key::of(account);
    let market: &mut Market = state::load_mut(account, program)?;

    market.refund(sysvar::now()?)?;
    event::emit(&MarketRefunded {
        head: head(tag::REFUND_MARKET, [0; 6]),
        market: address,
        sequence: market.next_sequence(),
        pools: market.pools,
    });
    Ok(())
}
