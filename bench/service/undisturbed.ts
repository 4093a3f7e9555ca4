// Measures while the host leaves the processors to this machine. A virtual machine may get half of
// its time for minutes, which changes rates tenfold; Linux counts the time that was taken.
import { readFileSync } from 'node:fs';

/** Of the processors' time. */
const STOLEN_MAX = 0.1;
const TRIES_MAX = 3;

/** Ticks of all processors since the start: all, and those that the host took. */
export type Ticks = readonly [all: number, stolen: number];

/** `user nice system idle iowait irq softirq steal`; guests are part of `user`. */
export function parseTicks(stat: string): Ticks {
  const [line = ''] = stat.split('\n');
  const times = line.split(/\s+/).slice(1, 9).map(Number);
  return [times.reduce((sum, one) => sum + one, 0), times[7] ?? 0];
}

function readTicks(): Ticks {
  return process.platform === 'linux' ? parseTicks(readFileSync('/proc/stat', 'utf8')) : [0, 0];
}

/** Again if the host took too much time meanwhile, a few times. */
export async function undisturbed<T>(
  work: () => Promise<T>,
  say: (text: string) => void,
  read = readTicks,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const before = read();
    const result = await work();
    const after = read();
    const stolen = (after[1] - before[1]) / Math.max(1, after[0] - before[0]);
    if (stolen <= STOLEN_MAX) return result;
    const isLast = tries === TRIES_MAX;
    const taken = `the host took ${Math.round(100 * stolen)} % of the processors' time`;
    say(`${taken}: ${isLast ? 'this result is not reliable' : 'measured again'}`);
    if (isLast) return result;
  }
}
