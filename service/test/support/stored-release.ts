// The database of a release, as `npm run release:database` has stored it.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { ReleaseAnswers } from '../../../tools/release-database/play-release.ts';
import type { Postgres } from './postgres.ts';

export const RELEASES = fileURLToPath(new URL('../releases', import.meta.url));

/** Its data folder, in a folder that the caller removes, and what it answered. */
export function unpackRelease(release: string): ReleaseAnswers & { dir: string } {
  const folder = mkdtempSync(join(tmpdir(), 'tote-release-'));
  execFileSync('tar', ['-xzf', join(RELEASES, release, 'data.tar.gz'), '-C', folder]);
  const answers = JSON.parse(readFileSync(join(folder, 'answers.json'), 'utf8'), dropTexts);
  return { ...answers, dir: join(folder, 'data') };
}

/** Texts for people may be worded otherwise. */
function dropTexts(key: string, value: unknown): unknown {
  if (['details', 'waitingFor', 'warnings'].includes(key)) return undefined;
  if (key !== 'deadlines') return value;
  // Named resolvesBy since.
  const { decidedBy: _, ...deadlines } = value as { decidedBy: unknown };
  return deadlines;
}

/** Its PostgreSQL database; returns the URL of a new one with its content. */
export async function loadRelease(release: string, postgres: Postgres): Promise<string> {
  const databaseUrl = await postgres.createDatabase();
  const dump = gunzipSync(readFileSync(join(RELEASES, release, 'postgres.sql.gz')));
  await postgres.query(dump.toString(), databaseUrl);
  return databaseUrl;
}
