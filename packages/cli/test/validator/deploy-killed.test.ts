// `tote deploy` ended by SIGKILL at random points and called again: the program is right in the
// end, no buffer is left on chain and no file on disk, and nothing is lost beyond fees.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Address } from '@solana/kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRandom } from '../../../chain/test/faults.ts';
import { BIN } from '../support/run-bin.ts';
import { type Cluster, type Folder, pause, startCluster } from './support/cluster.ts';
import { COMMITTED, listBuffers, programRent, readCode, sumFees } from './support/on-chain.ts';

/** Deployments that were killed at least once. */
const ROUNDS = 20;
const KILLS_MAX = 3;
const SOL_EACH = 3;
const ARGUMENTS = ['deploy', '--payer', 'payer.json', '--program-key', 'program.json', '--yes'];
/** What it says before it does something that happens once. */
const STEPS = ['Creating the buffer', 'Written: ', 'Deploying'] as const;

const seed = Number(process.env.TOTE_SEED ?? Date.now());
const random = createRandom(seed);
const randomInt = (below: number) => Math.floor(random() * below);

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.close());

interface Point {
  /** Undefined: from the start of the process. */
  readonly step: string | undefined;
  readonly afterMs: number;
}

/** Mostly around the steps that matter, else anywhere. */
function choosePoint(): Point {
  const step = [...STEPS, undefined][randomInt(STEPS.length + 1)];
  return { step, afterMs: randomInt(step === undefined ? 6_000 : 700) };
}

/** Resolves with the exit code, or null if it was killed. */
function runKilled(folder: Folder, { step, afterMs }: Point): Promise<number | null> {
  const args = [BIN, ...ARGUMENTS, '--rpc', cluster.validator.rpcUrl];
  const child = spawn(process.execPath, args, {
    ...{ cwd: folder.dir, env: folder.env, stdio: ['ignore', 'ignore', 'pipe'] },
  });
  let timer: NodeJS.Timeout | undefined;
  const schedule = () => {
    timer ??= setTimeout(() => child.kill('SIGKILL'), afterMs);
  };
  if (step === undefined) schedule();
  createInterface({ input: child.stderr as NonNullable<typeof child.stderr> }).on(
    'line',
    (line) => {
      if (step !== undefined && line.startsWith(step)) schedule();
    },
  );
  return new Promise((resolve) => {
    child.once('exit', (code) => {
      clearTimeout(timer);
      resolve(code);
    });
  });
}

test(`seed ${seed}: a deployment that is killed goes on, ${ROUNDS} times`, async () => {
  const rent = await programRent(cluster, COMMITTED.length);
  const given = BigInt(SOL_EACH) * 1_000_000_000n;
  const payers: Address[] = [];
  let [kills, interrupted] = [0, 0];
  for (let round = 1; interrupted < ROUNDS; round += 1) {
    const folder = cluster.makeFolder();
    const payer = await folder.makeKey('payer.json', SOL_EACH);
    payers.push(payer.address);
    const points: Point[] = [];
    const before = kills;
    for (let left = 1 + randomInt(KILLS_MAX); left > 0; left -= 1) {
      const point = choosePoint();
      points.push(point);
      // It was faster.
      if ((await runKilled(folder, point)) !== null) break;
      kills += 1;
    }
    if (kills > before) interrupted += 1;
    const done = await folder.tote([...ARGUMENTS, '--json']);
    const what = `round ${round}, killed at ${JSON.stringify(points)}: ${done.out}${done.err}`;
    expect(done.code, what).toBe(0);
    expect(await readCode(cluster, done.json.program), what).toEqual(COMMITTED);
    expect(folder.list(), what).toEqual(['payer.json', 'program.json']);
    expect(await listBuffers(cluster, payer.address), what).toBe(0);
  }
  // A blockhash lives for 150 slots of 100 ms: after that nothing that was killed can land.
  await pause(30_000);
  for (const payer of payers) {
    expect(await findLost(payer, given - rent)).toBe(0n);
    expect(await listBuffers(cluster, payer)).toBe(0);
  }
  console.info(`${kills} kills in ${interrupted} of ${payers.length} deployments`);
});

/** Lamports that are neither there nor fees. */
async function findLost(payer: Address, expected: bigint): Promise<bigint> {
  const { fees } = await sumFees(cluster, payer);
  return expected - fees - (await cluster.lamportsOf(payer));
}
