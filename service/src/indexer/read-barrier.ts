// Where one process does all writing, a bet is answered when the chain has it, and its rows follow
// a moment later. Whoever reads waits for the rows of what was answered before, so that reads see
// every answered write all the same.
import { DomainError } from '@tote/domain';
import { within } from '@tote/lib/within';

/** With so much under way the next one waits for its rows before it is answered. */
const UNDER_WAY_MAX = 64;
/** A disk that takes nothing must not hold readers for ever. */
const WAIT_MS_MAX = 5_000;

export class ReadBarrier {
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #hurry: () => void;

  /** `hurry` is called when somebody waits. */
  constructor(hurry: () => void) {
    this.#hurry = hurry;
  }

  get isOpen(): boolean {
    return this.#underWay.size === 0;
  }

  get isFull(): boolean {
    return this.#underWay.size >= UNDER_WAY_MAX;
  }

  /** Rows of something that is answered already. */
  track(writing: Promise<unknown>): void {
    this.#underWay.add(writing);
    const end = () => this.#underWay.delete(writing);
    writing.then(end, end);
  }

  /** Until everything that was answered before this call can be read. */
  async wait(): Promise<void> {
    if (this.isOpen) return;
    const before = Promise.allSettled(this.#underWay);
    this.#hurry();
    const done = await within(before, WAIT_MS_MAX);
    if (!done) throw new DomainError('database_unavailable');
  }
}
