//! Tote: an on-chain ledger for parimutuel prediction markets. `README.md` has the tables.

#![cfg_attr(target_arch = "bpf", no_std)]
#![warn(missing_docs)]
#![deny(unsafe_op_in_unsafe_fn)]

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
pub mod memory;
pub mod pda;
pub mod state;
pub mod sysvar;

use error::ToteError;

/// The result of every step of an instruction.
pub type Checked<T = ()> = Result<T, ToteError>;
