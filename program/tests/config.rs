//! What the admin can set, what an announced change does, and what disabling a key leaves.

mod common;

use common::memory::Data;
use tote::{
    checks,
    error::ToteError,
    key::Key,
    state::{Config, Currency, Outcome, Settings, Source, Terms},
    state::{FOREIGN, MAX_KNOWN_PROGRAMS},
};

const ADMIN: Key = Key([1, 0, 0, 0]);
const OPERATOR: Key = Key([2, 0, 0, 0]);
const ORACLE: Key = Key([3, 0, 0, 0]);
const OTHER: Key = Key([4, 0, 0, 0]);
const DAY: u32 = 24 * 60 * 60;

/// Terms as they stand in instruction data.
fn terms() -> Data {
    let mut data = Data::zeroed(168);
    data.put(0, &500u16.to_le_bytes());
    data.put(2, &250u16.to_le_bytes());
    data.put(4, &60u32.to_le_bytes());
    data.put_word(8, 11);
    data.put_word(16, 12);
    data.put(24, &7_200u32.to_le_bytes());
    data.put(32, &30u32.to_le_bytes());
    data.put(36, &(400 * DAY).to_le_bytes());
    data.put_key(40, &OPERATOR);
    data.put_key(72, &ORACLE);
    data.put_key(104, &Key([5, 0, 0, 0]));
    data.put_key(136, &Key([6, 0, 0, 0]));
    data
}

fn parse(terms: &Data) -> &Terms {
    checks::parse(terms.bytes()).expect("terms")
}

fn settings() -> Settings {
    // SAFETY: plain data: zero is a value of every field.
    let mut settings: Settings = unsafe { std::mem::zeroed() };
    let known = [Key([40, 0, 0, 0]), Key([41, 0, 0, 0])];
    assert_eq!(settings.set(parse(&terms()), &known, &ADMIN), Ok(()));
    settings
}

/// The third oracle and the second operator are in force, and a change that keeps both is
/// announced.
fn config() -> Config {
    // SAFETY: as above.
    let mut config: Config = unsafe { std::mem::zeroed() };
    config.settings = settings();
    config.pending = settings();
    config.pending.burn_bps = 1;
    config.pending_at = 1_800_000_000;
    config.oracle_generation = 2;
    config.operator_generation = 1;
    config
}

fn bytes(settings: &Settings) -> Vec<u8> {
    // SAFETY: plain data without padding.
    let start = (settings as *const Settings).cast();
    unsafe { std::slice::from_raw_parts(start, size_of::<Settings>()) }.to_vec()
}

#[test]
fn settings_take_over_every_term() {
    let mut settings = settings();
    assert_eq!((settings.burn_bps, settings.developer_bps), (500, 250));
    assert_eq!((settings.veto_seconds, settings.change_delay), (60, 7_200));
    assert_eq!(settings.minimum_stake, [11, 12]);
    assert_eq!(settings.lead_seconds, 30);
    assert_eq!(settings.horizon_seconds, 400 * DAY);
    let horizon = i64::from(400 * DAY);
    assert!(settings.is_near(5 + horizon, 5) && !settings.is_near(6 + horizon, 5));
    assert!(settings.is_near(4, 5), "the past is near");
    assert_eq!([settings.admin, settings.operator], [ADMIN, OPERATOR]);
    assert_eq!(settings.oracle, ORACLE);
    let (guardian, treasury) = (Key([5, 0, 0, 0]), Key([6, 0, 0, 0]));
    assert_eq!([settings.guardian, settings.treasury], [guardian, treasury]);
    assert!(settings.knows(&Key([40, 0, 0, 0])) && settings.knows(&Key([41, 0, 0, 0])));
    assert!(!settings.knows(&OTHER) && !settings.knows(&Key::ZERO));

    // Those known before are forgotten, also where they stood.
    assert_eq!(settings.set(parse(&terms()), &[OTHER], &OTHER), Ok(()));
    assert_eq!(settings.admin, OTHER);
    assert!(settings.knows(&OTHER) && !settings.knows(&Key([41, 0, 0, 0])));
    assert!(settings.known_programs[1..].iter().all(Key::is_zero));
    settings.known_programs_len = 17;
    assert!(
        !settings.knows(&OTHER),
        "a length that cannot be knows nobody"
    );
}

#[test]
fn terms_that_no_market_could_live_with_are_refused_and_change_nothing() {
    let month = 30 * 24 * 60 * 60u32;
    let week = 7 * 24 * 60 * 60u32;
    let refusals: [(usize, Vec<u8>, Result<(), ToteError>); 17] = [
        (0, 1_750u16.to_le_bytes().into(), Ok(())),
        (0, 1_751u16.to_le_bytes().into(), Err(ToteError::FeeTooHigh)),
        (2, 1_500u16.to_le_bytes().into(), Ok(())),
        (2, u16::MAX.to_le_bytes().into(), Err(ToteError::FeeTooHigh)),
        (4, week.to_le_bytes().into(), Ok(())),
        (
            4,
            (week + 1).to_le_bytes().into(),
            Err(ToteError::VetoTooLong),
        ),
        (8, vec![0; 8], Err(ToteError::InvalidTerms)),
        (16, vec![0; 8], Err(ToteError::InvalidTerms)),
        (24, month.to_le_bytes().into(), Ok(())),
        (
            24,
            (month + 1).to_le_bytes().into(),
            Err(ToteError::DelayTooLong),
        ),
        (31, vec![1], Err(ToteError::InvalidInstructionData)),
        (32, 300u32.to_le_bytes().into(), Ok(())),
        (32, 301u32.to_le_bytes().into(), Err(ToteError::LeadTooLong)),
        (36, DAY.to_le_bytes().into(), Ok(())),
        (
            36,
            (DAY - 1).to_le_bytes().into(),
            Err(ToteError::InvalidHorizon),
        ),
        (36, (3_650 * DAY).to_le_bytes().into(), Ok(())),
        (
            36,
            (3_650 * DAY + 1).to_le_bytes().into(),
            Err(ToteError::InvalidHorizon),
        ),
    ];
    for (at, value, expected) in refusals {
        let (mut settings, mut terms) = (settings(), terms());
        let before = bytes(&settings);
        terms.put(at, &value);
        assert_eq!(settings.set(parse(&terms), &[], &OTHER), expected, "{at}");
        assert_eq!(bytes(&settings) == before, expected.is_err());
    }
    let mut settings = settings();
    let before = bytes(&settings);
    let known = [OTHER; MAX_KNOWN_PROGRAMS + 1];
    let refused = settings.set(parse(&terms()), &known, &OTHER);
    assert_eq!(refused, Err(ToteError::TooManyPrograms));
    assert_eq!(bytes(&settings), before);
    let taken = settings.set(parse(&terms()), &known[1..], &OTHER);
    assert_eq!(taken, Ok(()));
}

#[test]
fn nobody_is_the_operator_while_there_is_none() {
    let mut settings = settings();
    assert!(settings.is_operator(&OPERATOR) && !settings.is_operator(&OTHER));
    settings.operator = Key::ZERO;
    assert!(!settings.is_operator(&OPERATOR) && !settings.is_operator(&Key::ZERO));
}

#[test]
fn a_change_is_put_into_force_whole_and_nothing_is_pending_then() {
    let mut config = config();
    let pending = bytes(&config.pending);
    config.apply();
    assert_eq!(bytes(&config.settings), pending);
    assert_eq!(config.pending_at, 0);
    assert_eq!(config.oracle_generation, 2, "the same oracle");
}

#[test]
fn another_oracle_is_another_generation() {
    let mut config = config();
    config.pending.oracle = OTHER;
    config.apply();
    assert_eq!(
        (config.settings.oracle, config.oracle_generation),
        (OTHER, 3)
    );
    config.apply();
    assert_eq!(config.oracle_generation, 3, "the same one again");
    config.pending.oracle = ORACLE;
    config.apply();
    assert_eq!(config.oracle_generation, 4, "an old one is a new one");
    config.oracle_generation = FOREIGN;
    config.pending.oracle = OTHER;
    config.apply();
    assert_eq!(config.oracle_generation, FOREIGN);
}

#[test]
fn a_disabled_operator_does_not_come_back_with_a_change_that_kept_it() {
    let mut config = config();
    assert_eq!(config.disable_operators(1), Ok(()));
    assert_eq!(config.operator_disabled_below, 2);
    assert_eq!(config.settings.operator, Key::ZERO);
    assert_eq!(config.settings.oracle, ORACLE);
    assert_eq!(config.pending_at, 1_800_000_000, "the rest of it goes on");
    config.apply();
    assert_eq!(config.settings.operator, Key::ZERO);
    assert_eq!(config.settings.burn_bps, 1);
}

#[test]
fn a_change_to_another_operator_goes_on() {
    let mut config = config();
    config.pending.operator = OTHER;
    assert_eq!(config.disable_operators(1), Ok(()));
    assert_eq!(config.settings.operator, Key::ZERO);
    assert_eq!(config.disable_operators(1), Ok(()));
    config.apply();
    assert_eq!(
        (config.settings.operator, config.operator_generation),
        (OTHER, 2)
    );
    assert_eq!(config.operator_disabled_below, 2, "2 is not below 2");
}

#[test]
fn an_old_operator_loses_its_power_and_the_present_one_stays() {
    let mut config = config();
    assert_eq!(config.disable_operators(0), Ok(()));
    assert_eq!(config.operator_disabled_below, 1);
    assert_eq!(
        [config.settings.operator, config.pending.operator],
        [OPERATOR; 2]
    );
    for generation in [2, FOREIGN] {
        let refused = config.disable_operators(generation);
        assert_eq!(refused, Err(ToteError::UnknownGeneration));
    }
    config.apply();
    assert_eq!(config.operator_generation, 1, "the same operator");
}

#[test]
fn only_a_change_of_the_guardian_alone_is_out_of_its_reach() {
    let mut config = config();
    config.pending = settings();
    assert!(!config.replaces_only_guardian(), "nothing changes");
    config.pending.guardian = OTHER;
    assert!(config.replaces_only_guardian());
    let changes: [fn(&mut Settings); 7] = [
        |pending| pending.burn_bps = 1,
        |pending| pending.lead_seconds = 1,
        |pending| pending.admin = OTHER,
        |pending| pending.operator = OTHER,
        |pending| pending.treasury = OTHER,
        |pending| pending.known_programs_len = 1,
        |pending| pending.known_programs[15] = OTHER,
    ];
    for change in changes {
        let mut pending = config.pending;
        change(&mut pending);
        let kept = std::mem::replace(&mut config.pending, pending);
        assert!(!config.replaces_only_guardian());
        config.pending = kept;
    }
}

#[test]
fn the_oracle_of_a_generation_that_never_was_cannot_be_disabled() {
    let mut config = config();
    let before = [bytes(&config.settings), bytes(&config.pending)];
    for generation in [3, FOREIGN] {
        let refused = config.disable_oracles(generation);
        assert_eq!(refused, Err(ToteError::UnknownGeneration));
    }
    assert_eq!([bytes(&config.settings), bytes(&config.pending)], before);
    assert_eq!(config.oracle_disabled_below, 0);
}

#[test]
fn old_oracles_lose_their_power_and_the_present_one_stays() {
    let mut config = config();
    for (generation, below) in [(0, 1), (1, 2), (0, 2)] {
        assert_eq!(config.disable_oracles(generation), Ok(()));
        assert_eq!(config.oracle_disabled_below, below, "it never comes back");
        assert_eq!([config.settings.oracle, config.pending.oracle], [ORACLE; 2]);
    }
}

#[test]
fn the_present_oracle_is_also_removed_from_a_change_that_kept_it() {
    let mut config = config();
    assert_eq!(config.disable_oracles(2), Ok(()));
    assert_eq!(config.oracle_disabled_below, 3);
    assert_eq!(config.settings.oracle, Key::ZERO);
    config.apply();
    assert_eq!(config.settings.oracle, Key::ZERO);
    assert_eq!(config.oracle_generation, 2, "no oracle is no generation");
    // Installed again it is another generation, and its old markets stay without it.
    config.pending.oracle = ORACLE;
    config.apply();
    assert_eq!(
        (config.settings.oracle, config.oracle_generation),
        (ORACLE, 3)
    );
    assert_eq!(config.oracle_disabled_below, 3, "3 is not below 3");
}

#[test]
fn a_change_to_another_oracle_goes_on_and_has_power() {
    let mut config = config();
    config.pending.oracle = OTHER;
    assert_eq!(config.disable_oracles(2), Ok(()));
    assert_eq!(config.settings.oracle, Key::ZERO);
    config.apply();
    assert_eq!(
        (config.settings.oracle, config.oracle_generation),
        (OTHER, 3)
    );
    assert!(config.oracle_generation >= config.oracle_disabled_below);
}

#[test]
fn a_byte_is_one_of_its_values_or_refused() {
    for byte in 0..=u8::MAX {
        let currency = match byte {
            0 => Ok(Currency::Sol),
            1 => Ok(Currency::Utility),
            _ => Err(ToteError::InvalidCurrency),
        };
        assert_eq!(Currency::parse(byte), currency);
        let outcome = match byte {
            1 => Ok(Outcome::Yes),
            2 => Ok(Outcome::No),
            _ => Err(ToteError::InvalidOutcome),
        };
        assert_eq!(Outcome::parse(byte), outcome);
        let source = match byte {
            0 => Ok(Source::Oracle),
            1 => Ok(Source::NamedOracle),
            2 => Ok(Source::TimedFact),
            3 => Ok(Source::StateFact),
            _ => Err(ToteError::InvalidSource),
        };
        assert_eq!(Source::parse(byte), source);
        assert_eq!(Source::parse(byte).is_ok_and(Source::is_oracle), byte < 2);
    }
}
