// Builds the program with faults.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { check, compile, type Toolchain } from '../program-build.ts';
import { root } from '../root.ts';
import type { BuildPlan, SwitchedMutant } from './build-plan.ts';
import { applyMutant, type Mutant } from './mutant.ts';
import { applySwitched, NONE, SWITCH_MODULE, turnOn } from './switched.ts';

const PROGRAM = join(root, 'program');

/** A file below program/src, without a fault. */
export const readSource = (file: string): string =>
  readFileSync(join(PROGRAM, 'src', file), 'utf8');

export interface Job {
  mutant: Mutant;
  build: () => Promise<string>;
}

/** Whether the tests pass with this build while no fault is enabled. */
type IsSound = (programFile: string) => Promise<boolean>;

export class Builder {
  readonly #toolchain: Toolchain;
  readonly #workDir: string;
  readonly #isSound: IsSound;
  #count = 0;
  #previous: Promise<unknown> = Promise.resolve();

  constructor(toolchain: Toolchain, workDir: string, isSound: IsSound) {
    this.#toolchain = toolchain;
    this.#workDir = workDir;
    this.#isSound = isSound;
    for (const part of ['src', 'Cargo.toml', 'Cargo.lock', '.cargo']) {
      cpSync(join(PROGRAM, part), join(workDir, 'program', part), { recursive: true });
    }
    mkdirSync(join(workDir, 'binaries'));
  }

  /** Builds those that can share a build now, and the others when they are needed. */
  async prepare({ together, alone }: BuildPlan): Promise<Job[]> {
    const jobs: Job[] = [];
    for (const build of together) jobs.push(...(await this.#buildTogether(build)));
    return [...jobs, ...alone.map((mutant) => this.#aloneJob(mutant))];
  }

  async #buildTogether(wanted: readonly SwitchedMutant[]): Promise<Job[]> {
    const misfits = await this.#findMisfits(wanted);
    const build = wanted.filter((one) => !misfits.includes(one));
    const alone = misfits.map(({ mutant }) => this.#aloneJob(mutant));
    if (build.length === 0) return alone;
    console.log(`building ${build.length} mutants together, ${misfits.length} alone …`);
    const binary = readFileSync(await this.#compile(switchedSources(build)));
    // Otherwise every fault in it would seem to be detected.
    if (await this.#isSound(this.#save(turnOn(binary, NONE)))) {
      const jobs = build.map(({ mutant, number }) => ({
        mutant,
        build: async () => this.#save(turnOn(binary, number)),
      }));
      return [...jobs, ...alone];
    }
    console.log('not together: the tests fail with no fault enabled');
    if (build.length === 1) return [...build.map(({ mutant }) => this.#aloneJob(mutant)), ...alone];
    const middle = build.length >> 1;
    const first = await this.#buildTogether(build.slice(0, middle));
    return [...first, ...(await this.#buildTogether(build.slice(middle))), ...alone];
  }

  /** Those that do not compile behind a switch. */
  async #findMisfits(build: readonly SwitchedMutant[]): Promise<readonly SwitchedMutant[]> {
    if (build.length === 0 || (await this.#doesCompile(build))) return [];
    if (build.length === 1) return build;
    const middle = build.length >> 1;
    const first = await this.#findMisfits(build.slice(0, middle));
    return [...first, ...(await this.#findMisfits(build.slice(middle)))];
  }

  async #doesCompile(build: readonly SwitchedMutant[]): Promise<boolean> {
    try {
      await this.#inTurn(switchedSources(build), (target, program) =>
        check(this.#toolchain, target, program),
      );
      return true;
    } catch {
      return false;
    }
  }

  #aloneJob(mutant: Mutant): Job {
    const sources = () => new Map([[mutant.file, applyMutant(readSource(mutant.file), mutant)]]);
    const build = async () => this.#save(readFileSync(await this.#compile(sources())));
    return { mutant, build };
  }

  async #compile(sources: Sources): Promise<string> {
    return this.#inTurn(sources, async (target, program) =>
      this.#save(readFileSync(await compile(this.#toolchain, target, program))),
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

type Sources = ReadonlyMap<string, string>;

/** The sources with every fault of a build behind its switch. */
function switchedSources(build: readonly SwitchedMutant[]): Sources {
  const sources = new Map<string, string>([
    ['mutant.rs', SWITCH_MODULE],
    ['lib.rs', `${readSource('lib.rs')}\npub mod mutant;\n`],
  ]);
  for (const file of new Set(build.map(({ change }) => change.file))) {
    const changes = build.map(({ change }) => change).filter((change) => change.file === file);
    sources.set(file, applySwitched(readSource(file), changes));
  }
  return sources;
}
