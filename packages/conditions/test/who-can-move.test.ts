// Plays attackers who bet and then move the price that decides the market, with the rules of the
// service (how much it signs), of the conditions (what a sample says) and of the payouts.
import {
  amount,
  DEFAULT_FEE_RATES,
  decideSettlement,
  payout,
  poolsOf,
  unixSeconds,
} from '@tote/domain';
import { describe, expect, test } from 'vitest';
import { createRandom } from '../../chain/test/faults.ts';
import { evaluateCondition, measureCondition } from '../src/evaluate.ts';
import type { Sample } from '../src/oracles/account-snapshot.ts';
import { liquidityOf, readTokenPrice } from '../src/oracles/prices/token-price.ts';
import { parseCondition } from '../src/parse-condition.ts';
import { findStakesMax } from '../src/who-can-move.ts';
import { patched, u64 } from './oracles/support/dumps.ts';
import { BASE_VAULT, ONE_SOL, POOL, QUOTE_VAULT, world } from './oracles/support/pool-world.ts';
import { CREATED, EXPIRY, MINT } from './support/hour.ts';

const RUNS = 1_000;
const FEW = 100;
const moments = {
  createdAt: unixSeconds(CREATED),
  expiresAt: unixSeconds(EXPIRY),
  now: unixSeconds(EXPIRY + 1),
};

/** A pool with SOL, in whole SOL and tokens: its price and the square root of its product. */
interface Pool {
  readonly price: number;
  readonly root: number;
}

const solIn = ({ price, root }: Pool) => root * Math.sqrt(price);

const UNCHANGED = world(CREATED).filter(({ address }) => [MINT, POOL.address].includes(address));
const VAULTS = world(CREATED).filter(({ address }) =>
  [BASE_VAULT, QUOTE_VAULT].some((vault) => vault === address),
);
const AMOUNT_OFFSET = 64;

function sampleOf(at: number, pool: Pool): Sample {
  const units = [(pool.root / Math.sqrt(pool.price)) * 1e6, solIn(pool) * 1e9];
  const vaults = VAULTS.map((vault, index) =>
    patched(vault, AMOUNT_OFFSET, u64(BigInt(Math.round(units[index] as number)))),
  );
  return { slot: BigInt(at), observedAt: unixSeconds(at), accounts: [...UNCHANGED, ...vaults] };
}

function priceIn(sample: Sample) {
  const pools = new Set([POOL.address]);
  const price = readTokenPrice(sample, { tokenAddress: MINT, unit: 'SOL', pools });
  if (!price.ok) throw new Error(price.reason);
  return price.value;
}

function conditionOf(threshold: number, created: Pool | undefined) {
  const known = created && liquidityOf(priceIn(sampleOf(CREATED, created)), 6);
  const fields = {
    ...{ type: 'token_price', comparator: 'gte', threshold: threshold.toFixed(12), unit: 'SOL' },
    ...{ pool: POOL.address, decimals: 6, ...(known && { liquidity: String(known) }) },
  };
  const { expiresAt } = moments;
  return parseCondition(fields, { question: '?', tokenAddress: MINT, expiresAt });
}

async function stakesMaxOf(condition: ReturnType<typeof conditionOf>, pool: Pool) {
  const sample = sampleOf(CREATED + 60, pool);
  const measure = await measureCondition(condition, sample, moments);
  if (!measure.ok) throw new Error(measure.reason);
  return (await findStakesMax(condition, sample, measure.value)) as bigint;
}

/** What it costs to move the price, in SOL, if others then trade it back. */
const lossOf = (pool: Pool, to: number) => {
  const [before, after] = [solIn(pool), pool.root * Math.sqrt(to)];
  return (after - before) ** 2 / after;
};

interface Attack {
  /** How often others bring the price back while it is held for over half of the window. */
  readonly corrections: number;
  /** What others have staked on the losing outcome, as a share of the limit. */
  readonly prize: number;
  /** Which share of the liquidity is left when the price is moved. */
  readonly left: number;
  readonly isProtected: boolean;
}

/** The profit of one attacker in SOL, and whether the market was refunded. */
async function play(attack: Attack, next: () => number) {
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  const created: Pool = { price: 0.1 * Math.exp(normal()), root: 100 + 2_000 * next() };
  const threshold = created.price * Math.exp(0.3 * normal());
  const condition = conditionOf(threshold, attack.isProtected ? created : undefined);
  const atBet = { ...created, price: created.price * Math.exp(0.1 * normal()) };
  const max = Number(await stakesMaxOf(condition, atBet)) / Number(ONE_SOL);
  const [prize, stake] = [max * attack.prize, max / 4];
  const wantsUp = atBet.price < threshold;
  // What happens by itself until the expiry. The attacker then holds the price, in any case.
  const fair = { ...atBet, price: atBet.price * Math.exp(0.2 * normal()) };
  const pool = { ...fair, root: fair.root * attack.left };
  const target = threshold * (wantsUp ? 1.0001 : 0.9999);
  const isThere = pool.price >= threshold === wantsUp;
  const moved = isThere ? pool : { ...pool, price: target };
  const loss = isThere ? 0 : attack.corrections * lossOf(pool, target);
  const samples = [50, 30, 10].map((before) =>
    sampleOf(EXPIRY - before, before < 36 ? moved : pool),
  );
  const verdict = await evaluateCondition(condition, { samples }, moments);
  const units = (sol: number) => amount(BigInt(Math.round(sol * Number(ONE_SOL))));
  const [own, others] = [units(stake), units(prize)];
  const position = { stakeYes: wantsUp ? own : amount(0n), stakeNo: wantsUp ? amount(0n) : own };
  const pools = wantsUp ? poolsOf(own, others) : poolsOf(others, own);
  const isRefunded = verdict.verdict === 'unknown';
  const outcome = verdict.verdict === 'met' ? 'Yes' : 'No';
  const resolution = isRefunded
    ? ({ kind: 'none', reason: 'deadline' } as const)
    : ({ kind: 'outcome', outcome } as const);
  const settlement = decideSettlement(pools, resolution, DEFAULT_FEE_RATES);
  const paid = payout(settlement, position) - own;
  return { profit: Number(paid) / Number(ONE_SOL) - loss, isRefunded };
}

async function average(attack: Attack, runs = RUNS) {
  const random = createRandom(Number(process.env.TOTE_SEED ?? 1));
  let [sum, refunded] = [0, 0];
  for (let run = 0; run < runs; run += 1) {
    const { profit, isRefunded } = await play(attack, random);
    sum += profit;
    if (isRefunded) refunded += 1;
  }
  return { profit: sum / runs, refunded };
}

describe(`attackers lose on average over ${RUNS} runs`, () => {
  // The price is held for 31 seconds of 60, and others need 3 seconds to bring it back.
  const mover: Attack = { corrections: 11, prize: 1, left: 1, isProtected: true };

  test('who bet and then move the price', async () => {
    const { profit, refunded } = await average(mover);
    expect(refunded).toBe(0);
    expect(profit).toBeLessThan(0);
    // With ten times as much at stake they would win.
    expect((await average({ ...mover, prize: 10 }, FEW)).profit).toBeGreaterThan(0);
  });

  test('who withdraw their liquidity after the creation, so that the price moves easily', async () => {
    const puller = { ...mover, left: 0.1 };
    const { profit, refunded } = await average(puller);
    expect(refunded).toBe(RUNS);
    expect(profit).toBeLessThan(0);
    expect((await average({ ...puller, isProtected: false }, FEW)).profit).toBeGreaterThan(0);
  });
});
