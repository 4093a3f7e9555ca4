// The list of `npm run test:rounds`: the files that try more there than in `npm test`.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FOLDERS = ['packages/localnet/test', 'service/test'];
const TRIES_MORE = /\bhasRounds\b|\bdescribeEngines\(|\bcount\([\d_]+, [\d_]+, [\d_]+\)/;

export function findRounds(): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts') && !name.startsWith('validator'))
      .map((name) => join(folder, name))
      .filter((file) => TRIES_MORE.test(readFileSync(join(ROOT, file), 'utf8'))),
  ).sort();
}
