import { spawn } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRandom } from '../../../chain/test/faults.ts';
import { BIN } from '../support/run-bin.ts';
import { type Cluster, pause, startCluster } from './support/cluster.ts';
import { type Deployed, deployIn, INIT } from './support/deployed.ts';
import { readAuthority, sumFees } from './support/on-chain.ts';

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.close());

const seed = Number(process.env.TOTE_SEED ?? Date.now());
const init = (folder: Deployed, ...more: string[]) =>
  folder.tote([...INIT, '--program', folder.program, '--json', ...more]);
type Finding = { readonly name: string; readonly state: string; readonly text: string };
/** Without the clock: with slots of 100 ms the validator's does not keep up. */
const statesOf = (findings: readonly Finding[]) =>
  findings
    .filter(({ name, state }) => state !== 'ok' && name !== 'clock')
    .map(({ name, state }) => `${name} ${state}`);

test('makes keys, token and Config; the second time it sends nothing', async () => {
  const folder = await deployIn(cluster);
  const dry = await init(folder, '--fund', '--dry-run');
  expect(dry, dry.err).toMatchObject({ code: 0 });
  expect(folder.list()).toEqual(['payer.json', 'program.json']);
  expect(dry.json.settings).toEqual(
    expect.arrayContaining([
      { name: 'veto time', value: '3600 s (1 h)' },
      { name: 'lead', value: '30 s' },
      { name: 'horizon', value: '34560000 s (400 days)' },
    ]),
  );
  const held = await cluster.lamportsOf(folder.payer);
  // Only the embedded chain may do without a veto time.
  const rash = await init(folder, '--veto', '0', '--yes');
  expect([rash.code, rash.json.error]).toEqual([2, expect.stringContaining('stolen oracle key')]);
  expect(await cluster.lamportsOf(folder.payer)).toBe(held);

  const done = await init(folder, '--fund', '--markets', '3', '--yes');
  expect(done.code, done.out + done.err).toBe(0);
  expect(statesOf(done.json.findings)).toEqual([]);
  expect(done.json.steps.at(-1)).toBe('initialize the program with these terms');
  const keys = readdirSync(join(folder.dir, 'keys')).sort();
  expect(keys).toEqual(['keeper.json', 'oracle.json', 'relayer.json']);
  for (const name of keys) {
    expect(statSync(join(folder.dir, 'keys', name)).mode & 0o777).toBe(0o600);
  }
  for (const { address, needed } of done.json.needs) {
    expect(await cluster.lamportsOf(address)).toBe(BigInt(Math.round(Number(needed) * 1e9)));
  }
  // What it said it would cost, to the lamport.
  const { fees } = await sumFees(cluster, folder.payer as never);
  const spent = held - (await cluster.lamportsOf(folder.payer));
  const told = Number(done.json.costs.rent) + Number(done.json.costs.transfers);
  expect(spent).toBeGreaterThan(BigInt(Math.round(told * 1e9)));
  expect(spent).toBeLessThanOrEqual(BigInt(Math.round(told * 1e9)) + fees);
  console.info(`initialized: rent ${done.json.costs.rent}, transfers ${done.json.costs.transfers}`);

  const left = await cluster.lamportsOf(folder.payer);
  const again = await init(folder, '--fund', '--markets', '3', '--yes');
  expect(again).toMatchObject({ code: 0, json: { steps: ['nothing'] } });
  expect(await cluster.lamportsOf(folder.payer)).toBe(left);

  const final = ['--final', '--payer', 'payer.json', '--program-key', 'program.json', '--yes'];
  const asked = await folder.tote(['deploy', ...final]);
  expect([asked.code, asked.err]).toEqual([2, expect.stringContaining('--yes-final')]);
  const wrong = await folder.tote(['deploy', ...final, '--yes-final', folder.payer]);
  expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('Nothing was sent')]);
  expect(await readAuthority(cluster, folder.program)).toBe(folder.payer);
  const given = await folder.tote(['deploy', ...final, '--yes-final', folder.program]);
  expect(given.code, given.err).toBe(0);
  expect(await readAuthority(cluster, folder.program)).toBe(null);
  const after = await folder.tote(['doctor', '--cluster', '--keys', 'keys', '--json'], {
    TOTE_PROGRAM_ADDRESS: folder.program,
  });
  expect(after.code, after.out).toBe(0);
  expect(JSON.stringify(after.json)).toContain('nobody: it is final');
  const features = (after.json as Finding[]).filter(({ name }) => name === 'feature');
  expect(features.map(({ state }) => state)).toEqual(['ok', 'ok', 'ok', 'ok']);
});

test('doctor --cluster finds what is not right', async () => {
  const folder = await deployIn(cluster);
  const check = async (...args: string[]) => {
    const all = ['doctor', '--cluster', '--program', folder.program, '--json', ...args];
    const { code, json } = await folder.tote(all);
    return { code, states: statesOf(json) };
  };
  expect(await check()).toEqual({ code: 1, states: ['config refused'] });
  const done = await init(folder, '--yes', '--veto', '1s', '--change-delay', '0');
  const lowKeys = ['relayer warning', 'keeper warning'];
  expect(statesOf(done.json.findings), done.out).toEqual(['config warning', ...lowKeys]);
  const by = ['--admin', 'admin.json', '--payer', 'payer.json', '--program', folder.program];
  const final = await folder.tote(['config', 'announce', ...by, '--veto', '0', '--yes']);
  expect(final.code, final.out + final.err).toBe(0);
  const { states } = await check('--keys', 'keys');
  expect(states).toEqual(['config warning', 'config warning', ...lowKeys]);
  const missing = await check('--keys', 'nothing');
  expect(missing.states.slice(2)).toEqual(['relayer warning', 'oracle warning', 'keeper warning']);
  const other = await deployIn(cluster);
  const foreign = await check('--keys', join(other.dir, 'keys'));
  expect(foreign.code).toBe(0);
  await init(other, '--yes');
  const differs = await check('--keys', join(other.dir, 'keys'));
  expect(differs.code).toBe(4);
  expect(differs.states).toContain('relayer differs');
});

test(`seed ${seed}: killed at random points and called again, nothing is done twice`, async () => {
  const random = createRandom(seed);
  const folder = await deployIn(cluster);
  const args = [...INIT, '--program', folder.program, '--fund', '--markets', '1', '--yes'];
  for (let kills = 0; kills < 6; kills += 1) {
    const full = [BIN, ...args, '--rpc', cluster.validator.rpcUrl];
    const child = spawn(process.execPath, full, {
      ...{ cwd: folder.dir, env: folder.env, stdio: 'ignore' },
    });
    const exited = new Promise((resolve) => child.once('exit', resolve));
    const timer = setTimeout(() => child.kill('SIGKILL'), 300 + random() * 3_500);
    await exited;
    clearTimeout(timer);
  }
  const done = await init(folder, '--fund', '--markets', '1', '--yes');
  expect(done.code, done.out + done.err).toBe(0);
  expect(statesOf(done.json.findings)).toEqual([]);
  // Nobody was paid twice, also not by what a killed process had sent.
  await pause(20_000);
  for (const { address, needed } of done.json.needs) {
    expect(await cluster.lamportsOf(address)).toBe(BigInt(Math.round(Number(needed) * 1e9)));
  }
  expect(readdirSync(join(folder.dir, 'keys'))).toHaveLength(3);
});
