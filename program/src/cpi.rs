//! Calls to the System, Token and Associated Token programs.

use crate::{
    checks,
    error::{require, ToteError},
    key::Key,
    pda, sysvar, Checked,
};
use pinocchio::{
    cpi::{invoke, Seed, Signer},
    instruction::{InstructionAccount, InstructionView},
    AccountView, Address,
};
use pinocchio_system::instructions::{CreateAccountAllowPrefund, Funding, Transfer};
use pinocchio_token::instructions as token;

pub const SYSTEM_PROGRAM: Key = Key::ZERO;
pub const TOKEN_PROGRAM: Key = Key::from_bytes(pinocchio_token::ID.as_array());
const ASSOCIATED_TOKEN_ADDRESS: Address =
    Address::from_str_const("ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL");
pub const ASSOCIATED_TOKEN_PROGRAM: Key = Key::from_bytes(ASSOCIATED_TOKEN_ADDRESS.as_array());

pub const MINT_LEN: usize = 82;
pub const TOKEN_ACCOUNT_LEN: usize = 165;

/// A callee fails the whole transaction by itself; what can come back here is a refusal of the
/// client library, for instance an account that is borrowed.
#[inline(always)]
fn called(result: Result<(), pinocchio::error::ProgramError>) -> Checked {
    result.map_err(|_| ToteError::WrongAddress)
}

/// An account to create at a program address.
pub struct NewAccount<'a> {
    pub space: usize,
    pub owner: &'a Key,
    pub seeds: &'a [Seed<'a>],
}

/// Creates an account at a program address. It may hold lamports already: anybody can send some to
/// an address that does not exist yet, and that must not keep it from being created.
#[inline(never)]
pub fn create_account(payer: &AccountView, account: &AccountView, new: &NewAccount) -> Checked {
    let missing = sysvar::rent_for(new.space)?.saturating_sub(account.lamports());
    let funding = (missing > 0).then_some(Funding {
        from: payer,
        lamports: missing,
    });
    let create = CreateAccountAllowPrefund {
        to: account,
        space: new.space as u64,
        owner: new.owner.address(),
        funding,
    };
    called(create.invoke_signed(&[Signer::from(new.seeds)]))
}

#[inline(always)]
pub fn transfer_sol(from: &AccountView, to: &AccountView, lamports: u64) -> Checked {
    called(Transfer { from, to, lamports }.invoke())
}

#[inline(always)]
pub fn init_token_account(account: &AccountView, mint: &AccountView, owner: &Key) -> Checked {
    called(token::InitializeAccount3::new(account, mint, owner.address()).invoke())
}

/// Tokens that leave an account: to another one, or for good.
pub struct TokenMove<'a> {
    pub from: &'a AccountView,
    pub authority: &'a AccountView,
    pub amount: u64,
    /// The vault's seeds where the vault is the authority.
    pub signers: &'a [Signer<'a, 'a>],
}

#[inline(never)]
pub fn transfer_token(tokens: &TokenMove, to: &AccountView) -> Checked {
    let transfer = token::Transfer::new(tokens.from, to, tokens.authority, tokens.amount);
    called(transfer.invoke_signed(tokens.signers))
}

#[inline(never)]
pub fn burn(tokens: &TokenMove, mint: &AccountView) -> Checked {
    let burn = token::Burn::new(tokens.from, mint, tokens.authority, tokens.amount);
    called(burn.invoke_signed(tokens.signers))
}

/// Checks that this is the wallet's associated token account: a sweep must not pick another one.
#[inline(never)]
pub fn expect_associated(account: &AccountView, wallet: &Key, mint: &Key) -> Checked {
    let seeds: &[&[u8]] = &[wallet.bytes(), TOKEN_PROGRAM.bytes(), mint.bytes()];
    pda::expect(account, seeds, &ASSOCIATED_TOKEN_PROGRAM)?;
    Ok(())
}

/// Creates the wallet's associated token account, at the payer's cost.
#[inline(always)]
pub fn create_associated(
    payer: &AccountView,
    account: &AccountView,
    wallet: &AccountView,
    mint: &AccountView,
    system: &AccountView,
    token: &AccountView,
) -> Checked {
    const CREATE: [u8; 1] = [0];
    let accounts = [
        InstructionAccount::writable_signer(payer.address()),
        InstructionAccount::writable(account.address()),
        InstructionAccount::readonly(wallet.address()),
        InstructionAccount::readonly(mint.address()),
        InstructionAccount::readonly(system.address()),
        InstructionAccount::readonly(token.address()),
    ];
    let create = InstructionView {
        program_id: &ASSOCIATED_TOKEN_ADDRESS,
        accounts: &accounts,
        data: &CREATE,
    };
    called(invoke(
        &create,
        &[payer, account, wallet, mint, system, token],
    ))
}

/// A token account's mint, owner and amount.
#[repr(C)]
pub struct TokenAccount {
    pub mint: Key,
    pub owner: Key,
    pub amount: u64,
}

/// Reads a classic SPL token account.
#[inline(always)]
pub fn token_account(account: &AccountView) -> Checked<&TokenAccount> {
    checks::owner(account, &TOKEN_PROGRAM)?;
    require(
        account.data_len() == TOKEN_ACCOUNT_LEN,
        ToteError::WrongAccountType,
    )?;
    // SAFETY: the first 72 bytes of 165 are these words, and account data is aligned to 8.
    Ok(unsafe { &*account.data_ptr().cast() })
}

/// Checks that this is an SPL token account of this mint that belongs to this owner.
#[inline(never)]
pub fn expect_token_account(account: &AccountView, mint: &Key, owner: &Key) -> Checked {
    checks::writable(account)?;
    let token = token_account(account)?;
    require(
        &token.mint == mint && &token.owner == owner,
        ToteError::WrongAddress,
    )
}
