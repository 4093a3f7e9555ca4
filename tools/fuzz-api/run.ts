// `npm run fuzz:api`: schemathesis reads what the service publishes about itself and tries to prove
// it wrong, on a service that was started for the purpose.
import { spawnSync } from 'node:child_process';
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

/** Endless by design: a stream of events, and a socket. The clock would age everything else. */
const LEFT_OUT = ['/v1/events', '/v1/ws', '/v1/sandbox/clock'];

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

function attack(program: string, target: Target, { examples, seed, path }: Options): number {
  const args = [
    ...['run', `${target.baseUrl}/openapi.json`, '--checks', CHECKS.join(',')],
    ...['--header', `Authorization: Bearer ${target.apiKey}`],
    ...['--max-examples', String(examples), '--continue-on-failure'],
    ...['--max-response-time', String(SECONDS_MAX), '--request-timeout', String(2 * SECONDS_MAX)],
    ...['--phases', 'examples,coverage,fuzzing,stateful', '--suppress-health-check', 'all'],
    ...LEFT_OUT.flatMap((each) => ['--exclude-path', each]),
    ...(seed === undefined ? [] : ['--seed', seed]),
    ...(path === undefined ? [] : ['--include-path-regex', path]),
  ];
  const { status } = spawnSync(program, args, { cwd: target.dir, stdio: 'inherit' });
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
    const status = attack(program, target, options);
    const wound = await target.findWound();
    if (wound !== undefined) console.error(`FAILED: ${wound}`);
    return wound === undefined ? status : 1;
  } finally {
    await target.stop();
  }
}

process.exitCode = await run(process.argv.slice(2));
