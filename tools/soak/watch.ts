// Looks at the service from outside while it runs: whether it answers, how much memory it has, and
// what its auditor says.
import { setTimeout as sleep } from 'node:timers/promises';
import { readResidentMib } from '../../bench/service/resident-memory.ts';
import { Gaps } from './record.ts';
import type { Replica } from './setups/replica.ts';

const EVERY_MS = 250;
const ANSWER_MS_MAX = 1_000;
const METRICS_EVERY = 20;
/** A process has loaded everything by then. */
const WARM_MS = 20_000;

/** The memory of one process, in MiB. */
interface Life {
  readonly sinceMs: number;
  warmMib: number | undefined;
  lastMib: number;
  ageMs: number;
}

export interface Memory {
  readonly highestMib: number;
  /** Of the process that lived longest. */
  readonly longest: { readonly seconds: number; readonly fromMib: number; readonly toMib: number };
}

export class Watch {
  readonly #replicas: readonly Replica[];
  readonly #lives = new Map<number, Life>();
  readonly #answered = new Gaps();
  #highestMib = 0;
  /** The largest values that the auditors have shown, by metric. */
  readonly audit = new Map<string, number>();

  constructor(replicas: readonly Replica[]) {
    this.#replicas = replicas;
  }

  async run(signal: AbortSignal): Promise<void> {
    for (let look = 1; !signal.aborted; look += 1) {
      await this.#look();
      if (look % METRICS_EVERY === 0) await this.readAudit();
      await sleep(EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** The longest time in which no replica answered a read, in ms. */
  get longestWithoutReadMs(): number {
    return this.#answered.longestMs;
  }

  get memory(): Memory {
    const lives = [...this.#lives.values()].sort((a, b) => b.ageMs - a.ageMs);
    const { ageMs = 0, warmMib = 0, lastMib = 0 } = lives[0] ?? {};
    const longest = { seconds: ageMs / 1_000, fromMib: warmMib, toMib: lastMib };
    return { highestMib: this.#highestMib, longest };
  }

  /** Returns the age of the newest complete audit in seconds; undefined: there was none. */
  async readAudit(): Promise<number | undefined> {
    const ages: number[] = [];
    for (const { api } of this.#replicas) {
      const signal = AbortSignal.timeout(5_000);
      const answer = await api.call('GET', '/../metrics', { signal }).catch(() => undefined);
      for (const [name, value] of readMetrics(answer?.text ?? '')) {
        if (name === 'tote_audit_age_seconds') ages.push(value);
        else this.audit.set(name, Math.max(this.audit.get(name) ?? 0, Math.abs(value)));
      }
    }
    return ages.sort((a, b) => a - b)[0];
  }

  async #look(): Promise<void> {
    const answers = this.#replicas.map(async ({ api }) => {
      const signal = AbortSignal.timeout(ANSWER_MS_MAX);
      const { status } = await api.call('GET', '/config', { signal });
      if (status !== 200) throw new Error(`status ${status}`);
    });
    await Promise.any(answers).then(
      () => this.#answered.add(performance.now()),
      () => undefined,
    );
    for (const { process } of this.#replicas) if (process?.isRunning) this.#measure(process.pid);
  }

  #measure(pid: number): void {
    const now = performance.now();
    const mib = readResident(pid);
    if (mib === undefined) return;
    const life = this.#lives.get(pid) ?? { sinceMs: now, warmMib: undefined, lastMib: 0, ageMs: 0 };
    this.#lives.set(pid, life);
    life.ageMs = now - life.sinceMs;
    if (life.ageMs >= WARM_MS) life.warmMib ??= mib;
    life.lastMib = mib;
    this.#highestMib = Math.max(this.#highestMib, mib);
  }
}

/** Undefined if it has ended meanwhile. */
function readResident(pid: number): number | undefined {
  try {
    const mib = readResidentMib(pid);
    return mib > 0 ? mib : undefined;
  } catch {
    return undefined;
  }
}

const SHOWN = /^(tote_\w+)(?:\{.*\})? (\S+)$/;
const WATCHED: readonly string[] = [
  'tote_audit_difference',
  'tote_audit_differing_markets_total',
  'tote_audit_age_seconds',
  'tote_halted_markets',
];

export function readMetrics(text: string): (readonly [name: string, value: number])[] {
  return text.split('\n').flatMap((line) => {
    const [, name = '', value] = SHOWN.exec(line) ?? [];
    return WATCHED.includes(name) ? [[name, Number(value)] as const] : [];
  });
}
