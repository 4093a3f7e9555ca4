// Measures while the host leaves the processors to this machine. A virtual machine may get half of
// its time for minutes, which changes rates tenfold; Linux counts the time that was taken.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Of the processors' time. */
const STOLEN_MAX = 0.1;
const TRIES_MAX = 3;
const SAMPLE_MS = 2_000;
const WAIT_MS_MAX = 60_000;

/** Ticks of all processors since the start. */
export interface Ticks {
  readonly all: number;
  readonly stolen: number;
}

/** `user nice system idle iowait irq softirq steal`; guests are part of `user`. */
export function parseTicks(stat: string): Ticks {
  const [line = ''] = stat.split('\n');
  const times = line.split(/\s+/).slice(1, 9).map(Number);
  const all = times.reduce((sum, one) => sum + one, 0);
  return { all, stolen: times[7] ?? 0 };
}

interface Observation {
  read(): Ticks;
  readonly sampleMs: number;
}

const NONE: Ticks = { all: 0, stolen: 0 };

function readTicks(): Ticks {
  try {
    return parseTicks(readFileSync('/proc/stat', 'utf8'));
  } catch {
    return NONE;
  }
}

const shareOf = (before: Ticks, after: Ticks) =>
  after.all > before.all ? (after.stolen - before.stolen) / (after.all - before.all) : 0;

/** Again if the host took too much time meanwhile, a few times. */
export async function undisturbed<T>(
  work: () => Promise<T>,
  say: (text: string) => void,
  options: Partial<Observation> = {},
): Promise<T> {
  const { read, sampleMs } = { read: readTicks, sampleMs: SAMPLE_MS, ...options };
  for (let tries = 1; ; tries += 1) {
    await untilQuiet(say, { read, sampleMs });
    const before = read();
    const result = await work();
    const stolen = shareOf(before, read());
    if (stolen <= STOLEN_MAX) return result;
    const taken = `the host took ${Math.round(100 * stolen)} % of the processors' time`;
    if (tries === TRIES_MAX) {
      say(`${taken}, ${TRIES_MAX} times in a row: this result is not reliable`);
      return result;
    }
    say(`${taken}: measured again`);
  }
}

async function untilQuiet(
  say: (text: string) => void,
  { read, sampleMs }: Observation,
): Promise<void> {
  const startedAt = performance.now();
  let isSaid = false;
  while (performance.now() - startedAt < WAIT_MS_MAX) {
    const before = read();
    if (before.all === 0) return;
    await sleep(sampleMs);
    if (shareOf(before, read()) <= STOLEN_MAX) return;
    if (!isSaid) say('waiting until the host leaves the processors alone');
    isSaid = true;
  }
}
