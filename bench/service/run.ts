// `npm run bench`: the service's throughput, relative to Fastify alone in the same run, and the
// latency of the keeper's tasks.
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { root } from '../../tools/root.ts';
import { type Bench, betLoad, measureBets, startBench } from './bets.ts';
import { measureBurst } from './expiry-burst.ts';
import { measure } from './load.ts';
import { measurePayouts } from './payouts.ts';
import { measureReads, type ReadsMeasured } from './reads.ts';
import { type Results, render } from './render.ts';
import { measureResolutions } from './resolutions.ts';

const FULL = {
  ...{ seconds: 5, markets: [1_000, 100_000], bets: [20_000, 200_000] },
  ...{ expiring: 1_000, winners: [10_000, 100_000], burst: 10_000 },
};
const QUICK = {
  ...{ seconds: 3, markets: [100, 1_000], bets: [2_000, 4_000] },
  ...{ expiring: 100, winners: [100, 1_000], burst: 300 },
};

type Sizes = typeof FULL;
type Section = Exclude<keyof Results, 'cores'>;

/** Bets and reads are measured on the same service. */
let shared: Bench | undefined;
const openShared = async () => {
  shared ??= await startBench();
  return shared;
};
const closeShared = async () => {
  await shared?.stop();
  shared = undefined;
};

const SECTIONS: { [Name in Section]: (sizes: Sizes) => Promise<Results[Name]> } = {
  bets: async ({ seconds }) => measureBets(await openShared(), seconds),
  reads: async ({ markets, seconds }) => {
    const reads: ReadsMeasured[] = [];
    for (const many of markets) reads.push(await measureReads(await openShared(), many, seconds));
    return reads;
  },
  memory: async ({ bets }) => {
    const memory = [];
    for (const wanted of bets) memory.push(await withBench((bench) => fill(bench, wanted)));
    return memory;
  },
  resolutions: ({ expiring }) => measureResolutions(expiring),
  payouts: ({ winners }) => measurePayouts(winners),
  burst: ({ burst }) => measureBurst(burst),
};

const SHARING: readonly Section[] = ['bets', 'reads'];
const NAMES = Object.keys(SECTIONS) as Section[];

const USAGE = `Usage: npm run bench [-- [--quick] [--only <section>]...]
  Measures the service over HTTP and writes docs/benchmarks.md (about fifteen minutes).
  --quick           short runs and small sizes, writes nothing
  --only <section>  one of ${NAMES.join(', ')}; may be given again; writes nothing`;

async function main(args: string[]): Promise<void> {
  if (args.includes('--help')) {
    console.log(USAGE);
    return;
  }
  const isQuick = args.includes('--quick');
  const only = args.flatMap((arg, index) => (arg === '--only' ? [args[index + 1] ?? ''] : []));
  const unknown = only.filter((name) => !NAMES.includes(name as Section));
  if (unknown.length > 0) throw new Error(`there is no section "${unknown[0]}"\n${USAGE}`);
  const results: Partial<Record<Section, unknown>> = {};
  for (const name of only.length > 0 ? NAMES.filter((each) => only.includes(each)) : NAMES) {
    console.log(`Measuring ${name} …`);
    if (!SHARING.includes(name)) await closeShared();
    results[name] = await SECTIONS[name](isQuick ? QUICK : FULL);
  }
  await closeShared();
  const document = render({ cores: availableParallelism(), ...results } as Results);
  console.log(document);
  const isWhole = !isQuick && only.length === 0;
  if (isWhole) writeFileSync(join(root, 'docs', 'benchmarks.md'), document);
}

async function withBench<T>(work: (bench: Bench) => Promise<T>): Promise<T> {
  const bench = await startBench();
  try {
    return await work(bench);
  } finally {
    await bench.stop();
  }
}

/** The memory of a new service after the given numbers of bets. */
async function fill(bench: Bench, wanted: number): Promise<{ bets: number; residentMib: number }> {
  const market = await bench.createMarket();
  let bets = 0;
  while (bets < wanted) {
    const { total } = await measure({ ...betLoad(bench, [market], 2) });
    if (total === 0) throw new Error('no bet went through');
    bets += total;
  }
  return { bets, residentMib: await bench.child.residentMib() };
}

await main(process.argv.slice(2));
