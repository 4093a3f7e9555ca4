// `npm run program:miri` runs the program's Rust tests in Miri. It detects accesses that are out of
// bounds, unaligned, uninitialized or through an invalidated reference, which the SAFETY comments
// of the account views rule out. Tests that take long are marked and skipped.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './root.ts';

const cwd = join(root, 'program');
/** Strict provenance: no pointer may be made from an integer. */
const env = { ...process.env, MIRIFLAGS: '-Zmiri-strict-provenance' };

function listNightlies(): string[] {
  const { stdout } = spawnSync('rustup', ['toolchain', 'list'], { encoding: 'utf8' });
  const names = (stdout ?? '').split('\n').map((line) => line.split(' ')[0] as string);
  return names.filter((name) => name.startsWith('nightly')).map((name) => `+${name}`);
}

/** The standard library is built for Miri once, which needs its sources and crates. */
const hasMiri = (toolchain: readonly string[]) =>
  spawnSync('cargo', [...toolchain, 'miri', 'setup'], { cwd, stdio: 'ignore' }).status === 0;

if (process.argv.length > 2) {
  console.log(`Usage: npm run program:miri
Runs cargo miri test over program/tests with the first toolchain that has Miri. Where there is none
it says so and how to get it, and succeeds.`);
} else {
  const toolchain = [[], ...listNightlies().map((name) => [name])].find(hasMiri);
  if (toolchain) {
    const args = [...toolchain, 'miri', 'test', '--locked', '--tests'];
    process.exitCode = spawnSync('cargo', args, { cwd, stdio: 'inherit', env }).status ?? 1;
  } else {
    console.warn(`program:miri was SKIPPED: no Rust toolchain here has Miri, which comes with
nightly ones. Nothing was checked. To check it:

rustup toolchain install nightly --profile minimal
rustup component add --toolchain nightly miri rust-src
npm run program:miri`);
  }
}
