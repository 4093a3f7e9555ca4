//! A Bettor and its slots over memory of exactly their size, and how an account becomes a type.

mod common;

use common::memory::{Account, Data};
use tote::{
    checks,
    error::ToteError,
    key::Key,
    state::{self, Bettor, BettorMut, Config, Currency, Market, MarketMut},
    state::{Terms, Vault, VERSION},
};

const PROGRAM: Key = Key([9, 9, 9, 9]);
const SLOTS_AT: usize = 216;
const SLOT_BYTES: usize = 48;
const NOBODY: Key = Key([0; 4]);

/// All markets begin with the same word, so that the quick comparison says yes to every slot.
fn alike(number: usize) -> Key {
    Key([7, 0, 0, number as u64 + 1])
}

/// The quick comparison says no to every slot but the right one.
fn different(number: usize) -> Key {
    Key([number as u64 + 1, 0, 0, 0])
}

fn bettor(slots: usize) -> Data {
    let mut data = Data::zeroed(Bettor::size(slots));
    data.put(0, &[3, VERSION]);
    data.put(4, &(slots as u16).to_le_bytes());
    data
}

fn put_slot(data: &mut Data, index: usize, market: &Key, stakes: [u64; 2]) {
    let at = SLOTS_AT + SLOT_BYTES * index;
    data.put_key(at, market);
    data.put_word(at + 32, stakes[0]);
    data.put_word(at + 40, stakes[1]);
}

/// Every slot is taken: the market of slot i has the stake i + 1, by turns on Yes and on No.
fn full(slots: usize, market: fn(usize) -> Key) -> Data {
    let mut data = bettor(slots);
    for index in 0..slots {
        let mut stakes = [0; 2];
        stakes[index % 2] = index as u64 + 1;
        put_slot(&mut data, index, &market(index), stakes);
    }
    data.put(6, &(slots as u16).to_le_bytes());
    data
}

fn view(data: &mut Data) -> BettorMut<'_> {
    // SAFETY: a Bettor with as many slots as it says, and the view borrows the data.
    unsafe { BettorMut::new(data.start()) }
}

/// The index of the slot that was handed out: its stakes are one more.
fn find(data: &mut Data, market: &Key, hint: usize) -> Option<u64> {
    let [yes, no] = view(data).find_slot(market, hint)?.stakes;
    Some(yes + no - 1)
}

/// The index of the free slot that was handed out: what is written to it shows where it is.
fn free(data: &Data, hint: usize) -> Option<usize> {
    let mut data = data.clone();
    view(&mut data).free_slot(hint)?.stakes = [u64::MAX, 0];
    let slots = (data.bytes().len() - SLOTS_AT) / SLOT_BYTES;
    (0..slots).find(|index| data.word(SLOTS_AT + SLOT_BYTES * index + 32) == u64::MAX)
}

fn hints(slots: usize) -> impl Iterator<Item = usize> {
    (0..slots + 2).chain([1_024, usize::from(u16::MAX), usize::MAX])
}

#[test]
fn a_position_is_found_whatever_the_hint_says() {
    for market in [alike, different] {
        for slots in 1..=9 {
            let mut data = full(slots, market);
            for index in 0..slots {
                for hint in hints(slots) {
                    let found = find(&mut data, &market(index), hint);
                    assert_eq!(found, Some(index as u64), "{index} of {slots} at {hint}");
                }
            }
            for hint in hints(slots) {
                assert_eq!(find(&mut data, &market(slots), hint), None);
            }
        }
    }
}

#[test]
fn a_bettor_without_slots_has_none() {
    let mut data = bettor(0);
    // It would be searched if it had a position.
    data.put(6, &[1, 0]);
    for hint in hints(0) {
        assert_eq!(find(&mut data, &alike(0), hint), None);
        assert_eq!(free(&data, hint), None);
    }
}

#[test]
fn a_slot_without_stakes_is_no_position_whatever_market_stands_in_it() {
    for slots in 2..=9 {
        for freed in 0..slots {
            let mut data = full(slots, alike);
            put_slot(&mut data, freed, &alike(100), [0, 0]);
            assert_eq!(find(&mut data, &alike(100), freed), None);
            for index in (0..slots).filter(|index| *index != freed) {
                put_slot(&mut data, index, &alike(100), [0, index as u64 + 1]);
                for hint in hints(slots) {
                    let found = find(&mut data, &alike(100), hint);
                    assert_eq!(found, Some(index as u64), "{index}, freed {freed}");
                }
                put_slot(&mut data, index, &alike(index), [index as u64 + 1, 0]);
            }
        }
    }
    // A fresh slot belongs to nobody, and nobody has a position.
    let mut data = bettor(4);
    data.put(6, &[1, 0]);
    assert_eq!(find(&mut data, &NOBODY, 0), None);
}

#[test]
fn a_free_slot_is_the_one_of_the_hint_or_the_first() {
    for slots in 0..=6 {
        for taken in 0..1usize << slots {
            let is_taken = |index: usize| taken >> index & 1 == 1;
            let mut data = bettor(slots);
            for index in (0..slots).filter(|index| is_taken(*index)) {
                put_slot(&mut data, index, &alike(index), [0, 1]);
            }
            let first = (0..slots).find(|index| !is_taken(*index));
            for hint in hints(slots) {
                let hinted = (hint < slots && !is_taken(hint)).then_some(hint);
                assert_eq!(free(&data, hint), hinted.or(first), "{taken:b} at {hint}");
            }
        }
    }
}

#[test]
fn a_bettor_without_positions_is_not_searched() {
    let mut data = full(3, alike);
    data.put(6, &[0, 0]);
    assert_eq!(find(&mut data, &alike(1), 1), None);
    data.put(6, &[1, 0]);
    assert_eq!(find(&mut data, &alike(1), 1), Some(1));
}

#[test]
fn a_slot_and_the_balances_change_by_turns_through_one_view() {
    let mut data = full(3, alike);
    data.put_word(72, 1_000);
    data.put_word(80, 50);
    let mut bettor = view(&mut data);
    assert_eq!(bettor.debit(Currency::Sol, 300), Ok(()));
    bettor.find_slot(&alike(1), 1).expect("a position").stakes[0] += 300;
    bettor.open_positions -= 1;
    let slot = bettor.find_slot(&alike(0), 9).expect("another one");
    slot.stakes = [0, 0];
    assert_eq!(bettor.credit_settlement(Currency::Utility, 7), Ok(()));
    bettor.epoch = 5;
    bettor.free_slot(2).expect("the free one").market = alike(8);
    bettor.wallet_rent = 6;
    assert_eq!((bettor.open_positions, bettor.available), (2, [700, 57]));

    assert_eq!([data.word(72), data.word(80)], [700, 57]);
    assert_eq!([data.word(88), data.word(96)], [0, 7], "sweepable");
    assert_eq!(data.bytes()[4..8], [3, 0, 2, 0], "slots and open positions");
    assert_eq!(
        [data.word(136), data.word(208)],
        [5, 6],
        "epoch, wallet_rent"
    );
    assert_eq!(data.key(SLOTS_AT), alike(8));
    assert_eq!([data.word(248), data.word(256)], [0, 0], "the first slot");
    assert_eq!(data.key(SLOTS_AT + SLOT_BYTES), alike(1));
    assert_eq!([data.word(296), data.word(304)], [300, 2], "the second");
    assert_eq!([data.word(344), data.word(352)], [3, 0], "the third");
}

mod loading {
    use super::*;

    const ADDRESS: Key = Key([1, 2, 3, 4]);

    fn market() -> Data {
        let mut data = Data::zeroed(Market::size(12));
        data.put(0, &[4, VERSION]);
        data.put(362, &12u16.to_le_bytes());
        data.put(376, &[1; 12]);
        data
    }

    fn load_bettor(data: &Data, len: usize) -> Result<usize, ToteError> {
        let mut account = Account::new(&ADDRESS, &PROGRAM, data, len);
        let mut view = account.view();
        let bettor = BettorMut::load(&mut view, &PROGRAM)?;
        Ok(usize::from(bettor.slot_count))
    }

    #[test]
    fn an_account_is_of_its_type_version_and_owner() {
        let len = Bettor::size(2);
        assert_eq!(load_bettor(&full(2, alike), len), Ok(2));
        let refused = Err(ToteError::WrongAccountType);
        for head in [[1, 3], [2, 3], [4, 3], [0, 0], [3, 0], [3, 2], [3, 4]] {
            let mut data = full(2, alike);
            data.put(0, &head);
            assert_eq!(load_bettor(&data, len), refused, "{head:?}");
        }
        let data = full(2, alike);
        let mut foreign = Account::new(&ADDRESS, &Key([9, 9, 9, 8]), &data, len);
        let found = BettorMut::load(&mut foreign.view(), &PROGRAM).map(|_| ());
        assert_eq!(found, Err(ToteError::WrongOwner));
        let mut readonly = Account::new(&ADDRESS, &PROGRAM, &data, len).readonly();
        let found = BettorMut::load(&mut readonly.view(), &PROGRAM).map(|_| ());
        assert_eq!(found, Err(ToteError::NotWritable));
        assert!(state::load::<Bettor>(&readonly.view(), &PROGRAM).is_ok());
    }

    #[test]
    fn the_length_is_checked_before_anything_is_read() {
        let refused = Err(ToteError::WrongAccountType);
        let data = bettor(0);
        assert_eq!(load_bettor(&data, 216), Ok(0));
        for len in [0, 1, 2, 8, 208, 215] {
            assert_eq!(load_bettor(&data, len), refused, "{len} bytes");
        }
        // With fewer slots or clauses than it says it is refused, too.
        let data = full(2, alike);
        assert_eq!(load_bettor(&data, Bettor::size(2) - 1), refused);
        assert_eq!(load_bettor(&data, Bettor::size(1)), refused);
        let data = market();
        let load_market = |len| {
            let mut account = Account::new(&ADDRESS, &PROGRAM, &data, len);
            MarketMut::load(&mut account.view(), &PROGRAM).map(|_| ())
        };
        assert_eq!(load_market(Market::size(12)), Ok(()));
        assert_eq!(load_market(376 + 11), Err(ToteError::WrongAccountType));
        assert_eq!(load_market(376), Err(ToteError::WrongAccountType));
        let types: [(u8, usize); 3] = [(1, 1_488), (2, 152), (4, 376)];
        for (kind, len) in types {
            let mut data = Data::zeroed(len);
            data.put(0, &[kind, VERSION]);
            for len in [0, 1, len - 1] {
                let mut account = Account::new(&ADDRESS, &PROGRAM, &data, len);
                let view = account.view();
                let found = match kind {
                    1 => state::check::<Config>(&view, &PROGRAM),
                    2 => state::check::<Vault>(&view, &PROGRAM),
                    _ => state::check::<Market>(&view, &PROGRAM),
                };
                assert_eq!(found.map(|()| 0), refused, "type {kind} with {len} bytes");
            }
        }
    }

    #[test]
    fn a_view_writes_into_its_account_and_nothing_else() {
        let (bettors, markets) = (full(2, alike), market());
        let mut one = Account::new(&ADDRESS, &PROGRAM, &bettors, Bettor::size(2));
        let mut other = Account::new(&ADDRESS, &PROGRAM, &markets, Market::size(12));
        let (mut one_view, mut other_view) = (one.view(), other.view());
        let mut bettor = BettorMut::load(&mut one_view, &PROGRAM).expect("a bettor");
        let MarketMut { market, clauses } =
            MarketMut::load(&mut other_view, &PROGRAM).expect("a market");
        let slot = bettor.find_slot(&alike(1), 0).expect("a position");
        market.pools[1] += slot.stakes[1];
        slot.stakes[1] += clauses.len() as u64;
        market.last_bet_slot = 77;
        assert_eq!(bettor.credit(Currency::Sol, 1), Ok(()));

        let mut expected = bettors;
        expected.put_word(72, 1);
        expected.put_word(SLOTS_AT + SLOT_BYTES + 40, 14);
        assert_eq!(one.data(), expected);
        let mut expected = markets;
        expected.put_word(24, 2);
        expected.put_word(368, 77);
        assert_eq!(other.data(), expected);
    }

    #[test]
    fn terms_are_read_from_data_of_exactly_their_size() {
        let data = Data::zeroed(176);
        let parse = |len| checks::parse::<Terms>(&data.bytes()[..len]).map(|_| ());
        assert_eq!(parse(168), Ok(()));
        for len in [0, 167, 169, 176] {
            assert_eq!(parse(len), Err(ToteError::InvalidInstructionData));
        }
        let unaligned = checks::parse::<Terms>(&data.bytes()[4..172]).map(|_| ());
        assert_eq!(unaligned, Err(ToteError::InvalidInstructionData));
    }

    #[test]
    fn a_new_account_has_its_head_and_a_closed_one_nothing() {
        let data = Data::zeroed(152);
        let mut account = Account::new(&ADDRESS, &PROGRAM, &data, 152);
        let mut view = account.view();
        let vault: &mut Vault = state::init(&mut view, 254, 1);
        vault.owed = 3;
        assert_eq!(account.data().bytes()[..16], {
            [2, VERSION, 254, 1, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0]
        });
        let mut receiver = Account::new(&alike(1), &NOBODY, &Data::zeroed(0), 0);
        let mut to = receiver.view();
        to.set_lamports(1_000);
        assert_eq!(state::close(&mut account.view(), &mut to), Ok(()));
        assert_eq!(to.lamports(), 1_152);
        let view = account.view();
        assert_eq!((view.lamports(), view.data_len()), (0, 0));
        assert_eq!(account.data().word(0), 0);
        assert!(state::check::<Vault>(&account.view(), &PROGRAM).is_err());
    }
}
