import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { CLI_ROUNDS, findRounds, ROUNDS_ONLY } from './tools/test-setup/find-rounds.ts';
import { WAIT_MS } from './tools/test-setup/limits.ts';
import { Progress } from './tools/test-setup/progress.ts';
import { SlowFirst } from './tools/test-setup/slow-first.ts';
import { isLong } from './tools/test-setup/stage.ts';

const shared = {
  // Limits for what never ends: no test's result depends on how fast the machine is. The long
  // counts take many minutes per test.
  testTimeout: isLong ? 7_200_000 : 5 * WAIT_MS,
  hookTimeout: 5 * WAIT_MS,
  expect: { poll: { timeout: WAIT_MS } },
  pool: 'forks' as const,
  // Files share a process: importing the client libraries anew takes longer than most tests. So no
  // file may leave anything behind: what it starts it ends, what it fakes it restores.
  isolate: false,
  execArgv: ['--import', new URL('tools/test-setup/compiled.mjs', import.meta.url).href],
};

const PAGE_TESTS = [
  'web/test/{newcomer,size,apply-event,exit-steps,local-input,market-data,profit,read-amount}.test.ts',
];

const TOKEN_2022_TESTS = 'program/test/token-2022.test.ts';

/** Where UTILITY moves. */
const UTILITY_TESTS = [
  'program/test/{buy-back,close-bettor,collect-fees,deposit,initialize}.test.ts',
  'program/test/{lifecycle,withdraw,wrong-books}*.test.ts',
];

/** They are slow: `npm test` runs them with one token program. */
const UTILITY_ROUNDS = 'program/test/{matrix,model}/*.test.ts';

const LIBRARY_TESTS = 'packages/chain/test/lib/**/*.test.ts';

const OPERATOR_TESTS = 'service/test/operator/**/*.test.ts';

const NODE_TESTS = ['{service,packages/*}/test/validator/**/*.test.ts'];

const LEFT_OUT = isLong ? [] : ROUNDS_ONLY;

export default defineConfig({
  test: {
    // Three more than there are processors: many tests wait for processes and clocks.
    maxWorkers: availableParallelism() + 3,
    reporters: ['default', new Progress()],
    sequence: { sequencer: SlowFirst },
    globalSetup: ['tools/test-setup/compile.ts'],
    // Projects and the stages of `.ci/run` share what is transformed.
    experimental: { fsModuleCache: true },
    projects: [
      {
        test: {
          ...shared,
          name: 'program',
          include: [
            'packages/{conditions,domain,program-client}/test/**/*.test.ts',
            LIBRARY_TESTS,
            'program/test/**/*.test.ts',
            '{bench,tools}/**/*.test.ts',
          ],
          exclude: [...NODE_TESTS, ...LEFT_OUT, TOKEN_2022_TESTS],
        },
      },
      {
        // A cluster activates features of the runtime one by one: the program works with all of
        // them, too. Without the model and the matrix, which take longest.
        test: {
          ...shared,
          name: 'program-all-features',
          env: { TOTE_RUNTIME_FEATURES: 'all' },
          include: ['program/test/*.test.ts'],
          exclude: [TOKEN_2022_TESTS],
        },
      },
      {
        // UTILITY may be a mint of Token-2022: what moves it is tested with such a one, too.
        test: {
          ...shared,
          name: 'program-token-2022',
          env: { TOTE_UTILITY: 'token-2022' },
          include: [...UTILITY_TESTS, TOKEN_2022_TESTS],
        },
      },
      {
        test: {
          ...shared,
          name: 'rounds-token-2022',
          env: { TOTE_UTILITY: 'token-2022', TOTE_TEST: isLong ? 'long' : 'rounds' },
          include: [UTILITY_ROUNDS],
        },
      },
      {
        test: {
          ...shared,
          name: 'service',
          include: [
            '{service,packages/{chain,localnet,sdk,verify}}/test/**/*.test.ts',
            'examples/*.test.ts',
          ],
          exclude: [...NODE_TESTS, ...LEFT_OUT, OPERATOR_TESTS, LIBRARY_TESTS],
        },
      },
      {
        // All kinds of kills, and the other database engines: `npm run test:rounds`.
        test: {
          ...shared,
          name: 'rounds',
          env: { TOTE_TEST: 'rounds' },
          include: findRounds(),
        },
      },
      {
        // Pure code of the page, and the first minute of a visitor in a real browser.
        test: {
          ...shared,
          name: 'web',
          globalSetup: ['tools/test-setup/build-page.ts'],
          include: PAGE_TESTS,
        },
      },
      {
        // The screens of the page, in a real browser: `npm run test:screens`. A browser needs both
        // processors of a small machine for itself.
        test: {
          ...shared,
          name: 'web-screens',
          globalSetup: ['tools/test-setup/build-page.ts'],
          include: ['web/test/**/*.test.ts'],
          exclude: PAGE_TESTS,
        },
      },
      {
        test: {
          ...shared,
          name: 'cli',
          // One service for all of them.
          globalSetup: ['packages/cli/test/support/start-service.ts'],
          include: ['packages/cli/test/**/*.test.ts'],
          exclude: NODE_TESTS,
        },
      },
      {
        test: {
          ...shared,
          name: 'rounds-cli',
          env: { TOTE_TEST: 'rounds' },
          globalSetup: ['packages/cli/test/support/start-service.ts'],
          include: CLI_ROUNDS,
        },
      },
      {
        // Against nodes that others wrote: `npm run test:validator`.
        test: { ...shared, name: 'validator', testTimeout: 1_800_000, include: NODE_TESTS },
      },
      {
        // The operator's day: `npm run test:operator`.
        test: {
          ...shared,
          name: 'operator',
          testTimeout: 1_800_000,
          include: [OPERATOR_TESTS],
        },
      },
    ],
  },
});
