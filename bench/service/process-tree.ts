// The processor time of a process with all processes that it started, as Linux counts it.
import { readdirSync, readFileSync } from 'node:fs';
import { parseStat } from './processor-time.ts';

const MICROS_PER_TICK = 10_000;

interface Seen {
  readonly pid: number;
  readonly parent: number;
  readonly name: string;
  readonly stat: string;
}

function listProcesses(): Seen[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        const end = stat.lastIndexOf(')');
        const parent = Number(stat.slice(end + 2).split(' ')[1]);
        return [{ pid: Number(name), parent, name: stat.slice(stat.indexOf('(') + 1, end), stat }];
      } catch {
        // It has ended meanwhile.
        return [];
      }
    });
}

/** The processes of this name that the process has started. */
export const findChildren = (parent: number, name: string): number[] =>
  listProcesses().flatMap((seen) =>
    seen.parent === parent && seen.name.startsWith(name) ? [seen.pid] : [],
  );

export const parentOf = (pid: number): number =>
  listProcesses().find((seen) => seen.pid === pid)?.parent ?? 0;

/** In microseconds, of the process, those that it started, and those of them that have ended. */
export function readTreeMicros(root: number): number {
  const all = listProcesses();
  const micros = (pid: number): number => {
    const own = all.find((seen) => seen.pid === pid);
    const children = all.filter(({ parent }) => parent === pid);
    return children.reduce((sum, child) => sum + micros(child.pid), own ? readOwn(own.stat) : 0);
  };
  return micros(root);
}

/** With the time of the ended children, in the 16th and 17th field. */
function readOwn(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return parseStat(stat) + (Number(fields[13]) + Number(fields[14])) * MICROS_PER_TICK;
}
