// `npm run bench`: what the service does and what it costs, against Fastify alone in the same run.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readOptionsOf } from '../../tools/read-options.ts';
import { root } from '../../tools/root.ts';
import { measureServiceOf } from './child.ts';
import { stopLoad } from './load.ts';
import { medianRows, renderSection } from './render.ts';
import {
  FULL,
  progress,
  QUICK,
  type Row,
  type Section,
  type Sizes,
  withCleanup,
} from './section.ts';
import { SECTIONS } from './sections/index.ts';

const USAGE = `Usage: npm run bench [-- <options>]
  Measures the service and prints tables. All of them take about an hour on two cores.
  --only <section>    one of ${Object.keys(SECTIONS).join(', ')};
                      may be given again
  --runs <count>      how often each is measured; the tables show medians; default 3
  --quick             one short run with small sizes
  --write             replaces what was measured in docs/benchmarks.md, section by section
  --service <folder>  measures the service of another checkout, to compare`;

const PAGE = join(root, 'docs', 'benchmarks.md');

function readOptions() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true, default: Object.keys(SECTIONS) },
      runs: { type: 'string' },
      quick: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      service: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const { only, quick, write, service, help } = values;
  const unknown = only.find((name) => !Object.hasOwn(SECTIONS, name));
  if (unknown !== undefined) throw new Error(`there is no section "${unknown}"`);
  if (write && (quick || service !== undefined)) {
    throw new Error('--write needs full sizes of this checkout');
  }
  const runs = Number(values.runs ?? (quick ? 1 : 3));
  if (!Number.isInteger(runs) || runs < 1) throw new Error('--runs must be a count');
  return { only, runs, write, service, help, sizes: quick ? QUICK : FULL };
}

function measureSection(section: Section, sizes: Sizes, runs: number): Promise<Row[]> {
  return withCleanup(async (defer) => {
    progress(`${section.title}: starting`);
    const measureOnce = await section.open(sizes, defer);
    const measured: Row[][] = [];
    while (measured.length < runs) {
      progress(`${section.title}: run ${measured.length + 1} of ${runs}`);
      measured.push(await measureOnce());
    }
    return medianRows(measured);
  });
}

async function main(): Promise<void> {
  const { only, runs, write, service, help, sizes } = readOptionsOf(readOptions, USAGE);
  if (help) return console.log(USAGE);
  if (service !== undefined) measureServiceOf(service);
  try {
    for (const name of only) {
      const section = SECTIONS[name] as Section;
      const rows = await measureSection(section, sizes, runs);
      const { text, page } = renderSection(readFileSync(PAGE, 'utf8'), section, rows);
      console.log(text);
      if (write) writeFileSync(PAGE, page);
    }
  } finally {
    await stopLoad();
  }
}

await main();
