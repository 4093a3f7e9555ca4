// `npm run mutants`: puts one fault at a time into the service and packages/conditions, in a copy
// of the repository, and runs the test file that must notice it.
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listFiles, root } from '../root.ts';
import { ROUNDS_ONLY } from '../test-setup/find-rounds.ts';
import {
  applyMutant,
  findFailure,
  readServiceFaults,
  readServiceSource,
  runCommand,
  type ServiceFault,
} from './mutant.ts';

const USAGE = `Usage: npm run mutants [-- --list] [-- --only TEXT]
  --list       print the faults, check that their texts are in the sources, and stop
  --only TEXT  only faults whose name or test file contains TEXT; may be repeated
All of them take about half an hour on two idle cores.`;

/** A fault that makes a test wait forever is noticed, too. */
const TEST_MS = 120_000;

/** A copy of the files that Git knows or would add, whose packages refer to each other. */
function copyRepository(): string {
  const copy = fs.mkdtempSync(join(tmpdir(), 'tote-mutants-'));
  const options = { recursive: true, verbatimSymlinks: true };
  const files = listFiles().filter((file) => fs.existsSync(join(root, file)));
  // Links to the packages are relative: copied, they lead to those of the copy.
  for (const file of [...files, 'node_modules/@tote']) {
    fs.cpSync(join(root, file), join(copy, file), options);
  }
  const [installed, linked] = [join(root, 'node_modules'), join(copy, 'node_modules')];
  for (const name of fs.readdirSync(installed)) {
    if (name !== '@tote') fs.symlinkSync(join(installed, name), join(linked, name));
  }
  return copy;
}

async function findFailureIn(cwd: string, tests: readonly string[]): Promise<string | undefined> {
  const isSlow = (file: string) => ROUNDS_ONLY.includes(file);
  for (const [projects, files] of [
    [['program', 'service'], tests.filter((file) => !isSlow(file))],
    [['rounds'], tests.filter(isSlow)],
  ] as const) {
    const run = { cwd, projects, files, options: ['--testTimeout', `${TEST_MS}`] };
    const failed = files.length > 0 ? await findFailure(run) : undefined;
    if (failed !== undefined) return failed;
  }
  return undefined;
}

async function tryFaults(copy: string, faults: readonly ServiceFault[]): Promise<ServiceFault[]> {
  const survivors: ServiceFault[] = [];
  for (const [index, fault] of faults.entries()) {
    // Read from the copy: the original may be edited meanwhile.
    const path = join(copy, fault.file);
    const source = fs.readFileSync(path, 'utf8');
    fs.writeFileSync(path, applyMutant(source, fault));
    const failed = await findFailureIn(copy, [fault.tests]);
    fs.writeFileSync(path, source);
    if (failed === undefined) survivors.push(fault);
    const result = failed === undefined ? 'SURVIVED' : `killed by ${failed}`;
    console.log(`${index + 1}/${faults.length} ${fault.name}: ${result}`);
  }
  return survivors;
}

async function test(faults: readonly ServiceFault[]): Promise<ServiceFault[] | undefined> {
  const copy = copyRepository();
  try {
    const failed = await findFailureIn(copy, [...new Set(faults.map(({ tests }) => tests))]);
    if (failed === undefined) return await tryFaults(copy, faults);
    console.error(`A test fails without a fault. Make it pass first: ${failed}`);
    return undefined;
  } finally {
    fs.rmSync(copy, { recursive: true, force: true });
  }
}

process.exitCode = await runCommand({
  ...{ usage: USAGE, mutants: readServiceFaults(), readSource: readServiceSource, test },
});
