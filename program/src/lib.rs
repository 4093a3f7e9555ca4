//! Tote: an on-chain ledger for parimutuel prediction markets. `README.md` has the tables.

#![cfg_attr(target_arch = "bpf", no_std)]

pub mod auction;
pub mod bet_window;
pub mod checks;
pub mod cpi;
#[cfg(target_arch = "bpf")]
mod entrypoint;
pub mod error;
pub mod event;
pub mod fact;
pub mod instructions;
pub mod key;
pub mod math;
pub mod pda;
pub mod state;
pub mod sysvar;

use error::ToteError;

/// What every step of an instruction answers.
pub type Checked<T = ()> = Result<T, ToteError>;
