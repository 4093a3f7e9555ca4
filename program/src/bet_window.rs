//! Which bet ids of a delegate's epoch were used: the highest one and the 256 up to it.

use crate::{error::ToteError, Checked};

/// Ids may run ahead of the highest one by this much; those skipped block nothing.
pub const AHEAD_MAX: u64 = 65_535;
/// Ids further behind are too old.
pub const BEHIND_MAX: u64 = 255;

/// A ring: bit `id % 256` says whether that id was used, for the 256 ids up to the highest.
#[repr(C)]
pub struct BetWindow {
    /// The highest id that was used.
    pub highest: u32,
    /// The operator's generation if the delegate is the operator, otherwise `FOREIGN`.
    pub generation: u32,
    /// The bits.
    pub used: [u64; 4],
}

impl BetWindow {
    /// No id was used yet by the delegate of this generation.
    #[inline(always)]
    pub const fn new(generation: u32) -> BetWindow {
        BetWindow {
            highest: 0,
            generation,
            used: [0; 4],
        }
    }

    /// Consumes the id, or says why it cannot be.
    #[inline(always)]
    #[allow(clippy::arithmetic_side_effects)]
    pub fn consume(&mut self, id: u32) -> Checked {
        let (id, highest) = (u64::from(id), u64::from(self.highest));
        if id > highest {
            let ahead = id - highest;
            // The usual case first: the next id takes the bit of the one that leaves the window.
            if ahead > 1 {
                if ahead > AHEAD_MAX {
                    return Err(ToteError::IdTooFar);
                }
                self.forget(highest + 1, id);
            }
            self.highest = id as u32;
            *self.word(id) |= 1 << (id & 63);
            return Ok(());
        }
        if highest - id > BEHIND_MAX {
            return Err(ToteError::IdTooOld);
        }
        let (word, bit) = (self.word(id), 1 << (id & 63));
        if *word & bit != 0 {
            return Err(ToteError::DuplicateBet);
        }
        *word |= bit;
        Ok(())
    }

    /// Clears the bits of ids that were skipped: from `first` up to `end`, word by word.
    #[inline(never)]
    #[allow(clippy::arithmetic_side_effects)]
    fn forget(&mut self, first: u64, end: u64) {
        if end - first > BEHIND_MAX {
            self.used = [0; 4];
            return;
        }
        let mut id = first;
        while id < end {
            let bit = id & 63;
            let span = (64 - bit).min(end - id);
            *self.word(id) &= !((u64::MAX >> (64 - span)) << bit);
            id += span;
        }
    }

    #[inline(always)]
    fn word(&mut self, id: u64) -> &mut u64 {
        // SAFETY: two bits index four words.
        unsafe { self.used.get_unchecked_mut((id >> 6 & 3) as usize) }
    }
}
