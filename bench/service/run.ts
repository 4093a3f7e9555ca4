// `npm run bench`: what the service does per second, as ratios to a bare Fastify in the same run.
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { root } from '../../tools/root.ts';
import { betLoad, measureBets, startBench } from './bets.ts';
import { measure } from './load.ts';
import { measureReads } from './reads.ts';
import { type Results, render } from './render.ts';

const USAGE = `Usage: npm run bench [-- --quick]
  Measures the service over HTTP and writes docs/benchmarks.md (about five minutes).
  --quick  short runs and small sizes, writes nothing`;

const FULL = { seconds: 5, markets: [1_000, 100_000], bets: [20_000, 200_000] };
const QUICK = { seconds: 3, markets: [100, 1_000], bets: [2_000, 4_000] };

async function main(args: string[]): Promise<void> {
  if (args.includes('--help')) {
    console.log(USAGE);
    return;
  }
  const isQuick = args.includes('--quick');
  const sizes = isQuick ? QUICK : FULL;
  const bench = await startBench();
  try {
    console.log('Measuring bets …');
    const bets = await measureBets(bench, sizes.seconds);
    console.log('Measuring reads …');
    const reads: Results['reads'] = [];
    for (const markets of sizes.markets) {
      reads.push(await measureReads(bench, markets, sizes.seconds));
    }
    console.log('Measuring memory …');
    const memory: Results['memory'] = [];
    for (const wanted of sizes.bets) memory.push(await fill(wanted));
    const document = render({ cores: availableParallelism(), bets, reads, memory });
    console.log(document);
    if (!isQuick) writeFileSync(join(root, 'docs', 'benchmarks.md'), document);
  } finally {
    await bench.stop();
  }
}

/** The memory of a fresh service after so many bets. */
async function fill(wanted: number): Promise<{ bets: number; residentMib: number }> {
  const bench = await startBench();
  try {
    const market = await bench.createMarket();
    let bets = 0;
    while (bets < wanted) {
      const { total } = await measure({ ...betLoad(bench, [market], 2) });
      if (total === 0) throw new Error('no bet went through');
      bets += total;
    }
    return { bets, residentMib: await bench.child.residentMib() };
  } finally {
    await bench.stop();
  }
}

await main(process.argv.slice(2));
