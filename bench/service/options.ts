// The command line of `npm run bench`.
import { readArguments } from '../../tools/read-arguments.ts';
import type { Section } from './results.ts';

export interface Options {
  readonly isQuick: boolean;
  readonly runs: number;
  /** Empty: all. */
  readonly only: readonly Section[];
  readonly isResumed: boolean;
  /** Of `only`, too. */
  readonly isWritten: boolean;
  /** Another checkout, whose service is measured. */
  readonly service: string | undefined;
  /** Transactions of the section `indexing`. Left out: as many as by default. */
  readonly history: number | undefined;
}

export const SECTIONS: readonly Section[] = [
  ...(['bets', 'reads', 'start', 'cli', 'growth'] as const),
  ...(['memory', 'disk', 'resolutions', 'payouts', 'burst', 'questions'] as const),
  ...(['webhooks', 'pages', 'cluster', 'indexing', 'replicas'] as const),
];

export const USAGE = `Usage: npm run bench [-- <options>]
  Measures the service and writes docs/benchmarks.md. Takes about an hour on two cores.
  --runs <count>      how often everything is measured; the tables show medians; default 3
  --quick             one short run with small sizes, writes nothing; about ten minutes
  --only <section>    one of ${SECTIONS.join(', ')};
                      may be given again; writes nothing, unless followed by --write
  --write             with --only: replaces these sections of docs/benchmarks.md
  --history <count>   transactions that the section indexing reads; default 100000
  --resume            continues an interrupted run: measures only what has no result yet, and
                      renders again if nothing is missing
  --service <folder>  measures the service of another checkout, to compare; writes nothing`;

const DEFAULT_RUNS = 3;
const RUNS_MAX = 99;
const HISTORY_MAX = 10_000_000;

/** Throws a message for the console. */
export function readOptions(args: readonly string[]): Options {
  const only: Section[] = [];
  let [isQuick, isResumed, isWritten] = [false, false, false];
  let [runs, history]: [number | undefined, number | undefined] = [undefined, undefined];
  let service: string | undefined;
  const readers = {
    '--quick': () => {
      isQuick = true;
    },
    '--resume': () => {
      isResumed = true;
    },
    '--write': () => {
      isWritten = true;
    },
    '--only': (take: () => string) => {
      only.push(readSection(take()));
    },
    '--runs': (take: () => string) => {
      runs = readCount('--runs', take(), RUNS_MAX);
    },
    '--history': (take: () => string) => {
      history = readCount('--history', take(), HISTORY_MAX);
    },
    '--service': (take: () => string) => {
      service = take();
    },
  };
  readArguments(args, readers, USAGE);
  if (isWritten && (isQuick || service !== undefined || only.length === 0)) {
    throw new Error(`--write needs --only, and full sizes of this checkout\n${USAGE}`);
  }
  runs ??= isQuick ? 1 : DEFAULT_RUNS;
  return { isQuick, runs, only, isResumed, isWritten, service, history };
}

function readSection(name: string): Section {
  const section = SECTIONS.find((each) => each === name);
  if (!section) throw new Error(`there is no section "${name}"\n${USAGE}`);
  return section;
}

function readCount(option: string, text: string, max: number): number {
  const count = Number(text);
  if (/^[1-9]\d*$/.test(text) && count <= max) return count;
  throw new Error(`${option}: "${text}" is not a count of at most ${max}\n${USAGE}`);
}
