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
import { costToHold, costToMove } from './oracles/prices/manipulation-cost.ts';
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
  const { sample, measure, costs: known, isOver } = current;
  const { movers } = kindOf(condition);
  const own = isOver ? [] : (movers?.(condition, sample, known, measure) ?? []);
  if (own.length > 0) return [...own];
  const costs = await listCosts(condition, sample, measure);
  const [least] = costs.sort((a, b) => (a.moved < b.moved ? -1 : 1));
  if (!least) return [];
  const { moved, held, pool } = least;
  const what =
    `about ${formatSol(moved)} SOL move the pool ${pool} to the threshold, and holding it there ` +
    `costs about ${formatSol(held)} SOL`;
  return moved < CHEAP_LAMPORTS
    ? [`It is cheap to manipulate: ${what}.`]
    : [`Anybody can move the price by trading: ${what}.`];
}

/**
 * The most lamports on one outcome for which moving the price from where it is now does not pay:
 * whoever wins them loses more. Null if the condition does not follow a price.
 */
export async function findStakesMax(
  condition: Condition,
  sample: Sample,
  measure: Measure,
): Promise<bigint | null> {
  const most = (await listCosts(condition, sample, measure)).map(({ held, least }) =>
    held - least > 0n ? held : least,
  );
  return most.sort((a, b) => (a < b ? -1 : 1))[0] ?? null;
}

/** At its threshold a price still takes one part in this many of the depth on each outcome. */
const LEAST_SHARE = 2_000n;

interface Cost {
  readonly pool: Address;
  /** The capital that moves the price there, in lamports. */
  readonly moved: bigint;
  /** What is lost by holding it there. */
  readonly held: bigint;
  readonly least: bigint;
}

/** What it costs to move each of the prices until the condition changes. */
async function listCosts(
  condition: Condition,
  sample: Sample,
  { value }: Measure,
): Promise<Cost[]> {
  const { tokens, targetsFrom, followsPrice, window } = kindOf(condition);
  if (!followsPrice || value.numerator <= 0n) return [];
  const { windowSeconds = 0 } = window?.(condition) ?? {};
  const cost = async (token: PooledToken | undefined, from: Rational, to: Rational) => {
    if (!token) return [];
    const { tokenAddress } = token;
    const pools = await findPools(token);
    const price = readTokenPrice(sample, { tokenAddress, unit: 'SOL', pools, quote: token });
    if (!price.ok) return [];
    const { pool, depth } = price.value;
    const held = costToHold(depth, from, to, windowSeconds);
    return [{ pool, moved: costToMove(depth, from, to), held, least: depth / LEAST_SHARE }];
  };
  // A capitalisation is proportional to the price, so the ratio is the same.
  const [own, other] = tokens?.(condition) ?? [];
  const costs: Cost[] = [];
  const targets =
    targetsFrom?.(condition, value) ?? targetsOf(condition).map((text) => rationalOfDecimal(text));
  for (const target of targets) {
    if (!target || target.numerator <= 0n) continue;
    costs.push(...(await cost(own, value, target)), ...(await cost(other, target, value)));
  }
  return costs;
}
