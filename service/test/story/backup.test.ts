// A backup of a running service under load, restored elsewhere.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { backUpData, restoreData } from '../../src/wiring/backup-command.ts';
import { newFolder } from '../support/new-folder.ts';
import { useWorld } from '../support/use-world.ts';
import { World, worldConfig } from '../support/world.ts';

const world = useWorld();

/** Every answer about what existed at the time. */
async function readAll(world: World, markets: readonly string[], bets: readonly string[]) {
  const get = async (path: string, as?: 'alice' | 'bob') => (await world.get(path, { as })).body;
  return {
    bets: await Promise.all(bets.map((id) => get(`/bets/${id}`))),
    ended: await get(`/markets/${markets[0]}`),
    receipt: await get(`/markets/${markets[0]}/resolution`),
    payouts: await get(`/markets/${markets[0]}/payouts`),
    keys: (await get('/api-keys', 'alice')).map(({ id }: { id: string }) => id),
  };
}

test('a backup under load has every answered bet, once, and the service goes on from it', async () => {
  const ended = await world.createMarket();
  await world.bet(ended, 'alice', 'Yes', 3);
  await world.bet(ended, 'bob', 'No', 1);
  await world.advance(3_700);
  const receipt = async () => (await world.get(`/markets/${ended}/resolution`)).body;
  await expect.poll(async () => (await receipt()).fees?.dust).toBe(0);
  await world.finishBuyback();
  const open = await world.createMarket();
  const answered: string[] = [];
  let isLoading = true;
  const load = Promise.all(
    (['alice', 'bob'] as const).map(async (as) => {
      while (isLoading) {
        const { status, body } = await world.bet(open, as, 'Yes', '0.001');
        if (status === 201) answered.push(body.betId);
      }
    }),
  );
  await expect.poll(() => answered.length).toBeGreaterThan(20);

  const before = [...answered];
  const folder = newFolder();
  const file = join(folder, 'tote.backup');
  backUpData(worldConfig(world.dir), [file, '--with-keys']);
  await expect.poll(() => answered.length).toBeGreaterThan(before.length + 20);
  isLoading = false;
  await load;
  const expected = await readAll(world, [ended], before);

  const elsewhere = join(folder, 'data');
  await restoreData(worldConfig(elsewhere), [file]);
  const restored = await World.start({}, elsewhere);
  onTestFinished(() => restored.close());
  expect(await readAll(restored, [ended], before)).toEqual(expected);
  const { body: market } = await restored.get(`/markets/${open}`);
  const { body: reserves } = await restored.get('/reserves');
  const { vault, owed, balances, pools, fees } = reserves.SOL;
  expect(vault).toBe(owed);
  expect(Math.abs(owed - balances - pools - fees)).toBeLessThan(1e-9);
  expect(market.betCount).toBeGreaterThanOrEqual(before.length);
  const next = await restored.bet(open, 'alice', 'No', 1);
  expect(next.status).toBe(201);
});

test('without --with-keys it has no secret', async () => {
  const file = join(newFolder(), 'tote.backup');
  backUpData(worldConfig(world.dir), [file]);
  const elsewhere = join(newFolder(), 'data');
  await restoreData(worldConfig(elsewhere), [file]);
  expect(existsSync(join(elsewhere, 'tote.db'))).toBe(true);
  expect(existsSync(join(elsewhere, 'chain', 'ledger.db'))).toBe(true);
  expect(existsSync(join(elsewhere, 'keys'))).toBe(false);
  expect(existsSync(join(elsewhere, 'demo.json'))).toBe(false);
  expect(existsSync(join(elsewhere, 'chain', 'faucet.json'))).toBe(false);
});

test('nothing is overwritten, and what is missing is named', async () => {
  const folder = newFolder();
  const file = join(folder, 'tote.backup');
  const config = worldConfig(world.dir);
  backUpData(config, [file]);
  const { size } = statSync(file);
  expect(() => backUpData(config, [file])).toThrow(/exists/);
  expect(statSync(file).size).toBe(size);
  await expect(restoreData(config, [file])).rejects.toThrow(/tote\.db exists/);

  const elsewhere = worldConfig(join(folder, 'data'));
  await expect(restoreData(elsewhere, [join(folder, 'other')])).rejects.toThrow(/There is no file/);

  for (const args of [[], ['a', 'b'], ['--all']]) {
    expect(() => backUpData(config, args)).toThrow(/Name one file/);
  }
  expect(() => backUpData(worldConfig(join(folder, 'empty')), [join(folder, 'x')])).toThrow(
    /not a data folder/,
  );
  const postgres = worldConfig(world.dir, { TOTE_DATABASE_URL: 'postgres://x/y' });
  expect(() => backUpData(postgres, [join(folder, 'x')])).toThrow(/pg_dump/);
});
