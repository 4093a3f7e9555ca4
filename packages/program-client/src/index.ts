// The program's client: generated from idl/, or hand-written if the data has a variable length or
// the accounts depend on the currency. A hand-written function replaces the generated one.
export { ACCOUNT_VERSION } from './account-version.ts';
export {
  findBettorAddress,
  findConfigAddress,
  findMarketAddress,
  findProgramAddresses,
  findTokenAccount,
  findVaultAddress,
  findVaultTokenAddress,
  type ProgramAddresses,
  type UtilityToken,
} from './addresses.ts';
export { type BetInput, encodeBets } from './bets.ts';
export { EVENT_VERSION, isBetsPlaced, readBetsPlaced } from './bets-placed-event.ts';
export {
  type Clause,
  COMPARATORS,
  type Comparator,
  decodeClauses,
  encodeClauses,
  type NumberType,
} from './clauses.ts';
export { type CloseBettorInput, getCloseBettorInstruction } from './close-bettor.ts';
export { type CollectFeesInput, getCollectFeesInstruction } from './collect-fees.ts';
export { expectedTermsOf, termsOf } from './config-terms.ts';
export {
  type CreateMarketInput,
  type Decider,
  type ExpectedTerms,
  getCreateMarketInstruction,
  readAskedFlags,
} from './create-market.ts';
export { type DepositInput, getDepositInstruction } from './deposit.ts';
export type {
  BetResult,
  EventFields,
  EventName,
  EventOf,
  PositionResult,
  ToteEvent,
} from './event-types.ts';
export { decodeEvent } from './events.ts';
export {
  areLogsTruncated,
  findEventBytes,
  findEvents,
  findReturnedEvent,
} from './find-events.ts';
export {
  BETTOR_FLAGS,
  MARKET_FLAGS,
  readBettorFlags,
  readMarketFlags,
  takesFactAccount,
} from './flags.ts';
export * from './generated/accounts';
export { ERROR_NAMES } from './generated/errorNames';
export * from './generated/errors';
export {
  type ApplyConfigInput,
  type BuyBackInput,
  type CancelConfigInput,
  type CloseMarketInput,
  type DisableKeysInput,
  type GrowBettorInput,
  getApplyConfigInstruction,
  getBuyBackInstruction,
  getCancelConfigInstruction,
  getCloseMarketInstruction,
  getDisableKeysInstruction,
  getGrowBettorInstruction,
  getOpenBettorInstruction,
  getRefundMarketInstruction,
  getVetoMarketInstruction,
  type OpenBettorInput,
  type RefundMarketInput,
  type VetoMarketInput,
} from './generated/instructions';
export * from './generated/pdas';
export {
  identifyToteAccount,
  identifyToteInstruction,
  TOTE_PROGRAM_ADDRESS,
  ToteAccount,
  ToteInstruction,
} from './generated/programs';
export * from './generated/types';
export { getInitializeInstruction, type InitializeInput } from './initialize.ts';
export {
  type LandedInstruction,
  type ParsedBet,
  type ParsedCreateMarket,
  type ParsedPlaceBets,
  parseCreateMarketInstruction,
  parsePlaceBetsInstruction,
  parseSettlePositionsInstruction,
} from './parse-instructions.ts';
export { getPlaceBetsInstruction, type PlaceBetsInput } from './place-bets.ts';
export {
  ASSOCIATED_TOKEN_PROGRAM_ADDRESS,
  NO_ADDRESS,
  type ProgramInstruction,
  type ProgramOptions,
  SYSTEM_PROGRAM_ADDRESS,
  TOKEN_PROGRAM_ADDRESS,
} from './program-instruction.ts';
export { getResolveMarketInstruction, type ResolveMarketInput } from './resolve-market.ts';
export {
  type Delegation,
  getSetDelegateInstruction,
  type SetDelegateInput,
} from './set-delegate.ts';
export { getSettlePositionsInstruction, type SettlePositionsInput } from './settle-positions.ts';
export { getUpdateConfigInstruction, type UpdateConfigInput } from './update-config.ts';
export {
  DONE,
  type ErrorName,
  type ErrorNumber,
  errorNumber,
  findErrorName,
  verdictName,
} from './verdicts.ts';
export { getWithdrawInstruction, type WithdrawInput } from './withdraw.ts';
