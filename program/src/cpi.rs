//! Calls to the System, the token and the Associated Token programs.

use crate::{
    checks,
    error::{require, ToteError},
    key::Key,
    pda, sysvar, Checked,
};
use pinocchio::{
    cpi::{invoke, invoke_signed, Seed, Signer},
    instruction::{InstructionAccount, InstructionView},
    AccountView, Address,
};
use pinocchio_system::instructions::{CreateAccountAllowPrefund, Funding, Transfer};

/// Owns what was never created.
pub const SYSTEM_PROGRAM: Key = Key::ZERO;
const TOKEN_ADDRESS: Address =
    Address::from_str_const("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA");
/// The classic Token program.
pub const TOKEN_PROGRAM: Key = Key::from_bytes(TOKEN_ADDRESS.as_array());
const TOKEN_2022_ADDRESS: Address =
    Address::from_str_const("TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb");
/// Its successor, with extensions.
pub const TOKEN_2022_PROGRAM: Key = Key::from_bytes(TOKEN_2022_ADDRESS.as_array());
const ASSOCIATED_TOKEN_ADDRESS: Address =
    Address::from_str_const("ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL");
/// Knows where a wallet keeps its tokens.
pub const ASSOCIATED_TOKEN_PROGRAM: Key = Key::from_bytes(ASSOCIATED_TOKEN_ADDRESS.as_array());

/// The size of a mint without extensions.
pub const MINT_LEN: usize = 82;
/// The size of a token account without extensions. Behind it stand a type byte and the extensions,
/// for mints too.
pub const TOKEN_ACCOUNT_LEN: usize = 165;
const MINT_DECIMALS: usize = 44;
const AMOUNT: usize = 64;

/// Instructions of both token programs.
mod token {
    pub const TRANSFER_CHECKED: u8 = 12;
    pub const BURN_CHECKED: u8 = 15;
    pub const INITIALIZE_ACCOUNT_3: u8 = 18;
}

/// Extensions of token accounts that their owners switch on.
mod extension {
    pub const MEMO_TRANSFER: u16 = 8;
    pub const CPI_GUARD: u16 = 11;
}

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
    let mut data = [token::INITIALIZE_ACCOUNT_3; 33];
    data[1..].copy_from_slice(owner.bytes());
    let accounts = [
        InstructionAccount::writable(account.address()),
        InstructionAccount::readonly(mint.address()),
    ];
    let initialize = InstructionView {
        program_id: Key::owner_of(mint).address(),
        accounts: &accounts,
        data: &data,
    };
    called(invoke(&initialize, &[account, mint]))
}

/// Checks that this is the mint, and the token program that it belongs to. `initialize` chose both,
/// and a mint never changes its program.
#[inline(never)]
pub fn expect_mint(mint: &AccountView, expected: &Key, token_program: &AccountView) -> Checked {
    checks::address(mint, expected)?;
    checks::program(token_program, Key::owner_of(mint))
}

/// Tokens that leave an account: to another one, or for good.
pub struct TokenMove<'a> {
    /// The token account that they leave.
    pub from: &'a AccountView,
    /// Their mint. The program that owns it is the token program that is called.
    pub mint: &'a AccountView,
    /// The owner of the account that they leave.
    pub authority: &'a AccountView,
    /// In base units.
    pub amount: u64,
    /// The vault's seeds where the vault is the authority.
    pub signers: &'a [Signer<'a, 'a>],
}

impl TokenMove<'_> {
    /// The data of both checked instructions.
    #[inline(always)]
    fn data(&self, instruction: u8) -> Checked<[u8; 10]> {
        // SAFETY: the mint is not borrowed mutably by anybody.
        let mint = unsafe { self.mint.borrow_unchecked() };
        let decimals = mint.get(MINT_DECIMALS).ok_or(ToteError::InvalidMint)?;
        let [a, b, c, d, e, f, g, h] = self.amount.to_le_bytes();
        Ok([instruction, a, b, c, d, e, f, g, h, *decimals])
    }

    /// An owner can forbid programs to move tokens with its signature.
    #[inline(always)]
    fn expect_unguarded(&self) -> Checked {
        let is_guarded = is_switched_on(self.from, extension::CPI_GUARD)
            && &token_data(self.from).owner == Key::of(self.authority);
        require(!is_guarded, ToteError::CpiGuarded)
    }
}

/// Sends tokens to another account.
#[inline(never)]
pub fn transfer_token(tokens: &TokenMove, to: &AccountView) -> Checked {
    tokens.expect_unguarded()?;
    require(
        !is_switched_on(to, extension::MEMO_TRANSFER),
        ToteError::MemoRequired,
    )?;
    let accounts = [
        InstructionAccount::writable(tokens.from.address()),
        InstructionAccount::readonly(tokens.mint.address()),
        InstructionAccount::writable(to.address()),
        InstructionAccount::readonly_signer(tokens.authority.address()),
    ];
    let transfer = InstructionView {
        program_id: Key::owner_of(tokens.mint).address(),
        accounts: &accounts,
        data: &tokens.data(token::TRANSFER_CHECKED)?,
    };
    let views = [tokens.from, tokens.mint, to, tokens.authority];
    called(invoke_signed(&transfer, &views, tokens.signers))
}

/// Destroys tokens.
#[inline(never)]
pub fn burn(tokens: &TokenMove) -> Checked {
    tokens.expect_unguarded()?;
    let accounts = [
        InstructionAccount::writable(tokens.from.address()),
        InstructionAccount::writable(tokens.mint.address()),
        InstructionAccount::readonly_signer(tokens.authority.address()),
    ];
    let burn = InstructionView {
        program_id: Key::owner_of(tokens.mint).address(),
        accounts: &accounts,
        data: &tokens.data(token::BURN_CHECKED)?,
    };
    let views = [tokens.from, tokens.mint, tokens.authority];
    called(invoke_signed(&burn, &views, tokens.signers))
}

/// Checks that this is the wallet's associated token account: whoever pays it must not pick another
/// one.
#[inline(never)]
pub fn expect_associated(account: &AccountView, wallet: &Key, mint: &AccountView) -> Checked {
    let token_program = Key::owner_of(mint).bytes();
    let seeds: &[&[u8]] = &[wallet.bytes(), token_program, Key::of(mint).bytes()];
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

/// A token account's mint and owner.
#[repr(C)]
pub struct TokenAccount {
    /// The mint of the token.
    pub mint: Key,
    /// The owner of the account.
    pub owner: Key,
}

/// The start of a token account. The caller knows that it is one.
#[inline(always)]
fn token_data(account: &AccountView) -> &TokenAccount {
    // SAFETY: asked of accounts with extensions and of checked token accounts only, which have at
    // least 165 bytes; the first 64 are these words, and account data is aligned to 8.
    unsafe { &*account.data_ptr().cast() }
}

/// What the vault's token account holds.
#[inline(always)]
pub fn held_by(vault_token: &AccountView) -> Checked<u64> {
    // SAFETY: only read, and nothing is written while the data is borrowed.
    let data = unsafe { vault_token.borrow_unchecked() };
    let amount = data.get(AMOUNT..).and_then(<[u8]>::first_chunk);
    Ok(u64::from_le_bytes(
        *amount.ok_or(ToteError::WrongAccountType)?,
    ))
}

/// Checks that this is a token account of this mint that belongs to this owner.
#[inline(never)]
pub fn expect_token_account(account: &AccountView, mint: &AccountView, owner: &Key) -> Checked {
    checks::writable(account)?;
    checks::owner(account, Key::owner_of(mint))?;
    require(
        account.data_len() >= TOKEN_ACCOUNT_LEN,
        ToteError::WrongAccountType,
    )?;
    let token = token_data(account);
    require(
        &token.mint == Key::of(mint) && &token.owner == owner,
        ToteError::WrongTokenAccount,
    )
}

/// Says whether a token account's owner switched an extension on.
#[inline(never)]
fn is_switched_on(account: &AccountView, kind: u16) -> bool {
    // SAFETY: only read, and nothing is written while the data is borrowed.
    let data = unsafe { account.borrow_unchecked() };
    Extensions::of(data).any(|(found, value)| found == kind && value.first() == Some(&1))
}

/// Checks that a fee receiver can be paid: the account is its own and asks for no memo.
#[inline(always)]
pub fn expect_receiver(account: &AccountView, mint: &AccountView, owner: &Key) -> Checked {
    expect_token_account(account, mint, owner)?;
    let asks_for_memo = is_switched_on(account, extension::MEMO_TRANSFER);
    require(!asks_for_memo, ToteError::MemoRequired)
}

/// The extensions of a Token-2022 account or mint: type u16, length u16, value; type 0 ends them.
pub struct Extensions<'a>(&'a [u8]);

impl<'a> Extensions<'a> {
    /// Those in an account's data; a classic account has none.
    #[inline(always)]
    pub fn of(data: &'a [u8]) -> Extensions<'a> {
        // One byte says whether it is a mint or an account.
        Extensions(data.get(TOKEN_ACCOUNT_LEN.wrapping_add(1)..).unwrap_or(&[]))
    }
}

impl<'a> Iterator for Extensions<'a> {
    type Item = (u16, &'a [u8]);

    #[inline(always)]
    fn next(&mut self) -> Option<(u16, &'a [u8])> {
        let ([a, b, c, d], rest) = self.0.split_first_chunk::<4>()?;
        let kind = u16::from_le_bytes([*a, *b]);
        let (value, rest) = rest.split_at_checked(u16::from_le_bytes([*c, *d]).into())?;
        self.0 = rest;
        (kind != 0).then_some((kind, value))
    }
}
