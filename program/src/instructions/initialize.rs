//! Creates the Config, the vaults and the vault's token account: once, by the upgrade authority.

use super::tag;
use crate::{
    auction::Auction,
    checks::{self, Plain},
    cpi::{
        self, Extensions, NewAccount, MINT_LEN, SYSTEM_PROGRAM, TOKEN_2022_PROGRAM,
        TOKEN_ACCOUNT_LEN, TOKEN_PROGRAM,
    },
    error::{require, ToteError},
    event::{self, head, Initialized},
    instructions::update_config::known_programs,
    key::Key,
    pda,
    state::{self, Config, Currency, Terms, Vault},
    Checked,
};
use pinocchio::{cpi::Seed, AccountView, Address};

const LOADER_ADDRESS: Address =
    Address::from_str_const("BPFLoaderUpgradeab1e11111111111111111111111");
const LOADER: Key = Key::from_bytes(LOADER_ADDRESS.as_array());
const NATIVE_MINT_ADDRESS: Address =
    Address::from_str_const("So11111111111111111111111111111111111111112");
const NATIVE_MINT: Key = Key::from_bytes(NATIVE_MINT_ADDRESS.as_array());
const NATIVE_MINT_2022_ADDRESS: Address =
    Address::from_str_const("9pan9bMn5HatX4EJdBwg9VgCa7Uz5HL8N1m5D3NdXej9");
const NATIVE_MINT_2022: Key = Key::from_bytes(NATIVE_MINT_2022_ADDRESS.as_array());
/// The type byte of Token-2022's mints with extensions.
const IS_MINT: u8 = 1;
/// MetadataPointer, TokenMetadata, GroupPointer, TokenGroup, GroupMemberPointer, TokenGroupMember.
const DESCRIPTIVE: core::ops::RangeInclusive<u16> = 18..=23;
/// The rent of accounts may rise. The SOL vault's balance goes down with every withdrawal, and the
/// runtime lets it fall to the rent of that day only: this many times today's keeps the last
/// withdrawals possible.
const VAULT_RENTS: u64 = 10;

#[repr(C)]
#[derive(Clone, Copy)]
struct Data {
    head: [u8; 8],
    lot: u64,
    first_price: u64,
    round_seconds: i64,
    terms: Terms,
}

// SAFETY: integers only, 8-aligned, no padding (asserted).
unsafe impl Plain for Data {}
const _: () = assert!(size_of::<Data>() == 32 + size_of::<Terms>());

/// Handles `initialize`.
#[inline(never)]
pub fn initialize(program: &Key, accounts: &mut [AccountView], data: &[u8]) -> Checked {
    let [authority, payer, admin, rest @ ..] = checks::exactly::<12>(accounts)?;
    let [config, vault_sol, vault_utility, vault_token, rest @ ..] = rest;
    let [mint, program_account, program_data, token_program, system_program] = rest;
    let args: &Data = checks::prefix(data)?;
    let [_, known_count, rest @ ..] = &args.head;
    checks::zero(rest)?;
    let known = known_programs(data, size_of::<Data>(), *known_count)?;

    checks::program(system_program, &SYSTEM_PROGRAM)?;
    checks::writable(payer)?;
    for one in [&*authority, payer, admin] {
        checks::signer(one)?;
    }
    expect_upgrade_authority(program, authority, program_account, program_data)?;
    let decimals = expect_mint(mint)?;
    checks::program(token_program, Key::owner_of(mint))?;
    let auction = Auction::new(args.lot, args.first_price, args.round_seconds)?;

    create_config(program, payer, config, |value| {
        value.head.detail = decimals;
        value.utility_mint = *Key::of(mint);
        value.settings.set(&args.terms, known, Key::of(admin))
    })?;
    let token_bump = create_vault_token(program, payer, vault_token, mint, Key::of(vault_utility))?;
    create_vault(program, payer, vault_sol, Currency::Sol, |vault| {
        vault.auction = auction
    })?;
    create_vault(program, payer, vault_utility, Currency::Utility, |vault| {
        vault.token_bump = token_bump;
        vault.token_account = *Key::of(vault_token);
        vault.mint = *Key::of(mint);
    })?;
    event::emit(&Initialized {
        head: head(tag::INITIALIZE, [0; 6]),
        admin: *Key::of(admin),
        utility_mint: *Key::of(mint),
    });
    Ok(())
}

/// The program account names its data account, and that one names the authority.
#[inline(always)]
fn expect_upgrade_authority(
    program: &Key,
    authority: &AccountView,
    program_account: &AccountView,
    program_data: &AccountView,
) -> Checked {
    checks::address(program_account, program)?;
    checks::owner(program_data, &LOADER)?;
    // SAFETY: neither account is written by this instruction.
    let (named, loaded) = unsafe {
        (
            program_account.borrow_unchecked(),
            program_data.borrow_unchecked(),
        )
    };
    let named = named.get(4..36).ok_or(ToteError::NotUpgradeAuthority)?;
    require(
        named == Key::of(program_data).bytes(),
        ToteError::NotUpgradeAuthority,
    )?;
    // State 3 (u32), slot (u64), option tag (u8), authority.
    let is_some = loaded.get(12) == Some(&1);
    let holder = loaded.get(13..45).ok_or(ToteError::NotUpgradeAuthority)?;
    require(
        is_some && holder == Key::of(authority).bytes(),
        ToteError::NotUpgradeAuthority,
    )
}

/// Accepts a mint that nobody can freeze, because balances could be held hostage, and that is not
/// the native one, whose tokens cannot be burned. It may have only extensions that describe the
/// token: every other one, including future ones, could take, block or change balances.
#[inline(always)]
fn expect_mint(mint: &AccountView) -> Checked<u8> {
    let (token_program, key) = (Key::owner_of(mint), Key::of(mint));
    // SAFETY: the mint is not written by this instruction.
    let data = unsafe { mint.borrow_unchecked() };
    let is_ours = if token_program == &TOKEN_PROGRAM {
        data.len() == MINT_LEN && key != &NATIVE_MINT
    } else {
        let is_mint = data.len() == MINT_LEN || data.get(TOKEN_ACCOUNT_LEN) == Some(&IS_MINT);
        token_program == &TOKEN_2022_PROGRAM && is_mint && key != &NATIVE_MINT_2022
    };
    require(is_ours, ToteError::InvalidMint)?;
    require(
        Extensions::of(data).all(|(kind, _)| DESCRIPTIVE.contains(&kind)),
        ToteError::ForbiddenExtension,
    )?;
    let initialized = data.get(45) == Some(&1);
    let unfreezable = data.get(46..50) == Some(&[0, 0, 0, 0]);
    require(initialized && unfreezable, ToteError::InvalidMint)?;
    data.get(44).copied().ok_or(ToteError::InvalidMint)
}

#[inline(always)]
fn create_config(
    program: &Key,
    payer: &AccountView,
    account: &mut AccountView,
    fill: impl FnOnce(&mut Config) -> Checked,
) -> Checked {
    let bump = pda::expect(account, &[pda::CONFIG], program)?;
    require(
        Key::owner_of(account) != program,
        ToteError::AlreadyInitialized,
    )?;
    let seeds = [
        Seed::from(pda::CONFIG),
        Seed::from(core::slice::from_ref(&bump)),
    ];
    let new = NewAccount {
        space: size_of::<Config>(),
        rents: 1,
        owner: program,
        seeds: &seeds,
    };
    cpi::create_account(payer, account, &new)?;
    fill(state::init(account, bump, 0))
}

#[inline(always)]
fn create_vault(
    program: &Key,
    payer: &AccountView,
    account: &mut AccountView,
    currency: Currency,
    fill: impl FnOnce(&mut Vault),
) -> Checked {
    let rents = match currency {
        Currency::Sol => VAULT_RENTS,
        Currency::Utility => 1,
    };
    let currency = [currency as u8];
    let bump = pda::expect(account, &[pda::VAULT, &currency], program)?;
    let seeds = [
        Seed::from(pda::VAULT),
        Seed::from(&currency),
        Seed::from(core::slice::from_ref(&bump)),
    ];
    let new = NewAccount {
        space: size_of::<Vault>(),
        rents,
        owner: program,
        seeds: &seeds,
    };
    cpi::create_account(payer, account, &new)?;
    let [detail] = currency;
    fill(state::init(account, bump, detail));
    Ok(())
}

#[inline(always)]
fn create_vault_token(
    program: &Key,
    payer: &AccountView,
    account: &AccountView,
    mint: &AccountView,
    owner: &Key,
) -> Checked<u8> {
    let bump = pda::expect(account, &[pda::VAULT_TOKEN], program)?;
    let seeds = [
        Seed::from(pda::VAULT_TOKEN),
        Seed::from(core::slice::from_ref(&bump)),
    ];
    let new = NewAccount {
        space: TOKEN_ACCOUNT_LEN,
        rents: 1,
        owner: Key::owner_of(mint),
        seeds: &seeds,
    };
    cpi::create_account(payer, account, &new)?;
    cpi::init_token_account(account, mint, owner)?;
    Ok(bump)
}
