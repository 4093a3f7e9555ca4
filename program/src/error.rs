//! Every way in which the program refuses. Numbers are public and append-only: clients, the
//! service and the verdicts inside events carry them, so a number is never reused or moved.

use pinocchio::error::ProgramError;

/// A refusal, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum ToteError {
    /// (1) The first byte of the data names no instruction.
    UnknownInstruction = 1,
    /// (2) The data is too short, too long or has a byte set that must be zero.
    InvalidInstructionData = 2,
    /// (3) The instruction got fewer or more accounts than it takes.
    InvalidAccountCount = 3,
    /// (4) An account that must sign did not.
    MissingSignature = 4,
    /// (5) An account that changes was not passed as writable.
    NotWritable = 5,
    /// (6) The account belongs to another program.
    WrongOwner = 6,
    /// (7) The account is of another type or version.
    WrongAccountType = 7,
    /// (8) The account is not the one that this instruction needs.
    WrongAddress = 8,
    /// (9) A program account is not the System, Associated Token or the mint's token program.
    WrongProgram = 9,
    /// (10) The configuration exists.
    AlreadyInitialized = 10,
    /// (11) The wallet has a Bettor.
    BettorExists = 11,
    /// (12) The creator has a market with this nonce and expiry.
    MarketExists = 12,
    /// (13) Only the program's upgrade authority may initialize it.
    NotUpgradeAuthority = 13,
    /// (14) Only the admin may do this.
    NotAdmin = 14,
    /// (15) Only the guardian may veto the outcome of an oracle that is not disabled.
    NotGuardian = 15,
    /// (16) Only the market's oracle may resolve it.
    NotOracle = 16,
    /// (17) A market is created by its creator or by the operator in the creator's name.
    NotCreator = 17,
    /// (18) Only whoever paid the account's rent, or the wallet, may pay for more of it.
    NotRentPayer = 18,
    /// (19) The signer is neither the bettor's wallet nor its delegate.
    NotAuthorized = 19,
    /// (20) The utility mint must be an SPL mint, unfreezable and not the native one.
    InvalidMint = 20,
    /// (21) Burn and developer share together may be at most 2,000 basis points.
    FeeTooHigh = 21,
    /// (22) A minimum stake is zero.
    InvalidTerms = 22,
    /// (23) The lot, the first price or the round of the buyback is out of range.
    InvalidAuction = 23,
    /// (24) The currency is neither 0 (SOL) nor 1 (UTILITY).
    InvalidCurrency = 24,
    /// (25) The outcome is neither 1 (Yes) nor 2 (No).
    InvalidOutcome = 25,
    /// (26) A Bettor has 1 to 1,024 slots, and opens or grows by 1 to 200 at once.
    InvalidSlotCount = 26,
    /// (27) The question is empty, over 500 bytes or over 300 characters.
    InvalidQuestion = 27,
    /// (28) The condition is empty or over 1,024 bytes.
    InvalidCondition = 28,
    /// (29) A clause of the market is malformed, or its source takes none.
    InvalidFact = 29,
    /// (30) A timed fact needs one clause before and one at or after the expiry, on two times.
    FactNotUnique = 30,
    /// (31) Times must satisfy now < closes_at <= expires_at < refund_at.
    TimesOutOfOrder = 31,
    /// (32) The expiry is over 10 years away or the refund over 30 days behind it.
    TimesOutOfRange = 32,
    /// (33) The amount is zero.
    ZeroAmount = 33,
    /// (34) The stake is below the market's minimum.
    BelowMinimumStake = 34,
    /// (35) The batch names another currency than the market's.
    WrongCurrency = 35,
    /// (36) The deposit would take the currency's total above 2^63 - 1.
    TotalTooLarge = 36,
    /// (37) A sum or product does not fit in 64 bits.
    MathOverflow = 37,
    /// (38) The bettor's available balance does not cover it.
    InsufficientFunds = 38,
    /// (39) All slots of the Bettor are in use; grow it or wait for a settlement.
    NoFreeSlot = 39,
    /// (40) The delegate's time is over.
    DelegateExpired = 40,
    /// (41) The bet is above what is left of the delegate's allowance.
    AllowanceExceeded = 41,
    /// (42) A delegate may not bet in a custom market.
    CustomMarket = 42,
    /// (43) Bets in a gated market need the operator's signature.
    OperatorRequired = 43,
    /// (44) The bet was made for another epoch of the delegate.
    WrongEpoch = 44,
    /// (45) The bet id was used.
    DuplicateBet = 45,
    /// (46) The bet id is more than 255 below the highest one used.
    IdTooOld = 46,
    /// (47) The bet id is more than 65,535 above the highest one used.
    IdTooFar = 47,
    /// (48) The account is not a Bettor of this program.
    NotABettor = 48,
    /// (49) The cutoff has passed.
    MarketClosed = 49,
    /// (50) The market is resolved or refunded.
    MarketNotOpen = 50,
    /// (51) The market's fact already holds.
    ConditionMet = 51,
    /// (52) The market is resolved or refunded.
    AlreadyResolved = 52,
    /// (53) Before the expiry only a triggered market resolves, and only once its condition is met.
    ResolveTooEarly = 53,
    /// (54) From refund_at on the market can only be refunded.
    RefundDatePassed = 54,
    /// (55) The observed account misses a requirement of the fact.
    ObservationInvalid = 55,
    /// (56) A state is observed within 120 seconds of the expiry (latched and not met: later too).
    ObservationOutOfWindow = 56,
    /// (57) The market is still open.
    NotResolved = 57,
    /// (58) The veto time is not over.
    VetoRunning = 58,
    /// (59) There is no veto time, or it is over.
    VetoOver = 59,
    /// (60) The market is refunded from refund_at on, or once its oracle is disabled.
    RefundTooEarly = 60,
    /// (61) The bettor has no position in this market.
    NothingToSettle = 61,
    /// (62) The market still has open positions.
    PositionsOpen = 62,
    /// (63) The fees have moved; the account closes from expires_at on.
    CloseTooEarly = 63,
    /// (64) Only the wallet may withdraw: it did not choose auto_withdraw.
    NotAutoWithdraw = 64,
    /// (65) A sweep takes at most what settlements credited since the last one.
    SweepExceeded = 65,
    /// (66) The wallet has no token account, and a sweep creates none.
    TokenAccountMissing = 66,
    /// (67) A Bettor closes with empty balances and no open positions.
    BettorNotEmpty = 67,
    /// (68) A Bettor closes from the slot after its delegate's epoch on.
    CloseTooSoon = 68,
    /// (69) There are no fees to collect.
    NothingToCollect = 69,
    /// (70) The reserve does not hold a whole lot.
    NothingForSale = 70,
    /// (71) The lot costs more than the buyer's limit.
    PriceAboveLimit = 71,
    /// (72) The vault would hold less than is owed.
    VaultUnderfunded = 72,
    /// (73) The amounts of a market do not add up.
    BooksMismatch = 73,
    /// (74) The same account was passed twice where two are needed.
    DuplicateAccount = 74,
    /// (75) A timed fact closes at least the Config's lead before its expiry.
    ClosesTooLate = 75,
    /// (76) The runtime did not answer a question about time or rent.
    SysvarUnavailable = 76,
    /// (77) Another program could not be called.
    CallFailed = 77,
    /// (78) The flags do not fit what decides the market.
    InvalidFlags = 78,
    /// (79) No decider of markets has this number.
    InvalidSource = 79,
    /// (80) The veto time is over 7 days.
    VetoTooLong = 80,
    /// (81) The Config knows at most 16 programs.
    TooManyPrograms = 81,
    /// (82) The delay of changes is over 30 days.
    DelayTooLong = 82,
    /// (83) The Config's terms are not the ones that the creator expects.
    TermsChanged = 83,
    /// (84) The oracle is disabled: its markets are refunded, and no new one names it.
    OracleDisabled = 84,
    /// (85) These clauses are not known to stay true once they are.
    NotLatched = 85,
    /// (86) A fact's market is refunded later than 120 seconds after the expiry.
    RefundTooSoon = 86,
    /// (87) Somebody bet in this market in this slot; resolve it in a later one.
    BetInThisSlot = 87,
    /// (88) No change of the Config is pending.
    NothingPending = 88,
    /// (89) The change was announced; its delay is not over.
    ChangeTooEarly = 89,
    /// (90) A Bettor is opened by its wallet or by the operator.
    NotWalletOrOperator = 90,
    /// (91) This round's lot is sold; the next round begins when the time of this one is over.
    RoundSold = 91,
    /// (92) The account given as operator is not the operator, or did not sign.
    NotOperator = 92,
    /// (93) Only the admin or the guardian may do this.
    NotAdminOrGuardian = 93,
    /// (94) Only the Bettor's wallet may do this.
    NotWallet = 94,
    /// (95) The vault is the other currency's.
    WrongVault = 95,
    /// (96) The token account is of another mint or another owner.
    WrongTokenAccount = 96,
    /// (97) The Config never had an operator or oracle of this generation.
    UnknownGeneration = 97,
    /// (98) The market ends later than the Config lets operator and delegates act.
    EndsTooLate = 98,
    /// (99) The delegate was the operator of a generation that is disabled.
    DelegateDisabled = 99,
    /// (100) The payout ratio with this bet is below what the bet asks for.
    RatioTooLow = 100,
    /// (101) A timed fact's market lasts at least twice the Config's lead.
    ShorterThanLead = 101,
    /// (102) Nothing could decide this: the subject or owner is no address, or the market itself.
    Undecidable = 102,
    /// (103) The utility mint has an extension other than metadata, group or group member.
    ForbiddenExtension = 103,
    /// (104) The token account's CPI guard keeps programs from moving its owner's tokens.
    CpiGuarded = 104,
    /// (105) The receiving token account requires a memo; use another one or switch that off.
    MemoRequired = 105,
    /// (106) The lead is over 300 seconds.
    LeadTooLong = 106,
    /// (107) The horizon is below a day or over 3,650 days.
    InvalidHorizon = 107,
}

impl From<ToteError> for ProgramError {
    #[inline(always)]
    fn from(error: ToteError) -> Self {
        ProgramError::Custom(error as u32)
    }
}

/// Refuses unless the condition holds.
#[inline(always)]
pub fn require(condition: bool, error: ToteError) -> Result<(), ToteError> {
    if condition {
        Ok(())
    } else {
        Err(error)
    }
}
