import { Api } from '../../../service/test/faults/support/api.ts';
import { Cluster } from '../../../service/test/validator/support/cluster.ts';
import { betLoad, createMarket } from '../bench-service.ts';
import { startServer } from '../child.ts';
import { measure, warmUp } from '../load.ts';
import type { Row, Section } from '../section.ts';

const AT_ONCE = [32, 128, 512];
const MARKETS = [1, 4];
const FUNDS = { SOL: 3_000_000_000n };

export const cluster: Section = {
  title: 'Bets on a cluster',
  about:
    "On Anza's `solana-test-validator` 4.2.2 (`TOTE_VALIDATOR`), slots of 400 ms. Node, " +
    'service and load share the processors. Each of so many wallets waits for the answer to ' +
    'its bet, which is confirmed then, before its next one: so the rate is at most their ' +
    'number divided by the time to a confirmation.',
  targets: [{ column: 'failed', most: 0 }],
  async open({ seconds }, defer) {
    const node = await Cluster.start();
    defer(() => node.close());
    const child = await startServer('service', { ...node.env(), TOTE_LOG_LEVEL: 'error' });
    defer(() => child.stop());
    const api = new Api(child.url);
    const wallets = await node.openWallets(api, Math.max(...AT_ONCE), FUNDS);
    const apiKeys = wallets.map(({ apiKey }) => apiKey);
    const ids: string[] = [];
    while (ids.length < Math.max(...MARKETS)) ids.push(await createMarket({ api, apiKeys }));
    /** Each connection is one wallet. */
    const loadOf = (markets: number, atOnce: number) => {
      const bench = { child, apiKeys: apiKeys.slice(0, atOnce) };
      const load = betLoad(bench, ids.slice(0, markets), 2 * seconds);
      return { ...load, connections: atOnce, hasOwn: true };
    };
    await warmUp(loadOf(Math.max(...MARKETS), Math.max(...AT_ONCE)));
    return async () => {
      const rows: Row[] = [];
      for (const markets of MARKETS) {
        for (const atOnce of AT_ONCE) {
          const measured = await measure(loadOf(markets, atOnce));
          rows.push({
            ...{ markets, 'at once': atOnce, 'bets per second': measured.perSecond },
            ...{ 'p50 ms': measured.p50Ms, 'p99 ms': measured.p99Ms },
            ...{ 'processor time µs': measured.serverMicros, failed: measured.failed },
          });
        }
      }
      return rows;
    };
  },
};
