// The program's client: generated from idl/, or hand-written if the data has a variable length or
// the accounts depend on the currency. A hand-written function replaces the generated one.
export * from './account-version.ts';
export * from './addresses.ts';
export * from './bets.ts';
export * from './bets-placed-event.ts';
export {
  type Clause,
  COMPARATORS,
  type Comparator,
  decodeClauses,
  encodeClauses,
  type NumberType,
} from './clauses.ts';
export * from './close-bettor.ts';
export * from './collect-fees.ts';
export { expectedTermsOf, termsOf } from './config-terms.ts';
export * from './create-market.ts';
export * from './deposit.ts';
export * from './events.ts';
export * from './find-events.ts';
export * from './flags.ts';
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
export * from './initialize.ts';
export * from './parse-instructions.ts';
export * from './place-bets.ts';
export * from './program-instruction.ts';
export * from './resolve-market.ts';
export * from './set-delegate.ts';
export * from './settle-positions.ts';
export * from './update-config.ts';
export { DONE, type ErrorName, errorNumber, findErrorName, verdictName } from './verdicts.ts';
export * from './withdraw.ts';
