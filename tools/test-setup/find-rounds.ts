// The list of `npm run test:rounds`: the files that `npm test` leaves out because they are slow,
// and those that try more there.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FOLDERS = [
  ...['conditions', 'localnet', 'sdk'].map((name) => `packages/${name}/test`),
  ...['program/test', 'service/test'],
];
const TRIES_MORE = /\bhasRounds\b|\bdescribeEngines\(|\bcount\([\d_]+, [\d_]+, [\d_]+\)/;

/** The rounds run the model where UTILITY is a mint of Token-2022. */
const OF_OTHER_STAGES = /^validator\/|^model\/[^/]*$/;

/** Each subject keeps a faster test in `npm test`. */
const SLOW_TESTS: Readonly<Record<string, readonly string[]>> = {
  examples: ['examples'],
  'packages/conditions/test': ['who-can-move'],
  'packages/localnet/test/clients': ['cli'],
  'packages/localnet/test/transports': ['large-answers'],
  'packages/sdk/test': ['browser', 'tampered'],
  'packages/verify/test': ['browser'],
  'program/test/model/adversary': ['adversary', 'small-world'],
  'service/test/conformance': ['disabled-keys', 'first-bet', 'time-terms'],
  'service/test/conformance/naive': ['naive-clients'],
  'service/test/embedded': ['funding', 'old-data'],
  'service/test/faults': [
    ...['clock-skew', 'random-kills', 'readiness', 'rpc-faults'],
    'wallet-transactions',
  ],
  'service/test/hostile': ['every-endpoint', 'random-markets'],
  'service/test/http': ['streams'],
  'service/test/indexer': ['backfill'],
  'service/test/indexer/audit': ['reserves-under-load'],
  'service/test/indexer/snapshot': ['check-snapshot'],
  'service/test/keeper': ['many-markets', 'many-winners'],
  'service/test/keeper/observe/launches': ['launch-feed'],
  'service/test/keeper/observe': ['gate', 'named-starts', 'played-markets'],
  'service/test/keeper/observe/web': ['web-markets'],
  'service/test/ops': ['compose', 'docker-context'],
  'service/test/replicas': [
    ...['leader-crash', 'one-service', 'rolling-upgrade', 'rotate-operator', 'series-week'],
    'shared-keeper',
  ],
  'service/test/settings': ['start-messages'],
  'service/test/store/postgres': ['share'],
  'service/test/releases': ['releases'],
  'service/test/story': [
    ...['backup', 'every-condition', 'feed', 'file-modes', 'idle', 'node-versions', 'retention'],
    'token-2022',
  ],
  'service/test/wiring': ['rebuild-command', 'snapshot-command'],
  'tools/build': ['build'],
  'tools/compute-units': ['compute-units'],
};

export const ROUNDS_ONLY = Object.entries(SLOW_TESTS).flatMap(([folder, names]) =>
  names.map((name) => `${folder}/${name}.test.ts`),
);

/** They need the service that all tests of the command line share. */
export const CLI_ROUNDS = ['mcp', 'sandbox'].map(
  (name) => `packages/cli/test/commands/${name}.test.ts`,
);

export function findRounds(): string[] {
  const trying = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts') && !OF_OTHER_STAGES.test(name))
      .map((name) => join(folder, name))
      .filter((file) => TRIES_MORE.test(readFileSync(join(ROOT, file), 'utf8'))),
  );
  return [...ROUNDS_ONLY, ...trying.sort()];
}
