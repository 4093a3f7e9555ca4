import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  check,
  createSnapshot,
  restore,
  runSnapshotCommand,
} from '../../src/wiring/snapshot-command.ts';
import { newFolder } from '../support/new-folder.ts';
import { World, worldConfig } from '../support/world.ts';

async function readAll(world: World, markets: readonly string[]) {
  const get = async (path: string) => (await world.get(path)).body;
  const of = async (id: string) => ({
    market: await get(`/markets/${id}`),
    bets: await get(`/markets/${id}/bets`),
    history: await get(`/markets/${id}/history`),
  });
  return {
    markets: await Promise.all(markets.map(of)),
    stats: await get('/stats'),
    leaders: await get('/leaderboard'),
  };
}

test('a snapshot of a running service is checked, restored, and gives the same answers', async () => {
  const dir = newFolder();
  const world = await World.start({}, dir);
  onTestFinished(() => world.service.close());
  const ended = await world.createMarket();
  await world.bet(ended, 'alice', 'Yes', 3);
  await world.bet(ended, 'bob', 'No', 1);
  await world.advance(3_700);
  const open = await world.createMarket();
  await world.bet(open, 'bob', 'Yes', 2);
  await expect
    .poll(async () => (await world.get(`/markets/${ended}`)).body.status)
    .toBe('resolved');

  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const config = worldConfig(dir);
  const file = join(newFolder(), 'tote.snapshot');
  // Its first transactions become final.
  const create = () =>
    createSnapshot(config, ['--out', file], print).then(
      () => 'done',
      (error) => error.message,
    );
  await expect.poll(create, { interval: 500 }).toBe('done');
  expect(lines.join('\n')).toMatch(/The snapshot is in .*\nIt is of slot \d+.*\nSigned by/);
  await world.bet(open, 'alice', 'No', 1);
  await check(config, [file, '--url', world.demo.rpcUrl], print);
  expect(lines.at(-1)).toBe('No difference.');
  await expect(
    check(
      config,
      [file, '--url', world.demo.rpcUrl, '--signer', world.wallet('bob').address],
      print,
    ),
  ).rejects.toThrow(/is signed by/);
  await expect(createSnapshot(config, ['--out', file], print)).rejects.toThrow(/exists/);

  await world.service.close();
  await expect(restore(config, [file], print)).rejects.toThrow(/not empty/);
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(dir, `tote.db${suffix}`), { force: true });
  await restore(config, [file], print);
  expect(lines.at(-1)).toMatch(/^Done\. A snapshot has no API keys/);
  const restored = await World.start({}, dir);
  onTestFinished(() => restored.service.close());
  const answers = await readAll(restored, [ended, open]);
  await restored.service.close();

  for (const suffix of ['', '-wal', '-shm']) rmSync(join(dir, `tote.db${suffix}`), { force: true });
  const rebuilt = await World.start({}, dir);
  onTestFinished(() => rebuilt.service.close());
  expect(answers).toEqual(await readAll(rebuilt, [ended, open]));
  expect(answers.markets[1]?.bets).toHaveLength(2);
});

test('wrong arguments say what is meant', async () => {
  const config = worldConfig(newFolder());
  const print = () => undefined;
  await expect(runSnapshotCommand(config, [])).rejects.toThrow(/Use tote snapshot create/);
  await expect(runSnapshotCommand(config, ['make'])).rejects.toThrow(/Use tote snapshot create/);
  await expect(createSnapshot(config, [], print)).rejects.toThrow(/--out/);
  await expect(createSnapshot(config, ['--in', 'x'], print)).rejects.toThrow(/--in/);
  await expect(check(config, ['x'], print)).rejects.toThrow(/--url/);
  await expect(check(config, ['x', 'y', '--url', 'http://127.0.0.1:1'], print)).rejects.toThrow(
    /Use tote snapshot/,
  );
  await expect(
    check(config, ['x', '--url', 'http://127.0.0.1:1', '--signer', 'me'], print),
  ).rejects.toThrow(/not an address/);
});
