import { mapConcurrently } from '@tote/chain/lib/map-concurrently';
import { Api } from '../../../service/test/faults/support/api.ts';
import { openNewWallet } from '../../../service/test/support/new-wallet.ts';
import { betLoad, createMarket, makeFolder } from '../bench-service.ts';
import { type Child, startServer } from '../child.ts';
import { measurePerBet, openWorld, startReplica, startStandInNode } from '../cluster-world.ts';
import { type Load, measure } from '../load.ts';
import { progress, type Row, type Section } from '../section.ts';

/** More at once are refused by a busy embedded chain. */
const OPENED_AT_ONCE = 2;
/** One address may have 500 keys of wallets whose accounts are not indexed yet. */
const WALLETS_MAX = 400;
const SHOWN_LEAST = 0.001;
/** Warm-up relative to the bets of a cell. */
const WARM_UP = 2;

export const cluster: Section = {
  title: 'Bets on a cluster',
  targets: [
    { column: 'of the embedded', most: 2, rows: /^128$/ },
    { column: 'of the embedded', most: 1.5, rows: /^512$/ },
    { column: 'bets per transaction', least: 35, rows: /^128$/ },
    { column: 'bets per transaction', least: 45, rows: /^512$/ },
    { column: 'requests', most: 0.07, rows: /^128$/ },
    { column: 'requests', most: 0.04, rows: /^512$/ },
    { column: 'SQL statements', most: 0.5, rows: /^128$/ },
    { column: 'SQL statements', most: 0.3, rows: /^512$/ },
    { column: 'failed', most: 0 },
  ],
  printedOnly: ['by method', 'main thread µs'],
  async open({ seconds, cellBets, cells }, defer) {
    const world = await openWorld(defer);
    const node = await startStandInNode(world.env.TOTE_RPC_URL ?? '', defer);
    const ours = await startReplica(world, defer, node.env);
    const quiet = { TOTE_LOG_LEVEL: 'error', TOTE_RATE_LIMIT_IP: '0', TOTE_RATE_LIMIT_WALLET: '0' };
    const folder = { TOTE_DATA_DIR: makeFolder(defer) };
    const embedded = await startServer('service', { ...quiet, ...folder });
    defer(() => embedded.stop());
    const most = [
      Math.max(...cells.map(([markets]) => markets)),
      Math.max(...cells.map(([, atOnce]) => atOnce)),
    ] as const;
    progress(`Bets on a cluster: opening ${2 * most[1]} wallets`);
    const open = (child: Child, openWallet: (api: Api) => Promise<{ apiKey: string }>) =>
      openLoads(child, most, openWallet, { seconds, amount: cellBets });
    const loads = {
      cluster: await open(ours, world.openWallet),
      embedded: await open(embedded, (api) => openNewWallet(api.baseUrl, { SOL: '1000' })),
    };
    for (const loadOf of Object.values(loads)) {
      await measure({ ...loadOf(most), amount: cellBets * WARM_UP });
    }
    const measureCell = async (cell: readonly [number, number]): Promise<Row> => {
      const { bets, perBet } = await measurePerBet(world, loads.cluster(cell), node.readCounts);
      const byDefault = await measure(loads.embedded(cell));
      const methods = Object.keys(await node.readCounts()).filter((name) => /[A-Z]/.test(name));
      const counted = methods.flatMap((name) => {
        const each = perBet(name);
        return each >= SHOWN_LEAST ? [`${name} ${each.toFixed(3)}`] : [];
      });
      return {
        ...{ 'at once': `${cell[1]}`, markets: cell[0], 'per second': bets.perSecond },
        ...{ 'p99 ms': bets.p99Ms, 'processor time µs': perBet('service') },
        'of the embedded': perBet('service') / byDefault.serverMicros,
        ...{ 'main thread µs': bets.mainMicros, 'PostgreSQL µs': perBet('database') },
        'bets per transaction': 1 / perBet('sendTransaction'),
        ...{ requests: perBet('requests'), messages: perBet('messages') },
        'SQL statements': perBet('statements'),
        ...{ failed: bets.failed + byDefault.failed, 'by method': counted.join(', ') },
      };
    };
    return async () => {
      const rows: Row[] = [];
      for (const cell of cells) rows.push(await measureCell(cell));
      return rows;
    };
  },
};

/** Each connection has a wallet of its own, up to the most that there may be. */
async function openLoads(
  child: Child,
  [markets, wallets]: readonly [number, number],
  openWallet: (api: Api) => Promise<{ readonly apiKey: string }>,
  sizes: Pick<Load, 'seconds' | 'amount'>,
): Promise<(cell: readonly [markets: number, atOnce: number]) => Load> {
  const api = new Api(child.url);
  const each = Array.from({ length: Math.min(wallets, WALLETS_MAX) });
  const opened = await mapConcurrently(each, OPENED_AT_ONCE, () => openWallet(api));
  const apiKeys = opened.map(({ apiKey }) => apiKey);
  const ids: string[] = [];
  while (ids.length < markets) ids.push(await createMarket({ api, apiKeys }));
  return ([count, connections]) => {
    const some = { child, apiKeys: apiKeys.slice(0, connections) };
    const load = betLoad(some, ids.slice(0, count), sizes.seconds);
    return { ...load, ...sizes, connections, isSpread: true };
  };
}
