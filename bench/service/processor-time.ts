// The processor time that a process has used, as Linux counts it.
import { readFileSync } from 'node:fs';

export interface ProcessorTime {
  /** User and system, all threads, microseconds. */
  readonly all: number;
  /** The same of the main thread alone. */
  readonly main: number;
}

/** What /proc counts in is the same on every architecture that Node runs on. */
const MICROS_PER_TICK = 10_000;

export function readProcessorTime(pid: number): ProcessorTime {
  return { all: readStat(`/proc/${pid}/stat`), main: readStat(`/proc/${pid}/task/${pid}/stat`) };
}

/** Not a number where there is no /proc. */
function readStat(file: string): number {
  try {
    return parseStat(readFileSync(file, 'utf8'));
  } catch {
    return Number.NaN;
  }
}

/** `utime` and `stime` are the 14th and 15th field; the name before them may contain anything. */
export function parseStat(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * MICROS_PER_TICK;
}
