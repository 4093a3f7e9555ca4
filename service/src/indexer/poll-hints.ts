// Ends the pause between two polls early when the node names a transaction that this process has
// not applied: those of other senders show up sooner. What it does not name the next poll finds.
import type { Chain } from '@tote/chain/chain';
import { sleepUnlessAborted } from '@tote/chain/lib/sleep-unless-aborted';

/** The least time between two polls. Our own transactions are applied within it. */
const PAUSE_MS_MIN = 150;
/** Nodes list a transaction a moment after they have named it: this many polls look for it. */
const LOOKS = 4;
/** While this many wait, what is named is left to the next poll. */
const NAMED_MAX = 1_000;

interface PollHintsOptions {
  readonly chain: Pick<Chain, 'watchTransactions'>;
  wasApplied(signature: string): boolean;
}

export class PollHints {
  readonly #wasApplied: PollHintsOptions['wasApplied'];
  readonly #watching: { close(): void };
  readonly #named = new Map<string, number>();
  #wake: () => void = () => undefined;

  constructor({ chain, wasApplied }: PollHintsOptions) {
    this.#wasApplied = wasApplied;
    this.#watching = chain.watchTransactions((signature) => {
      if (this.#named.size < NAMED_MAX && !wasApplied(signature)) this.#named.set(signature, 0);
      this.#wake();
    });
  }

  async wait(ms: number, signal: AbortSignal): Promise<void> {
    const endsAt = performance.now() + ms;
    for (let leftMs = ms; leftMs > 0 && !signal.aborted; leftMs = endsAt - performance.now()) {
      await sleepUnlessAborted(Math.min(leftMs, PAUSE_MS_MIN), signal);
      if (this.#takeForeign()) return;
      const woken = new AbortController();
      this.#wake = () => woken.abort();
      const left = endsAt - performance.now();
      if (left > 0) await sleepUnlessAborted(left, AbortSignal.any([signal, woken.signal]));
    }
  }

  close(): void {
    this.#watching.close();
  }

  #takeForeign(): boolean {
    for (const [signature, looks] of this.#named) {
      if (this.#wasApplied(signature) || looks >= LOOKS) this.#named.delete(signature);
      else this.#named.set(signature, looks + 1);
    }
    return this.#named.size > 0;
  }
}
