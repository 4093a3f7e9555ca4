// Which processors the load and the servers run on. With more than two, the load gets one of its
// own, so that it takes no time from the server that it measures.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface Processors {
  /** Lists for `taskset`; undefined: all, shared. */
  readonly load: string | undefined;
  readonly servers: string | undefined;
}

const SHARED: Processors = { load: undefined, servers: undefined };
/** With two, a server with several threads would have only one left. */
const SHARED_UP_TO = 2;

/** Of a list as in /proc, for instance `0-3,6`. */
export function splitProcessors(list: string): Processors {
  const all = list.split(',').flatMap((part) => {
    const [first = Number.NaN, last = first] = part.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
  if (all.length <= SHARED_UP_TO) return SHARED;
  const [load, ...servers] = all;
  return { load: String(load), servers: servers.join(',') };
}

export const processors: Processors = findProcessors();

function findProcessors(): Processors {
  if (process.platform !== 'linux' || spawnSync('taskset', ['--version']).error) return SHARED;
  const status = readFileSync('/proc/self/status', 'utf8');
  const [, list] = /^Cpus_allowed_list:\s*(\S+)/m.exec(status) ?? [];
  return list === undefined ? SHARED : splitProcessors(list);
}

/** A command line that runs there. `taskset` replaces itself by the command, so the id stays. */
export function runOn(list: string | undefined, command: readonly string[]): string[] {
  return list === undefined ? [...command] : ['taskset', '-c', list, ...command];
}
