// `npm run mutants`: puts one fault at a time into the service and packages/conditions, in a copy
// of the repository, and runs the test file that must notice it.
import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { listFiles, root } from '../root.ts';
import { ROUNDS_ONLY } from '../test-setup/find-rounds.ts';
import { applyMutant, runCommand } from './mutant.ts';
import { readServiceFaults, readServiceSource, type ServiceFault } from './service-faults.ts';

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

/** The first test that fails, or what is printed instead of one. */
async function findFailure(copy: string, files: readonly string[]): Promise<string | undefined> {
  const isSlow = (file: string) => ROUNDS_ONLY.includes(file);
  const slow = files.filter(isSlow);
  const others = files.filter((file) => !isSlow(file));
  const failed = await runTests(copy, ['program', 'service'], others);
  return failed ?? runTests(copy, ['rounds'], slow);
}

async function runTests(
  copy: string,
  projects: readonly string[],
  files: readonly string[],
): Promise<string | undefined> {
  if (files.length === 0) return undefined;
  const vitest = join(copy, 'node_modules', '.bin', 'vitest');
  const limits = ['--bail', '1', '--maxWorkers', '1', '--testTimeout', `${TEST_MS}`];
  const chosen = projects.flatMap((name) => ['--project', name]);
  const args = ['run', ...chosen, ...limits, '--reporter', 'verbose', ...files];
  const child = spawn(vitest, args, { cwd: copy });
  let output = '';
  const add = (data: Buffer) => {
    output += data;
  };
  child.stdout.on('data', add);
  child.stderr.on('data', add);
  return new Promise((resolve) => {
    child.on('close', (code) => {
      if (code === 0) return resolve(undefined);
      const [, failed] = / FAIL +(.*)/.exec(stripVTControlCharacters(output)) ?? [];
      resolve(failed ?? output.slice(-2_000));
    });
  });
}

async function tryFaults(copy: string, faults: readonly ServiceFault[]): Promise<ServiceFault[]> {
  const survivors: ServiceFault[] = [];
  for (const [index, fault] of faults.entries()) {
    // Read from the copy: the original may be edited meanwhile.
    const path = join(copy, fault.file);
    const source = fs.readFileSync(path, 'utf8');
    fs.writeFileSync(path, applyMutant(source, fault));
    const failed = await findFailure(copy, [fault.tests]);
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
    const failed = await findFailure(copy, [...new Set(faults.map(({ tests }) => tests))]);
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
