//! Refunds all stakes when nothing decided the market in time, or its oracle is disabled.
//! Anybody may call it.

use super::tag;
use crate::{
    checks::{self, Header},
    event::{self, head, MarketRefunded},
    key::Key,
    state::{self, Config, Market},
    sysvar, Checked,
};
use pinocchio::AccountView;

/// Handles `refund_market`.
#[inline(never)]
pub fn refund_market(program: &Key, accounts: &mut [AccountView], data: &[u8]) -> Checked {
    let [account, config] = checks::exactly::<2>(accounts)?;
    let Header([_, rest @ ..]) = checks::parse::<Header>(data)?;
    checks::zero(rest)?;
    let config: &Config = state::load(config, program)?;
    let address = *Key::of(account);
    let market: &mut Market = state::load_mut(account, program)?;

    market.refund(config, sysvar::now()?)?;
    event::emit(&MarketRefunded {
        head: head(tag::REFUND_MARKET, [0, market.refund_reason, 0, 0, 0, 0]),
        market: address,
        sequence: market.next_sequence(),
        pools: market.pools,
    });
    Ok(())
}
