// The command line of `npm run soak`.
import { readArguments } from '../read-arguments.ts';
import { SETUPS, type SetupName } from './setups/setup.ts';

export interface Options {
  readonly minutes: number;
  readonly setups: readonly SetupName[];
  readonly seed: number;
  readonly isWritten: boolean;
}

export const USAGE = `Usage: npm run soak [-- <options>]
  Plays mixed load against the service while faults come at random, and then compares every answer
  with the chain. Exits with 1 if a bet was lost or placed twice, or something else is wrong.
  --minutes <number>  how long, all setups together; default 30, at least 0.2
  --setup <name>      default: one process, embedded chain, SQLite
                      replicas: two processes, a separate chain, PostgreSQL
                      without it: both, one after the other
  --seed <number>     the sequence of faults and requests; default: a random one, which is printed
  --write             writes the result into docs/reliability.md`;

const MINUTES = 30;
const MINUTES_LEAST = 0.2;
const SEED_MAX = 2 ** 32;

/** Throws a message for the console. */
export function readOptions(args: readonly string[], randomSeed: () => number): Options {
  let [minutes, isWritten] = [MINUTES, false];
  let [setup, seed]: [SetupName | undefined, number | undefined] = [undefined, undefined];
  const readers = {
    '--write': () => {
      isWritten = true;
    },
    '--minutes': (take: () => string) => {
      minutes = readMinutes(take());
    },
    '--setup': (take: () => string) => {
      setup = readSetup(take());
    },
    '--seed': (take: () => string) => {
      seed = readSeed(take());
    },
  };
  readArguments(args, readers, USAGE);
  const setups = setup === undefined ? SETUPS : [setup];
  return { minutes, setups, seed: seed ?? randomSeed(), isWritten };
}

function readMinutes(text: string): number {
  const minutes = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (minutes >= MINUTES_LEAST) return minutes;
  throw new Error(`--minutes: "${text}" is not a number from ${MINUTES_LEAST}\n${USAGE}`);
}

function readSetup(name: string): SetupName {
  const setup = SETUPS.find((each) => each === name);
  if (!setup) throw new Error(`--setup: "${name}" is not one of ${SETUPS.join(', ')}\n${USAGE}`);
  return setup;
}

function readSeed(text: string): number {
  const seed = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (seed < SEED_MAX) return seed;
  throw new Error(`--seed: "${text}" is not a whole number below ${SEED_MAX}\n${USAGE}`);
}
