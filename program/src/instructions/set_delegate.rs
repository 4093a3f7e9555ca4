//! A wallet chooses who may bet for it, and whether its winnings are sent to it.

use super::tag;
use crate::{
    bet_window::BetWindow,
    checks::{self, Plain},
    error::{require, ToteError},
    event::{self, head, DelegateSet},
    key::Key,
    state::{self, Bettor, Config, FOREIGN},
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

impl Data {
    #[inline(always)]
    fn names_nobody(&self) -> bool {
        let [sol, utility] = self.allowance;
        self.delegate.is_zero() && self.expires_at as u64 | sol | utility == 0
    }
}

/// Handles `set_delegate`.
#[inline(never)]
pub fn set_delegate(program: &Key, accounts: &mut [AccountView], data: &[u8]) -> Checked {
    let [wallet, account, config] = checks::exactly::<3>(accounts)?;
    let args: &Data = checks::parse(data)?;
    let [_, mask, auto_withdraw, rest @ ..] = &args.head;
    checks::zero(rest)?;
    require(
        (1..=3).contains(mask) && *auto_withdraw <= 1,
        ToteError::InvalidInstructionData,
    )?;
    let sets_delegate = mask & SET_DELEGATE != 0;
    let sets_auto_withdraw = mask & SET_AUTO_WITHDRAW != 0;
    require(
        (sets_auto_withdraw || *auto_withdraw == 0) && (sets_delegate || args.names_nobody()),
        ToteError::InvalidInstructionData,
    )?;

    checks::signer(wallet)?;
    let config: &Config = state::load(config, program)?;
    let address = *Key::of(account);
    let bettor: &mut Bettor = state::load_mut(account, program)?;
    require(&bettor.wallet == Key::of(wallet), ToteError::NotWallet)?;

    if sets_auto_withdraw {
        bettor.set_auto_withdraw(*auto_withdraw == 1);
    }
    if sets_delegate {
        // A new epoch with an empty window: bets made for the old one are dead, even the old
        // delegate's own if it is chosen again. Slots only grow, also across a closed Bettor.
        bettor.epoch = bettor.epoch.saturating_add(1).max(sysvar::clock()?.slot);
        // The operator's delegations end with its power; nobody can disable another delegate.
        let generation = if config.settings.is_operator(&args.delegate) {
            config.operator_generation
        } else {
            FOREIGN
        };
        bettor.window = BetWindow::new(generation);
        bettor.delegate = args.delegate;
        bettor.delegate_expires_at = args.expires_at;
        bettor.allowance = args.allowance;
    }
    let [a, b, c, d] = bettor.window.generation.to_le_bytes();
    event::emit(&DelegateSet {
        head: head(
            tag::SET_DELEGATE,
            [bettor.auto_withdraw() as u8, 0, a, b, c, d],
        ),
        bettor: address,
        delegate: bettor.delegate,
        epoch: bettor.epoch,
        expires_at: bettor.delegate_expires_at,
        allowance: bettor.allowance,
    });
    Ok(())
}
