import type { Address } from '@solana/kit';
import type { MarketId } from '@tote/chain/ids';
import {
  type Currency,
  DomainError,
  ERRORS,
  type ErrorCode,
  type ErrorParam,
  type Pools,
  type Stake,
  type UnixSeconds,
} from '@tote/domain';

export interface BetRecord extends Stake {
  readonly betId: string;
  readonly marketId: MarketId;
  readonly wallet: Address;
  readonly currency: Currency;
  readonly state: 'pending' | 'confirmed' | 'failed';
  readonly transactionId: string;
  readonly pools: Pools;
  readonly error?: RecordedError;
  readonly placedAt: UnixSeconds;
}

export interface RecordedError {
  readonly code: string;
  readonly params: Readonly<Record<string, ErrorParam>>;
}

export interface TransactionRecord {
  readonly transactionId: string;
  readonly state: 'pending' | 'confirmed' | 'finalized' | 'failed';
  readonly slot?: bigint;
  readonly error?: RecordedError;
  readonly replacedBy?: string;
  readonly bets: readonly BetRecord[];
}

export function toRecordedError({ code, params }: DomainError): RecordedError {
  const plain = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'bigint' ? value.toString() : value,
  ]);
  return { code, params: Object.fromEntries(plain) };
}

export const formatRecordedError = (error: DomainError): string =>
  JSON.stringify(toRecordedError(error));

/** In the words of an error: what gives a wallet all that it lacks for a bet. */
export const betCall = (marketId: string) =>
  `POST /v1/markets/${marketId}/bets/prepare: one transaction opens the account, deposits, bets ` +
  'and sets an allowance';

export const DEPOSIT_CALL = 'deposit with POST /v1/account/transactions';

export function accountMissing(wallet: string): DomainError {
  const call = 'the action open of POST /v1/account/transactions';
  return new DomainError('bettor_missing', { wallet, call });
}

export function readRecordedError(text: string | null): RecordedError {
  if (text === null) return { code: 'internal_error', params: {} };
  const { code = 'internal_error', params = {} } = JSON.parse(text) as Partial<RecordedError>;
  // Version 0.1.0 stored no `call`.
  return { code, params: { call: betCall('<id>'), ...params } };
}

/** A stored error as an exception. The log has the reason of an internal one at its transaction. */
export function toDomainError({ code, params }: RecordedError, transactionId: string): DomainError {
  // The params were checked against the message when the error was first created.
  const construct = DomainError as new (code: ErrorCode, params: object) => DomainError;
  const isKnown = Object.hasOwn(ERRORS, code);
  const error = isKnown
    ? new construct(code as ErrorCode, params)
    : new DomainError('internal_error');
  return Object.assign(error, { cause: `transaction ${transactionId}` });
}
