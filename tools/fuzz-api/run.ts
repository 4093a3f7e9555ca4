// `npm run fuzz:api`: starts a service and runs schemathesis against it, which looks for requests
// that violate the OpenAPI document.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureSchemathesis } from './schemathesis.ts';
import { startTarget, type Target } from './target.ts';

const USAGE = `Usage: npm run fuzz:api [-- --examples N] [--seed N] [--path REGEX]
  Starts the service on a free port and a temporary folder, and lets schemathesis attack it.
  Fails on a 5xx, an answer that takes longer than 5 s, and every answer that is not as published.
  --examples N   cases per operation in each phase (20)
  --seed N       repeats a run
  --path REGEX   only the paths that match`;

const EXAMPLES = 20;
const SECONDS_MAX = 5;

/** Event streams never end, and moving the clock would expire all other objects. */
const EXCLUDED = ['/v1/events', '/v1/ws', '/v1/sandbox/clock'];

const ABOUT_ONE = '[{](marketId|betId|transactionId)[}]';

const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'unsupported_method',
  'allow_header_conformance',
  'ignored_auth',
  'negative_data_rejection',
];

interface Options {
  readonly examples: number;
  readonly seed: string | undefined;
  readonly path: string | undefined;
}

function readOptions(args: readonly string[]): Options | undefined {
  const values = new Map<string, string>();
  for (let index = 0; index < args.length; index += 2) {
    const [name = '', value] = args.slice(index, index + 2);
    if (!['--examples', '--seed', '--path'].includes(name) || value === undefined) return undefined;
    values.set(name, value);
  }
  const examples = Number(values.get('--examples') ?? EXAMPLES);
  if (!Number.isInteger(examples) || examples < 1) return undefined;
  return { examples, seed: values.get('--seed'), path: values.get('--path') };
}

/** The statuses of invalid requests. */
const REFUSALS = [400, 401, 402, 403, 404, 405, 409, 413, 414, 415, 429, 431];

/** Existing ids for path parameters. With random ids almost every request is a 404. */
function writeSettings(dir: string, ids: Target['ids']): void {
  const lines = [
    '[checks.negative_data_rejection]',
    `expected-statuses = [${REFUSALS.join(', ')}]`,
    '[parameters]',
    ...Object.entries(ids).map(([name, id]) => `"path.${name}" = "${id}"`),
  ];
  writeFileSync(join(dir, 'schemathesis.toml'), `${lines.join('\n')}\n`);
}

async function attack(
  program: string,
  target: Target,
  { examples, seed, path }: Options,
): Promise<number> {
  const args = [
    ...['run', `${target.baseUrl}/openapi.json`, '--checks', CHECKS.join(',')],
    ...['--header', `Authorization: Bearer ${target.apiKey}`],
    // A random signature in addition to the key would make every response a 401.
    ...['--generation-with-security-parameters', 'false'],
    ...['--max-examples', String(examples), '--continue-on-failure'],
    ...['--max-response-time', String(SECONDS_MAX), '--request-timeout', String(2 * SECONDS_MAX)],
    ...['--phases', 'examples,coverage,fuzzing,stateful', '--suppress-health-check', 'all'],
    ...EXCLUDED.flatMap((each) => ['--exclude-path', each]),
    ...(seed === undefined ? [] : ['--seed', seed]),
    ...(path === undefined ? [] : ['--include-path-regex', path]),
  ];
  const child = spawn(program, args, { cwd: target.dir, stdio: 'inherit' });
  const [status] = (await once(child, 'exit')) as [number | null];
  return status ?? 1;
}

async function run(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) {
    console.log(USAGE);
    return 0;
  }
  const options = readOptions(args);
  if (!options) {
    console.error(USAGE);
    return 2;
  }
  const program = ensureSchemathesis();
  if (program === undefined) return 1;
  const target = await startTarget();
  try {
    console.log('Operations with an id in the path, with existing ids:');
    writeSettings(target.dir, target.ids);
    const first = await attack(program, target, { ...options, path: options.path ?? ABOUT_ONE });
    writeSettings(target.dir, {});
    // Last, because it may revoke the API key that it uses.
    console.log('Every operation, with random ids or ids from earlier responses:');
    const second = await attack(program, target, options);
    const status = Math.max(first, second);
    const wound = await target.findWound();
    if (wound !== undefined) console.error(`FAILED: ${wound}`);
    return wound === undefined ? status : 1;
  } finally {
    await target.stop();
  }
}

process.exitCode = await run(process.argv.slice(2));
