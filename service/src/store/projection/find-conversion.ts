// How much of a market's burn share in SOL was sold for UTILITY, which is burned. Shares are sold
// in the order in which they reached the vault: first in, first out.
import { type Amount, amount, mulDivFloor } from '@tote/domain';
import { sql } from 'kysely';
import type { Db } from '../store.ts';
import type { MarketView } from './market-view.ts';

export interface Conversion {
  /** SOL of this market's burn share that was sold. */
  readonly converted: Amount;
  /** UTILITY that was burned for it. */
  readonly utilityBurned: Amount;
  readonly isComplete: boolean;
}

/** Null for a market without a burn share in the buyback's queue. */
export async function findConversion(db: Db, market: MarketView): Promise<Conversion | null> {
  const { end, currency } = market;
  if (currency !== 'SOL' || !end || end.burnTotal === null || end.burn === 0n) return null;
  // The share and its dust are the last part of the counter at that time. The share comes before
  // the dust.
  const from = end.burnTotal - end.dust - end.burn;
  const to = end.burnTotal - end.dust;
  const sales = await db
    .selectFrom('fee_events')
    .select(['burned', 'price', 'burned_total'])
    .where('kind', '=', 'bought_back')
    .where('currency', '=', 0n)
    .where('burned_total', '>', from)
    .where(sql<boolean>`burned_total - burned < ${to}`)
    .orderBy('burned_total')
    .execute();
  let converted = 0n;
  let utilityBurned = 0n;
  for (const { burned, price, burned_total } of sales) {
    const start = burned_total - burned;
    const part = min(burned_total, to) - max(start, from);
    converted += part;
    utilityBurned += mulDivFloor(price, part, burned);
  }
  return {
    converted: amount(converted),
    utilityBurned: amount(utilityBurned),
    isComplete: converted === end.burn,
  };
}

const min = (a: bigint, b: bigint) => (a < b ? a : b);
const max = (a: bigint, b: bigint) => (a > b ? a : b);
