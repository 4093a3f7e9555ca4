// Measures what docs/deploy.md says about costs, by the balances of everybody who pays.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BIN } from '../support/run-bin.ts';
import { type Cluster, pause, startCluster } from './support/cluster.ts';
import { type Deployed, deployIn, INIT } from './support/deployed.ts';

let cluster: Cluster;
let folder: Deployed;
let service: StartedTote;
const places: Record<string, string> = {};
beforeAll(async () => {
  cluster = await startCluster(64);
  folder = await deployIn(cluster);
  const args = [...INIT, '--program', folder.program, '--fund', '--veto', '1s', '--yes', '--json'];
  const { code, json, out, err } = await folder.tote(args);
  expect(code, out + err).toBe(0);
  Object.assign(places, { relayer: json.keys.relayer, keeper: json.keys.keeper });
  for (const name of ['alice', 'bob']) {
    places[name] = (await folder.makeKey(`${name}.json`, 5)).address;
  }
  service = await startTote(cluster, folder);
});
afterAll(async () => {
  await service?.stop();
  await cluster.close();
});

const tote = async (as: string, ...args: string[]) => {
  const all = [...args, '--url', service.baseUrl, '--yes', '--json'];
  const { code, json, out, err } = await folder.tote(all, { TOTE_KEYPAIR: `${as}.json` });
  expect(code, `${args.join(' ')}: ${out}${err}`).toBe(0);
  return json;
};

const readAll = async () => {
  const read = Object.entries(places).map(async ([name, address]) => {
    return [name, await cluster.lamportsOf(address)] as const;
  });
  return Object.fromEntries(await Promise.all(read)) as Record<string, bigint>;
};

/** What each of them paid, in lamports; negative: got. */
async function measure(what: string, work: () => Promise<unknown>) {
  const before = await readAll();
  await work();
  // What the keeper does afterwards counts, too.
  await pause(3_000);
  const after = await readAll();
  const paid = Object.fromEntries(
    Object.keys(places).map((name) => [name, (before[name] ?? 0n) - (after[name] ?? 0n)]),
  );
  const shown = Object.entries(paid).filter(([, lamports]) => lamports !== 0n);
  console.info(`${what}: ${shown.map(([name, sum]) => `${name} ${sum}`).join(', ') || 'nothing'}`);
  return paid as Record<string, bigint>;
}

test('what everything costs', async () => {
  // 216 bytes, and 48 for each of 16 positions. On a cluster the wallet pays for them.
  const rent = await cluster.rpc.getMinimumBalanceForRentExemption(984n).send();
  const opened = await measure('a wallet opens with a deposit of 1 SOL', () =>
    tote('alice', 'wallet', 'deposit', '1'),
  );
  expect(opened.alice).toBe(1_000_000_000n + rent);
  expect(opened.relayer).toBe(10_000n);
  await tote('bob', 'wallet', 'deposit', '1');
  const allowed = await measure('a wallet allows bets', () =>
    tote('alice', 'wallet', 'allow', '--sol', '1', '--until', '1d'),
  );
  expect(allowed.relayer).toBeLessThanOrEqual(20_000n);
  await tote('bob', 'wallet', 'allow', '--sol', '1', '--until', '1d');

  let market = '';
  const created = await measure('a market is created', async () => {
    const question = 'Will it rain in Lisbon?';
    const json = await tote('alice', 'create', question, '--expires', '150s');
    market = json.market?.id ?? json.id;
  });
  expect(created.relayer).toBeGreaterThan(1_000_000n);
  const bet = await measure('a bet by the service', () =>
    tote('alice', 'bet', market, 'yes', '0.1'),
  );
  expect(bet.relayer).toBeLessThanOrEqual(20_000n);
  await tote('bob', 'bet', market, 'no', '0.1');
  await measure('a bet that the wallet signs', () =>
    tote('alice', 'bet', market, 'yes', '0.1', '--self'),
  );
  const idle = await measure('twenty seconds in which nothing happens', () => pause(20_000));
  expect(Object.values(idle)).toEqual([0n, 0n, 0n, 0n]);

  const open = await cluster.lamportsOf(places.relayer ?? '');
  const settled = await measure('a market ends: outcome, payouts, fees, closing', async () => {
    await tote('keys/oracle', 'attest', market, 'yes', '--evidence', 'rain');
    // When the market is closed, its rent is returned.
    const isClosed = async () => (await cluster.lamportsOf(places.relayer ?? '')) > open;
    // From its expiry on, by the clock of a node that may be short of processors.
    await expect.poll(isClosed, { timeout: 600_000, interval: 1_000 }).toBe(true);
  });
  expect(settled.keeper).toBeLessThan(200_000n);
  await measure('a withdrawal', () => tote('alice', 'wallet', 'withdraw', '0.5'));
});

// `tote start` on the cluster, as docs/deploy.md says.
interface StartedTote {
  readonly baseUrl: string;
  stop(): Promise<void>;
}

async function startTote(cluster: Cluster, folder: Deployed): Promise<StartedTote> {
  const env = {
    ...folder.env,
    ...{ TOTE_RPC_URL: cluster.validator.rpcUrl, TOTE_PROGRAM_ADDRESS: folder.program },
    ...{ TOTE_KEYS_DIR: 'keys', TOTE_PORT: '0', TOTE_LOG_LEVEL: 'error' },
  };
  const child = spawn(process.execPath, [BIN, 'start'], {
    ...{ env, cwd: folder.dir, stdio: ['ignore', 'pipe', 'pipe'] },
  });
  const ended = once(child, 'exit');
  let text = '';
  const baseUrl = await new Promise<string>((resolve, reject) => {
    const read = (chunk: unknown) => {
      text += String(chunk);
      const [, url] = /Tote runs at (\S+)/.exec(text) ?? [];
      if (url) resolve(url);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', () => reject(new Error(`the service did not start: ${text}`)));
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { baseUrl, stop };
}
