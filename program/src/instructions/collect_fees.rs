//! Sends the developer share to the treasury and destroys the burn share of UTILITY. Anybody may
//! call it; a treasury that cannot be paid delays nothing else.

use super::tag;
use crate::{
    checks::{self, Header},
    cpi::{self, TokenMove, TOKEN_PROGRAM},
    error::{require, ToteError},
    event::{self, head, FeesCollected},
    key::Key,
    math, pda,
    state::{self, Config, Currency, Vault},
    Checked,
};
use pinocchio::{
    cpi::{Seed, Signer},
    AccountView,
};

/// Handles `collect_fees`.
#[inline(never)]
pub fn collect_fees(program: &Key, accounts: &mut [AccountView], data: &[u8]) -> Checked {
    let Header([_, currency, rest @ ..]) = checks::parse::<Header>(data)?;
    checks::zero(rest)?;
    let currency = Currency::parse(*currency)?;
    let [config, account, rest @ ..] = accounts else {
        return Err(ToteError::InvalidAccountCount);
    };
    let config: &Config = state::load(config, program)?;
    let vault: &mut Vault = state::load_mut(account, program)?;
    vault.expect_currency(currency)?;
    let developer = vault.fees_developer;
    // The burn share of SOL is the reserve; it leaves through the buyback only.
    let burned = match currency {
        Currency::Sol => 0,
        Currency::Utility => vault.fees_burn,
    };
    let total = math::add(developer, burned)?;
    require(total > 0, ToteError::NothingToCollect)?;
    vault.fees_developer = 0;
    vault.fees_burn = math::sub(vault.fees_burn, burned)?;
    vault.burned_total = vault.burned_total.wrapping_add(burned);
    vault.sub_owed(total)?;
    vault.invariant()?;
    let event = FeesCollected {
        head: head(tag::COLLECT_FEES, [currency as u8, 0, 0, 0, 0, 0]),
        developer,
        burned,
        owed: vault.owed,
        burned_total: vault.burned_total,
    };

    if currency == Currency::Sol {
        let [treasury] = checks::exactly::<1>(rest)?;
        checks::address(treasury, &config.settings.treasury)?;
        checks::writable(treasury)?;
        account.set_lamports(math::sub(account.lamports(), developer)?);
        treasury.set_lamports(math::add(treasury.lamports(), developer)?);
        require(
            account.lamports() >= event.owed,
            ToteError::VaultUnderfunded,
        )?;
    } else {
        pay_utility(config, account, rest, &event)?;
    }
    event::emit(&event);
    Ok(())
}

#[inline(always)]
fn pay_utility(
    config: &Config,
    account: &AccountView,
    rest: &mut [AccountView],
    fees: &FeesCollected,
) -> Checked {
    let [treasury_token, vault_token, mint, token_program] = checks::exactly::<4>(rest)?;
    checks::program(token_program, &TOKEN_PROGRAM)?;
    // SAFETY: the caller loaded this account as a Vault and uses that reference no more.
    let vault = unsafe { &*account.data_ptr().cast::<Vault>() };
    checks::address(vault_token, &vault.token_account)?;
    checks::writable(vault_token)?;
    checks::address(mint, &vault.mint)?;
    checks::writable(mint)?;
    cpi::expect_token_account(treasury_token, &vault.mint, &config.settings.treasury)?;
    let (currency, bump) = ([Currency::Utility as u8], [vault.head.bump]);
    let seeds = [
        Seed::from(pda::VAULT),
        Seed::from(&currency),
        Seed::from(&bump),
    ];
    let signers = [Signer::from(&seeds)];
    let tokens = |amount| TokenMove {
        from: vault_token,
        authority: account,
        amount,
        signers: &signers,
    };
    if fees.developer > 0 {
        cpi::transfer_token(&tokens(fees.developer), treasury_token)?;
    }
    if fees.burned > 0 {
        cpi::burn(&tokens(fees.burned), mint)?;
    }
    let held = cpi::token_account(vault_token)?.amount;
    require(held >= fees.owed, ToteError::VaultUnderfunded)
}
