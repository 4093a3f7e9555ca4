//! A market and its clauses over memory of exactly their size, and what a stake would be paid.

mod common;

use common::memory::Data;
use tote::{
    error::ToteError,
    state::{Market, MarketMut, MarketState, VERSION},
};

/// An open oracle market with 5 % for the burn and 2.5 % for the developer.
fn market() -> Data {
    let mut data = Data::zeroed(Market::size(0));
    data.put(0, &[4, VERSION, 255, 0, MarketState::Open as u8]);
    data.put(72, &500u16.to_le_bytes());
    data.put(74, &250u16.to_le_bytes());
    data
}

fn view(data: &mut Data) -> MarketMut<'_> {
    // SAFETY: a Market with as many clauses as it says, and the view borrows the data.
    unsafe { MarketMut::split(data.start()) }
}

#[test]
fn the_clauses_stay_readable_while_the_market_changes() {
    for len in [0u16, 1, 5, 8, 12, 255, 1_000] {
        let mut data = Data::zeroed(Market::size(usize::from(len)));
        assert_eq!(
            data.bytes().len(),
            376 + usize::from(len).next_multiple_of(8)
        );
        data.put(362, &len.to_le_bytes());
        let clauses: Vec<u8> = (0..len).map(|at| at as u8 ^ 0x5A).collect();
        data.put(376, &clauses);
        let view = view(&mut data);
        view.market.pools = [3, 4];
        assert_eq!(view.clauses, clauses);
        view.market.last_bet_slot = u64::MAX;
        assert_eq!(view.market.next_sequence(), 1);
        assert_eq!(view.clauses, clauses);
        assert_eq!([data.word(8), data.word(16), data.word(24)], [1, 3, 4]);
        assert_eq!(data.word(368), u64::MAX);
        assert_eq!(data.bytes()[376..376 + usize::from(len)], clauses);
    }
}

#[test]
fn the_ratio_is_what_a_stake_would_be_paid() {
    let mut data = market();
    let market = view(&mut data).market;
    // Fees take 7.5 % of the 2,000 on the other side: 1,850 are left for 1,000.
    for (ratio, is_reached) in [(1, true), (10_000, true), (28_500, true), (28_501, false)] {
        assert_eq!(market.reaches(ratio, 1_000, 2_000), Ok(is_reached));
    }
    assert_eq!(market.reaches(10_000, 7, 0), Ok(true));
    assert_eq!(market.reaches(10_001, 7, 0), Ok(false));
    // Products of more than 64 bits.
    let half = 1 << 62;
    assert_eq!(market.reaches(19_250, half, half), Ok(true));
    assert_eq!(market.reaches(19_251, half, half), Ok(false));
    assert_eq!(market.reaches(u32::MAX, u64::MAX / 2, 1), Ok(false));
    assert_eq!(market.reaches(u32::MAX, 1, u64::MAX / 2), Ok(true));
    let refused = Err(ToteError::MathOverflow);
    assert_eq!(market.reaches(1, u64::MAX, u64::MAX), refused);
}
