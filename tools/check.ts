// `npm run check`: all static checks of the repository. Each step prints one line. The full output
// of a step is shown if it fails.
import { spawnSync } from 'node:child_process';
import { root } from './root.ts';

interface Step {
  name: string;
  command: string[];
  /** An optional tool. Without it the step is skipped with a message. */
  needs?: string;
}

const STEPS: Step[] = [
  { name: 'format and lint', command: ['npx', 'biome', 'ci', '--error-on-warnings', '.'] },
  { name: 'types', command: ['npx', 'tsc', '--noEmit', '-p', 'tsconfig.json'] },
  { name: 'types of the page', command: ['npx', 'tsc', '--noEmit', '-p', 'web/tsconfig.json'] },
  { name: 'packages', command: ['npx', 'tsx', 'tools/packages.ts'] },
  { name: 'published packages', command: ['npx', 'tsx', 'tools/publish/run.ts'] },
  { name: 'generated files', command: ['npx', 'tsx', 'tools/generate.ts', '--check'] },
  { name: 'program binary', command: ['npx', 'tsx', 'tools/program-build.ts', 'verify'] },
  { name: 'runtime features', command: ['npx', 'tsx', 'tools/runtime-features/run.ts', '--check'] },
  {
    name: 'program with all features of the runtime',
    command: ['npx', 'vitest', 'run', '--project', 'program-all-features'],
  },
  {
    name: 'Rust format',
    command: ['cargo', 'fmt', '--check', '--manifest-path', 'program/Cargo.toml'],
    needs: 'cargo fmt',
  },
  {
    name: 'Rust lint',
    command: [
      ...['cargo', 'clippy', '--locked', '--quiet', '--manifest-path', 'program/Cargo.toml'],
      ...['--lib', '--', '-D', 'warnings'],
    ],
    needs: 'cargo clippy',
  },
  {
    name: 'Rust tests',
    command: ['cargo', 'test', '--locked', '--quiet', '--manifest-path', 'program/Cargo.toml'],
    needs: 'cargo',
  },
];

const USAGE = `Usage: npm run check
Runs, in this order: ${STEPS.map((step) => step.name).join(', ')}.
Steps whose tool is not installed are skipped and say so.`;

function isInstalled(tool: string): boolean {
  const [command = '', ...args] = tool.split(' ');
  return spawnSync(command, [...args, '--version'], { stdio: 'ignore' }).status === 0;
}

function run({ name, command: [program = '', ...args], needs }: Step): boolean {
  if (needs && !isInstalled(needs)) {
    console.log(`- ${name}: skipped, there is no ${needs} here`);
    return true;
  }
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: root, encoding: 'utf8' });
  const lastLine = stdout.trim().split('\n').at(-1) ?? '';
  if (status === 0) {
    console.log(`- ${name}: ok${name === 'program binary' ? ` (${lastLine})` : ''}`);
    return true;
  }
  console.error(`- ${name}: FAILED\n${stdout}${stderr}`);
  return false;
}

if (process.argv.includes('--help')) {
  console.log(USAGE);
} else {
  const failed = STEPS.filter((step) => !run(step));
  if (failed.length > 0) {
    console.error(`${failed.length} of ${STEPS.length} checks failed.`);
    process.exitCode = 1;
  }
}
