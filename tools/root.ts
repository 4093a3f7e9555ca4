import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** All files of the repository, also new ones, but none that Git ignores. */
export function listFiles(): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard'];
  const text = execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  return text.split('\n').filter((file) => file !== '');
}
