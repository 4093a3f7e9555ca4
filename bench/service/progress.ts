// Lines about what is being measured, with the time passed; the tables go to the other output.
import { undisturbed } from './undisturbed.ts';

const startedAt = performance.now();

export function progress(text: string): void {
  const seconds = Math.floor((performance.now() - startedAt) / 1000);
  const minutes = String(Math.floor(seconds / 60)).padStart(3);
  console.error(`${minutes}:${String(seconds % 60).padStart(2, '0')}  ${text}`);
}

/** It may be called again, so it must not depend on how often it was. */
export const part = <T>(work: () => Promise<T>): Promise<T> => undisturbed(work, progress);

/** One after the other, each while the processors are left to this machine. */
export function repeat<T>(
  runs: number,
  what: string,
  work: (run: number) => Promise<T>,
): Promise<T[]> {
  return repeatInParts(runs, what, (run) => part(() => work(run)));
}

/** For long runs: each of their parts is measured while the processors are left to this machine. */
export async function repeatInParts<T>(
  runs: number,
  what: string,
  work: (run: number) => Promise<T>,
): Promise<T[]> {
  const results: T[] = [];
  for (let run = 1; run <= runs; run += 1) {
    progress(`${what}: run ${run} of ${runs}`);
    results.push(await work(run));
  }
  return results;
}

/** As `repeat`, after a first time that does not count: the JIT has to see the code first. */
export async function repeatWarm<T>(
  runs: number,
  what: string,
  seconds: number,
  work: (seconds: number) => Promise<T>,
): Promise<T[]> {
  progress(`${what}: warming up`);
  await work(seconds / 2);
  return repeat(runs, what, () => work(seconds));
}
