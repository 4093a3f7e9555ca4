//! Events about many, byte for byte: a head, a row for each, then a verdict for each. The host
//! sends nothing, so the bytes are looked at where they were written.

use tote::{
    event::{head, BatchEvent, BetsPlaced, PositionsSettled},
    key::Key,
};

const MARKET: Key = Key([0x0101, 0x0202, 0x0303, 0x0404]);

type Bets = BatchEvent<BetsPlaced, [u64; 2]>;
type Settlements = BatchEvent<PositionsSettled, u64>;

/// Nothing but its bytes is in an event, from the first one on.
const _: () = assert!(size_of::<Bets>() == 1_024 && align_of::<Bets>() == 8);
const _: () = assert!(size_of::<Settlements>() == 1_024);

/// The first bytes, which must have been written: Miri sees any that were not.
fn written<T>(event: &T, len: usize) -> &[u8] {
    assert!(len <= size_of::<T>());
    // SAFETY: that they are written is what is tested.
    unsafe { std::slice::from_raw_parts((event as *const T).cast(), len) }
}

fn words(values: &[u64]) -> Vec<u8> {
    values.iter().flat_map(|word| word.to_le_bytes()).collect()
}

#[test]
fn bets_have_their_pools_and_then_their_verdicts() {
    for count in [0, 1, 2, 16, 56, Bets::ROWS_MAX] {
        let mut event = Bets::new();
        let row = |index: usize| [index as u64 + 1, u64::MAX - index as u64];
        for index in 0..count {
            // SAFETY: the index is below the count, and that fits.
            unsafe { event.set(index, count, row(index), index as u8 ^ 0x80) };
        }
        let head = BetsPlaced {
            head: head(9, [count as u8, 0, 0, 0, 0, 0]),
            market: MARKET,
            sequence: 7,
        };
        // SAFETY: every row was set.
        unsafe { event.emit(head, count) };

        let mut expected = vec![9, 3, count as u8, 0, 0, 0, 0, 0];
        expected.extend(words(&MARKET.0));
        expected.extend(words(&[7]));
        expected.extend((0..count).flat_map(|index| words(&row(index))));
        expected.extend((0..count).map(|index| index as u8 ^ 0x80));
        assert_eq!(expected.len(), 48 + 17 * count);
        assert_eq!(written(&event, expected.len()), expected);
    }
}

#[test]
fn settlements_have_their_payouts_and_then_their_verdicts() {
    for count in [0, 1, 3, 61, 63, Settlements::ROWS_MAX] {
        let mut event = Settlements::new();
        // In any order: a row does not ask what was written before it.
        for index in (0..count).rev() {
            // SAFETY: the index is below the count, and that fits.
            unsafe { event.set(index, count, index as u64 * 3, 61) };
        }
        let head = PositionsSettled {
            head: head(13, [count as u8, 1, 0, 0, 0, 0]),
            market: MARKET,
            sequence: 8,
            open_positions: 9,
            held: 10,
        };
        // SAFETY: every row was set.
        unsafe { event.emit(head, count) };

        let mut expected = vec![13, 3, count as u8, 1, 0, 0, 0, 0];
        expected.extend(words(&MARKET.0));
        expected.extend(words(&[8, 9, 10]));
        expected.extend((0..count).flat_map(|index| words(&[index as u64 * 3])));
        expected.extend(vec![61; count]);
        assert_eq!(expected.len(), 64 + 9 * count);
        assert_eq!(written(&event, expected.len()), expected);
    }
}
