import {
  type Currency,
  type Odds,
  oddsRoundHalfUp,
  type Pools,
  perCurrency,
  printable,
} from '@tote/domain';
import type { PositionRecord } from '../../queries/positions.ts';
import type { PreparedTransaction } from '../../submissions/prepare/draft.ts';
import type { BetRecord, RecordedError, TransactionRecord } from '../../submissions/records.ts';
import { renderRecordedError } from '../error-response.ts';
import type { DecimalAmount } from '../json/serialize.ts';
import type {
  BetResponse,
  PreparedTransactionResponse,
  TransactionResponse,
} from '../schemas/bet.ts';
import type { Position } from '../schemas/market.ts';

export function presentBet(
  { error, amount, pools, ...bet }: BetRecord,
  allDecimals: Decimals,
): BetResponse {
  const decimals = allDecimals[bet.currency];
  return {
    ...bet,
    amount: { value: amount, decimals },
    totalStake: presentPools(pools, decimals),
    odds: presentOdds(pools),
    ...presentRecordedError(error),
  };
}

function presentRecordedError(error: RecordedError | undefined) {
  return error === undefined ? {} : { error: renderRecordedError(error), errorCode: error.code };
}

// Amounts and odds in the form that the serializer expects.

export type Decimals = Readonly<Record<Currency, number>>;

export function presentPools(pools: Pools, decimals: number): Record<'Yes' | 'No', DecimalAmount> {
  return { Yes: { value: pools.yes, decimals }, No: { value: pools.no, decimals } };
}

export const presentAmounts = <Name extends string>(
  amounts: Readonly<Record<Name, bigint>>,
  decimals: number,
): Record<Name, DecimalAmount> =>
  Object.fromEntries(
    Object.entries<bigint>(amounts).map(([name, value]) => [name, { value, decimals }]),
  ) as Record<Name, DecimalAmount>;

export function presentOdds(pools: Pools): Record<'Yes' | 'No', Odds['yes']> {
  const { yes, no } = oddsRoundHalfUp(pools);
  return { Yes: yes, No: no };
}

export function presentPerCurrency(
  amounts: Readonly<Record<Currency, bigint>>,
  decimals: Decimals,
): Record<Currency, DecimalAmount> {
  return perCurrency((name) => ({ value: amounts[name], decimals: decimals[name] }));
}

export function presentPosition(position: PositionRecord, allDecimals: Decimals): Position {
  const decimals = allDecimals[position.currency];
  return {
    ...position,
    question: printable(position.question),
    stakes: presentPools(position.stakes, decimals),
    payoutIfYes: { value: position.payoutIfYes, decimals },
    payoutIfNo: { value: position.payoutIfNo, decimals },
    payout: position.payout === null ? null : { value: position.payout, decimals },
  };
}

export function presentTransaction(
  { slot, error, bets, ...record }: TransactionRecord,
  decimals: Decimals,
): TransactionResponse {
  return {
    ...record,
    ...(slot !== undefined && { slot: Number(slot) }),
    ...presentRecordedError(error),
    bets: bets.map((bet) => presentBet(bet, decimals)),
  };
}

export function presentPrepared(prepared: PreparedTransaction): PreparedTransactionResponse {
  return { ...prepared, lastValidBlockHeight: Number(prepared.lastValidBlockHeight) };
}
