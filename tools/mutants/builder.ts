// Builds the program with faults: as many together as can be switched on one by one, because
// compiling takes longer than testing, and the others alone.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile, runCargo, type Toolchain } from '../program-build.ts';
import { root } from '../root.ts';
import { applyMutant, type Mutant } from './mutant.ts';
import { NONE, putBehindSwitch, SWITCH_MODULE, type Switched, turnOn } from './switched.ts';

const PROGRAM = join(root, 'program');
/** With more branches, functions get too large for the linker's optimiser to be fast. */
const TOGETHER_MAX = 60;

/** A file below program/src, without a fault. */
export const readSource = (file: string): string =>
  readFileSync(join(PROGRAM, 'src', file), 'utf8');

export interface Job {
  readonly mutant: Mutant;
  readonly build: () => Promise<string>;
}

interface SwitchedMutant extends Switched {
  readonly mutant: Mutant;
  readonly number: number;
}

type Sources = ReadonlyMap<string, string>;

export class Builder {
  readonly #toolchain: Toolchain;
  readonly #workDir: string;
  /** Whether the tests pass with this build while no fault is enabled. */
  readonly #isSound: (programFile: string) => Promise<boolean>;
  #count = 0;
  #previous: Promise<unknown> = Promise.resolve();

  constructor(
    toolchain: Toolchain,
    workDir: string,
    isSound: (programFile: string) => Promise<boolean>,
  ) {
    this.#toolchain = toolchain;
    this.#workDir = workDir;
    this.#isSound = isSound;
    for (const part of ['src', 'Cargo.toml', 'Cargo.lock', '.cargo']) {
      cpSync(join(PROGRAM, part), join(workDir, 'program', part), { recursive: true });
    }
    mkdirSync(join(workDir, 'binaries'));
  }

  /** Builds those that can share a build now, and the others when they are needed. */
  async prepare(mutants: readonly Mutant[]): Promise<Job[]> {
    const together: SwitchedMutant[][] = [];
    const jobs: Job[] = [];
    for (const [index, mutant] of mutants.entries()) {
      const number = index + 1;
      const change = putBehindSwitch(mutant, readSource(mutant.file), number);
      if (change) addToBuild(together, { ...change, mutant, number });
      else jobs.push(this.#aloneJob(mutant));
    }
    for (const build of together) jobs.unshift(...(await this.#buildTogether(build)));
    return jobs;
  }

  async #buildTogether(wanted: readonly SwitchedMutant[]): Promise<Job[]> {
    const misfits = await this.#findMisfits(wanted);
    const build = wanted.filter((one) => !misfits.includes(one));
    const alone = misfits.map(({ mutant }) => this.#aloneJob(mutant));
    if (build.length === 0) return alone;
    console.log(`building ${build.length} mutants together, ${misfits.length} alone …`);
    const binary = await this.#compile(switchedSources(build));
    // Otherwise every fault in it would seem to be detected.
    if (await this.#isSound(this.#save(turnOn(binary, NONE)))) {
      const turnOnLater = ({ mutant, number }: SwitchedMutant): Job => ({
        ...{ mutant, build: async () => this.#save(turnOn(binary, number)) },
      });
      return [...build.map(turnOnLater), ...alone];
    }
    console.log('not together: the tests fail with no fault enabled');
    if (build.length === 1) return [...build.map(({ mutant }) => this.#aloneJob(mutant)), ...alone];
    const halves = await inHalves(build, (half) => this.#buildTogether(half));
    return [...halves, ...alone];
  }

  /** Those that do not compile behind a switch. */
  async #findMisfits(build: readonly SwitchedMutant[]): Promise<readonly SwitchedMutant[]> {
    try {
      await this.#inTurn(switchedSources(build), (target, program) =>
        runCargo('check', this.#toolchain, target, program),
      );
      return [];
    } catch {
      return build.length === 1 ? build : inHalves(build, (half) => this.#findMisfits(half));
    }
  }

  #aloneJob(mutant: Mutant): Job {
    const sources = () => new Map([[mutant.file, applyMutant(readSource(mutant.file), mutant)]]);
    return { mutant, build: async () => this.#save(await this.#compile(sources())) };
  }

  #compile(sources: Sources): Promise<Buffer> {
    return this.#inTurn(sources, async (target, program) =>
      readFileSync(await compile(this.#toolchain, target, program)),
    );
  }

  /** One at a time, because they share the folder. */
  #inTurn<T>(sources: Sources, run: (target: string, program: string) => Promise<T>): Promise<T> {
    const turn = this.#previous.then(() => {
      const src = join(this.#workDir, 'program', 'src');
      cpSync(join(PROGRAM, 'src'), src, { recursive: true });
      for (const [file, text] of sources) writeFileSync(join(src, file), text);
      return run(join(this.#workDir, 'target'), join(this.#workDir, 'program'));
    });
    this.#previous = turn.catch(() => {});
    return turn;
  }

  #save(binary: Uint8Array): string {
    this.#count += 1;
    const file = join(this.#workDir, 'binaries', `${this.#count}.so`);
    writeFileSync(file, binary);
    return file;
  }
}

/** To the first build in which it changes other places than the others. */
function addToBuild(builds: SwitchedMutant[][], added: SwitchedMutant): void {
  const overlaps = ({ file, start, end }: SwitchedMutant) =>
    file === added.file && start < added.end && added.start < end;
  const fits = builds.find((build) => build.length < TOGETHER_MAX && !build.some(overlaps));
  if (fits) fits.push(added);
  else builds.push([added]);
}

async function inHalves<T, R>(
  all: readonly T[],
  work: (half: readonly T[]) => Promise<readonly R[]>,
): Promise<R[]> {
  const middle = all.length >> 1;
  return [...(await work(all.slice(0, middle))), ...(await work(all.slice(middle)))];
}

/** The sources with every fault of a build behind its switch. */
function switchedSources(build: readonly SwitchedMutant[]): Sources {
  const sources = new Map<string, string>([
    ['mutant.rs', SWITCH_MODULE],
    ['lib.rs', `${readSource('lib.rs')}\npub mod mutant;\n`],
  ]);
  // The last first, so that the places of the others stay.
  for (const { file, start, end, text } of [...build].sort((a, b) => b.start - a.start)) {
    const source = sources.get(file) ?? readSource(file);
    sources.set(file, source.slice(0, start) + text + source.slice(end));
  }
  return sources;
}
