//! A wallet's balances, its delegate and its positions.

use super::{Account, Currency, Head};
use crate::{
    bet_window::BetWindow,
    checks,
    error::{require, ToteError},
    key::Key,
    math, Checked,
};
use core::{
    marker::PhantomData,
    ops::{Deref, DerefMut, Range},
};
use pinocchio::AccountView;

/// A wrong hint makes the program look through all slots: this bounds what that costs.
pub const MAX_SLOTS: usize = 1_024;

const AUTO_WITHDRAW: u8 = 1;

/// The fixed part of the account; the slots follow.
#[repr(C)]
pub struct Bettor {
    /// Its detail are the flags.
    pub head: Head,
    /// How many slots follow.
    pub slot_count: u16,
    /// How many of them are taken.
    pub open_positions: u16,
    /// Whose money this is.
    pub wallet: Key,
    /// The payer who opened the account and gets its rent back.
    pub rent_payer: Key,
    /// SOL, UTILITY.
    pub available: [u64; 2],
    /// Credited by settlements since the last sweep, and never above what is available: a deposit
    /// is not swept.
    pub sweepable: [u64; 2],
    /// The key that may bet for the wallet; zero if there is none.
    pub delegate: Key,
    /// Changes with every choice of a delegate.
    pub epoch: u64,
    /// The delegate bets before this moment only.
    pub delegate_expires_at: i64,
    /// The delegate's remaining allowance: SOL, UTILITY.
    pub allowance: [u64; 2],
    /// The ids of bets that the delegate has used, and whose generation it is.
    pub window: BetWindow,
    /// The part of the rent that the wallet paid for slots although somebody else had opened the
    /// account.
    pub wallet_rent: u64,
}

const _: () = assert!(size_of::<Bettor>() == 216);

// SAFETY: plain data, alignment 8, starts with a Head.
unsafe impl Account for Bettor {
    const TYPE: u8 = 3;
}

/// One position. Free when there is no stake; a taken slot always has some.
#[repr(C)]
pub struct Slot {
    /// Where the stakes are.
    pub market: Key,
    /// Yes, No.
    pub stakes: [u64; 2],
}

const _: () = assert!(size_of::<Slot>() == 48);

impl Slot {
    #[inline(always)]
    fn is_free(&self) -> bool {
        let [yes, no] = self.stakes;
        yes | no == 0
    }

    #[inline(always)]
    fn holds(&self, market: &Key) -> bool {
        &self.market == market && !self.is_free()
    }
}

/// A Bettor and its slots. Everything is borrowed through the view, so that nobody can hold two
/// mutable references into one account.
pub struct BettorMut<'a> {
    /// Not a reference: the slots stand behind the Bettor, where a reference to it does not reach.
    data: *mut u8,
    account: PhantomData<&'a mut [u8]>,
}

impl<'a> BettorMut<'a> {
    /// Loads a Bettor of this program for writing.
    #[inline(always)]
    pub fn load(account: &'a mut AccountView, program: &Key) -> Checked<BettorMut<'a>> {
        checks::writable(account)?;
        super::check::<Bettor>(account, program)?;
        // SAFETY: the type was checked; the view borrows the account and is used only if the
        // account is as long as its slots need.
        let bettor = unsafe { BettorMut::new(account.data_mut_ptr()) };
        // The fixed part is there, and 2^16 slots are far from the end of a word.
        let behind = account.data_len().wrapping_sub(size_of::<Bettor>());
        let slots = usize::from(bettor.slot_count).wrapping_mul(size_of::<Slot>());
        require(behind >= slots, ToteError::WrongAccountType)?;
        Ok(bettor)
    }

    /// A view of an account's data.
    ///
    /// # Safety
    /// The data must be a Bettor with as many slots behind it as it says, aligned to 8, and
    /// borrowed by nobody else for as long as the view lives.
    #[inline(always)]
    pub unsafe fn new(data: *mut u8) -> BettorMut<'a> {
        BettorMut {
            data,
            account: PhantomData,
        }
    }

    #[inline(always)]
    fn slots(&mut self) -> &mut [Slot] {
        let count = usize::from(self.slot_count);
        // SAFETY: as many slots stand behind the Bettor, and the view is borrowed with them.
        unsafe {
            let first = self.data.add(size_of::<Bettor>()).cast();
            core::slice::from_raw_parts_mut(first, count)
        }
    }

    /// The slot of this market: where the hint says, or wherever it is.
    #[inline(always)]
    pub fn find_slot(&mut self, market: &Key, hint: usize) -> Option<&mut Slot> {
        if self.open_positions == 0 {
            return None;
        }
        let is_there = matches!(self.slots().get(hint), Some(slot) if slot.holds(market));
        if is_there {
            return self.slots().get_mut(hint);
        }
        // SAFETY: null, or one of these slots, which are borrowed as long as the result.
        unsafe { seek(self.slots(), market).as_mut() }
    }

    /// A free slot: where the hint says, or the first one.
    #[inline(always)]
    pub fn free_slot(&mut self, hint: usize) -> Option<&mut Slot> {
        let is_there = matches!(self.slots().get(hint), Some(slot) if slot.is_free());
        if is_there {
            return self.slots().get_mut(hint);
        }
        self.slots().iter_mut().find(|slot| slot.is_free())
    }
}

impl Deref for BettorMut<'_> {
    type Target = Bettor;

    #[inline(always)]
    fn deref(&self) -> &Bettor {
        // SAFETY: by the promise of `new`.
        unsafe { &*self.data.cast() }
    }
}

impl DerefMut for BettorMut<'_> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Bettor {
        // SAFETY: by the promise of `new`; the view is borrowed mutably with it.
        unsafe { &mut *self.data.cast() }
    }
}

impl Bettor {
    /// The size of an account with this many slots.
    #[inline(always)]
    pub const fn size(slots: usize) -> usize {
        size_of::<Bettor>().saturating_add(size_of::<Slot>().saturating_mul(slots))
    }

    /// Says whether anybody may send winnings to the wallet.
    #[inline(always)]
    pub fn auto_withdraw(&self) -> bool {
        self.head.detail & AUTO_WITHDRAW != 0
    }

    /// The wallet's choice about it.
    #[inline(always)]
    pub fn set_auto_withdraw(&mut self, on: bool) {
        self.head.detail = if on { AUTO_WITHDRAW } else { 0 };
    }

    /// Adds to a balance.
    #[inline(always)]
    pub fn credit(&mut self, currency: Currency, amount: u64) -> Checked {
        let available = of(&mut self.available, currency as usize);
        *available = math::add(*available, amount)?;
        Ok(())
    }

    /// Winnings and refunds: credited, and free to be swept.
    #[inline(always)]
    pub fn credit_settlement(&mut self, currency: Currency, amount: u64) -> Checked {
        self.credit(currency, amount)?;
        // Never above what is available, and that did not overflow.
        let sweepable = of(&mut self.sweepable, currency as usize);
        *sweepable = sweepable.wrapping_add(amount);
        Ok(())
    }

    /// Takes from a balance.
    #[inline(always)]
    pub fn debit(&mut self, currency: Currency, amount: u64) -> Checked {
        let available = *of(&mut self.available, currency as usize);
        require(available >= amount, ToteError::InsufficientFunds)?;
        self.set_available(currency, available.wrapping_sub(amount));
        Ok(())
    }

    /// Lowers the balance, and with it what can be swept.
    #[inline(always)]
    pub fn set_available(&mut self, currency: Currency, left: u64) {
        *of(&mut self.available, currency as usize) = left;
        let sweepable = of(&mut self.sweepable, currency as usize);
        if *sweepable > left {
            *sweepable = left;
        }
    }
}

/// Where a market's slot is, or null. Four at a time, by the first word of the address: a first bet
/// has to look at every slot, and this is most of what it costs.
#[inline(never)]
fn seek(slots: &mut [Slot], market: &Key) -> *mut Slot {
    let [first, ..] = market.0;
    let Range { start, end } = slots.as_mut_ptr_range();
    let mut slot = start;
    // SAFETY: what is read is not behind the last slot.
    unsafe {
        let is_candidate = |slot: *mut Slot| (*slot).market.0[0] == first;
        while end.offset_from(slot) >= 4 {
            if is_candidate(slot)
                || is_candidate(slot.add(1))
                || is_candidate(slot.add(2))
                || is_candidate(slot.add(3))
            {
                break;
            }
            slot = slot.add(4);
        }
        while slot != end {
            if (*slot).holds(market) {
                return slot;
            }
            slot = slot.add(1);
        }
    }
    core::ptr::null_mut()
}

/// One of a pair: the amount of a currency, or of a side.
#[inline(always)]
pub fn of(pair: &mut [u64; 2], index: usize) -> &mut u64 {
    // SAFETY: one bit indexes two words.
    unsafe { pair.get_unchecked_mut(index & 1) }
}
