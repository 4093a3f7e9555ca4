// `npm run bench:localnet`: ratios within one run, written to docs/benchmarks-localnet.md.
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { root } from '../../tools/root.ts';
import { measureSearch, type Search } from './program-accounts.ts';
import { measureRate, type Rate } from './rate.ts';
import { measureRestart, type Restart } from './restart.ts';

const USAGE = `Usage: npm run bench:localnet [-- --quick]
  Measures the embedded chain and writes docs/benchmarks-localnet.md (a few minutes).
  --quick  small sizes, writes nothing`;

const number = (value: number, digits = 0) =>
  value.toLocaleString('en-US', { maximumFractionDigits: digits });

/** Two identical processes differ by this much. */
const MEMORY_NOISE_MIB = 32;

interface Measured {
  rate: Rate;
  search: Search;
  short: Restart;
  long: Restart;
}

const row = (...cells: (string | number)[]) => `| ${cells.join(' | ')} |`;
const met = (isMet: boolean) => (isMet ? 'ok' : '**FAILED**');

function render({ rate, search, short, long }: Measured): string {
  const cores = availableParallelism();
  const isMemoryFlat = long.residentMib - short.residentMib < MEMORY_NOISE_MIB;
  const restart = (name: string, { transactions, accounts, openMs, residentMib }: Restart) =>
    [name, number(transactions), number(accounts), `${number(openMs)} ms`].concat(
      `${number(residentMib)} MiB`,
    );
  return [
    '# What the embedded chain costs',
    '',
    `Written by \`npm run bench:localnet\` on ${cores} cores, Node ${process.version}.`,
    "Compare the ratios; the absolute numbers are this machine's.",
    '',
    row('what', 'LiteSVM alone', 'embedded chain', 'ratio', 'target', ''),
    '|---|---:|---:|---:|---:|---|',
    row(
      'signed transfers per second, 64 in flight, confirmed and durable',
      ...[number(rate.bare), number(rate.durable), number(rate.ratio, 2)],
      ...['>= 0.6', met(rate.ratio >= 0.6)],
    ),
    row(
      "the same against LiteSVM's native part alone, which is not public",
      ...[number(rate.inner), number(rate.durable), number(rate.innerRatio, 2), '', ''],
    ),
    row(
      `\`getProgramAccounts\` with a memcmp over ${number(search.accounts)} accounts, ms`,
      ...[number(search.liteSvmMs), number(search.oursMs, 2), number(search.ratio)],
      ...['>= 100', met(search.ratio >= 100)],
    ),
    '',
    row('restart', 'transactions', 'accounts', 'ready after', 'memory it adds', 'target', ''),
    '|---|---:|---:|---:|---:|---:|---|',
    row(...restart('a short past', short), '', ''),
    row(...restart('a long past', long), '< 5,000 ms', met(long.openMs < 5_000)),
    '',
    `Memory must not grow with the number of recorded transactions: ${met(isMemoryFlat)}.`,
    '',
  ].join('\n');
}

async function main(args: string[]): Promise<void> {
  if (args.includes('--help')) {
    console.log(USAGE);
    return;
  }
  const isQuick = args.includes('--quick');
  const size = isQuick ? 10_000 : 100_000;
  console.log('Measuring the rate of durable transactions …');
  const rate = await measureRate();
  console.log('Measuring the search for accounts …');
  const search = await measureSearch(size);
  console.log('Measuring a restart with a short and with a long past …');
  const short = await measureRestart(size / 10, size);
  const long = await measureRestart(size * 10, size);
  const document = render({ rate, search, short, long });
  console.log(document);
  if (!isQuick) writeFileSync(join(root, 'docs', 'benchmarks-localnet.md'), document);
}

await main(process.argv.slice(2));
