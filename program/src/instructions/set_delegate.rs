//! A wallet chooses who may bet for it, and whether its winnings are sent to it.

use super::tag;
use crate::{
    bet_window::BetWindow,
    checks::{self, Plain},
    error::{require, ToteError},
    event::{self, head, DelegateSet},
    key::Key,
    state::{self, Bettor},
    sysvar, Checked,
};
use pinocchio::AccountView;

const SET_DELEGATE: u8 = 1;
const SET_AUTO_WITHDRAW: u8 = 2;

#[repr(C)]
#[derive(Clone, Copy)]
struct Data {
    head: [u8; 8],
    delegate: Key,
    expires_at: i64,
    allowance: [u64; 2],
}

// SAFETY: integers only, 8-aligned, no padding (asserted).
unsafe impl Plain for Data {}
const _: () = assert!(size_of::<Data>() == 64);

/// Handles `set_delegate`.
#[inline(never)]
pub fn set_delegate(program: &Key, accounts: &mut [AccountView], data: &[u8]) -> Checked {
    let [wallet, account] = checks::exactly::<2>(accounts)?;
    let args: &Data = checks::parse(data)?;
    let [_, mask, auto_withdraw, rest @ ..] = &args.head;
    checks::zero(rest)?;
    require(
        (1..=3).contains(mask) && *auto_withdraw <= 1,
        ToteError::InvalidInstructionData,
    )?;

    checks::signer(wallet)?;
    let address = *Key::of(account);
    let bettor: &mut Bettor = state::load_mut(account, program)?;
    require(&bettor.wallet == Key::of(wallet), ToteError::NotWallet)?;

    if mask & SET_AUTO_WITHDRAW != 0 {
        bettor.set_auto_withdraw(*auto_withdraw == 1);
    }
    if mask & SET_DELEGATE != 0 {
        // A new epoch with an empty window: bets made for the old one are dead, even the old
        // delegate's own if it is chosen again. Slots only grow, also across a closed Bettor.
        bettor.epoch = bettor.epoch.saturating_add(1).max(sysvar::clock()?.slot);
        bettor.window = BetWindow::EMPTY;
        bettor.delegate = args.delegate;
        bettor.delegate_expires_at = args.expires_at;
        bettor.allowance = args.allowance;
    }
    event::emit(&DelegateSet {
        head: head(
            tag::SET_DELEGATE,
            [bettor.auto_withdraw() as u8, 0, 0, 0, 0, 0],
        ),
        bettor: address,
        delegate: bettor.delegate,
        epoch: bettor.epoch,
        expires_at: bettor.delegate_expires_at,
        allowance: bettor.allowance,
    });
    Ok(())
}
