// `npm run check`: all static checks of the repository. Each step prints one line. The full output
// of a step is shown if it fails.
import { spawnSync } from 'node:child_process';
import { root } from './root.ts';

/** The third is an optional tool. Without it the step is skipped with a message. */
type Step = readonly [name: string, command: string, needs?: string];

const MANIFEST = '--manifest-path program/Cargo.toml';
const STEPS: readonly Step[] = [
  ['format and lint', 'npx biome ci --error-on-warnings .'],
  ['types', 'npx tsc --noEmit -p tsconfig.json'],
  ['types of the page', 'npx tsc --noEmit -p web/tsconfig.json'],
  ['packages', 'npx vitest run tools/packages.test.ts'],
  ['published packages', 'npx tsx tools/publish/run.ts'],
  ['generated files', 'npx tsx tools/generate.ts --check'],
  ['program binary', 'npx tsx tools/program-build.ts verify'],
  ['program with all features of the runtime', 'npx vitest run --project program-all-features'],
  ['Rust format', `cargo fmt --check ${MANIFEST}`, 'cargo fmt'],
  ['Rust lint', `cargo clippy --locked --quiet ${MANIFEST} --lib -- -D warnings`, 'cargo clippy'],
  ['Rust tests', `cargo test --locked --quiet ${MANIFEST}`, 'cargo'],
];

function isInstalled(tool: string): boolean {
  const [command = '', ...args] = tool.split(' ');
  return spawnSync(command, [...args, '--version'], { stdio: 'ignore' }).status === 0;
}

function run([name, command, needs]: Step): boolean {
  if (needs && !isInstalled(needs)) {
    console.log(`- ${name}: skipped, there is no ${needs} here`);
    return true;
  }
  const [program = '', ...args] = command.split(' ');
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: root, encoding: 'utf8' });
  const lastLine = stdout.trim().split('\n').at(-1) ?? '';
  if (status === 0) {
    console.log(`- ${name}: ok${name === 'program binary' ? ` (${lastLine})` : ''}`);
    return true;
  }
  console.error(`- ${name}: FAILED\n${stdout}${stderr}`);
  return false;
}

const failed = STEPS.filter((step) => !run(step));
if (failed.length > 0) {
  console.error(`${failed.length} of ${STEPS.length} checks failed.`);
  process.exitCode = 1;
}
