// `npm run fuzz:api`: starts a service and lets schemathesis look for requests whose answers are
// not as its OpenAPI document says.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { World } from '../service/test/support/world.ts';
import { root } from './root.ts';

const USAGE = `Usage: npm run fuzz:api [-- --examples N] [--seed N] [--path REGEX]
  Fails on a 5xx, an answer that takes longer than 5 s, and every answer that is not as published.
  Needs Python 3.10 or newer with venv, and PyPI.
  --examples N   cases per operation in each phase (20)
  --seed N       repeats a run
  --path REGEX   only the paths that match`;

const VERSION = '4.32.5';
const FOLDER = join(root, 'node_modules/.cache', `schemathesis-${VERSION}`);
/** Event streams never end, and moving the clock would expire all other objects. */
const EXCLUDED = ['/v1/events', '/v1/ws', '/v1/sandbox/clock'];
const CHECKS = [
  ...['not_a_server_error', 'status_code_conformance', 'content_type_conformance'],
  ...['response_headers_conformance', 'response_schema_conformance', 'unsupported_method'],
  ...['allow_header_conformance', 'ignored_auth', 'negative_data_rejection'],
];
/** The statuses of invalid requests. */
const REFUSALS = [400, 401, 402, 403, 404, 405, 409, 413, 414, 415, 429, 431];

const text = { type: 'string' } as const;
const { values: options } = parseArgs({
  options: { examples: text, seed: text, path: text, help: { type: 'boolean' } },
});

/** The service runs in this process, so nothing here may block. */
async function show(program: string, args: readonly string[], cwd = root): Promise<boolean> {
  const [status] = await once(spawn(program, args, { cwd, stdio: 'inherit' }), 'exit');
  return status === 0;
}

async function install(): Promise<boolean> {
  if (existsSync(join(FOLDER, 'bin/schemathesis'))) return true;
  const pip = ['install', '--quiet', `schemathesis==${VERSION}`];
  const isDone =
    (await show('python3', ['-m', 'venv', FOLDER])) && (await show(join(FOLDER, 'bin/pip'), pip));
  // What is incomplete would not work.
  if (!isDone) rmSync(FOLDER, { recursive: true, force: true });
  return isDone;
}

/** Existing ids for path parameters. With random ids almost every request is a 404. */
async function attack(world: World, ids: Record<string, string>, path?: string): Promise<boolean> {
  const dir = mkdtempSync(join(tmpdir(), 'tote-fuzz-'));
  const settings = [
    '[checks.negative_data_rejection]',
    `expected-statuses = [${REFUSALS.join(', ')}]`,
    '[parameters]',
    ...Object.entries(ids).map(([name, id]) => `"path.${name}" = "${id}"`),
  ];
  writeFileSync(join(dir, 'schemathesis.toml'), `${settings.join('\n')}\n`);
  const args = [
    ...['run', `${world.service.baseUrl}/openapi.json`, '--checks', CHECKS.join(',')],
    ...['--header', `Authorization: Bearer ${world.wallet('alice').apiKey}`],
    // A random signature in addition to the key would make every response a 401.
    ...['--generation-with-security-parameters', 'false', '--continue-on-failure'],
    ...['--max-examples', options.examples ?? '20', '--suppress-health-check', 'all'],
    ...['--max-response-time', '5', '--request-timeout', '10'],
    ...['--phases', 'examples,coverage,fuzzing,stateful'],
    ...EXCLUDED.flatMap((each) => ['--exclude-path', each]),
    ...(path === undefined ? [] : ['--include-path-regex', path]),
    ...(options.seed === undefined ? [] : ['--seed', options.seed]),
  ];
  const isDone = await show(join(FOLDER, 'bin/schemathesis'), args, dir);
  rmSync(dir, { recursive: true });
  return isDone;
}

/** A sentence about a problem of the service after the run, if there is one. */
async function findWound(world: World): Promise<string | undefined> {
  const ready = await world.get('/../readyz?for=writes');
  if (ready.status !== 200) return `/readyz answers ${ready.status} ${ready.text}`;
  const { body } = await world.get('/reserves');
  const isShort = [body.SOL, body.UTILITY].some(({ surplus }) => surplus < 0);
  return isShort ? 'a vault holds less than it owes' : undefined;
}

async function main(): Promise<boolean> {
  if (!(await install())) return false;
  const world = await World.start();
  try {
    const expireAt = new Date(Date.now() + 86_400_000).toISOString();
    const marketId = await world.createMarket({ expireAt });
    const { betId, transactionId } = (await world.bet(marketId, 'alice', 'Yes', '1')).body;
    const ids = { marketId, betId, transactionId };
    const about = options.path ?? '[{](marketId|betId|transactionId)[}]';
    const first = await attack(world, ids, about);
    // Last, because it may revoke the API key that it uses.
    const second = await attack(world, {}, options.path);
    const wound = await findWound(world);
    if (wound !== undefined) console.error(`FAILED: ${wound}`);
    return first && second && wound === undefined;
  } finally {
    await world.close();
  }
}

if (options.help) console.log(USAGE);
else process.exitCode = (await main()) ? 0 : 1;
