import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const DESCRIBE = ['describe', '--always', '--dirty', '--exclude=*', '--abbrev=12'];

/**
 * Where there is no checkout, as in an image, whoever builds it sets TOTE_COMMIT.
 *
 * @param {string} dir
 * @param {string | undefined} given
 * @returns {string}
 */
export function readCommit(dir, given = process.env.TOTE_COMMIT) {
  if (given) return given;
  if (!existsSync(join(dir, '.git'))) return 'unknown';
  const { status, stdout } = spawnSync('git', DESCRIBE, { cwd: dir, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : 'unknown';
}
