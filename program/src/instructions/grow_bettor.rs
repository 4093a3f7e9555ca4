//! Adds slots to a Bettor. Whoever opened it pays for them, or its wallet; closing pays both back.

use super::{open_bettor::slot_count, tag};
use crate::{
    checks,
    cpi::{self, SYSTEM_PROGRAM},
    error::{require, ToteError},
    event::{self, head, BettorGrown},
    key::Key,
    math,
    state::{self, Bettor, MAX_SLOTS},
    sysvar, Checked,
};
use pinocchio::AccountView;

/// Handles `grow_bettor`.
#[inline(never)]
pub fn grow_bettor(program: &Key, accounts: &mut [AccountView], data: &[u8]) -> Checked {
    let [payer, account, system_program] = checks::exactly::<3>(accounts)?;
    let added = slot_count(data)?;

    checks::signer(payer)?;
    checks::writable(payer)?;
    checks::program(system_program, &SYSTEM_PROGRAM)?;
    let bettor: &mut Bettor = state::load_mut(account, program)?;
    let is_rent_payer = &bettor.rent_payer == Key::of(payer);
    require(
        is_rent_payer || &bettor.wallet == Key::of(payer),
        ToteError::NotRentPayer,
    )?;
    let slots = bettor.slot_count.saturating_add(added);
    require(usize::from(slots) <= MAX_SLOTS, ToteError::InvalidSlotCount)?;

    let size = Bettor::size(slots.into());
    let missing = sysvar::rent_for(size)?.saturating_sub(account.lamports());
    if missing > 0 {
        cpi::transfer_sol(payer, account, missing)?;
    }
    // SAFETY: 200 slots are below the 10 KiB that an account may grow by in one instruction, and
    // the runtime has zeroed the room behind the data. The length stands before the data, and no
    // reference to the account is held across the write.
    unsafe { (*account.account_mut_ptr()).data_len = size as u64 };
    let bettor: &mut Bettor = state::load_mut(account, program)?;
    bettor.slot_count = slots;
    if !is_rent_payer {
        bettor.wallet_rent = math::add(bettor.wallet_rent, missing)?;
    }
    let [low, high] = slots.to_le_bytes();
    event::emit(&BettorGrown {
        head: head(tag::GROW_BETTOR, [low, high, 0, 0, 0, 0]),
        bettor: *Key::of(account),
    });
    Ok(())
}
