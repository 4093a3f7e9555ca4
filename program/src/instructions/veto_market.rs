//! The guardian turns an oracle's outcome into a refund while the veto time runs; nothing else.

use super::tag;
use crate::{
    checks::{self, Header},
    error::{require, ToteError},
    event::{self, head, MarketRefunded},
    key::Key,
    state::{self, Config, Market},
    sysvar, Checked,
};
use pinocchio::AccountView;

/// Handles `veto_market`.
#[inline(never)]
pub fn veto_market(program: &Key, accounts: &mut [AccountView], data: &[u8]) -> Checked {
    let [guardian, config, account] = checks::exactly::<3>(accounts)?;
    let Header([_, rest @ ..]) = checks::parse::<Header>(data)?;
    checks::zero(rest)?;

    checks::signer(guardian)?;
    let config: &Config = state::load(config, program)?;
    require(
        &config.settings.guardian == Key::of(guardian),
        ToteError::NotGuardian,
    )?;
    let address = *Key::of(account);
    let market: &mut Market = state::load_mut(account, program)?;

    market.veto(sysvar::now()?)?;
    event::emit(&MarketRefunded {
        head: head(tag::VETO_MARKET, [market.outcome, 0, 0, 0, 0, 0]),
        market: address,
        sequence: market.next_sequence(),
        pools: market.pools,
    });
    Ok(())
}
