//! Takes money out, to the wallet itself and nowhere else: signed by the wallet, or by anybody for
//! a wallet that chose auto_withdraw, up to what settlements credited since the last sweep.

use super::{deposit::Move, tag};
use crate::{
    checks,
    cpi::{self, TokenMove, ASSOCIATED_TOKEN_PROGRAM, SYSTEM_PROGRAM},
    error::{require, ToteError},
    event::{self, head, BalanceMoved},
    key::Key,
    math, pda,
    state::{self, Bettor, Currency, Vault},
    Checked,
};
use pinocchio::{
    cpi::{Seed, Signer},
    AccountView,
};

/// Handles `withdraw`.
#[inline(never)]
pub fn withdraw(program: &Key, accounts: &mut [AccountView], data: &[u8]) -> Checked {
    let (currency, amount) = Move::parse(data)?;
    let [authority, vault, bettor, wallet, rest @ ..] = accounts else {
        return Err(ToteError::InvalidAccountCount);
    };
    checks::signer(authority)?;
    let bettor_key = *Key::of(bettor);
    let balances: &mut Bettor = state::load_mut(bettor, program)?;
    checks::address(wallet, &balances.wallet)?;
    let is_sweep = Key::of(authority) != &balances.wallet;
    if is_sweep {
        take_sweepable(balances, currency, amount)?;
    }
    balances.debit(currency, amount)?;
    let available = *state::of(&mut balances.available, currency as usize);

    let books: &mut Vault = state::load_mut(vault, program)?;
    books.expect_currency(currency)?;
    books.sub_owed(amount)?;
    let owed = books.owed;
    if currency == Currency::Sol {
        checks::exactly::<0>(rest)?;
        pay_sol(vault, wallet, amount, owed)?;
    } else {
        pay_utility(
            authority,
            vault,
            wallet,
            rest,
            Payment {
                amount,
                owed,
                is_sweep,
            },
        )?;
    }
    event::emit(&BalanceMoved {
        head: head(tag::WITHDRAW, [currency as u8, is_sweep as u8, 0, 0, 0, 0]),
        bettor: bettor_key,
        amount,
        available,
        owed,
    });
    Ok(())
}

#[inline(always)]
fn take_sweepable(bettor: &mut Bettor, currency: Currency, amount: u64) -> Checked {
    require(bettor.auto_withdraw(), ToteError::NotAutoWithdraw)?;
    let sweepable = state::of(&mut bettor.sweepable, currency as usize);
    *sweepable = sweepable
        .checked_sub(amount)
        .ok_or(ToteError::SweepExceeded)?;
    Ok(())
}

#[inline(always)]
fn pay_sol(vault: &mut AccountView, wallet: &mut AccountView, amount: u64, owed: u64) -> Checked {
    checks::writable(wallet)?;
    vault.set_lamports(math::sub(vault.lamports(), amount)?);
    wallet.set_lamports(math::add(wallet.lamports(), amount)?);
    require(vault.lamports() >= owed, ToteError::VaultUnderfunded)
}

struct Payment {
    amount: u64,
    owed: u64,
    is_sweep: bool,
}

#[inline(always)]
fn pay_utility(
    authority: &AccountView,
    vault: &AccountView,
    wallet: &AccountView,
    rest: &mut [AccountView],
    payment: Payment,
) -> Checked {
    let [wallet_token, vault_token, mint, token_program, associated_program, system_program] =
        checks::exactly::<6>(rest)?;
    checks::program(associated_program, &ASSOCIATED_TOKEN_PROGRAM)?;
    checks::program(system_program, &SYSTEM_PROGRAM)?;
    // SAFETY: `withdraw` loaded this account as a Vault and holds no reference to it any more.
    let books = unsafe { &*vault.data_ptr().cast::<Vault>() };
    checks::address(vault_token, &books.token_account)?;
    checks::writable(vault_token)?;
    cpi::expect_mint(mint, &books.mint, token_program)?;
    // Whoever sweeps must not choose which of a wallet's accounts is filled; the wallet may.
    let is_missing = wallet_token.is_data_empty();
    if payment.is_sweep || is_missing {
        cpi::expect_associated(wallet_token, Key::of(wallet), mint)?;
    }
    if is_missing {
        require(!payment.is_sweep, ToteError::TokenAccountMissing)?;
        checks::writable(authority)?;
        cpi::create_associated(
            authority,
            wallet_token,
            wallet,
            mint,
            system_program,
            token_program,
        )?;
    }
    // Its owner can hand an associated account over; then it is not the wallet's any more.
    cpi::expect_token_account(wallet_token, mint, Key::of(wallet))?;
    let (currency, bump) = ([Currency::Utility as u8], [books.head.bump]);
    let seeds = [
        Seed::from(pda::VAULT),
        Seed::from(&currency),
        Seed::from(&bump),
    ];
    let signers = [Signer::from(&seeds)];
    let tokens = TokenMove {
        from: vault_token,
        mint,
        authority: vault,
        amount: payment.amount,
        signers: &signers,
    };
    cpi::transfer_token(&tokens, wallet_token)?;
    let held = cpi::held_by(vault_token)?;
    require(held >= payment.owed, ToteError::VaultUnderfunded)
}
