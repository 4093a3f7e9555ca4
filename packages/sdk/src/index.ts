export type { CallOptions } from './call-options.ts';
export { createTote, type Tote, type ToteOptions } from './create-tote.ts';
export {
  type AmountInput,
  type Decimal,
  decimal,
  fromBaseUnits,
  type Scale,
  toBaseUnits,
} from './decimal.ts';
export { type ClientErrorCode, ToteError, type ToteErrorCode } from './errors.ts';
export type { Fetch } from './exchange.ts';
export type * from './generated/types.ts';
export type { Signer } from './signer.ts';
export type { Credential } from './transport.ts';
