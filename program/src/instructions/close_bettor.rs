//! Closes an empty Bettor and returns its rent to whoever paid it. Balances below the rent of an
//! account to withdraw them with may be left behind, so that nobody can prevent a Bettor from
//! closing by depositing into it: SOL goes to the buyback reserve, UTILITY is burned.

use super::tag;
use crate::{
    checks::{self, Header},
    cpi::TOKEN_ACCOUNT_LEN,
    error::{require, ToteError},
    event::{self, head, BettorClosed},
    key::Key,
    math,
    state::{self, Bettor, Currency, Vault},
    sysvar, Checked,
};
use pinocchio::AccountView;

/// The wallet leaves the rest of its balances behind.
const FORFEIT: u8 = 1;

/// Handles `close_bettor`.
#[inline(never)]
pub fn close_bettor(program: &Key, accounts: &mut [AccountView], data: &[u8]) -> Checked {
    let [wallet, account, rent_payer, rest @ ..] = accounts else {
        return Err(ToteError::InvalidAccountCount);
    };
    let Header([_, forfeit, zeros @ ..]) = checks::parse::<Header>(data)?;
    checks::zero(zeros)?;
    require(*forfeit <= FORFEIT, ToteError::InvalidInstructionData)?;

    checks::signer(wallet)?;
    checks::writable(wallet)?;
    let bettor: &mut Bettor = state::load_mut(account, program)?;
    require(&bettor.wallet == Key::of(wallet), ToteError::NotWallet)?;
    checks::address(rent_payer, &bettor.rent_payer)?;
    let [sol, utility] = bettor.available;
    require(bettor.open_positions == 0, ToteError::BettorNotEmpty)?;
    // Epochs are slots. The first delegate of a Bettor that is opened again has the slot of that
    // moment as its epoch, so waiting for a later slot keeps every epoch of a wallet unique, and a
    // bet of the old one dead.
    let clock = sysvar::clock()?;
    require(clock.slot > bettor.epoch, ToteError::CloseTooSoon)?;
    let wallet_rent = bettor.wallet_rent;

    if *forfeit == FORFEIT {
        let [vault_sol, vault_utility] = checks::exactly::<2>(rest)?;
        // UTILITY is compared as a plain number: a bound on what a wallet can lose, not a price.
        require(
            sol < sysvar::rent_for(0)? && utility < sysvar::rent_for(TOKEN_ACCOUNT_LEN)?,
            ToteError::BettorNotEmpty,
        )?;
        let now = clock.unix_timestamp;
        let vault: &mut Vault = state::load_mut(vault_sol, program)?;
        vault.expect_currency(Currency::Sol)?;
        vault.add_fees(sol, 0, now)?;
        let vault: &mut Vault = state::load_mut(vault_utility, program)?;
        vault.expect_currency(Currency::Utility)?;
        vault.add_fees(utility, 0, now)?;
    } else {
        checks::exactly::<0>(rest)?;
        require(sol | utility == 0, ToteError::BettorNotEmpty)?;
    }

    let event = BettorClosed {
        head: head(tag::CLOSE_BETTOR, [0; 6]),
        bettor: *Key::of(account),
        forfeited: [sol, utility],
    };
    account.set_lamports(math::sub(account.lamports(), wallet_rent)?);
    wallet.set_lamports(math::add(wallet.lamports(), wallet_rent)?);
    state::close(account, rent_payer)?;
    event::emit(&event);
    Ok(())
}
