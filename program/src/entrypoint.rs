//! From the runtime's bytes to one instruction.

use crate::{
    error::ToteError,
    instructions::{self as on, tag},
    key::Key,
    Checked,
};
use pinocchio::{
    no_allocator, nostd_panic_handler, program_entrypoint, AccountView, Address, ProgramResult,
};

/// The most accounts one instruction reads; a transaction locks no more than 64.
const MAX_ACCOUNTS: usize = 64;

program_entrypoint!(process, MAX_ACCOUNTS);
no_allocator!();
nostd_panic_handler!();

#[inline(always)]
fn process(program: &Address, accounts: &mut [AccountView], data: &[u8]) -> ProgramResult {
    // The runtime puts the program's address behind the data, wherever that ends; an aligned copy
    // makes every later comparison one of words.
    let program = Key::from_bytes(program.as_array());
    dispatch(&program, accounts, data)?;
    Ok(())
}

#[inline(always)]
fn dispatch(program: &Key, accounts: &mut [AccountView], data: &[u8]) -> Checked {
    let Some(instruction) = data.first() else {
        return Err(ToteError::InvalidInstructionData);
    };
    match *instruction {
        tag::PLACE_BETS => on::place_bets(program, accounts, data),
        tag::SETTLE_POSITIONS => on::settle_positions(program, accounts, data),
        tag::INITIALIZE => on::initialize(program, accounts, data),
        tag::UPDATE_CONFIG => on::update_config(program, accounts, data),
        tag::OPEN_BETTOR => on::open_bettor(program, accounts, data),
        tag::GROW_BETTOR => on::grow_bettor(program, accounts, data),
        tag::CLOSE_BETTOR => on::close_bettor(program, accounts, data),
        tag::DEPOSIT => on::deposit(program, accounts, data),
        tag::WITHDRAW => on::withdraw(program, accounts, data),
        tag::SET_DELEGATE => on::set_delegate(program, accounts, data),
        tag::CREATE_MARKET => on::create_market(program, accounts, data),
        tag::RESOLVE_MARKET => on::resolve_market(program, accounts, data),
        tag::VETO_MARKET => on::veto_market(program, accounts, data),
        tag::REFUND_MARKET => on::refund_market(program, accounts, data),
        tag::CLOSE_MARKET => on::close_market(program, accounts, data),
        tag::COLLECT_FEES => on::collect_fees(program, accounts, data),
        tag::BUY_BACK => on::buy_back(program, accounts, data),
        tag::APPLY_CONFIG => on::apply_config(program, accounts, data),
        tag::CANCEL_CONFIG => on::cancel_config(program, accounts, data),
        tag::DISABLE_KEYS => on::disable_keys(program, accounts, data),
        _ => Err(ToteError::UnknownInstruction),
    }
}
