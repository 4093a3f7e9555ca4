//! Closes an empty Bettor and gives its rent back to whoever paid it.

use super::tag;
use crate::{
    checks::{self, Header},
    error::{require, ToteError},
    event::{self, head, BettorClosed},
    key::Key,
    state::{self, Bettor},
    sysvar, Checked,
};
use pinocchio::AccountView;

#[inline(never)]
pub fn close_bettor(program: &Key, accounts: &mut [AccountView], data: &[u8]) -> Checked {
    let [wallet, account, rent_payer] = checks::exactly::<3>(accounts)?;
    let Header([_, rest @ ..]) = checks::parse::<Header>(data)?;
    checks::zero(rest)?;

    checks::signer(wallet)?;
    let bettor: &mut Bettor = state::load_mut(account, program)?;
    require(&bettor.wallet == Key::of(wallet), ToteError::NotAuthorized)?;
    checks::address(rent_payer, &bettor.rent_payer)?;
    require(
        bettor.available == [0; 2] && bettor.open_positions == 0,
        ToteError::BettorNotEmpty,
    )?;
    // Epochs are slots. The first delegate of a Bettor that is opened again has the slot of that
    // moment as its epoch, so waiting for a later slot keeps every epoch of a wallet unique, and a
    // bet of the old one dead.
    require(
        sysvar::clock()?.slot > bettor.epoch,
        ToteError::CloseTooSoon,
    )?;

    let event = BettorClosed {
        head: head(tag::CLOSE_BETTOR, [0; 6]),
        bettor: *Key::of(account),
    };
    state::close(account, rent_payer)?;
    event::emit(&event);
    Ok(())
}
