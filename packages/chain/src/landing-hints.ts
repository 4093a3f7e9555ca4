// Learns of confirmations as they happen. A notification is only a hint to look: it may be wrong,
// or never come. So the lander fetches what it is told about, and polls as well.
import type { RpcSubscriptions, Signature, SolanaRpcSubscriptionsApi } from '@solana/kit';
import { backoff } from './lib/retry.ts';

export interface LandingHints {
  readonly isAlive: boolean;
  watch(signature: string, onConfirmed: () => void): () => void;
}

interface SubscribedHintsOptions {
  readonly rpcSubscriptions: RpcSubscriptions<SolanaRpcSubscriptionsApi>;
  readonly wallMs: () => number;
}

/** After a failure nothing is subscribed for a while, because polling suffices. */
const PAUSE_MS = backoff(1_000, 30_000);

export class SubscribedHints implements LandingHints {
  readonly #options: SubscribedHintsOptions;
  #failures = 0;
  #pausedUntil = -Infinity;
  #hasOpened = false;

  constructor(options: SubscribedHintsOptions) {
    this.#options = options;
  }

  get isAlive(): boolean {
    return this.#hasOpened && this.#failures === 0;
  }

  watch(signature: string, onConfirmed: () => void): () => void {
    if (this.#options.wallMs() < this.#pausedUntil) return () => undefined;
    const ending = new AbortController();
    void this.#listen(signature as Signature, onConfirmed, ending);
    return () => ending.abort();
  }

  async #listen(signature: Signature, onConfirmed: () => void, ending: AbortController) {
    const { rpcSubscriptions } = this.#options;
    const { signal: abortSignal } = ending;
    try {
      const notifications = await rpcSubscriptions
        .signatureNotifications(signature, { commitment: 'confirmed' })
        .subscribe({ abortSignal });
      this.#hasOpened = true;
      this.#failures = 0;
      for await (const _ of notifications) {
        onConfirmed();
        break;
      }
    } catch {
      if (!abortSignal.aborted) this.#pause();
    } finally {
      ending.abort();
    }
  }

  /** Several may fail at once. */
  #pause(): void {
    const now = this.#options.wallMs();
    if (now < this.#pausedUntil) return;
    this.#failures += 1;
    this.#pausedUntil = now + PAUSE_MS(this.#failures);
  }
}
