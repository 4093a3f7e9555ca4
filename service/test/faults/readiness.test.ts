// Each reason of /readyz?for=writes, on the real service: the check that fails is named, the others
// are ok, and the service is ready again when the cause is gone.
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Address } from '@solana/kit';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WAIT_MS } from '../../../tools/test-setup/limits.ts';
import { until } from '../../../tools/test-setup/until.ts';
import { type RunningService, startService } from '../../src/service.ts';
import { readSettings } from '../../src/settings/read-settings.ts';
import { hasPostgres, type OwnPostgres, startPostgres } from '../support/postgres.ts';
import { Api } from './support/api.ts';
import { type ChooseFault, type RpcFault, RpcProxy } from './support/rpc-proxy.ts';
import { SeparateChain } from './support/separate-chain.ts';

/** Each question makes the service ask the chain and its database. */
const EVERY_MS = 500;

let chain: SeparateChain;
let proxy: RpcProxy;
beforeAll(async () => {
  chain = await SeparateChain.start();
  proxy = await RpcProxy.start(chain.localnet.url as string);
});
afterAll(async () => {
  await proxy?.close();
  await chain?.close();
});
afterEach(() => proxy.heal());

type Checks = Record<string, string>;

/** `for=writes`, unless only this replica is asked for. */
async function ask(
  service: RunningService,
  query = '?for=writes',
): Promise<{ status: number; checks: Checks }> {
  const signal = AbortSignal.timeout(WAIT_MS);
  const response = await fetch(new URL(`/readyz${query}`, service.baseUrl), { signal });
  const body = (await response.json()) as { error?: string; status?: string; checks: Checks };
  const failed = Object.values(body.checks).filter((reason) => reason !== 'ok');
  if (failed.length === 0) {
    expect([response.status, body.status]).toEqual([200, 'ready']);
  } else {
    expect(response.status).toBe(503);
    expect(body.error).toBe(failed.join(' '));
  }
  return { status: response.status, checks: body.checks };
}

const reasonOf = (service: RunningService, check: string) => async () =>
  (await ask(service)).checks[check];
const poll = <T>(read: () => Promise<T>) => expect.poll(read, { interval: EVERY_MS });
const expectReady = (service: RunningService) =>
  until(async () => expect((await ask(service)).status).toBe(200), EVERY_MS);

async function start(env: Record<string, string>): Promise<RunningService> {
  const service = await startService(readSettings(env, chain.dir));
  await expectReady(service);
  return service;
}

describe('with SQLite', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await start(chain.env(undefined, proxy.url));
  });
  afterAll(() => service?.close());

  const setLamports = (key: Address, lamports: bigint) =>
    chain.localnet.sandbox.setAccount(key, { lamports });

  test('everything is checked', async () => {
    const own = ['disk', 'database', 'clock'];
    const names = [...own, 'chain', 'chainTime', 'relayer', 'keeper', 'indexer'];
    const ok = (checked: string[]) => Object.fromEntries(checked.map((name) => [name, 'ok']));
    expect((await ask(service)).checks).toEqual(ok(names));
    expect((await ask(service, '')).checks).toEqual(ok(own));
  });

  const only = (name: string, fault: RpcFault) => (method: string) =>
    method === name ? fault : undefined;
  const STILL = /^The chain's time has not moved for \d+ s\.$/;
  const SILENT = /^The chain does not answer\.$/;
  test.each<[title: string, check: string, reason: RegExp, choose: ChooseFault]>([
    ['does not answer: request lost', 'chain', SILENT, () => 'request lost'],
    ['does not answer: blackhole', 'chain', SILENT, () => 'blackhole'],
    ['does not say which one it is', 'chain', SILENT, only('getGenesisHash', 'garbage')],
    ['has a time that stands still', 'chainTime', STILL, only('getAccountInfo', 'stale')],
  ])('a chain that %s', async (_, check, reason, choose) => {
    proxy.choose = choose;
    await poll(reasonOf(service, check)).toMatch(reason);
    const own = { disk: 'ok', database: 'ok', relayer: 'ok', keeper: 'ok' };
    const failed = { [check]: expect.stringMatching(reason) };
    expect((await ask(service)).checks).toMatchObject({ ...own, chain: 'ok', ...failed });
    // A balancer goes on sending reads, which are answered.
    expect((await ask(service, '')).status).toBe(200);
    expect((await new Api(service.baseUrl).get('/markets')).status).toBe(200);
    proxy.heal();
    await expectReady(service);
  });

  test.each(['relayer', 'keeper'] as const)('a %s without funds', async (name) => {
    const key = chain.keys[name].address;
    const { value } = await chain.chain.rpc.getBalance(key, { commitment: 'confirmed' }).send();
    await setLamports(key, 999_999n);
    const reason = `The ${name} ${key} has 0.001000 SOL left. Send it SOL.`;
    await poll(reasonOf(service, name)).toBe(reason);
    const other = name === 'relayer' ? 'keeper' : 'relayer';
    expect((await ask(service)).checks).toMatchObject({ [other]: 'ok', chain: 'ok' });
    expect((await ask(service, '')).status).toBe(200);
    await setLamports(key, 1_000_000n);
    await expectReady(service);
    await setLamports(key, value);
  });

  test('an indexer that cannot read new transactions', async () => {
    proxy.choose = (method) => (method === 'getTransaction' ? '500' : undefined);
    // Not through the service, which would apply its own transaction at once.
    await chain.openWallet(new Api(service.baseUrl));
    const reason = /^The indexer is \d+ s behind the chain\.$/;
    await poll(reasonOf(service, 'indexer')).toMatch(reason);
    expect((await ask(service)).checks).toMatchObject({ chain: 'ok', database: 'ok' });
    proxy.heal();
    await expectReady(service);
  });

  test('a clock that the sandbox has advanced is no wrong clock', async () => {
    await chain.localnet.sandbox.advanceClock(3_600);
    await expectReady(service);
  });

  test('a data folder that is gone', async () => {
    const [dir, moved] = [join(chain.dir, 'data'), join(chain.dir, 'moved')];
    renameSync(dir, moved);
    const reason = 'Nothing can be written to the data folder (ENOENT)';
    expect(await reasonOf(service, 'disk')()).toContain(reason);
    expect((await ask(service)).checks).toMatchObject({ chain: 'ok', indexer: 'ok' });
    expect((await ask(service, '')).status).toBe(503);
    renameSync(moved, dir);
    await expectReady(service);
  });
});

describe.skipIf(!hasPostgres())('with PostgreSQL', () => {
  let postgres: OwnPostgres;
  let service: RunningService;
  beforeAll(async () => {
    postgres = await startPostgres();
    service = await start(chain.env(await postgres.createDatabase(), proxy.url));
  });
  afterAll(async () => {
    await service?.close();
    await postgres?.stop();
  });

  test('the data folder is not checked, as nothing is stored there', async () => {
    expect((await ask(service)).checks).not.toHaveProperty('disk');
  });

  test('a database that does not answer', async () => {
    await postgres.pause();
    await poll(reasonOf(service, 'database')).toBe('The database does not answer.');
    expect((await ask(service)).checks).toMatchObject({ chain: 'ok', relayer: 'ok' });
    expect((await ask(service, '')).status).toBe(503);
    const isAlarm = async () =>
      (await (await fetch(service.metricsUrl)).text()).includes(
        'tote_problem{problem="database_unavailable"} 1',
      );
    await expect.poll(isAlarm).toBe(true);
    await postgres.resume();
    await expectReady(service);
    await expect.poll(isAlarm).toBe(false);
  });
});
