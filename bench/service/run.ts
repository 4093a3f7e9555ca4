// `npm run bench`: what the service does per second and what it costs, relative to Fastify alone in
// the same run; how it grows; and the latency of the keeper's tasks.
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { root } from '../../tools/root.ts';
import { measureBets } from './bets.ts';
import { measureServiceOf } from './child.ts';
import { measureCli } from './cli.ts';
import { measureCluster } from './cluster.ts';
import { type DiskSizes, measureDisk } from './disk.ts';
import { measureBurst } from './expiry-burst.ts';
import { measureGrowth } from './growth.ts';
import { measureIndexing } from './indexing.ts';
import { stopLoad } from './load.ts';
import { medianOf } from './median.ts';
import { measureMemory } from './memory.ts';
import { type Options, readOptions, SECTIONS, USAGE } from './options.ts';
import { measurePages } from './pages.ts';
import { measurePayouts } from './payouts.ts';
import { processors } from './processors.ts';
import { progress } from './progress.ts';
import { measureQuestions } from './questions.ts';
import { measureReads } from './reads.ts';
import { render, TITLES } from './render.ts';
import { replaceSections } from './replace-sections.ts';
import { measureReplicas } from './replicas.ts';
import { measureResolutions } from './resolutions.ts';
import { type Results, ResultsFile, type Runs } from './results.ts';
import { measureStart } from './start.ts';
import { measureWebhooks } from './webhooks.ts';

interface Sizes {
  readonly seconds: number;
  readonly readSeconds: number;
  readonly markets: readonly [number, number];
  readonly marketBets: readonly [number, number];
  readonly start: { readonly bets: number; readonly starts: number };
  readonly memory: readonly number[];
  readonly disk: DiskSizes;
  readonly expiring: number;
  readonly winners: readonly [number, number];
  readonly burst: number;
  readonly questionBytes: readonly [number, number];
  readonly indexed: number;
}

const FULL: Sizes = {
  ...{ seconds: 5, readSeconds: 3, markets: [1_000, 100_000], marketBets: [10_000, 1_000_000] },
  ...{ start: { bets: 100_000, starts: 3 }, memory: [20_000, 200_000] },
  disk: { sequential: 3_000, batched: 50_000, idleMinutes: 5 },
  ...{ expiring: 1_000, winners: [10_000, 100_000], burst: 10_000 },
  questionBytes: [4_096, 16_384],
  indexed: 100_000,
};
const QUICK: Sizes = {
  ...{ seconds: 3, readSeconds: 1, markets: [100, 1_000], marketBets: [1_000, 10_000] },
  ...{ start: { bets: 1_000, starts: 1 }, memory: [2_000, 4_000] },
  disk: { sequential: 500, batched: 5_000, idleMinutes: 1 },
  ...{ expiring: 100, winners: [100, 1_000], burst: 300 },
  questionBytes: [4_096, 16_384],
  indexed: 25_000,
};

type Measure = {
  readonly [Name in keyof Results]: (sizes: Sizes, runs: number) => Promise<Results[Name][]>;
};

const MEASURE: Measure = {
  bets: ({ seconds }, runs) => measureBets(seconds, runs),
  reads: ({ markets, seconds }, runs) => measureReads(markets, seconds, runs),
  start: ({ start }, runs) => measureStart(start, runs),
  cli: (_, runs) => measureCli(runs),
  growth: ({ markets, marketBets: bets, readSeconds }, runs) =>
    measureGrowth({ markets, bets }, readSeconds, runs),
  memory: ({ memory }, runs) => measureMemory(memory, runs),
  disk: ({ disk }, runs) => measureDisk(disk, runs),
  resolutions: ({ expiring }, runs) => measureResolutions(expiring, runs),
  payouts: ({ winners, readSeconds }, runs) => measurePayouts(winners, readSeconds, runs),
  burst: ({ burst }, runs) => measureBurst(burst, runs),
  questions: ({ questionBytes }, runs) => measureQuestions(questionBytes, runs),
  webhooks: ({ seconds }, runs) => measureWebhooks(seconds, runs),
  pages: ({ seconds, markets }, runs) => measurePages(seconds, markets[1], runs),
  cluster: ({ seconds }, runs) => measureCluster(2 * seconds, runs),
  indexing: ({ indexed }, runs) => measureIndexing(indexed, runs),
  replicas: ({ seconds }, runs) => measureReplicas(seconds, runs),
};

const PAGE = join(root, 'docs', 'benchmarks.md');

async function main(args: string[]): Promise<void> {
  if (args.includes('--help')) {
    console.log(USAGE);
    return;
  }
  const options = readOptions(args);
  const { isQuick, only, runs, isWritten, service } = options;
  if (service !== undefined) measureServiceOf(service);
  const measured = await measureAll(options);
  const machine = {
    cores: availableParallelism(),
    isLoadAlone: processors.load !== undefined,
    node: process.version,
  };
  const document = render(machine, runs, measured);
  console.log(document);
  const isWhole = !isQuick && only.length === 0 && service === undefined;
  if (isWhole) writeFileSync(PAGE, document);
  if (isWritten) {
    writeFileSync(PAGE, replaceSections(readFileSync(PAGE, 'utf8'), document, TITLES));
  }
}

async function measureAll(options: Options): Promise<Partial<Results>> {
  const { isQuick, only, isResumed, runs, service, history } = options;
  const file = new ResultsFile({ isQuick, runs, service });
  // Single sections are added to what was measured before, and can then be part of a whole.
  if ((isResumed || only.length > 0) && !file.load() && isResumed) {
    throw new Error('The saved results are of other sources or runs. Leave out --resume.');
  }
  const wanted = only.length > 0 ? only : SECTIONS;
  const sizes = { ...(isQuick ? QUICK : FULL), ...(history && { indexed: history }) };
  try {
    for (const name of wanted) {
      if (isResumed && file.runs[name] !== undefined) continue;
      file.save(name, (await MEASURE[name](sizes, runs)) as never);
      progress(`${name}: done`);
    }
  } finally {
    await stopLoad();
  }
  return mediansOf(file.runs, wanted);
}

function mediansOf(all: Runs, wanted: Options['only']): Partial<Results> {
  return Object.fromEntries(wanted.map((name) => [name, medianOf<unknown>(all[name] ?? [])]));
}

await main(process.argv.slice(2));
