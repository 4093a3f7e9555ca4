//! Which bet ids are taken, against a plain set. The vectors are run through the whole program.

mod common;

use common::Random;
use std::collections::BTreeSet;
use tote::{bet_window::BetWindow, error::ToteError};

fn verdict(result: Result<(), ToteError>) -> &'static str {
    match result {
        Ok(()) => "Fresh",
        Err(ToteError::DuplicateBet) => "Duplicate",
        Err(ToteError::IdTooOld) => "IdTooOld",
        Err(ToteError::IdTooFar) => "IdTooFar",
        Err(other) => panic!("{other:?}"),
    }
}

#[test]
fn the_window_agrees_with_a_set_of_ids() {
    let mut random = Random(3);
    let rounds = if cfg!(miri) { 2 } else { 300 };
    for _ in 0..rounds {
        let (mut window, mut used, mut highest) = (BetWindow::new(7), BTreeSet::new(), 0u64);
        for _ in 0..400 {
            let id = match random.next() % 8 {
                0 => highest + random.next() % 70_000,
                1 => highest.saturating_sub(250 + random.next() % 12),
                2..=4 => highest.saturating_sub(random.next() % 300),
                _ => highest + random.next() % 130,
            };
            let expected = if id > highest + 65_535 {
                "IdTooFar"
            } else if id + 255 < highest {
                "IdTooOld"
            } else if !used.insert(id) {
                "Duplicate"
            } else {
                highest = highest.max(id);
                "Fresh"
            };
            assert_eq!(
                verdict(window.consume(id as u32)),
                expected,
                "{id} with {highest}"
            );
        }
        assert_eq!(window.generation, 7);
    }
}
