// Rows of the journal as the API's records and as events of the feed.
import type { Address } from '@solana/kit';
import type { MarketId } from '@tote/chain/ids';
import {
  amount,
  type Currency,
  DomainError,
  type ErrorCode,
  type ErrorParam,
  formatAmount,
  type Outcome,
  outcomeFromCode,
  type Pools,
  unixSeconds,
} from '@tote/domain';
import type { NewFeedEvent } from '../../feed/feed-event.ts';
import type { SubmittedBetRow } from '../../store/journal/submitted-bets.ts';
import type { BetRecord, RecordedError } from '../../use-cases/use-cases.ts';

export function toBetRecord(
  row: SubmittedBetRow,
  market: { readonly currency: Currency; readonly pools: Pools },
): BetRecord {
  const { pool_yes: yes, pool_no: no } = row;
  const hasPools = yes !== null && no !== null;
  return {
    betId: row.bet_id,
    marketId: row.market_id as MarketId,
    wallet: row.wallet as Address,
    outcome: outcomeFromCode(Number(row.outcome)) as Outcome,
    amount: amount(row.amount),
    currency: market.currency,
    state: row.state as BetRecord['state'],
    transactionId: row.signature,
    pools: hasPools ? { yes: amount(yes), no: amount(no) } : market.pools,
    ...(row.error !== null && { error: parseRecordedError(row.error) }),
    // A bet counts from the block that holds it, here as in the projection.
    placedAt: unixSeconds((hasPools ? row.decided_at : null) ?? row.created_at),
  };
}

export function formatRecordedError({ code, params }: DomainError): string {
  const plain = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'bigint' ? value.toString() : value,
  ]);
  return JSON.stringify({ code, params: Object.fromEntries(plain) });
}

export function parseRecordedError(text: string): RecordedError {
  const { code, params } = JSON.parse(text) as RecordedError;
  return { code, params };
}

/** The same refusal again, for whoever asks again. */
export function toDomainError({ code, params }: RecordedError): DomainError {
  type AnyError = new (
    code: ErrorCode,
    params: Readonly<Record<string, ErrorParam>>,
  ) => DomainError;
  return new (DomainError as AnyError)(code as ErrorCode, params);
}

export function toFeedEvent(record: BetRecord, decimals: number): NewFeedEvent {
  const { state, marketId, wallet, betId, outcome, currency, transactionId, error } = record;
  return {
    type: `bet.${state}`,
    marketId,
    wallet,
    data: {
      betId,
      wallet,
      outcome,
      amount: formatAmount(record.amount, decimals),
      currency,
      transactionId,
      ...(error && { error: error.code }),
    },
  };
}
