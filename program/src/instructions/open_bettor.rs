//! Opens a wallet's Bettor with some slots. The wallet or the operator signs for it; anybody may
//! pay.

use super::tag;
use crate::{
    checks::{self, Header},
    cpi::{self, NewAccount, SYSTEM_PROGRAM},
    error::{require, ToteError},
    event::{self, head, BettorOpened},
    key::Key,
    pda,
    state::{self, Bettor, Config},
    Checked,
};
use pinocchio::{cpi::Seed, AccountView};

/// A program address is created with at most 10 KiB.
pub const MAX_SLOTS_AT_ONCE: u16 = 200;

/// Handles `open_bettor`.
#[inline(never)]
pub fn open_bettor(program: &Key, accounts: &mut [AccountView], data: &[u8]) -> Checked {
    let [payer, authority, wallet, bettor, config, system_program] =
        checks::exactly::<6>(accounts)?;
    let slots = slot_count(data)?;

    checks::signer(payer)?;
    checks::writable(payer)?;
    checks::signer(authority)?;
    checks::writable(bettor)?;
    checks::program(system_program, &SYSTEM_PROGRAM)?;
    let wallet = Key::of(wallet);
    let config: &Config = state::load(config, program)?;
    let signed_by = Key::of(authority);
    // A stranger could otherwise open it with one slot and be its rent payer forever.
    require(
        signed_by == wallet || config.settings.is_operator(signed_by),
        ToteError::NotWalletOrOperator,
    )?;
    let bump = pda::expect(bettor, &[pda::BETTOR, wallet.bytes()], program)?;
    require(Key::owner_of(bettor) != program, ToteError::BettorExists)?;

    let seeds = [
        Seed::from(pda::BETTOR),
        Seed::from(wallet.bytes()),
        Seed::from(core::slice::from_ref(&bump)),
    ];
    let new = NewAccount {
        space: Bettor::size(slots.into()),
        rents: 1,
        owner: program,
        seeds: &seeds,
    };
    cpi::create_account(payer, bettor, &new)?;
    let value: &mut Bettor = state::init(bettor, bump, 0);
    value.slot_count = slots;
    value.wallet = *wallet;
    value.rent_payer = *Key::of(payer);
    let [low, high] = slots.to_le_bytes();
    event::emit(&BettorOpened {
        head: head(tag::OPEN_BETTOR, [low, high, 0, 0, 0, 0]),
        bettor: *Key::of(bettor),
        wallet: *wallet,
        rent_payer: *Key::of(payer),
    });
    Ok(())
}

/// Reads how many slots to open or to add.
#[inline(always)]
pub fn slot_count(data: &[u8]) -> Checked<u16> {
    let Header([_, reserved, low, high, rest @ ..]) = checks::parse::<Header>(data)?;
    checks::zero(core::slice::from_ref(reserved))?;
    checks::zero(rest)?;
    let slots = u16::from_le_bytes([*low, *high]);
    require(
        (1..=MAX_SLOTS_AT_ONCE).contains(&slots),
        ToteError::InvalidSlotCount,
    )?;
    Ok(slots)
}
