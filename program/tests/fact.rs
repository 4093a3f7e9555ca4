//! Facts on real accounts, against the vectors, and clauses that must be refused.

mod common;

use common::{base64, cases, hex, signed, text};
use pinocchio::Address;
use tote::{
    error::ToteError,
    fact::{is_latched, read, validate, Reading},
    key::Key,
};

#[test]
#[cfg_attr(miri, ignore = "reads a file")]
fn facts_agree_with_the_vectors() {
    let accounts = cases("accounts.json");
    for case in cases("facts.json") {
        let data = match case.get("account").and_then(|name| name.as_str()) {
            Some(name) => {
                let account = accounts
                    .iter()
                    .find(|account| text(account, "name") == name);
                base64(text(account.expect("a named account"), "data"))
            }
            None => hex(text(&case, "data")),
        };
        let clauses = hex(text(&case, "encoded"));
        let count = case["clauses"].as_array().expect("clauses").len();
        assert_eq!(validate(&clauses, count, false), Ok(()), "{case}");
        let expected = match text(&case, "expected") {
            "Met" => Reading::Met,
            "NotMet" => Reading::NotMet,
            _ => Reading::Invalid,
        };
        assert_eq!(
            read(&clauses, &data, signed(&case, "expiresAt")),
            expected,
            "{case}"
        );
    }
}

#[test]
#[cfg_attr(miri, ignore = "reads a file")]
fn the_facts_of_the_service_are_latched_where_it_says_so() {
    let mut latched = 0;
    for case in cases("compiled-facts.json") {
        let owner = Address::from_str_const(text(&case, "factOwner"));
        let owner = Key::from_bytes(owner.as_array());
        let expected = case["isLatched"].as_bool().expect("isLatched");
        let clauses = hex(text(&case, "clauses"));
        let is_state = text(&case, "source") == "state";
        assert_eq!(is_state && is_latched(&owner, &clauses), expected, "{case}");
        latched += usize::from(expected);
    }
    assert!(latched >= 3, "only {latched} latched facts were compared");
}

const U8_EQ_1: [u8; 5] = [0, 0, 0, 0, 1];

fn from_expiry(offset: u8, comparator: u8, addend: u8) -> Vec<u8> {
    vec![offset, 0, 0x85, comparator, addend, 0, 0, 0, 0, 0, 0, 0]
}

#[test]
fn malformed_clauses_are_refused() {
    let refused = Err(ToteError::InvalidFact);
    assert_eq!(validate(&U8_EQ_1, 1, false), Ok(()));
    assert_eq!(validate(&[], 0, false), refused, "no clause");
    assert_eq!(
        validate(&U8_EQ_1, 2, false),
        refused,
        "one clause announced as two"
    );
    assert_eq!(
        validate(&U8_EQ_1.repeat(2), 1, false),
        refused,
        "two announced as one"
    );
    assert_eq!(validate(&U8_EQ_1.repeat(16), 16, false), Ok(()));
    assert_eq!(
        validate(&U8_EQ_1.repeat(17), 17, false),
        refused,
        "17 clauses"
    );
    assert_eq!(validate(&U8_EQ_1[..4], 1, false), refused, "no operand");
    assert_eq!(
        validate(&[0, 0, 7, 0, 1], 1, false),
        refused,
        "unknown type"
    );
    assert_eq!(
        validate(&[0, 0, 0, 6, 1], 1, false),
        refused,
        "unknown comparator"
    );
    for comparator in 0..6 {
        let mut clause = vec![0, 0, 6, comparator];
        clause.extend([0; 32]);
        assert_eq!(
            validate(&clause, 1, false).is_ok(),
            comparator < 2,
            "bytes32 {comparator}"
        );
    }
}

#[test]
fn a_timed_fact_must_single_out_one_observation() {
    let (lt, lte, gte, gt) = (2, 3, 5, 4);
    let fact = |parts: &[Vec<u8>]| {
        let mut clauses = parts.concat();
        clauses.extend(U8_EQ_1);
        validate(&clauses, parts.len() + 1, true)
    };
    assert_eq!(
        fact(&[from_expiry(0, lt, 0), from_expiry(8, gte, 0)]),
        Ok(())
    );
    assert_eq!(
        fact(&[from_expiry(8, gte, 0), from_expiry(0, lt, 0)]),
        Ok(())
    );
    let refused = Err(ToteError::FactNotUnique);
    assert_eq!(fact(&[]), refused);
    assert_eq!(fact(&[from_expiry(0, lt, 0)]), refused);
    assert_eq!(fact(&[from_expiry(8, gte, 0)]), refused);
    assert_eq!(
        fact(&[from_expiry(0, lt, 0), from_expiry(0, gte, 0)]),
        refused,
        "one time"
    );
    assert_eq!(
        fact(&[from_expiry(0, lte, 0), from_expiry(8, gte, 0)]),
        refused
    );
    assert_eq!(
        fact(&[from_expiry(0, lt, 0), from_expiry(8, gt, 0)]),
        refused
    );
    assert_eq!(
        fact(&[from_expiry(0, lt, 1), from_expiry(8, gte, 0)]),
        refused
    );
    assert_eq!(
        fact(&[from_expiry(0, lt, 0), from_expiry(8, gte, 1)]),
        refused
    );
    // The decision does not make an observation valid, so it cannot make it unique.
    let decision_last = [from_expiry(0, lt, 0), from_expiry(8, gte, 0)].concat();
    assert_eq!(validate(&decision_last, 2, true), refused);
}
