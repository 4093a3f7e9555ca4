//! A wallet's balances, its delegate and its positions.

use super::{Account, Head};
use crate::{
    bet_window::BetWindow,
    error::{require, ToteError},
    key::Key,
    math, Checked,
};

/// A wrong hint makes the program look through all slots: this bounds what that costs.
pub const MAX_SLOTS: usize = 1_024;

const AUTO_WITHDRAW: u8 = 1;

#[repr(C)]
pub struct Bettor {
    pub head: Head,
    pub slot_count: u16,
    pub open_positions: u16,
    pub wallet: Key,
    pub rent_payer: Key,
    pub available: [u64; 2],
    /// Credited by settlements since the last sweep, and never above what is available: a deposit
    /// is not swept.
    pub sweepable: [u64; 2],
    pub delegate: Key,
    pub epoch: u64,
    pub delegate_expires_at: i64,
    pub allowance: [u64; 2],
    pub window: BetWindow,
}

const _: () = assert!(size_of::<Bettor>() == 208);

// SAFETY: plain data, alignment 8, starts with a Head.
unsafe impl Account for Bettor {
    const TYPE: u8 = 3;
}

/// One position. Free when there is no stake; a taken slot always has some.
#[repr(C)]
pub struct Slot {
    pub market: Key,
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

impl Bettor {
    #[inline(always)]
    pub const fn size(slots: usize) -> usize {
        size_of::<Bettor>().saturating_add(size_of::<Slot>().saturating_mul(slots))
    }

    #[inline(always)]
    pub fn auto_withdraw(&self) -> bool {
        self.head.detail & AUTO_WITHDRAW != 0
    }

    #[inline(always)]
    pub fn set_auto_withdraw(&mut self, on: bool) {
        self.head.detail = if on { AUTO_WITHDRAW } else { 0 };
    }

    #[inline(always)]
    fn slots<'a>(&mut self) -> &'a mut [Slot] {
        let count = self.slot_count as usize;
        // SAFETY: an account with `slot_count` slots is `size(slot_count)` bytes long: it is
        // created so and grows before the count does. The slots stand behind the Bettor, so a
        // reference to one does not overlap a reference to the other; only the two finders below
        // call this, and their callers hold one slot at a time.
        unsafe {
            core::slice::from_raw_parts_mut((self as *mut Bettor).add(1).cast::<Slot>(), count)
        }
    }

    /// The slot of this market: where the hint says, or wherever it is.
    #[inline(always)]
    pub fn find_slot<'a>(&mut self, market: &Key, hint: usize) -> Option<&'a mut Slot> {
        if self.open_positions == 0 {
            return None;
        }
        match self.slots().get_mut(hint) {
            Some(slot) if slot.holds(market) => Some(slot),
            // SAFETY: these are the slots.
            _ => unsafe { seek(self.slots().as_mut_ptr(), self.slots().len(), market).as_mut() },
        }
    }

    /// A free slot: where the hint says, or the first one.
    #[inline(always)]
    pub fn free_slot<'a>(&mut self, hint: usize) -> Option<&'a mut Slot> {
        match self.slots().get_mut(hint) {
            Some(slot) if slot.is_free() => Some(slot),
            _ => self.slots().iter_mut().find(|slot| slot.is_free()),
        }
    }

    #[inline(always)]
    pub fn credit(&mut self, currency: usize, amount: u64) -> Checked {
        let available = balance(&mut self.available, currency);
        *available = math::add(*available, amount)?;
        Ok(())
    }

    /// Winnings and refunds: credited, and free to be swept.
    #[inline(always)]
    pub fn credit_settlement(&mut self, currency: usize, amount: u64) -> Checked {
        self.credit(currency, amount)?;
        // Never above what is available, and that did not overflow.
        let sweepable = balance(&mut self.sweepable, currency);
        *sweepable = sweepable.wrapping_add(amount);
        Ok(())
    }

    #[inline(always)]
    pub fn debit(&mut self, currency: usize, amount: u64) -> Checked {
        let available = *balance(&mut self.available, currency);
        require(available >= amount, ToteError::InsufficientFunds)?;
        self.set_available(currency, available.wrapping_sub(amount));
        Ok(())
    }

    /// Lowers the balance, and with it what can be swept.
    #[inline(always)]
    pub fn set_available(&mut self, currency: usize, left: u64) {
        *balance(&mut self.available, currency) = left;
        let sweepable = balance(&mut self.sweepable, currency);
        if *sweepable > left {
            *sweepable = left;
        }
    }
}

/// Where a market's slot is, or null. Four at a time, by the first word of the address: a first bet
/// has to look at every slot, and this is most of what it costs.
///
/// # Safety
/// The slots must be there.
#[inline(never)]
unsafe fn seek(slots: *mut Slot, count: usize, market: &Key) -> *mut Slot {
    let [first, ..] = market.0;
    let is_candidate = |slot: *mut Slot| (*slot).market.0[0] == first;
    let end = slots.add(count);
    let mut slot = slots;
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
    core::ptr::null_mut()
}

/// The amount of one currency in a pair.
#[inline(always)]
pub fn balance(pair: &mut [u64; 2], currency: usize) -> &mut u64 {
    // SAFETY: one bit indexes two words.
    unsafe { pair.get_unchecked_mut(currency & 1) }
}
