// Warnings about markets whose result can be bought: who can move it, and what that costs now.
import type { Address } from '@solana/kit';
import type { Condition } from './condition.ts';
import { targetsOf } from './evaluate.ts';
import type { Measure } from './evaluation/verdict.ts';
import type { KnownCosts, PooledToken } from './kinds/kind.ts';
import { kindOf } from './kinds/kind-of.ts';
import { findPools } from './kinds/shared/pool.ts';
import { formatSol } from './kinds/shared/token-subject.ts';
import type { Sample } from './oracles/account-snapshot.ts';
import { costToMove } from './oracles/prices/manipulation-cost.ts';
import { readTokenPrice } from './oracles/prices/token-price.ts';
import { type Rational, rationalOfDecimal } from './oracles/rational.ts';

/** Moving a price to the threshold for less than this is called cheap. */
const CHEAP_LAMPORTS = 100_000_000_000n;

interface Current {
  readonly sample: Sample;
  readonly measure: Measure;
  readonly costs: KnownCosts;
  /** It is met already, and that ends the market. */
  readonly isOver: boolean;
}

export async function warnOfMovers(condition: Condition, current: Current): Promise<string[]> {
  const { sample, measure, costs, isOver } = current;
  const { tokens, movers } = kindOf(condition);
  const own = isOver ? [] : (movers?.(condition, sample, costs, measure) ?? []);
  if (!tokens || own.length > 0) return [...own];
  const [least] = (await listCosts(condition, sample, measure)).sort((a, b) =>
    a.lamports < b.lamports ? -1 : 1,
  );
  if (!least) return [];
  const { lamports, pool } = least;
  const what = `about ${formatSol(lamports)} SOL move the pool ${pool} to the threshold`;
  return lamports < CHEAP_LAMPORTS
    ? [`It is cheap to manipulate: ${what}.`]
    : [`Anybody can move the price by trading: ${what}.`];
}

interface Cost {
  readonly pool: Address;
  readonly lamports: bigint;
}

/** What it costs to move each of the prices until the condition changes. */
async function listCosts(
  condition: Condition,
  sample: Sample,
  { value }: Measure,
): Promise<Cost[]> {
  if (value.numerator <= 0n) return [];
  const cost = async (token: PooledToken | undefined, from: Rational, to: Rational) => {
    if (!token) return [];
    const { tokenAddress } = token;
    const pools = await findPools(token);
    const price = readTokenPrice(sample, { tokenAddress, unit: 'SOL', pools, quote: token });
    if (!price.ok) return [];
    return [{ pool: price.value.pool, lamports: costToMove(price.value.depth, from, to) }];
  };
  // A capitalisation is proportional to the price, so the ratio is the same.
  const [own, other] = kindOf(condition).tokens?.(condition) ?? [];
  const costs: Cost[] = [];
  for (const text of targetsOf(condition)) {
    const target = rationalOfDecimal(text);
    if (!target || target.numerator <= 0n) continue;
    costs.push(...(await cost(own, value, target)), ...(await cost(other, target, value)));
  }
  return costs;
}
