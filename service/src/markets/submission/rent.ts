import type { Chain } from '@tote/chain/chain';
import type { CompiledCondition } from '@tote/conditions/condition';
import { encodeClauses } from '@tote/program-client';

/** Of the account without clauses; program/src/state/market.rs. */
const MARKET_BYTES = 376;
const CLAUSES_ALIGNMENT = 8;

/** The size of the market's account. */
export function marketBytes({ decider }: Pick<CompiledCondition, 'decider'>): bigint {
  const clauses = 'clauses' in decider ? encodeClauses(decider.clauses).length : 0;
  return BigInt(MARKET_BYTES + Math.ceil(clauses / CLAUSES_ALIGNMENT) * CLAUSES_ALIGNMENT);
}

/** Lamports. */
export function findMarketRent(
  { rpc }: Pick<Chain, 'rpc'>,
  compiled: Pick<CompiledCondition, 'decider'>,
): Promise<bigint> {
  return rpc.getMinimumBalanceForRentExemption(marketBytes(compiled)).send();
}
