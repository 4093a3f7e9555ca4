//! One file per instruction: accounts checked, data parsed, then acted, then the invariant.

mod apply_config;
mod buy_back;
mod cancel_config;
mod close_bettor;
mod close_market;
mod collect_fees;
mod create_market;
mod create_market_data;
mod deposit;
mod disable_keys;
mod grow_bettor;
mod initialize;
mod open_bettor;
mod place_bets;
mod refund_market;
mod resolve_market;
mod set_delegate;
mod settle_positions;
mod update_config;
mod veto_market;
mod withdraw;

pub use apply_config::apply_config;
pub use buy_back::buy_back;
pub use cancel_config::cancel_config;
pub use close_bettor::close_bettor;
pub use close_market::close_market;
pub use collect_fees::collect_fees;
pub use create_market::create_market;
pub use deposit::deposit;
pub use disable_keys::disable_keys;
pub use grow_bettor::grow_bettor;
pub use initialize::initialize;
pub use open_bettor::open_bettor;
pub use place_bets::place_bets;
pub use refund_market::refund_market;
pub use resolve_market::resolve_market;
pub use set_delegate::set_delegate;
pub use settle_positions::settle_positions;
pub use update_config::update_config;
pub use veto_market::veto_market;
pub use withdraw::withdraw;

/// The first byte of instruction data, and of the instruction's event.
#[allow(missing_docs)]
pub mod tag {
    pub const INITIALIZE: u8 = 0;
    pub const UPDATE_CONFIG: u8 = 1;
    pub const OPEN_BETTOR: u8 = 2;
    pub const GROW_BETTOR: u8 = 3;
    pub const CLOSE_BETTOR: u8 = 4;
    pub const DEPOSIT: u8 = 5;
    pub const WITHDRAW: u8 = 6;
    pub const SET_DELEGATE: u8 = 7;
    pub const CREATE_MARKET: u8 = 8;
    pub const PLACE_BETS: u8 = 9;
    pub const RESOLVE_MARKET: u8 = 10;
    pub const VETO_MARKET: u8 = 11;
    pub const REFUND_MARKET: u8 = 12;
    pub const SETTLE_POSITIONS: u8 = 13;
    pub const CLOSE_MARKET: u8 = 14;
    pub const COLLECT_FEES: u8 = 15;
    pub const BUY_BACK: u8 = 16;
    pub const APPLY_CONFIG: u8 = 17;
    pub const CANCEL_CONFIG: u8 = 18;
    pub const DISABLE_KEYS: u8 = 19;
}
