//! What several tests use.
#![allow(dead_code)]

pub mod memory;

/// A small deterministic generator: tests must give the same result every time.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    /// A word of random length, so that small and large values are equally frequent.
    pub fn any(&mut self) -> u64 {
        let shift = self.next() % 64;
        self.next() >> shift
    }
}
