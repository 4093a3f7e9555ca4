import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Cluster, type Folder, startCluster } from './support/cluster.ts';
import {
  COMMITTED,
  listBuffers,
  programRent,
  readAuthority,
  readCode,
  sumFees,
} from './support/on-chain.ts';

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.close());

const ARGUMENTS = ['deploy', '--payer', 'payer.json', '--program-key', 'program.json'];
const deploy = (folder: Folder, ...more: string[]) =>
  folder.tote([...ARGUMENTS, '--json', ...more]);

type Ended = Awaited<ReturnType<typeof deploy>>;

/** A program that runs as the committed one does, with other bytes behind it. */
function writeOther(folder: Folder, more: number): Buffer {
  const code = Buffer.concat([COMMITTED, Buffer.alloc(more, 7)]);
  writeFileSync(join(folder.dir, 'other.so'), code);
  return code;
}

test('a dry run and a refusal send nothing and leave nothing', async () => {
  const folder = cluster.makeFolder();
  const payer = await folder.makeKey('payer.json', 1);
  const dry = await deploy(folder, '--dry-run');
  expect(dry, dry.err).toMatchObject({ code: 0, json: { action: 'deploy' } });
  expect(dry.err).toContain(`program.json: ${dry.json.program}`);
  const asked = await deploy(folder);
  expect([asked.code, asked.json.error]).toEqual([2, expect.stringContaining('add --yes')]);
  const final = await deploy(folder, '--yes', '--final');
  expect([final.code, final.json.error]).toEqual([1, expect.stringContaining('tote init first')]);
  for (const args of [
    ['--file', 'nothing.so'],
    ['--file', 'payer.json'],
    ['--final', '--new-authority', payer.address],
    ['--new-authority', 'nobody'],
    ['--authority', 'nothing.json'],
  ]) {
    expect((await deploy(folder, '--yes', ...args)).code, args.join(' ')).toBe(2);
  }
  expect(await cluster.lamportsOf(payer.address)).toBe(1_000_000_000n);
  // The key of the program was made before the first question.
  expect(folder.list()).toEqual(['payer.json', 'program.json']);
});

test('refuses a payer that cannot pay before the first transaction', async () => {
  const folder = cluster.makeFolder();
  const poor = await folder.makeKey('payer.json', 0.1);
  const { code, json } = await deploy(folder, '--yes');
  expect([code, json.error]).toEqual([1, expect.stringContaining('holds 0.1 SOL and needs')]);
  expect(await cluster.lamportsOf(poor.address)).toBe(100_000_000n);
  const dry = await deploy(folder, '--dry-run');
  expect(dry).toMatchObject({ code: 1, json: { canPay: false } });
  // Exactly what it asks for is enough.
  const needed = Number(dry.json.costs.needed);
  await cluster.airdrop(poor.address, needed - 0.1);
  expect(await cluster.lamportsOf(poor.address)).toBe(BigInt(Math.round(needed * 1e9)));
  const enough = await deploy(folder, '--yes');
  expect(enough.code, enough.out + enough.err).toBe(0);
});

test('of two at once one is refused, and the other costs what it would alone', async () => {
  const folder = cluster.makeFolder();
  const payer = await folder.makeKey('payer.json', 5);
  await folder.makeKey('program.json');
  const both = await Promise.all([deploy(folder, '--yes'), deploy(folder, '--yes')]);
  const [done, refused] = both.sort((one, other) => one.code - other.code) as [Ended, Ended];
  expect([done.code, refused.code], done.err + refused.err).toEqual([0, 1]);
  expect(refused.json.error).toContain('another process uses this deployment');
  expect(await readCode(cluster, done.json.program)).toEqual(COMMITTED);
  expect(await listBuffers(cluster, payer.address)).toBe(0);
  expect(folder.list()).toEqual(['payer.json', 'program.json']);
  const { fees } = await sumFees(cluster, payer.address);
  const rent = await programRent(cluster, COMMITTED.length);
  expect(await cluster.lamportsOf(payer.address)).toBe(5_000_000_000n - fees - rent);
});

describe('a deployment', () => {
  let folder: Folder;
  let program: string;

  test('is the file byte for byte, costs what it said, and leaves no buffer', async () => {
    folder = cluster.makeFolder();
    const payer = await folder.makeKey('payer.json', 5);
    const { json: plan } = await deploy(folder, '--dry-run');
    const done = await deploy(folder, '--yes');
    expect(done, done.err).toMatchObject({ code: 0, json: { action: 'deploy' } });
    program = done.json.program;
    expect(await readCode(cluster, program)).toEqual(COMMITTED);
    expect(await readAuthority(cluster, program)).toBe(payer.address);
    expect(await listBuffers(cluster, payer.address)).toBe(0);
    expect(folder.list()).toEqual(['payer.json', 'program.json']);
    const { fees, count } = await sumFees(cluster, payer.address);
    const rent = await programRent(cluster, COMMITTED.length);
    expect(await cluster.lamportsOf(payer.address)).toBe(5_000_000_000n - fees - rent);
    expect(plan.costs).toMatchObject({ rent: inSol(rent), fees: inSol(fees) });
    const { needed } = plan.costs;
    console.info(`deployed: ${count} transactions, fees ${inSol(fees)}, rent ${inSol(rent)} SOL`);
    console.info(`the payer holds at first: ${needed} SOL`);
  });

  test('is up to date the second time, and nothing is sent', async () => {
    const before = await deploy(folder, '--dry-run');
    const again = await deploy(folder, '--yes');
    expect(again).toMatchObject({ code: 0, json: { action: 'none' } });
    expect(again.json.costs.held).toBe(before.json.costs.held);
    const shown = await folder.tote([...ARGUMENTS]);
    expect([shown.code, shown.out]).toEqual([0, expect.stringContaining('up to date')]);
  });

  test('is upgraded to a longer file, and back to a shorter one', async () => {
    const other = writeOther(folder, 3_000);
    const plan = await deploy(folder, '--dry-run', '--file', 'other.so');
    expect(plan.json).toMatchObject({ action: 'upgrade' });
    expect(plan.json.extendBy).toBeGreaterThanOrEqual(3_000);
    const longer = await deploy(folder, '--yes', '--file', 'other.so');
    expect(longer.code, longer.out + longer.err).toBe(0);
    const code = await readCode(cluster, program);
    expect(code?.subarray(0, other.length)).toEqual(other);
    expect(code?.subarray(other.length).every((byte) => byte === 0)).toBe(true);
    console.info(`grown by ${longer.json.extendBy} bytes: spent ${longer.json.spent} SOL`);
    const back = await deploy(folder, '--yes');
    console.info(`upgraded without growing: spent ${back.json.spent} SOL`);
    expect(back, back.err).toMatchObject({ code: 0, json: { action: 'upgrade', extendBy: 0 } });
    expect((await readCode(cluster, program))?.subarray(0, COMMITTED.length)).toEqual(COMMITTED);
    expect((await deploy(folder, '--yes')).json.action).toBe('none');
  });

  test('is handed over, and then only the new authority can change it', async () => {
    const next = await folder.makeKey('next.json');
    const over = await deploy(folder, '--yes', '--new-authority', next.address);
    expect(over, over.err).toMatchObject({ code: 0, json: { upgradeAuthority: next.address } });
    expect(await readAuthority(cluster, program)).toBe(next.address);
    writeOther(folder, 100);
    const refused = await deploy(folder, '--yes', '--file', 'other.so');
    expect([refused.code, refused.json.error]).toEqual([
      1,
      expect.stringContaining(`Only the upgrade authority ${next.address}`),
    ]);
    const by = ['--authority', 'next.json'];
    const done = await deploy(folder, '--yes', '--file', 'other.so', ...by);
    expect(done.code, done.out + done.err).toBe(0);
    expect((await deploy(folder, '--yes', ...by)).code).toBe(0);
    expect(await listBuffers(cluster, next.address)).toBe(0);
  });
});

test('an unfinished deployment is abandoned, and its rent is returned', async () => {
  const folder = cluster.makeFolder();
  const payer = await folder.makeKey('payer.json', 5);
  // The loader refuses it, after all of it was written.
  writeFileSync(join(folder.dir, 'bad.so'), Buffer.from(COMMITTED).fill(255, 64, 2_000));
  const failed = await deploy(folder, '--yes', '--file', 'bad.so');
  expect([failed.code, failed.err]).toEqual([1, expect.stringContaining('--reclaim abandons it')]);
  expect(await listBuffers(cluster, payer.address)).toBe(1);
  expect(folder.list()).toContain('program.buffer.json');
  const given = await deploy(folder, '--reclaim', '--yes');
  expect(given.code, given.out).toBe(0);
  expect(Number(given.json.reclaimed)).toBeGreaterThan(0.1);
  expect(await listBuffers(cluster, payer.address)).toBe(0);
  expect(folder.list()).toEqual(['bad.so', 'payer.json', 'program.json']);
  const { fees } = await sumFees(cluster, payer.address);
  expect(await cluster.lamportsOf(payer.address)).toBe(5_000_000_000n - fees);
});

test('SOL that somebody sent to the address before does not matter', async () => {
  const folder = cluster.makeFolder();
  await folder.makeKey('payer.json', 5);
  const program = await folder.makeKey('program.json', 0.01);
  const { code, out, err } = await deploy(folder, '--yes');
  expect(code, out + err).toBe(0);
  expect(await readCode(cluster, program.address)).toEqual(COMMITTED);
});

const inSol = (lamports: bigint) => {
  const text = lamports.toString().padStart(10, '0');
  return `${text.slice(0, -9)}.${text.slice(-9)}`.replace(/\.?0+$/, '');
};
