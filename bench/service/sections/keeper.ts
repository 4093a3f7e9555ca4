import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Address } from '@solana/kit';
import { mapConcurrently } from '@tote/chain/lib/map-concurrently';
import { type Amount, amount } from '@tote/domain';
import type { DemoFile } from '../../../service/src/embedded/demo.ts';
import { readSettings } from '../../../service/src/settings/read-settings.ts';
import {
  type Crowd,
  openServiceChain,
  placeStakes,
  type ServiceChain,
  seatCrowd,
} from '../../../service/test/support/crowd.ts';
import { comparePayouts, stakesOf, sumCosts } from '../../../service/test/support/payout-checks.ts';
import {
  type Bench,
  betLoad,
  createMarket,
  makeFolder,
  post,
  query,
  startBench,
  until,
} from '../bench-service.ts';
import { type Measured, measure, warmUp } from '../load.ts';
import type { Row, Section } from '../section.ts';

const BALANCE = amount(10_000_000_000n);
const SPREAD_SECONDS = 20;
const CREATED_AT_ONCE = 16;
const SLICE_SECONDS = 2;
/** After the last payment: what the keeper does at the end of a market. */
const REST_MS = 500;

export const keeper: Section = {
  title: 'From the expiry to the money',
  targets: [
    { column: 'p99 ms', most: 2_000, rows: /^(over|all)/ },
    { column: 'last paid after ms', most: 5_000, rows: /^(\d{1,3}|\d,\d{3}|10,000)$/ },
    ...['paid twice', 'left out', 'failed'].map((column) => ({ column, most: 0 })),
    { column: 'lamports each', most: 250 },
    { column: 'rate of that before', least: 0.5 },
    { column: 'p99 of that before', most: 5 },
  ],
  printedOnly: ['processor time µs each', 'paid twice', 'left out', 'sent'],
  async open({ expiring, winners, burst, seconds }, defer) {
    const dir = makeFolder(defer);
    const config = readSettings({ TOTE_DATA_DIR: dir, TOTE_RPC_PORT: '0', TOTE_DEMO: '0' }, dir);
    const crowd = await seatCrowd(config, Math.ceil(1.1 * winners[1]), BALANCE);
    const bench = await startBench(defer, { TOTE_MARKETS_PER_CREATOR: '1000000' }, dir);
    const chain = await openServiceChain(dir);
    defer(() => chain.chain.close());
    const measurePayout = openPayouts(bench, chain, crowd);
    const market = await createMarket(bench);
    await warmUp(betLoad(bench, [market], seconds));
    await measurePayout(winners[0]);
    return async () => [
      await measureExpiry(bench, expiring, SPREAD_SECONDS),
      await measureExpiry(bench, expiring, 1),
      await measurePayout(winners[0]),
      await measurePayout(winners[1]),
      ...(await measureBurst(bench, market, burst)),
    ];
  },
};

/** Creates markets that expire evenly over this time. Returns the first expiry. */
async function createExpiring(bench: Bench, count: number, seconds: number): Promise<number> {
  const create = (index: number, at: number) =>
    createMarket(bench, index % 2 === 1 ? 'Will SOL be above $100 at expiry?' : undefined, at);
  const range = (length: number) => Array.from({ length }, (_, index) => index);
  const startMs = Date.now();
  const rehearsed = 50;
  const far = startMs + 86_400_000;
  await mapConcurrently(range(rehearsed), CREATED_AT_ONCE, (index) => create(index, far));
  const eachMs = (Date.now() - startMs) / rehearsed;
  // Late enough for all markets to exist by then.
  const from = Math.ceil((Date.now() + 1.5 * eachMs * count) / 1_000) + 5;
  await mapConcurrently(range(count), CREATED_AT_ONCE, (index) =>
    create(index, (from + (index % seconds)) * 1_000),
  );
  return from;
}

async function measureExpiry(bench: Bench, markets: number, seconds: number): Promise<Row> {
  const { dir } = bench;
  const from = await createExpiring(bench, markets, seconds);
  const range = [from, from + seconds - 1];
  const sql = `select feed.created_at - expires_at * 1000 as ms
    from markets join feed on feed.market_id = markets.id and feed.type = 'market.resolved'
    where expires_at between ? and ? order by ms`;
  await until(() => query(dir, sql, ...range).length === markets);
  const times = query<{ ms: number }>(dir, sql, ...range).map(({ ms }) => ms);
  const at = (share: number) => times[Math.ceil(times.length * share) - 1];
  return {
    'markets expire': seconds === 1 ? 'all in the same second' : `over ${seconds} seconds`,
    ...{ markets, 'p50 ms': at(0.5), 'p99 ms': at(0.99) },
  };
}

/** The returned function plays a market with this many winners. */
function openPayouts(bench: Bench, chain: ServiceChain, crowd: Crowd) {
  const { dir, child } = bench;
  /** What each bettor should have. */
  const balances = new Map<Address, Amount>(crowd.map((bettor) => [bettor, BALANCE]));
  let betId = 0;
  return async (winners: number): Promise<Row> => {
    const id = await createMarket(bench);
    const stakes = stakesOf(crowd.slice(0, Math.ceil(1.1 * winners)), winners);
    const market = id.slice('market_'.length) as Address;
    betId += 1;
    await placeStakes(chain, market, stakes, betId);
    const count = 'select count(*) as count from positions where market_id = ?';
    await until(() => query<{ count: number }>(dir, count, id)[0]?.count === stakes.length);
    const before = child.processorTime().all;
    const lastMs = await settle(bench, id);
    const micros = (child.processorTime().all - before) / stakes.length;
    const compared = await comparePayouts(chain, stakes, balances);
    const { lamportsEach, transactions } = await sumCosts(chain, market);
    return {
      ...{ winners, 'last paid after ms': lastMs, 'processor time µs each': micros },
      ...{ 'paid twice': compared.double, 'left out': compared.missed },
      ...{ 'lamports each': lamportsEach, sent: transactions },
    };
  };
}

/** Returns the milliseconds from the resolution to the last payment, by the feed's events. */
async function settle({ dir, api }: Bench, id: string): Promise<number> {
  const demo = JSON.parse(readFileSync(join(dir, 'demo.json'), 'utf8')) as DemoFile;
  const oracle = demo.wallets.find(({ name }) => name === 'oracle')?.apiKey as string;
  const attestation = { outcome: 'Yes', evidence: 'https://example.com/rain' };
  await post(api, `/markets/${id}/attestations`, attestation, oracle);
  const at = (type: string) =>
    query<{ at: number }>(
      dir,
      'select created_at as at from feed where market_id = ? and type = ? order by id desc limit 1',
      ...[id, type],
    )[0]?.at;
  await until(() => at('settlement.finished') !== undefined);
  await sleep(REST_MS);
  return Number(at('settlement.finished')) - Number(at('market.resolved'));
}

async function measureBurst(bench: Bench, market: string, markets: number): Promise<Row[]> {
  const slice = () => measure(betLoad(bench, [market], SLICE_SECONDS));
  const idle = [await slice(), await slice(), await slice(), await slice()];
  const from = await createExpiring(bench, markets, 1);
  await until(() => Date.now() >= from * 1_000);
  const open = 'select 1 from markets where expires_at = ? and state = 1 limit 1';
  const during: Measured[] = [];
  while (query(bench.dir, open, from).length > 0) during.push(await slice());
  const toRow = (what: string, slices: readonly Measured[]): Row => {
    const mean = (all: readonly Measured[]) =>
      all.reduce((sum, one) => sum + one.perSecond, 0) / all.length;
    const worst = (all: readonly Measured[]) => Math.max(...all.map(({ p99Ms }) => p99Ms));
    return {
      ...{ 'bets in one market': what, 'per second': mean(slices) },
      'rate of that before': mean(slices) / mean(idle),
      'p99 ms': worst(slices),
      'p99 of that before': worst(slices) / worst(idle),
      failed: slices.reduce((sum, { failed }) => sum + failed, 0),
    };
  };
  return [toRow('before', idle), toRow(`while ${markets} markets expire`, during)];
}
