//! The guardian turns an oracle's outcome into a refund while the veto time runs; so does anybody
//! once the oracle is disabled.

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
    let [authority, config, account] = checks::exactly::<3>(accounts)?;
    let Header([_, rest @ ..]) = checks::parse::<Header>(data)?;
    checks::zero(rest)?;

    checks::signer(authority)?;
    let config: &Config = state::load(config, program)?;
    let address = *Key::of(account);
    let market: &mut Market = state::load_mut(account, program)?;
    let is_guardian = &config.settings.guardian == Key::of(authority);
    require(
        is_guardian || market.is_oracle_disabled(config),
        ToteError::NotGuardian,
    )?;

    market.veto(config, sysvar::now()?)?;
    event::emit(&MarketRefunded {
        head: head(
            tag::VETO_MARKET,
            [market.outcome, market.refund_reason, 0, 0, 0, 0],
        ),
        market: address,
        sequence: market.next_sequence(),
        pools: market.pools,
    });
    Ok(())
}
