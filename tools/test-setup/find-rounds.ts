// The list of `npm run test:rounds`: the files that `npm test` leaves out because they are slow,
// and those that try more there.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FOLDERS = ['packages/localnet/test', 'packages/sdk/test', 'program/test', 'service/test'];
const TRIES_MORE = /\bhasRounds\b|\bdescribeEngines\(|\bcount\([\d_]+, [\d_]+, [\d_]+\)/;

export const ROUNDS_ONLY = [
  'examples/examples.test.ts',
  'packages/localnet/test/transports/large-answers.test.ts',
  'service/test/faults/random-kills.test.ts',
  'service/test/hostile/random-markets.test.ts',
  'service/test/indexer/snapshot/check-snapshot.test.ts',
  'service/test/keeper/many-markets.test.ts',
  'service/test/ops/{compose,docker-context}.test.ts',
  'service/test/replicas/{rolling-upgrade,rotate-operator,shared-keeper,webhooks}.test.ts',
  'service/test/story/node-versions.test.ts',
  'service/test/wiring/rebuild-command.test.ts',
  'tools/build/build.test.ts',
  'tools/compute-units/compute-units.test.ts',
];

export function findRounds(): string[] {
  const trying = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts') && !name.startsWith('validator'))
      .map((name) => join(folder, name))
      .filter((file) => TRIES_MORE.test(readFileSync(join(ROOT, file), 'utf8'))),
  );
  return [...ROUNDS_ONLY, ...trying.sort()];
}
