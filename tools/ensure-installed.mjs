// Installs the locked dependencies when they are missing or out of date, so that `npm test` and
// `npm start` work in a fresh clone. Plain JavaScript, because nothing is installed when this runs.
// What it prints goes to standard error: the commands' own output is on standard output.
//
// Not `npm ci`: it refuses a lockfile without native packages of platforms that a registry does
// not have. `npm install` uses the same locked versions, checks the same hashes, and with
// `--no-save` does not change the lockfile.
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const lockfile = join(root, 'package-lock.json');
/** The hash of what is installed. */
const marker = join(root, 'node_modules', '.tote-installed');
/** Size and time of the lockfile when it had that hash: most starts need not read it. */
const seen = join(root, 'node_modules', '.tote-installed-from');

const { size, mtimeMs } = statSync(lockfile);
const present = `${process.platform} ${process.arch} ${size} ${mtimeMs}`;
if (!existsSync(marker) || readText(seen) !== present) {
  const hash = hashLockfile();
  if (readText(marker) !== hash) install(hash);
  rememberTimes();
}

function readText(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** The version of Node does not matter: native packages come compiled for all of them. */
function hashLockfile() {
  const parts = [readFileSync(lockfile), process.platform + process.arch];
  const sha256 = process.getBuiltinModule('node:crypto').createHash('sha256');
  for (const part of parts) sha256.update(part);
  return sha256.digest('hex');
}

function install(hash) {
  const { spawnSync } = process.getBuiltinModule('node:child_process');
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
  writeFileSync(marker, hash);
}

/** In a read-only folder each start reads the lockfile. */
function rememberTimes() {
  try {
    writeFileSync(seen, present);
  } catch (error) {
    if (!['EROFS', 'EACCES', 'EPERM'].includes(error.code)) throw error;
  }
}
