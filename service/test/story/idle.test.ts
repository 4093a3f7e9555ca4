// An idle service: its files stay as large as they are, and nothing moves.
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { createSolanaRpc } from '@solana/kit';
import { DEMO_FEEDS } from '@tote/conditions/oracles/demo-prices';
import { findPythPushAddress } from '@tote/conditions/oracles/derived-addresses';
import { expect, onTestFinished, test } from 'vitest';
import type { DemoMarkets } from '../../src/embedded/demo-markets/demo-markets.ts';
import { World } from '../support/world.ts';

const LEDGER = join('chain', 'ledger.db');
const BASE64 = { commitment: 'confirmed', encoding: 'base64' } as const;
const FILES = ['tote.db', LEDGER];

const countRows = (dir: string) =>
  FILES.flatMap((file) => {
    const db = new DatabaseSync(join(dir, file), { readOnly: true });
    try {
      // All counts of one moment.
      db.exec('begin');
      const tables = db.prepare("select name from sqlite_schema where type = 'table'").all();
      return tables.map(({ name }) => {
        const { rows } = db.prepare(`select count(*) as rows from "${name}"`).get() as never;
        return `${rows} in ${file} ${name}`;
      });
    } finally {
      db.close();
    }
  });

function isFinal(dir: string): boolean {
  const db = new DatabaseSync(join(dir, 'tote.db'), { readOnly: true });
  try {
    const { last, newest, final } = db
      .prepare(
        `select (select type from feed order by id desc limit 1) as last,
          (select max(slot) from transactions) as newest, (select slot from cursors) as final`,
      )
      .get() as Record<string, unknown>;
    return last === 'transaction.finalized' && newest === final;
  } finally {
    db.close();
  }
}

/** Several updates of the demo prices, saves of the clock and looks of the keeper. */
async function passSlots(rpcUrl: string): Promise<void> {
  const slotNow = () => createSolanaRpc(rpcUrl).getSlot().send();
  const slot = await slotNow();
  await expect.poll(slotNow).toBeGreaterThan(slot + 120n);
}

test.each(['0', '1'])('while nobody watches the demo world stands still: %s', async (TOTE_DEMO) => {
  const { world } = await startPlayed({ TOTE_DEMO });
  const { rpcUrl } = world.demo;
  const [feed] = DEMO_FEEDS;
  const account = await findPythPushAddress(feed?.feedId ?? '');
  const read = () => createSolanaRpc(rpcUrl).getAccountInfo(account, BASE64).send();
  const before = await read();
  await world.get('/../readyz');
  await passSlots(rpcUrl);
  expect((await read()).value).toEqual(before.value);
  await world.get('/markets');
  expect((await read()).value).not.toEqual(before.value);
});

test('an idle service with a market about a price adds no rows', async () => {
  const { world } = await startPlayed();
  await world.createMarket({ question: 'Will SOL be above $100 at expiry?' });
  await expectNoMoreRows(world);
});

test('while nobody watches the demo sleeps, and neither markets nor rounds add rows', async () => {
  const { world, demo } = await startPlayed({ TOTE_DEMO: '1' });
  await expectNoMoreRows(world, () => demo.step());
  expect(countRows(world.dir)).toContain('2 in tote.db series');
  const { body: open } = await world.get('/markets?status=open');
  expect(open.filter(({ series }: { series?: string }) => series === undefined)).toHaveLength(6);
  // Somebody watches now.
  const [{ id }] = (await world.get('/series')).body;
  const findNext = async () => (await world.get(`/series/${id}`)).body.next.state;
  await expect.poll(findNext).toBe('open');
  const count = () => countRows(world.dir).filter((row) => row.endsWith('tote.db bets'));
  const before = count();
  await expect.poll(() => demo.step().then(count)).not.toEqual(before);
});

/** The history of the demo is complete. */
async function startPlayed(env: Record<string, string> = {}) {
  let started: readonly [demo: DemoMarkets, played: Promise<void>] | undefined;
  const world = await World.start(env, undefined, {
    onDemo: (...demo) => {
      started = demo;
    },
  });
  onTestFinished(() => world.close());
  const [demo, played] = started as unknown as NonNullable<typeof started>;
  await played;
  return { world, demo };
}

async function expectNoMoreRows(world: World, act = async () => {}) {
  const count = () => countRows(world.dir);
  // The last steps after the start: everything is indexed, and announced as final.
  await expect.poll(count).toContain(`0 in ${LEDGER} unindexed`);
  await expect.poll(() => isFinal(world.dir)).toBe(true);
  const before = count();
  await act();
  await passSlots(world.demo.rpcUrl);
  await expect.poll(count).toEqual(before);
}
