// The keeper and web sources. It crashes after a round has decided, and the next one continues by
// that round, though the sources say something else by now. What is not listed is never called.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebReader } from '../../../../src/keeper/observe/web/web-reader.ts';
import { findEvidence, listEvidence } from '../../../../src/store/journal/evidence.ts';
import type { KeeperCrashPoint } from '../../../../src/telemetry/crash-points.ts';
import { CrashingKeeper } from '../../crashing-keeper.ts';
import { awaitEnd, awaitFailure, passTime, startInitialized } from '../../support.ts';
import { createMeasured } from '../support.ts';
import { sends, WebServer } from './support/web-server.ts';

const SECONDS = 600;

let server: WebServer;
let base: Parameters<typeof CrashingKeeper.start>[0];
let instance: CrashingKeeper;
beforeAll(async () => {
  server = await WebServer.start();
  const initialized = await startInitialized();
  const listed = server.listed.split(',');
  const fetchOptions = server.fetchOptions();
  const web = new WebReader({ clock: initialized.chain.clock, listed, fetchOptions });
  base = { ...initialized, web };
  instance = await CrashingKeeper.start(base);
});
afterAll(async () => {
  await instance.stop();
  await base.close();
  await server.close();
});

test.each<KeeperCrashPoint>([
  'ResolveMarket signed',
  'ResolveMarket sent',
  'ResolveMarket confirmed',
])('it crashes at: %s', async (point) => {
  const page = point.replace(' ', '-');
  server.set('abc', sends('{"v":5}'), page);
  const sources = server.sources(3, page);
  const condition = { type: 'web_value', sources, comparator: 'gte', value: 4 };
  const asked = { tokenAddress: null, condition, expiresIn: SECONDS };
  const { id } = await createMeasured(instance.world, asked);
  instance.crashAt(point);
  await passTime(instance.world, SECONDS);
  instance.keeper.wake();
  await instance.crashed;
  await instance.stop();
  const asks = () => server.requests.filter(({ url }) => url === `/v1/${page}`).length;
  expect(asks()).toBe(3);

  server.set('abc', sends('{"v":3}'), page);
  // Also later than any fetch is shared.
  await passTime(instance.world, 120);
  instance = await CrashingKeeper.start(base);
  const end = await awaitEnd(instance.world, { id });
  expect(end).toMatchObject({ outcome: 'Yes' });
  const { store } = instance.world;
  expect(await findEvidence(store.db, id, end?.evidenceHash ?? '')).toBeDefined();
  expect(await listEvidence(store.db, id)).toHaveLength(1);
  expect(asks()).toBe(3);
});

test('anyone may create a market on chain, but sources that are not listed are not called', async () => {
  const sources = [...server.sources(1, 'unlisted'), { url: 'https://10.0.0.1.example/' }];
  const condition = { type: 'web_value', sources, comparator: 'gte', value: 4 };
  const lookUps = server.lookUps.length;
  for (const timing of ['at_expiry', 'any_time_before']) {
    const asked = { tokenAddress: null, condition: { ...condition, timing }, expiresIn: SECONDS };
    const { id } = await createMeasured(instance.world, asked);
    await instance.keeper.webPoller?.pollNow();
    await passTime(instance.world, SECONDS);
    instance.keeper.wake();
    expect(await awaitFailure(instance.keeper, { id })).toMatch(
      /Too few of its web sources are listed|never agreed/,
    );
    await passTime(instance.world, 3_600);
    instance.keeper.wake();
    const refunded = { kind: 'refunded', outcome: null, refundReason: 'deadline' };
    expect(await awaitEnd(instance.world, { id })).toMatchObject(refunded);
  }
  expect(server.lookUps).toHaveLength(lookUps);
});
