// The day of an operator, on a real node where one is installed: each thing that goes wrong or has
// to be done, one after the other, on the same chain and database. `npm run test:operator` prints a
// line for each, and the first that differs ends it.
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeNewKeyFile } from '@tote/chain/key';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Ran, runBin } from '../../../packages/cli/test/support/run-bin.ts';
import { findPort } from '../../../tools/test-setup/find-port.ts';
import { findValidator } from '../../../tools/validator/find-validator.ts';
import {
  runNode,
  startValidator,
  type Validator,
} from '../../../tools/validator/start-validator.ts';
import { topUp } from '../../src/embedded/credit.ts';
import type { Api } from '../faults/support/api.ts';
import type { FundedWallet } from '../faults/support/funded-wallet.ts';
import { ServiceProcess, type StartOptions } from '../faults/support/service-process.ts';
import { Load } from '../support/load.ts';
import { migrateToNext } from '../support/next-version.ts';
import { hasPostgres, type OwnPostgres, startPostgres } from '../support/postgres.ts';
import { loadRelease, unpackRelease } from '../support/stored-release.ts';
import { askEverything } from '../validator/support/ask-everything.ts';
import { Cluster } from '../validator/support/cluster.ts';
import { expectExact } from '../validator/support/expect-exact.ts';
import { Steps } from '../validator/support/steps.ts';
import { SmallDisk } from './support/small-disk.ts';

const LOCALNET = '../../../packages/localnet/bin/tote-localnet.mjs';

/** What the day is played on. */
const NODE =
  findValidator() === undefined
    ? 'the embedded chain in a process of its own'
    : 'solana-test-validator';

async function startNode({ ledger }: { readonly ledger: string }): Promise<Validator> {
  if (findValidator() !== undefined) return startValidator({ ledger });
  const port = await findPort();
  const command = fileURLToPath(new URL(LOCALNET, import.meta.url));
  const args = [command, '--dir', ledger, '--port', String(port)];
  const urls = { rpcUrl: `http://127.0.0.1:${port}`, wsUrl: `ws://127.0.0.1:${port}` };
  return runNode(process.execPath, args, urls);
}

const CLIENTS = 12;
const SOL = 1_000_000_000n;
const FUNDS = 100n * SOL;
const STAKE = 10_000_000n;
/** Bets between two moments that matter. */
const SOME = 40;
/** Long enough for the whole day; the sums at its end do not wait for the outcome. */
const DAY_SECONDS = 86_400;
/** Long enough for two bets on a busy machine. */
const SHORT_SECONDS = 30;
const CLOCK_OFF_MS = 600_000;
/** For what replicas notice by themselves; a busy machine takes long. */
const POLL = { timeout: 240_000, interval: 250 };

const folder = mkdtempSync(join(tmpdir(), 'tote-operator-'));
const logFile = join(folder, 'log');
const steps = new Steps();
let cluster: Cluster;
let disk: SmallDisk;
let postgres: OwnPostgres;
let databaseUrl: string;
const replicas: ServiceProcess[] = [];
let ports: readonly number[];
let wallets: FundedWallet[];
/** Open all day. */
let marketId: string;
/** Two wallets bet in it, and it ends. */
let pair: FundedWallet[];
let endedId: string;
const loads: Load[] = [];

/** After a failure the steps behind it would only hide its cause. */
let hasFailed = false;
const step = (name: string, run: () => Promise<string>) =>
  test(name, async (context) => {
    context.skip(hasFailed, 'a step before it failed');
    hasFailed = true;
    const began = performance.now();
    const checked = await run();
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    console.log(`${name}: ${checked} (${seconds} s)`);
    hasFailed = false;
  });

/** The settings of every replica and command of the day. */
const settings = (): Record<string, string> => ({
  ...cluster.env(),
  TOTE_DATABASE_URL: databaseUrl,
  // Wallets sign one origin, whichever replica they reach.
  TOTE_ORIGIN: 'http://tote.test',
  TOTE_LOG_LEVEL: 'warn',
});

async function startReplica(
  env: Record<string, string> = {},
  options: StartOptions = {},
): Promise<ServiceProcess> {
  const prepared = ServiceProcess.prepare({ output: openSync(logFile, 'a') });
  return prepared({ ...settings(), TOTE_PORT: String(await findPort()), ...env }, options);
}

/** On its own port, so that clients find it again. */
async function startAgain(index: number): Promise<void> {
  replicas[index] = await startReplica({ TOTE_PORT: String(ports[index]) });
}

async function startReplicas(): Promise<void> {
  for (const index of [0, 1]) await startAgain(index);
}

async function stopReplicas(): Promise<void> {
  await Promise.all(replicas.map((replica) => replica.stop()));
}

/** One after the other; bets go to the other one meanwhile. */
async function restartInTurn(load: Load): Promise<void> {
  for (const index of [0, 1]) {
    await replicas[index]?.stop();
    await startAgain(index);
    await load.placeMore(SOME);
  }
}

function tote(args: readonly string[], env = settings()): Promise<Ran> {
  const { PATH = '' } = process.env;
  return runBin(args, { PATH, HOME: folder, ...env }, folder);
}

const apis = () => replicas.map(({ api }) => api);
const first = () => (replicas[0] as ServiceProcess).api;
const readiness = async (api: Api, query = '') => (await api.get(`/../readyz${query}`)).status;
const allReady = (query = '') => Promise.all(apis().map((api) => readiness(api, query)));
const expectAllReady = (query = '') =>
  expect.poll(() => allReady(query), POLL).toEqual(replicas.map(() => 200));

function startLoad(name: string): Load {
  const load = new Load({ apis, wallets, name, bet: () => ({ marketId, amount: '0.01' }) });
  loads.push(load);
  load.start();
  return load;
}

/** Bets before it, after it and meanwhile; afterwards every bet of the day is on chain once. */
async function underLoad(name: string, run: (load: Load) => unknown): Promise<Load> {
  const load = startLoad(name);
  await load.placeMore(SOME);
  await run(load);
  await load.placeMore(SOME);
  await load.stop();
  await expectAllExact();
  return load;
}

/** Every bet of the day is on chain once, and nothing else is. */
async function expectAllExact(): Promise<void> {
  await expectExact(cluster, first(), { marketId, wallets, funds: FUNDS, stake: STAKE, loads });
}

const ask = () =>
  askEverything(first(), { markets: [marketId, endedId], wallets: [...wallets, ...pair] });

describe.skipIf(!hasPostgres())(`the operator's day on ${NODE}`, () => {
  beforeAll(async () => {
    ports = [await findPort(), await findPort()];
    disk = SmallDisk.mount();
    postgres = await startPostgres({}, undefined, disk.dir);
    databaseUrl = await postgres.createDatabase();
  }, 120_000);
  afterAll(async () => {
    await stopReplicas();
    await cluster?.close();
    await postgres?.stop();
    disk?.unmount();
    rmSync(folder, { recursive: true, force: true });
  }, 120_000);

  step('deploy', async () => {
    cluster = await Cluster.deploy(steps, startNode);
    const { rpcUrl } = cluster.validator;
    const { code, out, err } = await tote(['doctor', '--cluster', '--rpc', rpcUrl]);
    expect(code, out + err).toBe(0);
    return `tote deploy, tote init and tote doctor; program ${cluster.chain.programAddress}`;
  });

  step('two replicas', async () => {
    await startReplicas();
    await expectAllReady('?for=writes');
    wallets = await cluster.openWallets(first(), CLIENTS, { SOL: FUNDS });
    marketId = await first().createMarket(wallets[0] as FundedWallet, { seconds: DAY_SECONDS });
    return `both ready, also for writes; ${CLIENTS} wallets`;
  });

  step('load', async () => {
    const load = await underLoad('load', () => {});
    return `${load.total} bets over both, each on chain once`;
  });

  step('a market ends', async () => {
    pair = await cluster.openWallets(first(), 2, { SOL: FUNDS });
    const [winner, loser] = pair as [FundedWallet, FundedWallet];
    endedId = await first().createMarket(winner, { seconds: SHORT_SECONDS });
    await first().betUntilPlaced(winner, { marketId: endedId, outcome: 'No', amount: 2 });
    await first().betUntilPlaced(loser, { marketId: endedId, outcome: 'Yes', amount: 1 });
    const detail = async () => (await first().get(`/markets/${endedId}`)).body;
    await expect.poll(detail, POLL).toMatchObject({ winningOutcome: 'No', settled: true });
    const { body } = await first().get(`/markets/${endedId}/result`, winner);
    expect(body).toMatchObject({ yourWinnings: 2.9, claimable: false });
    return 'resolved and paid without being asked: 2.9 SOL for a stake of 2';
  });

  step('a replica is killed', async () => {
    const load = await underLoad('kill', async (running) => {
      await replicas[0]?.kill();
      await running.placeMore(SOME);
      await startAgain(0);
    });
    return `${load.total} bets, ${load.count('no answer')} calls without an answer, 0 lost`;
  });

  step('the node is down', async () => {
    const load = await underLoad('node', async () => {
      await cluster.validator.stop('SIGKILL');
      await expect.poll(() => allReady('?for=writes'), POLL).toEqual([503, 503]);
      // A balancer that asks this goes on serving reads.
      expect(await allReady()).toEqual([200, 200]);
      for (const api of apis()) expect((await api.get(`/markets/${marketId}`)).status).toBe(200);
      const refused = await first().bet(wallets[0] as FundedWallet, { marketId, amount: '0.01' });
      expect([refused.status, refused.code]).toEqual([503, 'chain_unavailable']);
      await cluster.validator.start();
      await expectAllReady('?for=writes');
    });
    return `ready for reads, not for writes; then ${load.total} bets, 0 lost`;
  });

  step('the database is down', async () => {
    const load = await underLoad('database', async () => {
      await postgres.pause();
      await expect.poll(() => allReady(), POLL).toEqual([503, 503]);
      const alarms = () =>
        readFileSync(logFile, 'utf8').split('"alarm":"database_unavailable"').length - 1;
      await expect.poll(alarms, POLL).toBe(2);
      await postgres.resume();
      await expectAllReady('?for=writes');
    });
    return `not ready, an alarm each; then ${load.total} bets, 0 lost`;
  });

  step('the disk of the database is full', async () => {
    if (!disk.isMounted) return 'left out: no permission to mount a small disk';
    const load = await underLoad('disk', async () => {
      disk.fill();
      // The bets of the load wait for what was signed before.
      const body = { name: 'full', scopes: ['read'] };
      const write = () => first().call('POST', '/api-keys', { as: pair[0], body });
      await expect.poll(async () => (await write()).status, POLL).toBe(503);
      disk.free();
      // PostgreSQL ends itself when it cannot write its log; systemd or Compose start it again.
      await postgres.pause();
      await postgres.resume();
      await expectAllReady('?for=writes');
    });
    return `writes refused with 503; then ${load.total} bets, 0 lost`;
  });

  step('the clock of a replica is off', async () => {
    const off = await startReplica({}, { skewMs: CLOCK_OFF_MS });
    await expect.poll(() => readiness(off.api), POLL).toBe(503);
    expect(await allReady()).toEqual([200, 200]);
    await off.stop();
    return 'ten minutes: not ready, the others are';
  });

  step('the key of the operator is rotated', async () => {
    const { chain, dir, validator } = cluster;
    const next = await writeNewKeyFile(join(dir, 'keys', 'relayer-next.json'));
    await topUp(chain, next.address, { atLeast: SOL, by: 100n * SOL });
    const load = await underLoad('rotation', async (running) => {
      await restartInTurn(running);
      const announced = await tote([
        ...['config', 'announce', '--operator', next.address, '--rpc', validator.rpcUrl, '--yes'],
        ...['--admin', join(dir, 'offline', 'admin.json'), '--payer', join(dir, 'payer.json')],
      ]);
      expect(announced.code, announced.out + announced.err).toBe(0);
      const delegates = () =>
        Promise.all(apis().map(async (api) => (await api.get('/config')).body.delegate));
      await expect.poll(delegates, POLL).toEqual([next.address, next.address]);
      const bettor = wallets[0] as FundedWallet;
      await first().createMarket(bettor, { seconds: DAY_SECONDS });
    });
    return `${load.total} bets by delegations to the old key, 0 refused; the new one creates`;
  });

  step('rebuild is refused beside replicas', async () => {
    const before = await ask();
    const { code, err } = await tote(['rebuild', '--yes']);
    expect([code, err]).toEqual([2, expect.stringMatching(/^tote: Replicas use .*tote .*tote /)]);
    expect(await ask()).toEqual(before);
    return `2 replicas live; ${Object.keys(before).length} answers are the same`;
  });

  step('rebuild', async () => {
    const before = await ask();
    await stopReplicas();
    const unasked = await tote(['rebuild']);
    expect([unasked.code, unasked.err]).toEqual([2, expect.stringContaining('--yes')]);
    const { code, out, err } = await tote(['rebuild', '--yes']);
    expect(code, out + err).toBe(0);
    await startReplicas();
    expect(await ask()).toEqual(before);
    return `${Object.keys(before).length} answers are the same`;
  });

  step('snapshot', async () => {
    const before = await ask();
    const file = join(folder, 'tote.snapshot');
    const made = await tote(['snapshot', 'create', '--out', file]);
    expect(made.code, made.out + made.err).toBe(0);
    const fresh = { TOTE_DATABASE_URL: await postgres.createDatabase() };
    const env = { ...settings(), ...fresh };
    const restored = await tote(['snapshot', 'restore', file], env);
    expect(restored.code, restored.out + restored.err).toBe(0);
    const third = await startReplica(fresh);
    const market = async (api: Api) => (await api.get(`/markets/${marketId}/bets?limit=100`)).text;
    expect(await market(third.api)).toBe(await market(first()));
    await third.stop();
    expect(await ask()).toEqual(before);
    return 'a new database from it gives the same bets';
  });

  step('backup', async () => {
    const before = await ask();
    const copy = await postgres.copyDatabase(databaseUrl);
    await stopReplicas();
    databaseUrl = copy;
    await startReplicas();
    expect(await ask()).toEqual(before);
    await underLoad('backup', () => {});
    return 'pg_dump and pg_restore: the same answers, keys work, and bets go on';
  });

  step('an upgrade from the stored database of 0.1.0', async () => {
    const { dir, answers } = unpackRelease('0.1.0');
    const [alice] = JSON.parse(readFileSync(join(dir, 'demo.json'), 'utf8')).wallets;
    const release = await ServiceProcess.start({
      ...{ TOTE_DATA_DIR: dir, TOTE_DATABASE_URL: await loadRelease('0.1.0', postgres) },
      ...{ TOTE_PORT: '0', TOTE_RPC_PORT: '0', TOTE_LOG_LEVEL: 'warn' },
    });
    for (const [path, answer] of Object.entries(answers)) {
      const { body } = await release.api.get(path, alice);
      expect({ [path]: body }).toMatchObject({ [path]: answer as object });
    }
    await release.stop();
    rmSync(dir, { recursive: true });
    return `${Object.keys(answers).length} answers are the same`;
  });

  step('a rolling upgrade, and back', async () => {
    const load = await underLoad('upgrade', async (running) => {
      // The next version adds to the tables while this one serves; then this one starts on them.
      await migrateToNext(databaseUrl);
      await running.placeMore(SOME);
      await restartInTurn(running);
    });
    return `${load.total} bets on the tables of both versions, 0 lost`;
  });
});
