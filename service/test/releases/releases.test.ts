// The databases of all releases (`npm run release:database`), opened by this version on both
// engines: it gives the same answers, takes bets and settles what was open. What it adds to an
// answer is no difference, nor are the words of a text.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ReleaseAnswers } from '../../../tools/release-database/play-release.ts';
import { hasPostgres, openPostgres } from '../support/postgres.ts';
import { loadRelease, RELEASES, unpackRelease } from '../support/stored-release.ts';
import { World } from '../support/world.ts';

const MIGRATIONS = new URL('../../src/store/migrations/', import.meta.url);
const releases = readdirSync(RELEASES).filter((name) => /^\d/.test(name));

async function expectSameAnswers(world: World, stored: ReleaseAnswers): Promise<void> {
  const { answers, apiKey } = stored;
  const headers = { authorization: `Bearer ${apiKey}` };
  expect((await world.get('/account', { headers })).status).toBe(200);
  expect(Object.keys(answers).length).toBeGreaterThan(15);
  for (const [url, answer] of Object.entries(answers)) {
    const { body } = await world.get(url, { as: 'alice' });
    expect({ [url]: body }).toMatchObject({ [url]: answer as object });
  }
}

/** With bets of this version, until all are paid. */
async function settle(world: World, marketId: string): Promise<void> {
  expect((await world.bet(marketId, 'alice', 'Yes', '0.5')).status).toBe(201);
  expect((await world.bet(marketId, 'bob', 'No', '0.5')).status).toBe(201);
  const read = async () => (await world.get(`/markets/${marketId}`)).body;
  const { expireAt, betCount } = await read();
  expect(betCount).toBe(4);
  const { body } = await world.get('/config');
  await world.advance(Math.ceil((Date.parse(expireAt) - Date.parse(body.now)) / 1_000) + 1);
  await expect.poll(read).toMatchObject({ settled: true, winningOutcome: 'No' });
  const { body: result } = await world.get(`/markets/${marketId}/result`, { as: 'bob' });
  expect(result.yourWinnings).toBeGreaterThan(2);
  const missing = async () => {
    const { SOL } = (await world.get('/reserves')).body;
    return [SOL.surplus, Math.abs(SOL.owed - SOL.balances - SOL.pools - SOL.fees) < 1e-9];
  };
  await expect.poll(missing).toEqual([0, true]);
}

describe.each(releases)('release %s', (release) => {
  test.each(['SQLite', 'PostgreSQL'])('goes on with its database: %s', async (engine) => {
    if (engine === 'PostgreSQL' && !hasPostgres()) return;
    const { dir, ...stored } = unpackRelease(release);
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
    const env: Record<string, string> =
      engine === 'SQLite'
        ? {}
        : { TOTE_DATABASE_URL: await loadRelease(release, await openPostgres()) };
    const world = await World.start(env, dir);
    onTestFinished(() => world.service.close());
    await expectSameAnswers(world, stored);
    await settle(world, stored.openMarket);
  });

  test('none of its migrations was changed, renamed or removed', () => {
    const file = join(RELEASES, release, 'migrations.json');
    const released: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'));
    const hash = (name: string) =>
      createHash('sha256')
        .update(readFileSync(new URL(name, MIGRATIONS)))
        .digest('hex');
    expect(Object.keys(released)).toContain('0001-first-release.ts');
    for (const [name, expected] of Object.entries(released)) {
      expect(hash(name), `${name} is released: add a new migration instead`).toBe(expected);
    }
  });
});

test('there is a release to go on from', () => {
  expect(releases).toContain('0.1.0');
});
