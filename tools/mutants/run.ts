// `npm run program:mutants`: builds the program once per fault and runs its tests against each
// build. A fault that no test notices is a hole in the tests.
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { compile, findToolchain } from '../program-build.ts';
import { root } from '../root.ts';
import { findDroppedChecks } from './dropped-checks.ts';
import { HAND_MADE } from './hand-made.ts';
import { HARMLESS } from './harmless.ts';
import { applyMutant, type Mutant } from './mutant.ts';

const USAGE = `Usage: npm run program:mutants [-- --list] [-- --only TEXT]
  --list       print the mutants and stop
  --only TEXT  only mutants whose name contains TEXT
Needs npm run program:toolchain. All mutants take the better part of an hour on two cores.`;

const TESTS = join(root, 'program', 'test');
const TEST_FILES = readdirSync(TESTS).filter((file) => file.endsWith('.test.ts'));

/** What is run until something fails: the tests named after the file, then all, then the slow. */
function testPlan(mutant: Mutant): string[][] {
  const name = basename(mutant.file, '.rs').replaceAll('_', '-');
  const named = TEST_FILES.filter((file) => file.startsWith(name));
  const others = TEST_FILES.filter((file) => !named.includes(file));
  const plan = [named, others, ['matrix/'], ['model/']];
  return plan
    .filter((files) => files.length > 0)
    .map((files) => files.map((f) => `program/test/${f}`));
}

/** Runs some tests against a build; true when one of them fails. */
function isNoticed(files: string[], programFile: string): Promise<boolean> {
  const vitest = join(root, 'node_modules', '.bin', 'vitest');
  const child = spawn(vitest, ['run', '--bail', '1', '--reporter', 'dot', ...files], {
    cwd: root,
    stdio: 'ignore',
    env: { ...process.env, TOTE_PROGRAM_FILE: programFile, TOTE_TEST: '' },
  });
  return new Promise((resolve) => child.on('exit', (code) => resolve(code !== 0)));
}

/** Returns the tests that noticed the fault, or nothing. */
async function tryMutant(mutant: Mutant, workDir: string): Promise<string | undefined> {
  const toolchain = findToolchain();
  if (typeof toolchain === 'string') throw new Error(toolchain);
  const source = join(workDir, 'program', 'src', mutant.file);
  const original = readFileSync(source, 'utf8');
  writeFileSync(source, applyMutant(original, mutant));
  try {
    const built = await compile(toolchain, join(workDir, 'target'), join(workDir, 'program'));
    for (const files of testPlan(mutant)) {
      if (await isNoticed(files, built))
        return files.length === 1 ? basename(files[0] ?? '') : 'program/test';
    }
    return undefined;
  } finally {
    writeFileSync(source, original);
  }
}

async function work(queue: Mutant[], survivors: Mutant[], total: number): Promise<void> {
  const workDir = mkdtempSync(join(tmpdir(), 'tote-mutants-'));
  try {
    for (const part of ['src', 'Cargo.toml', 'Cargo.lock', '.cargo']) {
      cpSync(join(root, 'program', part), join(workDir, 'program', part), { recursive: true });
    }
    for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
      const noticedBy = await tryMutant(mutant, workDir);
      const progress = `${total - queue.length}/${total}`;
      if (noticedBy) console.log(`${progress} killed by ${noticedBy}: ${mutant.name}`);
      else console.log(`${progress} SURVIVED: ${mutant.name}`);
      if (!noticedBy) survivors.push(mutant);
    }
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
}

async function main(args: string[]): Promise<number> {
  if (args.includes('--help')) {
    console.log(USAGE);
    return 0;
  }
  const only = args.includes('--only') ? (args[args.indexOf('--only') + 1] ?? '') : '';
  const all = [...HAND_MADE, ...findDroppedChecks()].filter(({ name }) => name.includes(only));
  const harmless = all.filter((mutant) =>
    HARMLESS.some(({ matches }) => mutant.name.includes(matches)),
  );
  const mutants = all.filter((mutant) => !harmless.includes(mutant));
  if (args.includes('--list')) {
    for (const { name } of mutants) console.log(name);
    return 0;
  }
  const toolchain = findToolchain();
  if (typeof toolchain === 'string') {
    console.error(`Cannot build mutants: ${toolchain}. Run: npm run program:toolchain`);
    return 1;
  }
  const survivors: Mutant[] = [];
  const queue = [...mutants];
  const workers = Array.from({ length: Math.min(availableParallelism(), queue.length) }, () =>
    work(queue, survivors, mutants.length),
  );
  await Promise.all(workers);
  for (const { matches, why } of HARMLESS) {
    if (matches.includes(only) || only === '')
      console.log(`left out, harmless: ${matches} (${why})`);
  }
  console.log(`${mutants.length - survivors.length} of ${mutants.length} mutants killed.`);
  for (const { name } of survivors) console.error(`SURVIVED: ${name}`);
  return survivors.length === 0 ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));
