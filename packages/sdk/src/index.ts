export { signerFromKeyFile, signerFromKeyPair, signerFromWallet } from './adapters.ts';
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
export {
  type FeedItem,
  type FeedOptions,
  type FeedState,
  readEvent,
  type UnreadableEvent,
} from './feed.ts';
export type * from './generated/types.ts';
export type { BetToPlace, PlacedBet } from './place-bet.ts';
export { type Quote, type QuotedBet, quoteBet } from './quote.ts';
export type { Wait } from './settle.ts';
export type { Signer } from './signer.ts';
export type { Credential } from './transport.ts';
export type { AccountToOpen, Allowance, Money, Payment, WalletActions } from './wallet-actions.ts';
