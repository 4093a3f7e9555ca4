// Which fault comes when, from the seed alone. Each round has every fault once, in another order.
import { setTimeout as sleep } from 'node:timers/promises';
import { Chance } from './chance.ts';
import type { Record } from './record.ts';
import type { Fault } from './setups/setup.ts';

/** Faults of this length follow each other after pauses of that length, so some overlap. */
export interface Pace {
  readonly lastsMs: readonly [least: number, most: number];
  readonly pauseMs: readonly [least: number, most: number];
}

interface PlannedFault {
  readonly kind: string;
  /** From the beginning of the last one. */
  readonly pauseMs: number;
  readonly lastsMs: number;
}

export function* planFaults(
  seed: number,
  kinds: readonly string[],
  { lastsMs, pauseMs }: Pace,
): Generator<PlannedFault> {
  const chance = new Chance(seed, 'faults');
  for (;;) {
    for (const kind of chance.shuffle(kinds)) {
      yield { kind, pauseMs: chance.between(...pauseMs), lastsMs: chance.between(...lastsMs) };
    }
  }
}

/** They end processes. */
const ENDS: readonly string[] = ['kill -9', 'clean restart'];

interface FaultOptions {
  readonly seed: number;
  /** Until then no process is ended, so that its memory can be watched. */
  readonly firstEndMs: number;
  readonly pace: Pace;
  readonly faults: Readonly<{ [kind: string]: Fault }>;
  readonly record: Record;
  readonly note: (text: string) => void;
  readonly signal: AbortSignal;
}

export class Faults {
  /** How many there were, by kind. */
  readonly counts = new Map<string, number>();
  readonly #options: FaultOptions;
  readonly #active = new Map<string, Promise<void>>();

  constructor(options: FaultOptions) {
    this.#options = options;
  }

  get active(): readonly string[] {
    return [...this.#active.keys()];
  }

  /** Makes faults until the signal aborts; then all of them are ended. */
  async run(): Promise<void> {
    const { seed, pace, faults, firstEndMs, signal } = this.#options;
    const firstEndAt = performance.now() + firstEndMs;
    for (const planned of planFaults(seed, Object.keys(faults), pace)) {
      if (ENDS.includes(planned.kind) && performance.now() < firstEndAt) continue;
      await sleep(planned.pauseMs, undefined, { signal }).catch(() => undefined);
      // A fault that is still there would be ended twice.
      await this.#active.get(planned.kind);
      if (signal.aborted) break;
      const number = this.counts.get(planned.kind) ?? 0;
      this.counts.set(planned.kind, number + 1);
      const over = this.#make(planned, new Chance(seed, `${planned.kind} ${number}`));
      this.#active.set(planned.kind, over);
    }
    await Promise.all(this.#active.values());
  }

  async #make({ kind, lastsMs }: PlannedFault, chance: Chance): Promise<void> {
    const { faults, record, note, signal } = this.#options;
    record.onFaultBegun();
    note(`${kind} begins`);
    const end = await (faults[kind] as Fault)(chance);
    if (end) await sleep(lastsMs, undefined, { signal }).catch(() => undefined);
    await end?.();
    note(`${kind} is over`);
    this.#active.delete(kind);
    if (this.#active.size === 0) record.onFaultsOver();
  }
}
