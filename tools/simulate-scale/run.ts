// `npm run simulate`: how many bets per second so many machines could take, and what limits them.
// docs/scale.md has what it prints without options.
import { readArguments } from '../read-arguments.ts';
import { readMeasured } from './constants.ts';
import { listConstants, type RenderOptions, renderTables } from './render.ts';

const USAGE = `Usage: npm run simulate [-- <options>]
  --machines <list>   how many machines with a replica each, for instance 1,10,100
  --markets <list>    how many markets the bets are spread over
  --version <v0|v1>   the transactions that carry the bets
  --payers <count>    keys that pay the fees
  --share <percent>   of every block that our transactions get; default 10
  --seed <number>     of the arrivals`;

function readOptions(args: readonly string[]): RenderOptions {
  const options: { -readonly [Name in keyof RenderOptions]: RenderOptions[Name] } = {};
  const readers = {
    '--machines': (take: () => string) => {
      options.machines = readList(take());
    },
    '--markets': (take: () => string) => {
      options.markets = readList(take());
    },
    '--version': (take: () => string) => {
      const version = take();
      if (version !== 'v0' && version !== 'v1') throw new Error(USAGE);
      options.version = version;
    },
    '--payers': (take: () => string) => {
      options.payers = readCount(take());
    },
    '--share': (take: () => string) => {
      options.blockShare = readCount(take()) / 100;
    },
    '--seed': (take: () => string) => {
      options.seed = readCount(take());
    },
  };
  readArguments(args, readers, USAGE);
  return options;
}

const readList = (text: string) => text.split(',').map(readCount);

function readCount(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new Error(`"${text}" is not a count\n${USAGE}`);
  return Number(text);
}

const args = process.argv.slice(2);
if (args.includes('--help')) console.log(USAGE);
else {
  const measured = readMeasured();
  for (const text of listConstants(measured)) console.log(text);
  console.log(`\n${renderTables(measured, readOptions(args))}`);
}
