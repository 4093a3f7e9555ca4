//! Sends the developer share to the treasury and destroys the burn share of UTILITY. Anybody may
//! call it; a treasury that cannot be paid delays nothing else.

use super::tag;
use crate::{
    checks::{self, Header},
    cpi::{self, TokenMove},
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
    let treasury = &config.settings.treasury;
    let event = if currency == Currency::Sol {
        // The burn share of SOL is the reserve; it leaves through the buyback only.
        let fees = take(vault, vault.fees_developer, 0)?;
        pay_sol(treasury, account, rest, &fees)?;
        fees
    } else {
        pay_utility(treasury, account, rest)?
    };
    event::emit(&event);
    Ok(())
}

/// Takes fees out of the books.
#[inline(never)]
fn take(vault: &mut Vault, developer: u64, burned: u64) -> Checked<FeesCollected> {
    let total = math::add(developer, burned)?;
    require(total > 0, ToteError::NothingToCollect)?;
    vault.fees_developer = math::sub(vault.fees_developer, developer)?;
    vault.fees_burn = math::sub(vault.fees_burn, burned)?;
    vault.burned_total = vault.burned_total.wrapping_add(burned);
    vault.sub_owed(total)?;
    vault.invariant()?;
    Ok(FeesCollected {
        head: head(tag::COLLECT_FEES, [vault.head.detail, 0, 0, 0, 0, 0]),
        developer,
        burned,
        owed: vault.owed,
        burned_total: vault.burned_total,
    })
}

#[inline(always)]
fn pay_sol(
    receiver: &Key,
    account: &mut AccountView,
    rest: &mut [AccountView],
    fees: &FeesCollected,
) -> Checked {
    let [treasury] = checks::exactly::<1>(rest)?;
    checks::address(treasury, receiver)?;
    checks::writable(treasury)?;
    account.set_lamports(math::sub(account.lamports(), fees.developer)?);
    treasury.set_lamports(math::add(treasury.lamports(), fees.developer)?);
    require(account.lamports() >= fees.owed, ToteError::VaultUnderfunded)
}

#[inline(always)]
fn pay_utility(
    receiver: &Key,
    account: &mut AccountView,
    rest: &mut [AccountView],
) -> Checked<FeesCollected> {
    let [treasury_token, vault_token, mint, token_program] = checks::exactly::<4>(rest)?;
    // SAFETY: the caller loaded this account as a Vault and uses that reference no more.
    let vault = unsafe { &mut *account.data_mut_ptr().cast::<Vault>() };
    checks::address(vault_token, &vault.token_account)?;
    checks::writable(vault_token)?;
    cpi::expect_mint(mint, &vault.mint, token_program)?;
    checks::writable(mint)?;
    // Whoever calls must not choose where the treasury is paid.
    cpi::expect_associated(treasury_token, receiver, mint)?;
    checks::writable(treasury_token)?;
    let developer = match cpi::expect_receiver(treasury_token, mint, receiver) {
        Ok(()) => vault.fees_developer,
        // The developer share waits for the account; the burn share does not.
        Err(_) if vault.fees_burn > 0 => 0,
        Err(error) => return Err(error),
    };
    let fees = take(vault, developer, vault.fees_burn)?;
    let (currency, bump) = ([Currency::Utility as u8], [vault.head.bump]);
    let seeds = [
        Seed::from(pda::VAULT),
        Seed::from(&currency),
        Seed::from(&bump),
    ];
    let signers = [Signer::from(&seeds)];
    let tokens = |amount| TokenMove {
        from: vault_token,
        mint,
        authority: account,
        amount,
        signers: &signers,
    };
    if fees.developer > 0 {
        cpi::transfer_token(&tokens(fees.developer), treasury_token)?;
    }
    if fees.burned > 0 {
        cpi::burn(&tokens(fees.burned))?;
    }
    require(
        cpi::held_by(vault_token)? >= fees.owed,
        ToteError::VaultUnderfunded,
    )?;
    Ok(fees)
}
