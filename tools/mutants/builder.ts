// Builds the program with one fault in it, in a copy of its sources.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile, type Toolchain } from '../program-build.ts';
import { root } from '../root.ts';
import { applyMutant, type Mutant } from './mutant.ts';

const PROGRAM = join(root, 'program');

/** A file below program/src, without a fault. */
export const readSource = (file: string): string =>
  readFileSync(join(PROGRAM, 'src', file), 'utf8');

/** The returned function resolves to the path of the binary. */
export function createBuilder(toolchain: Toolchain, workDir: string) {
  const copy = join(workDir, 'program');
  for (const part of ['src', 'Cargo.toml', 'Cargo.lock', '.cargo']) {
    cpSync(join(PROGRAM, part), join(copy, part), { recursive: true });
  }
  mkdirSync(join(workDir, 'binaries'));
  let count = 0;
  const build = async (mutant: Mutant): Promise<string> => {
    const [path, source] = [join(copy, 'src', mutant.file), readSource(mutant.file)];
    writeFileSync(path, applyMutant(source, mutant));
    try {
      count += 1;
      const binary = join(workDir, 'binaries', `${count}.so`);
      cpSync(await compile(toolchain, join(workDir, 'target'), copy), binary);
      return binary;
    } finally {
      writeFileSync(path, source);
    }
  };
  // One at a time, because they share the folder.
  let previous: Promise<unknown> = Promise.resolve();
  return (mutant: Mutant): Promise<string> => {
    const turn = previous.then(() => build(mutant));
    previous = turn.catch(() => {});
    return turn;
  };
}
