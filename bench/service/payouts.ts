// Measures the payout of many winners of one market: the time to the last payment, the cost, and
// whether each payout equals that of packages/domain.
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

export interface PayoutsMeasured extends Compared, SettlementCosts {
  readonly winners: number;
  /** From the resolution to the last payment, by the feed's events. */
  readonly lastMs: number;
}

/** Losers, so that there is something to win. */
const LOSERS_SHARE = 0.1;

/** One market after the other, each with the given number of winners. */
export async function measurePayouts(sizes: readonly number[]): Promise<PayoutsMeasured[]> {
  const most = Math.max(...sizes);
  const bench = await startKeeperBench(most + losersOf(most));
  try {
    const serviceChain = await openServiceChain(bench.dir);
    const balances = new Map(bench.crowd.map((bettor) => [bettor, BALANCE]));
    const measured: PayoutsMeasured[] = [];
    for (const [index, winners] of sizes.entries()) {
      measured.push(
        await measureMarket(bench, serviceChain, { winners, betId: index + 1, balances }),
      );
    }
    await serviceChain.chain.close();
    return measured;
  } finally {
    await bench.stop();
  }
}

const losersOf = (winners: number) => Math.ceil(winners * LOSERS_SHARE);

interface Round {
  readonly winners: number;
  readonly betId: number;
  /** The expected balance of each bettor. */
  readonly balances: Map<Address, Amount>;
}

async function measureMarket(
  bench: KeeperBench,
  serviceChain: ServiceChain,
  { winners, betId, balances }: Round,
): Promise<PayoutsMeasured> {
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
  await bench.post(
    `/markets/${id}/attestations`,
    { outcome: 'Yes', evidence: 'https://example.com/rain' },
    'oracle',
  );
  const ending = `from feed where market_id = ? and type = 'settlement.finished'`;
  await until(() => count(dir, ending, id) > 0);
  const compared = await comparePayouts(serviceChain, stakes, balances);
  return {
    winners,
    lastMs: waitOf(dir, id),
    ...compared,
    ...(await sumCosts(serviceChain, market)),
  };
}

function waitOf(dir: string, marketId: string): number {
  const times = query<{ type: string; at: number }>(
    dir,
    'select type, max(created_at) as at from feed where market_id = ? group by type',
    marketId,
  );
  const at = (type: string) => times.find((row) => row.type === type)?.at ?? Number.NaN;
  return at('settlement.finished') - at('market.resolved');
}
