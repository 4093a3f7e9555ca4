//! Puts SOL or UTILITY into the vault and on a bettor's balance. Anybody may pay.

use super::tag;
use crate::{
    checks::{self, Plain},
    cpi::{self, TokenMove, SYSTEM_PROGRAM},
    error::{require, ToteError},
    event::{self, head, BalanceMoved},
    key::Key,
    state::{self, Bettor, Currency, Vault},
    Checked,
};
use pinocchio::AccountView;

/// Shared with `withdraw`: a currency and an amount.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Move {
    head: [u8; 8],
    amount: u64,
}

// SAFETY: integers only, no padding.
unsafe impl Plain for Move {}

impl Move {
    /// Reads the two.
    #[inline(always)]
    pub fn parse(data: &[u8]) -> Checked<(Currency, u64)> {
        let Move {
            head: [_, currency, rest @ ..],
            amount,
        } = checks::parse::<Move>(data)?;
        checks::zero(rest)?;
        let currency = Currency::parse(*currency)?;
        require(*amount > 0, ToteError::ZeroAmount)?;
        Ok((currency, *amount))
    }
}

/// Handles `deposit`.
#[inline(never)]
pub fn deposit(program: &Key, accounts: &mut [AccountView], data: &[u8]) -> Checked {
    let (currency, amount) = Move::parse(data)?;
    let [authority, vault, bettor, rest @ ..] = accounts else {
        return Err(ToteError::InvalidAccountCount);
    };
    checks::signer(authority)?;
    let books: &mut Vault = state::load_mut(vault, program)?;
    books.expect_currency(currency)?;
    books.add_owed(amount)?;
    let owed = books.owed;

    if currency == Currency::Sol {
        let [system_program] = checks::exactly::<1>(rest)?;
        checks::program(system_program, &SYSTEM_PROGRAM)?;
        checks::writable(authority)?;
        cpi::transfer_sol(authority, vault, amount)?;
        require(vault.lamports() >= owed, ToteError::VaultUnderfunded)?;
    } else {
        let [source, vault_token, mint, token_program] = checks::exactly::<4>(rest)?;
        cpi::expect_mint(mint, &books.mint, token_program)?;
        checks::address(vault_token, &books.token_account)?;
        checks::writable(vault_token)?;
        checks::writable(source)?;
        // A transfer from an account to itself moves nothing.
        require(
            Key::of(source) != Key::of(vault_token),
            ToteError::DuplicateAccount,
        )?;
        let tokens = TokenMove {
            from: source,
            mint,
            authority,
            amount,
            signers: &[],
        };
        cpi::transfer_token(&tokens, vault_token)?;
        let held = cpi::held_by(vault_token)?;
        require(held >= owed, ToteError::VaultUnderfunded)?;
    }

    let balances: &mut Bettor = state::load_mut(bettor, program)?;
    balances.credit(currency, amount)?;
    let available = *state::of(&mut balances.available, currency as usize);
    event::emit(&BalanceMoved {
        head: head(tag::DEPOSIT, [currency as u8, 0, 0, 0, 0, 0]),
        bettor: *Key::of(bettor),
        amount,
        available,
        owed,
    });
    Ok(())
}
