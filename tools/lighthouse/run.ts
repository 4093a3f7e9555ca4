// `npm run lighthouse`: measures the page with Lighthouse and writes docs/lighthouse.md. Lighthouse
// is large and needs a newer Node than we do, so it is not a dependency: this command installs both
// into a cache.
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { medianOf } from '../../bench/service/median.ts';
import { findChromium } from '../../service/test/support/chromium.ts';
import { findNode, NODE_VERSIONS } from '../../service/test/support/node-binary.ts';
import { World } from '../../service/test/support/world.ts';
import { ensurePage } from '../build/ensure-compiled.mjs';
import { root } from '../root.ts';
import { seed } from '../screens/seed.ts';

const VERSION = '13.5.0';
const CACHE = join(root, 'node_modules', '.cache', 'tote-lighthouse');
const PAGE_FILE = join(root, 'docs', 'lighthouse.md');
const LEAST = 95;
const RUNS = 3;
/** The page keeps a stream of events open, so Lighthouse would wait 45 s for it to end. */
const LOAD_MS_MAX = 15_000;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

type Scores = Readonly<Record<(typeof CATEGORIES)[number], number>>;

function installLighthouse(): string {
  const cli = join(CACHE, 'node_modules', 'lighthouse', 'cli', 'index.js');
  if (existsSync(cli)) return cli;
  console.log(`Installing Lighthouse ${VERSION} …`);
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(join(CACHE, 'package.json'), '{"private":true}');
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-save', '--force'];
  execFileSync('npm', ['install', ...options, `lighthouse@${VERSION}`], { cwd: CACHE });
  return cli;
}

/** The median of each category: other work on the machine changes single measurements. */
async function measureMedian(node: string, cli: string, url: string): Promise<Scores> {
  const runs: Scores[] = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await measureAgain(node, cli, url));
  return medianOf(runs);
}

/** Once more: now and then the browser records nothing (NO_NAVSTART). */
const measureAgain: typeof measure = (...given) => measure(...given).catch(() => measure(...given));

async function measure(node: string, cli: string, url: string): Promise<Scores> {
  const output = join(CACHE, 'report.json');
  const flags = '--headless=new --no-sandbox --disable-dev-shm-usage';
  const only = `--only-categories=${CATEGORIES.join(',')}`;
  const wait = `--max-wait-for-load=${LOAD_MS_MAX}`;
  const args = [cli, url, '--quiet', '--output=json', `--output-path=${output}`, only, wait];
  await promisify(execFile)(node, [...args, `--chrome-flags=${flags}`], {
    env: { ...process.env, CHROME_PATH: findChromium() },
  });
  const { categories } = JSON.parse(readFileSync(output, 'utf8'));
  const scores = CATEGORIES.map((name) => [name, Math.round(categories[name].score * 100)]);
  return Object.fromEntries(scores);
}

const [version] = NODE_VERSIONS;
const node = findNode(version);
if (!node) throw new Error(`Node ${version} cannot be had from the registry here.`);
const cli = installLighthouse();
const pageDir = ensurePage();
const world = await World.start({}, undefined, { pageDir });
try {
  const { open, resolved } = await seed(world);
  const screens = { '/': '', '/m/<open>': `m/${open}`, '/m/<resolved>': `m/${resolved}` };
  const rest = { '/new': 'new', '/top': 'top', '/reserves': 'reserves', '/about': 'about' };
  const rows: string[] = [];
  for (const [name, path] of Object.entries({ ...screens, ...rest })) {
    const scores = await measureMedian(node, cli, world.service.baseUrl.replace(/v1$/, path));
    const cells = CATEGORIES.map((category) => scores[category]);
    rows.push(`| \`${name}\` | ${cells.join(' | ')} |`);
    console.log(rows.at(-1));
    if (Math.min(...cells) < LEAST) process.exitCode = 1;
  }
  const head = ['screen', ...CATEGORIES].join(' | ');
  const line = ['---', ...CATEGORIES.map(() => '---:')].join(' | ');
  const text = [
    '# Lighthouse',
    '',
    `Written by \`npm run lighthouse\` with Lighthouse ${VERSION}, its emulated phone and slow`,
    `network; the median of ${RUNS} runs. Target: at least ${LEAST} everywhere.`,
    '',
    ...[`| ${head} |`, `| ${line} |`, ...rows, ''],
  ];
  writeFileSync(PAGE_FILE, text.join('\n'));
} finally {
  await world.close();
}
