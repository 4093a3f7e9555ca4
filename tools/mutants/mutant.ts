import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { root } from '../root.ts';

/** One deliberate fault in the program: a text that occurs once, and its replacement. */
export interface Mutant {
  name: string;
  /** Below program/src. */
  file: string;
  find: string;
  replace: string;
  /** The offset, for faults that are found by position, whose text may repeat. */
  at?: number;
  /** Below program/test: the tests that must notice it, if others do not count. */
  tests?: string;
}

const SUBJECTS = [
  ...['money', 'betting', 'bettors', 'creating', 'deciding', 'paying', 'configuring', 'guarding'],
];

/** Typical human errors: rounding, swapped pools, off-by-one at a boundary, a missing step. */
export const HAND_MADE = SUBJECTS.flatMap(readFaults);

/** The name of a source file, and below it lines of the form `name ~ text ~ replacement`. */
function readFaults(subject: string): Mutant[] {
  const lines = readFileSync(new URL(`faults/${subject}.txt`, import.meta.url), 'utf8').split('\n');
  let file = '';
  return lines.flatMap((line) => {
    if (line === '' || line.startsWith('#')) return [];
    if (line.endsWith('.rs')) {
      file = line;
      return [];
    }
    const [name, find = '', replace] = line.replaceAll('\\n', '\n').split(/ ~(?: |$)/);
    if (replace === undefined) throw new Error(`${subject}.txt has no replacement in: ${line}`);
    const mutant = { name: `${file}: ${name}`, file, find, replace };
    return [subject === 'guarding' ? { ...mutant, tests: 'model/adversary/' } : mutant];
  });
}

/** The source with the fault in it. */
export function applyMutant(source: string, { name, find, replace, at }: Mutant): string {
  const start = at ?? source.indexOf(find);
  if (start < 0 || !source.startsWith(find, start)) {
    throw new Error(`${name}: its text is not in the source any more`);
  }
  if (at === undefined && source.indexOf(find, start + 1) >= 0) {
    throw new Error(`${name}: its text occurs more than once`);
  }
  return source.slice(0, start) + replace + source.slice(start + find.length);
}

/** A sentence for each mutant that no longer fits the sources, or whose name is not unique. */
export function findMisfits(
  mutants: readonly Mutant[],
  readSource: (file: string) => string,
): string[] {
  const seen = new Set<string>();
  return mutants.flatMap((mutant) => {
    if (seen.has(mutant.name)) return [`${mutant.name}: its name occurs more than once`];
    seen.add(mutant.name);
    try {
      applyMutant(readSource(mutant.file), mutant);
      return [];
    } catch (error) {
      return [(error as Error).message];
    }
  });
}

interface TestRun {
  /** Where the repository is, or a copy of it. */
  readonly cwd: string;
  readonly projects: readonly string[];
  readonly files: readonly string[];
  readonly options?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

/** The first test that fails, or what is printed instead of one. Rejects if no test was run. */
export function findFailure({ cwd, projects, files, options = [], env }: TestRun) {
  const chosen = projects.flatMap((name) => ['--project', name]);
  const limits = ['--bail', '1', '--maxWorkers', '1', '--reporter', 'verbose', ...options];
  const args = ['run', ...chosen, ...limits, ...files];
  const child = spawn(join(cwd, 'node_modules', '.bin', 'vitest'), args, { cwd, env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      output += data;
    });
  }
  return new Promise<string | undefined>((resolve, reject) => {
    child.on('close', (code) => {
      if (code === 0) return resolve(undefined);
      const [nothing] = /No test files found/.exec(output) ?? [];
      if (nothing) return reject(new Error(`${nothing} in ${projects}: ${files}`));
      const [, failed] = / FAIL +(.*)/.exec(stripVTControlCharacters(output)) ?? [];
      resolve(failed ?? output.slice(-2_000));
    });
  });
}

interface Command<T extends Mutant> {
  readonly usage: string;
  readonly mutants: readonly T[];
  readonly readSource: (file: string) => string;
  /** Returns the survivors; undefined if nothing could be tested. `isWhole`: all were tested. */
  test(mutants: readonly T[], isWhole: boolean): Promise<T[] | undefined>;
}

/** What `npm run mutants` and `npm run program:mutants` have in common. Returns the exit code. */
export async function runCommand<T extends Mutant>(command: Command<T>): Promise<number> {
  const [texts, flag] = [{ type: 'string', multiple: true }, { type: 'boolean' }] as const;
  const { values } = parseArgs({ options: { list: flag, only: texts, help: flag } });
  if (values.help) {
    console.log(command.usage);
    return 0;
  }
  const { only = [''] } = values;
  const mutants = command.mutants.filter(({ name, tests = '' }) =>
    only.some((text) => `${name} ${tests}`.includes(text)),
  );
  const misfits = findMisfits(mutants, command.readSource);
  for (const message of misfits) console.error(message);
  if (misfits.length > 0) return 1;
  if (values.list) {
    for (const { name, tests } of mutants) console.log(tests ? `${name} (${tests})` : name);
    console.log(`${mutants.length} faults`);
    return 0;
  }
  const survivors = await command.test(mutants, values.only === undefined);
  if (!survivors) return 1;
  console.log(`${mutants.length - survivors.length} of ${mutants.length} faults killed.`);
  for (const { name } of survivors) console.error(`SURVIVED: ${name}`);
  return survivors.length === 0 ? 0 : 1;
}

export type ServiceFault = Mutant & Required<Pick<Mutant, 'tests'>>;

export const readServiceSource = (file: string): string => readFileSync(join(root, file), 'utf8');

/** `file | name | text that occurs once | replacement | test file that must notice it`. */
export function readServiceFaults(): ServiceFault[] {
  const lines = readServiceSource('tools/mutants/service.txt').split('\n');
  return lines.filter((line) => line !== '' && !line.startsWith('#')).map(readFault);
}

function readFault(line: string): ServiceFault {
  const parts = line.split(' | ');
  const [file, name, find, replace, tests] = parts as [string, string, string, string, string];
  if (parts.length !== 5) throw new Error(`a fault has five parts, not ${parts.length}: ${line}`);
  return { file, name: `${file}: ${name}`, find, replace, tests };
}
