// Measures the payout of many winners of one market: the time to the last payment, the processor
// time, the fees, and whether each payout equals that of packages/domain. Then reads of what was
// paid.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Address } from '@solana/kit';
import type { Amount } from '@tote/domain';
import {
  openServiceChain,
  placeStakes,
  type ServiceChain,
} from '../../service/test/support/crowd.ts';
import {
  type Compared,
  comparePayouts,
  type SettlementCosts,
  stakesOf,
  sumCosts,
} from '../../service/test/support/payout-checks.ts';
import {
  BALANCE,
  count,
  type KeeperBench,
  query,
  startKeeperBench,
  until,
} from './keeper-bench.ts';
import { progress, repeat } from './progress.ts';
import { compareReads, READERS, type Sized, type SizesCompared } from './sizes-compared.ts';

export interface PayoutMeasured extends Compared, SettlementCosts {
  readonly winners: number;
  /** From the resolution to the last payment, by the feed's events. */
  readonly lastMs: number;
  /** Processor time of the service for each settled position, from the attestation on. */
  readonly positionMicros: number;
}

export interface PayoutsMeasured {
  readonly markets: readonly PayoutMeasured[];
  readonly reads: readonly SizesCompared[];
}

/** Losers, so that there is something to win. */
const LOSERS_SHARE = 0.1;
/** After the last payment: what the keeper does at the end of a market. */
const REST_MS = 500;

/** One market after the other, each with the given number of winners. */
export async function measurePayouts(
  sizes: readonly [number, number],
  seconds: number,
  runs: number,
): Promise<PayoutsMeasured[]> {
  const most = Math.max(...sizes);
  progress(`payouts: ${most} winners take their seats`);
  const bench = await startKeeperBench(most + losersOf(most));
  const serviceChain = await openServiceChain(bench.dir);
  try {
    const balances = new Map(bench.crowd.map((bettor) => [bettor, BALANCE]));
    let betId = 0;
    const measureOne = (winners: number) => {
      betId += 1;
      return measureMarket(bench, serviceChain, { winners, betId, balances });
    };
    progress('payouts: warming up');
    const first = await measureOne(sizes[0]);
    await measureSettledReads(bench, [first, first], seconds / 2);
    return await repeat(runs, 'payouts', async () => {
      const small = await measureOne(sizes[0]);
      const large = await measureOne(sizes[1]);
      return {
        markets: [small, large],
        reads: await measureSettledReads(bench, [small, large], seconds),
      };
    });
  } finally {
    await serviceChain.chain.close();
    await bench.stop();
  }
}

export const losersOf = (winners: number) => Math.ceil(winners * LOSERS_SHARE);

interface Round {
  readonly winners: number;
  readonly betId: number;
  /** The expected balance of each bettor. */
  readonly balances: Map<Address, Amount>;
}

export async function measureMarket(
  bench: KeeperBench,
  serviceChain: ServiceChain,
  { winners, betId, balances }: Round,
): Promise<PayoutMeasured & { readonly id: string }> {
  const { dir } = bench;
  const { id } = await bench.post('/markets', {
    question: 'Will it rain in Lisbon?',
    outcomes: ['Yes', 'No'],
    currency: 'SOL',
    expireAt: new Date(Date.now() + 86_400_000).toISOString(),
  });
  const stakes = stakesOf(bench.crowd.slice(0, winners + losersOf(winners)), winners);
  const market = id.slice('market_'.length) as Address;
  await placeStakes(serviceChain, market, stakes, betId);
  const positions = 'from positions where market_id = ?';
  await until(() => count(dir, positions, id) === stakes.length);
  const positionMicros = (await settle(bench, id)) / stakes.length;
  const compared = await comparePayouts(serviceChain, stakes, balances);
  const costs = await sumCosts(serviceChain, market);
  return { id, winners, lastMs: waitOf(dir, id), positionMicros, ...compared, ...costs };
}

/** Returns the processor time that it took. */
async function settle({ child, dir, post }: KeeperBench, id: string): Promise<number> {
  const latest = query<{ id: number }>(dir, 'select max(id) as id from feed')[0]?.id ?? 0;
  const before = child.processorTime();
  const attestation = { outcome: 'Yes', evidence: 'https://example.com/rain' };
  await post(`/markets/${id}/attestations`, attestation, 'oracle');
  // Only the newest events: counting those of all bets would take time from the service.
  const ending = `from feed where id > ? and market_id = ? and type = 'settlement.finished'`;
  await until(() => count(dir, ending, latest, id) > 0);
  await sleep(REST_MS);
  return child.processorTime().all - before.all;
}

/**
 * Of a settled market: what everybody was paid, and the receipt. Not its detail, which is kept only
 * after the buyback: it depends on the time and not on the size.
 */
async function measureSettledReads(
  { child, dir }: KeeperBench,
  markets: readonly [Settled, Settled],
  seconds: number,
): Promise<SizesCompared[]> {
  const fromLast = 'select bettor from positions where market_id = ? order by bettor desc';
  const beforeLastPage = ({ id }: Settled) =>
    query<{ bettor: string }>(dir, `${fromLast} limit 1 offset ${PAGE}`, id)[0]?.bettor;
  const paths: Record<string, (settled: Settled) => string> = {
    'its payouts, first page': ({ id }) => `${id}/payouts`,
    'its payouts, last page': (settled) => `${settled.id}/payouts?after=${beforeLastPage(settled)}`,
    'its receipt': ({ id }) => `${id}/resolution`,
  };
  const compared: SizesCompared[] = [];
  for (const [what, pathOf] of Object.entries(paths)) {
    const sizedOf = (settled: Settled): Sized => ({
      size: settled.winners,
      load: {
        ...{ server: child, seconds, connections: READERS },
        requests: [{ path: `/v1/markets/${pathOf(settled)}` }],
      },
    });
    const [small, large] = [sizedOf(markets[0]), sizedOf(markets[1])];
    compared.push(await compareReads({ what, of: 'winners', small, large }));
  }
  return compared;
}

type Settled = Pick<PayoutMeasured, 'winners'> & { readonly id: string };
const PAGE = 20;

function waitOf(dir: string, marketId: string): number {
  const times = query<{ type: string; at: number }>(
    dir,
    'select type, max(created_at) as at from feed where market_id = ? group by type',
    marketId,
  );
  const at = (type: string) => times.find((row) => row.type === type)?.at ?? Number.NaN;
  return at('settlement.finished') - at('market.resolved');
}
