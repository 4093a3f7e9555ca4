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

/// Owns what was never created.
pub const SYSTEM_PROGRAM: Key = Key::ZERO;
/// The classic SPL Token program.
pub const TOKEN_PROGRAM: Key = Key::from_bytes(pinocchio_token::ID.as_array());
const ASSOCIATED_TOKEN_ADDRESS: Address =
    Address::from_str_const("ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL");
/// Knows where a wallet keeps its tokens.
pub const ASSOCIATED_TOKEN_PROGRAM: Key = Key::from_bytes(ASSOCIATED_TOKEN_ADDRESS.as_array());

/// The size of a classic mint.
pub const MINT_LEN: usize = 82;
/// The size of a classic token account.
pub const TOKEN_ACCOUNT_LEN: usize = 165;

/// A callee fails the whole transaction by itself; what can come back here is a refusal of the
/// client library, for instance an account that is borrowed.
#[inline(always)]
fn called(result: Result<(), pinocchio::error::ProgramError>) -> Checked {
    result.map_err(|_| ToteError::CallFailed)
}

/// An account to create at a program address.
pub struct NewAccount<'a> {
    /// Its size.
    pub space: usize,
    /// How often its rent is paid: more than once where a higher rent must not lock it up.
    pub rents: u64,
    /// The program that it belongs to.
    pub owner: &'a Key,
    /// With the bump.
    pub seeds: &'a [Seed<'a>],
}

/// Creates an account at a program address. It may hold lamports already: anybody can send some to
/// an address that does not exist yet, and that must not keep it from being created.
#[inline(never)]
pub fn create_account(payer: &AccountView, account: &AccountView, new: &NewAccount) -> Checked {
    // Ten times the rent of a small account: far from the end of a word.
    let wanted = sysvar::rent_for(new.space)?.wrapping_mul(new.rents);
    let missing = wanted.saturating_sub(account.lamports());
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

/// Sends lamports of an account that signed.
#[inline(always)]
pub fn transfer_sol(from: &AccountView, to: &AccountView, lamports: u64) -> Checked {
    called(Transfer { from, to, lamports }.invoke())
}

/// Makes a token account of a new account.
#[inline(always)]
pub fn init_token_account(account: &AccountView, mint: &AccountView, owner: &Key) -> Checked {
    called(token::InitializeAccount3::new(account, mint, owner.address()).invoke())
}

/// Tokens that leave an account: to another one, or for good.
pub struct TokenMove<'a> {
    /// The token account that they leave.
    pub from: &'a AccountView,
    /// Its owner.
    pub authority: &'a AccountView,
    /// In base units.
    pub amount: u64,
    /// The vault's seeds where the vault is the authority.
    pub signers: &'a [Signer<'a, 'a>],
}

/// Sends tokens to another account.
#[inline(never)]
pub fn transfer_token(tokens: &TokenMove, to: &AccountView) -> Checked {
    let transfer = token::Transfer::new(tokens.from, to, tokens.authority, tokens.amount);
    called(transfer.invoke_signed(tokens.signers))
}

/// Destroys tokens.
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
    /// Of which token.
    pub mint: Key,
    /// Whose.
    pub owner: Key,
    /// In base units.
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
        ToteError::WrongTokenAccount,
    )
}
