import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Bench,
  betLoad,
  createMarket,
  DAY_MS,
  makeFolder,
  post,
  startBench,
} from '../bench-service.ts';
import { startServer } from '../child.ts';
import { measure, warmUp } from '../load.ts';
import { type Row, type Section, withCleanup } from '../section.ts';

const IDLE_MS = 10_000;
/** None of them comes true while it is measured. */
const CONDITIONS = [
  { type: 'launchpad_count', launchpad: 'demo', event: 'migrated', threshold: 100_000 },
  { type: 'holder_count', threshold: 1_000_000, timing: 'any_time_before' },
  { type: 'token_price', threshold: 1_000_000, unit: 'USD', timing: 'any_time_before' },
  { type: 'liquidity', threshold: 1_000_000_000, unit: 'USD', timing: 'any_time_before' },
];

/** Bets are in a market of another kind. Both services run at once and are measured in turn. */
export const kinds: Section = {
  title: 'Kinds that a market does not use',
  targets: ['start', 'memory', 'bet'].map((what) => ({ column: `${what} of none`, most: 1.2 })),
  async open({ seconds }, defer) {
    const folders: (Pick<Bench, 'apiKeys'> & Record<'what' | 'dir' | 'market', string>)[] = [];
    for (const [what, conditions] of Object.entries({ none: [], 'one of each': CONDITIONS })) {
      const dir = makeFolder(defer);
      const bench = await startBench(defer, {}, dir);
      const market = await createMarket(bench);
      for (const condition of conditions) await createMeasured(bench, condition);
      await bench.child.stop();
      folders.push({ what, dir, market, apiKeys: bench.apiKeys });
    }
    return () =>
      withCleanup(async (stopLater) => {
        const started = [];
        for (const { dir, market, apiKeys, what } of folders) {
          const child = await startServer('service', {
            ...{ TOTE_DATA_DIR: dir, TOTE_LOG_LEVEL: 'error' },
          });
          stopLater(() => child.stop());
          started.push({ what, child, load: betLoad({ child, apiKeys }, [market], seconds) });
        }
        await sleep(IDLE_MS);
        const idle = started.map(({ child }) => child.residentMib());
        for (const { load } of started) await warmUp(load);
        const rows: Row[] = [];
        for (const [index, { what, child, load }] of started.entries()) {
          const { serverMicros: bet, failed } = await measure(load);
          const now = { start: child.readyProcessorMs, memory: idle[index] as number, bet };
          rows.push({ 'open besides': what, ...compare(now, rows[0]), failed });
        }
        return rows;
      });
  },
};

const COLUMNS = { start: 'start, processor ms', memory: 'resident MiB', bet: 'bet, processor µs' };

/** Each number, and what part of that in the first row it is. */
function compare(now: Record<keyof typeof COLUMNS, number>, first: Row | undefined): Row {
  return Object.fromEntries(
    Object.entries(COLUMNS).flatMap(([what, column]) => {
      const value = now[what as keyof typeof COLUMNS];
      return [
        [column, value],
        [`${what} of none`, value / Number(first?.[column] ?? value)],
      ];
    }),
  );
}

async function createMeasured({ api, apiKeys }: Bench, condition: { readonly type: string }) {
  const { body } = await api.call('GET', '/config');
  const oak = body.demo.tokens.find(({ symbol }: { symbol: string }) => symbol === 'OAK');
  const market = {
    ...{ question: 'Will it be so?', outcomes: ['Yes', 'No'], currency: 'SOL' },
    ...(condition.type !== 'launchpad_count' && { tokenAddress: oak.mint }),
    condition: { ...condition, comparator: 'gt' },
    expireAt: new Date(Date.now() + DAY_MS).toISOString(),
  };
  await post(api, '/markets', market, apiKeys[0] as string);
}
