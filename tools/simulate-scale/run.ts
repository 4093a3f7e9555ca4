// `npm run simulate`: how many bets per second so many machines could take, and what limits them.
import { parseArgs } from 'node:util';
import { readMeasured } from './measured.ts';
import { DEFAULTS, type RenderOptions, render } from './render.ts';

const USAGE = `Usage: npm run simulate [-- <options>]
  --machines <list>   how many machines with a replica each, for instance 1,10,100
  --markets <list>    how many markets the bets are spread over
  --version <v0|v1>   the transactions that carry the bets
  --payers <count>    keys that pay the fees
  --share <percent>   of every block that our transactions get; default 10
  --seed <number>     of the arrivals
docs/scale.md has what it prints without options.`;

const text = { type: 'string' } as const;

function readOptions(): RenderOptions | undefined {
  const options = { machines: text, markets: text, version: text, payers: text, share: text };
  const { values } = parseArgs({ options: { ...options, seed: text, help: { type: 'boolean' } } });
  if (values.help) return undefined;
  const { version = DEFAULTS.version } = values;
  if (version !== 'v0' && version !== 'v1') throw new Error('--version is v0 or v1');
  const list = (given: string | undefined, byDefault: readonly number[]) =>
    given === undefined ? byDefault : given.split(',').map(readCount);
  const count = (given: string | undefined, byDefault: number) =>
    given === undefined ? byDefault : readCount(given);
  return {
    machines: list(values.machines, DEFAULTS.machines),
    markets: list(values.markets, DEFAULTS.markets),
    version,
    payers: count(values.payers, DEFAULTS.payers),
    blockShare: count(values.share, 100 * DEFAULTS.blockShare) / 100,
    seed: count(values.seed, DEFAULTS.seed),
  };
}

function readCount(given: string): number {
  if (!/^[1-9]\d{0,6}$/.test(given)) throw new Error(`"${given}" is not a count`);
  return Number(given);
}

try {
  const options = readOptions();
  console.log(options ? render(readMeasured(), options) : USAGE);
} catch (error) {
  console.error(`${(error as Error).message}\n${USAGE}`);
  process.exitCode = 1;
}
