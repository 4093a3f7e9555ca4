// What Linux counts of a process. Not a number where there is no /proc.
import { readdirSync, readFileSync } from 'node:fs';

/** What /proc counts in is the same on every architecture that Node runs on. */
const MICROS_PER_TICK = 10_000;

export interface ProcessorTime {
  /** User and system, all threads, microseconds. */
  readonly all: number;
  /** The same of the main thread alone. */
  readonly main: number;
}

export function readProcessorTime(pid: number): ProcessorTime {
  const micros = (file: string) => tryRead(file, parseStat).own;
  return { all: micros(`/proc/${pid}/stat`), main: micros(`/proc/${pid}/task/${pid}/stat`) };
}

/** In microseconds, of the process, those that it started, and those of them that have ended. */
export function readTreeMicros(root: number): number {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), ...tryRead(`/proc/${name}/stat`, parseStat) }));
  const micros = (pid: number): number =>
    all
      .filter(({ parent }) => parent === pid)
      .reduce((sum, child) => sum + micros(child.pid), timeOf(pid));
  const timeOf = (pid: number) => {
    const found = all.find((one) => one.pid === pid);
    return found ? found.own + found.ended : 0;
  };
  return micros(root);
}

export const parentOf = (pid: number) => tryRead(`/proc/${pid}/stat`, parseStat).parent;

export function readResidentMib(pid: number): number {
  const status = tryRead(`/proc/${pid}/status`, (text) => ({
    kib: Number(/^VmRSS:\s+(\d+)/m.exec(text)?.[1]),
  }));
  return status.kib / 1024;
}

/** The name of the process is in brackets, and may contain anything. */
export function parseStat(stat: string) {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [, parent, own, ownSystem, ended, endedSystem] = [0, 1, 11, 12, 13, 14].map((at) =>
    Number(fields[at]),
  ) as [number, number, number, number, number, number];
  return {
    parent,
    own: (own + ownSystem) * MICROS_PER_TICK,
    ended: (ended + endedSystem) * MICROS_PER_TICK,
  };
}

/** A process may have ended meanwhile. */
function tryRead<T>(file: string, parse: (text: string) => T): T {
  try {
    return parse(readFileSync(file, 'utf8'));
  } catch {
    return parse('');
  }
}
