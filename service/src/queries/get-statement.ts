import type { Address } from '@solana/kit';
import type { MarketId } from '@tote/chain/ids';
import {
  type Currency,
  currencyFromCode,
  DomainError,
  LIMITS,
  outcomeFromCode,
  type UnixSeconds,
  unixSeconds,
} from '@tote/domain';
import { findBettorAddress } from '@tote/program-client';
import { compareMovements, type MovementRow, readMovements } from '../store/projection/ledger.ts';
import { findMarkets } from '../store/projection/market-cache.ts';
import type { QueryContext } from './query-context.ts';

export async function getStatement(
  { chain, store: { db } }: QueryContext,
  wallet: Address,
  { from = unixSeconds(0), to }: { readonly from?: UnixSeconds; readonly to?: UnixSeconds },
) {
  const bettor = await findBettorAddress(wallet, chain);
  const opening: Record<Currency, bigint> = { SOL: 0n, UTILITY: 0n };
  const movements: MovementRow[] = [];
  const max = LIMITS.statementEntriesMax;
  for await (const movement of readMovements(db, bettor)) {
    if (to !== undefined && movement.block_time >= BigInt(to)) continue;
    if (movement.block_time < BigInt(from)) {
      opening[currencyFromCode(movement.currency)] += movement.amount;
      continue;
    }
    if (movements.push(movement) > max) throw new DomainError('statement_too_long', { max });
  }
  const closing = { ...opening };
  const entries = movements.sort(compareMovements).map((movement) => {
    const currency = currencyFromCode(movement.currency);
    closing[currency] += movement.amount;
    return toEntry(movement, currency, closing[currency]);
  });
  return { wallet, opening, closing, entries };
}

export type StatementEntry = ReturnType<typeof toEntry>;

function toEntry(movement: MovementRow, currency: Currency, balance: bigint) {
  const { kind, amount, outcome } = movement;
  return {
    at: unixSeconds(movement.block_time),
    type: kind,
    ...{ currency, amount, balance },
    marketId: movement.market_id as MarketId | null,
    betId: movement.bet_id,
    outcome: outcome === null ? null : outcomeFromCode(Number(outcome)),
    transactionId: movement.signature,
  };
}

export async function findQuestions(
  { store, cache }: QueryContext,
  ids: readonly (MarketId | null)[],
): Promise<ReadonlyMap<string | null, string>> {
  const named = [...new Set(ids)].filter((id) => id !== null);
  const markets = await findMarkets(store, cache, named);
  return new Map(markets.map(({ id, question }) => [id, question]));
}
