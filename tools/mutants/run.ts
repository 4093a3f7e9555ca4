// `npm run program:mutants`: mutation testing. Builds the program with faults and runs its tests
// against each. A fault that no test detects is a gap in the tests.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { findToolchain } from '../program-build.ts';
import { root } from '../root.ts';
import { planBuilds } from './build-plan.ts';
import { Builder, type Job, readSource } from './builder.ts';
import { type MutantResult, renderMutants } from './document.ts';
import { findDroppedChecks } from './dropped-checks.ts';
import { HAND_MADE } from './hand-made.ts';
import { HARMLESS } from './harmless.ts';
import { findMisfits, type Mutant } from './mutant.ts';

const USAGE = `Usage: npm run program:mutants [-- --list] [-- --only TEXT] [-- --resume FILE]
  --list         print the mutants, check that their texts are in the sources, and stop
  --only TEXT    only mutants whose name contains TEXT
  --resume FILE  leave out those that an earlier run, whose output this is, has killed
Needs npm run program:toolchain. All mutants take about an hour and a quarter on two idle cores;
then docs/mutants.md is written.`;

const DOCUMENT = join(root, 'docs', 'mutants.md');
const TESTS = join(root, 'program', 'test');
/** Tests of compute units would detect the switches, not the faults. */
const TEST_FILES = readdirSync(TESTS).filter(
  (file) => file.endsWith('.test.ts') && file !== 'attacks-compute.test.ts',
);
/** For shared code: the tests that most likely detect a fault. */
const LIKELIEST: Readonly<Record<string, RegExp>> = {
  'cpi.rs': /^(buy-back|collect-fees|deposit|initialize|withdraw)/,
  'auction.rs': /^(buy-back|vectors-counters)/,
  'fact.rs': /^(vectors-facts|create-market|resolve-market)/,
  'state/config.rs': /^(update-config|apply-config|disable-keys|initialize|create-market)/,
};
const SHARED = /^(vectors|lifecycle|place-bets|settle|resolve-market|close-market)/;

/** Some tests, in one of the projects of vitest.config.ts. */
interface Stage {
  project: 'program' | 'program-all-features' | 'program-token-2022';
  files: string[];
}

const IN_PROJECT: Readonly<Record<Stage['project'], string>> = {
  program: '',
  'program-token-2022': ' with Token-2022',
  'program-all-features': ' with all features',
};

/**
 * The stages that run until a test fails: the tests named after the file, then all, those of
 * UTILITY with a Token-2022 mint, the slow ones, and all again with every feature of the runtime,
 * where some faults show only.
 */
function testPlan({ file, tests }: Mutant): Stage[] {
  if (tests) return [{ project: 'program', files: [tests] }];
  const name = basename(file, '.rs').replaceAll('_', '-');
  const isShared = !file.startsWith('instructions/');
  const likeliest = isShared ? (LIKELIEST[file] ?? SHARED) : new RegExp(`^${name}`);
  const named = TEST_FILES.filter((test) => likeliest.test(test));
  const others = TEST_FILES.filter((test) => !named.includes(test));
  const inProgram = (files: string[]): Stage => ({ project: 'program', files });
  const stages: Stage[] = [
    inProgram(named),
    inProgram(others),
    { project: 'program-token-2022', files: TEST_FILES },
    inProgram(['matrix/']),
    inProgram(['model/']),
    { project: 'program-all-features', files: TEST_FILES },
  ];
  return stages.filter(({ files }) => files.length > 0);
}

/** Runs some tests against a build; true if one of them fails. */
function isNoticed({ project, files }: Stage, programFile: string): Promise<boolean> {
  const vitest = join(root, 'node_modules', '.bin', 'vitest');
  const options = ['--project', project, '--bail', '1', '--maxWorkers', '1', '--reporter', 'dot'];
  const args = ['run', ...options, ...files.map((file) => `program/test/${file}`)];
  const child = spawn(vitest, args, {
    cwd: root,
    stdio: 'ignore',
    env: { ...process.env, TOTE_PROGRAM_FILE: programFile, TOTE_TEST: '' },
  });
  return new Promise((resolve) => child.on('exit', (code) => resolve(code !== 0)));
}

/** The fast tests must pass without a fault, or they could not detect one. */
async function isSound(programFile: string): Promise<boolean> {
  return !(await isNoticed({ project: 'program', files: TEST_FILES }, programFile));
}

/** Returns the tests that detected the fault, or undefined. */
async function tryMutant({ mutant, build }: Job): Promise<string | undefined> {
  const programFile = await build();
  for (const stage of testPlan(mutant)) {
    if (await isNoticed(stage, programFile)) return describe(stage);
  }
  return undefined;
}

function describe({ project, files }: Stage): string {
  const [only = ''] = files;
  const where = files.length === 1 ? basename(only) : 'program/test';
  return `${where}${IN_PROJECT[project]}`;
}

async function runJobs(jobs: Job[]): Promise<MutantResult[]> {
  const queue = [...jobs];
  const results: MutantResult[] = [];
  const work = async () => {
    for (let job = queue.shift(); job; job = queue.shift()) {
      // One that does not compile tests nothing: it is listed, and the others go on.
      const noticedBy = await tryMutant(job).catch((error: Error) => void console.error(error));
      const progress = `${jobs.length - queue.length}/${jobs.length}`;
      const result = noticedBy ? `killed by ${noticedBy}` : 'SURVIVED';
      console.log(`${progress} ${result}: ${job.mutant.name}`);
      results.push({ name: job.mutant.name, noticedBy });
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return results;
}

function listMutants(args: string[]): Mutant[] {
  const only = optionOf(args, '--only') ?? '';
  const earlier = optionOf(args, '--resume');
  const killed = earlier ? readFileSync(earlier, 'utf8') : '';
  return [...HAND_MADE, ...findDroppedChecks()].filter(
    ({ name }) =>
      name.includes(only) &&
      !killed.includes(`: ${name}\n`) &&
      !HARMLESS.some(({ matches }) => name.includes(matches)),
  );
}

function optionOf(args: string[], flag: string): string | undefined {
  const at = args.indexOf(flag);
  return at < 0 ? undefined : args[at + 1];
}

async function main(args: string[]): Promise<number> {
  if (args.includes('--help')) {
    console.log(USAGE);
    return 0;
  }
  const mutants = listMutants(args);
  if (args.includes('--list')) {
    for (const { name } of mutants) console.log(name);
    const wrong = findMisfits(mutants, readSource);
    for (const message of wrong) console.error(message);
    console.log(`${mutants.length} mutants, ${wrong.length} of which do not fit the sources`);
    return wrong.length === 0 ? 0 : 1;
  }
  const toolchain = findToolchain();
  if (typeof toolchain === 'string') {
    console.error(`Cannot build mutants: ${toolchain}. Run: npm run program:toolchain`);
    return 1;
  }
  const workDir = mkdtempSync(join(tmpdir(), 'tote-mutants-'));
  try {
    if (!(await isSound(join(root, 'program', 'tote.so')))) {
      console.error('The tests of the program fail without a fault. Make them pass first.');
      return 1;
    }
    const builder = new Builder(toolchain, workDir, isSound);
    const plan = planBuilds(mutants, readSource);
    const jobs = await builder.prepare(plan);
    const results = await runJobs(jobs);
    const survivors = results.filter(({ noticedBy }) => !noticedBy);
    // The document is written only after a full run.
    if (args.length === 0) writeFileSync(DOCUMENT, renderMutants(results));
    for (const { matches, why } of HARMLESS) console.log(`left out: ${matches} (${why})`);
    console.log(`${mutants.length - survivors.length} of ${mutants.length} mutants killed.`);
    for (const { name } of survivors) console.error(`SURVIVED: ${name}`);
    return survivors.length === 0 ? 0 : 1;
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
}

process.exitCode = await main(process.argv.slice(2));
