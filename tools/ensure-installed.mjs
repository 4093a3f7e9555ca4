// Installs the locked dependencies when they are missing or out of date, so that `npm test` and
// `npm start` work in a fresh clone. Plain JavaScript, because nothing is installed when this runs.
// What it prints goes to standard error: the commands' own output is on standard output.
//
// Not `npm ci`: it refuses a lockfile without native packages of platforms that a registry does
// not have. `npm install` uses the same locked versions, checks the same hashes, and with
// `--no-save` does not change the lockfile.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const marker = join(root, 'node_modules', '.tote-installed');
const lock = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  // Not of the version of Node: native packages come compiled, for all of them.
  .update(process.platform + process.arch)
  .digest('hex');

if (!existsSync(marker) || readFileSync(marker, 'utf8') !== lock) {
  console.error('Installing the locked dependencies …');
  const args = ['install', '--ignore-scripts', '--no-save', '--no-audit', '--no-fund'];
  const npm = spawnSync('npm', args, {
    cwd: root,
    stdio: ['inherit', 2, 2],
    shell: process.platform === 'win32',
  });
  if (npm.status !== 0) {
    console.error('The installation failed. Fix what npm says above, then run the command again.');
    process.exit(1);
  }
  writeFileSync(marker, lock);
}
