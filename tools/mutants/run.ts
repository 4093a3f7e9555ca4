// `npm run program:mutants`: mutation testing. Builds the program with faults and runs its tests
// against each. A fault that no test detects is a gap in the tests.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { findToolchain } from '../program-build.ts';
import { root } from '../root.ts';
import { createBuilder, readSource } from './builder.ts';
import { findDroppedChecks } from './dropped-checks.ts';
import { findFailure, HAND_MADE, type Mutant, runCommand } from './mutant.ts';

const USAGE = `Usage: npm run program:mutants [-- --list] [-- --only TEXT]
  --list       print the faults, check that their texts are in the sources, and stop
  --only TEXT  only faults whose name contains TEXT; may be repeated
Needs npm run program:toolchain. All of them take over two hours on two idle cores; then
docs/mutants.md is written.`;

const TESTS = join(root, 'program', 'test');
const TEST_FILES = readdirSync(TESTS).filter((file) => file.endsWith('.test.ts'));
/** For shared code: the tests that most likely detect a fault. */
const LIKELIEST: Readonly<Record<string, RegExp>> = {
  'cpi.rs': /^(buy-back|collect-fees|deposit|initialize|withdraw|wrong-books)/,
  'auction.rs': /^(buy-back|vectors-counters)/,
  'fact.rs': /^(vectors-facts|create-market|resolve-market)/,
  'state/config.rs': /^(update-config|disable-keys|initialize|create-market)/,
};
const SHARED = /^(vectors|place-bets|settle|resolve-market|close-market|wrong-books)/;

/** Some tests, in one of the projects of vitest.config.ts. */
type Stage = readonly [project: string, files: readonly string[]];

/**
 * The stages that run until a test fails: the tests named after the file, the matrix, which tries
 * bad accounts and data, then all tests, those of UTILITY with a Token-2022 mint, the model, and
 * all again with every feature of the runtime, where some faults show only.
 */
function testPlan({ file, tests }: Mutant): readonly Stage[] {
  if (tests) return [['rounds', [tests]]];
  const name = basename(file, '.rs').replaceAll('_', '-');
  const isShared = !file.startsWith('instructions/');
  const likeliest = isShared ? (LIKELIEST[file] ?? SHARED) : new RegExp(`^${name}`);
  const stages: Stage[] = [
    ['program', TEST_FILES.filter((test) => likeliest.test(test))],
    ['program', ['matrix/']],
    ['program', TEST_FILES.filter((test) => !likeliest.test(test))],
    ['program-token-2022', TEST_FILES],
    ['program', ['model/']],
    ['program-all-features', TEST_FILES],
  ];
  return stages.filter(([, files]) => files.length > 0);
}

/** Runs some tests against a build; true if one of them fails. */
async function isNoticed([project, names]: Stage, programFile: string): Promise<boolean> {
  const files = names.map((file) => `program/test/${file}`);
  const env = { ...process.env, TOTE_PROGRAM_FILE: programFile, TOTE_TEST: 'rounds' };
  return (await findFailure({ cwd: root, projects: [project], files, env })) !== undefined;
}

/** The fast tests must pass without a fault, or they could not detect one. */
const isSound = async (programFile: string) =>
  !(await isNoticed(['program', TEST_FILES], programFile));

type Build = ReturnType<typeof createBuilder>;

/** Returns the tests that detected the fault, or undefined. */
async function tryMutant(mutant: Mutant, build: Build): Promise<string | undefined> {
  const programFile = await build(mutant);
  for (const stage of testPlan(mutant)) {
    const [project, files] = stage;
    const where = files.length === 1 ? basename(files[0] as string) : 'program/test';
    if (await isNoticed(stage, programFile)) return `${where} (${project})`;
  }
  return undefined;
}

/** Returns those that survived. */
async function runAll(mutants: readonly Mutant[], build: Build): Promise<Mutant[]> {
  const queue = [...mutants];
  const survivors: Mutant[] = [];
  const work = async () => {
    for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
      // One that does not compile tests nothing: it is listed, and the others go on.
      const trying = tryMutant(mutant, build);
      const noticedBy = await trying.catch((error: Error) => void console.error(error));
      if (noticedBy === undefined) survivors.push(mutant);
      const progress = `${mutants.length - queue.length}/${mutants.length}`;
      const result = noticedBy === undefined ? 'SURVIVED' : `killed by ${noticedBy}`;
      console.log(`${progress} ${result}: ${mutant.name}`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return survivors;
}

function renderPage(mutants: readonly Mutant[], survivors: readonly Mutant[]): string {
  const files = new Set(mutants.map(({ file }) => file));
  const noticed = `${mutants.length - survivors.length} of ${mutants.length} faults`;
  return [
    '# Faults that the tests notice\n',
    '`npm run program:mutants` puts one fault at a time into the program and runs its tests:',
    'every check dropped, and faults made by hand (`tools/mutants/faults/`). It prints each with',
    'the tests that noticed it; `-- --list` prints the faults.\n',
    `${noticed} in ${files.size} source files were noticed.\n`,
    ...survivors.map(({ name }) => `- **survived**: ${name}\n`),
    '`npm run mutants` does the same to the service and the conditions, with the faults of',
    '`tools/mutants/service.txt`. All of those are noticed, too.\n',
  ].join('\n');
}

async function test(mutants: readonly Mutant[], isWhole: boolean): Promise<Mutant[] | undefined> {
  const toolchain = findToolchain();
  if (typeof toolchain === 'string') {
    console.error(`Cannot build them: ${toolchain}. Run: npm run program:toolchain`);
    return undefined;
  }
  if (!(await isSound(join(root, 'program', 'tote.so')))) {
    console.error('The tests of the program fail without a fault. Make them pass first.');
    return undefined;
  }
  const workDir = mkdtempSync(join(tmpdir(), 'tote-mutants-'));
  try {
    const survivors = await runAll(mutants, createBuilder(toolchain, workDir));
    if (isWhole) writeFileSync(join(root, 'docs/mutants.md'), renderPage(mutants, survivors));
    return survivors;
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
}

const mutants = [...HAND_MADE, ...findDroppedChecks()];
process.exitCode = await runCommand({ usage: USAGE, mutants, readSource, test });
