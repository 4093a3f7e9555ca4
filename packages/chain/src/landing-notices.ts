// Notices of executed transactions, with their logs: one subscription to the program's logs on each
// endpoint. A notice may be wrong, early, repeated, in another order, or never come. So it is given
// on only if every endpoint that is connected says the same, and the lander checks it again.
import type { Address, RpcSubscriptions, SolanaRpcSubscriptionsApi } from '@solana/kit';
import { ReconnectingSubscription } from './reconnecting-subscription.ts';

export interface Notice {
  readonly slot: bigint;
  readonly err: unknown;
  readonly logs: readonly string[];
}

interface LandingNoticesOptions {
  readonly endpoints: readonly RpcSubscriptions<SolanaRpcSubscriptionsApi>[];
  readonly programAddress: Address;
  readonly wallMs: () => number;
}

interface Watched {
  /** By endpoint: the text of what it said. */
  readonly said: Map<number, string>;
  onNotice(notice: Notice | 'doubtful'): void;
}

export class LandingNotices {
  readonly #subscriptions: readonly ReconnectingSubscription<unknown>[];
  readonly #watched = new Map<string, Watched>();
  readonly #listeners = new Set<(signature: string) => void>();

  constructor({ endpoints, programAddress, wallMs }: LandingNoticesOptions) {
    const filter: { mentions: [Address] } = { mentions: [programAddress] };
    this.#subscriptions = endpoints.map(
      (endpoint, index) =>
        new ReconnectingSubscription({
          open: (abortSignal) =>
            endpoint
              .logsNotifications(filter, { commitment: 'confirmed' })
              .subscribe({ abortSignal }),
          onNotification: (notification) => {
            if (!notification) return;
            const { context, value } = notification;
            this.#notify(index, value.signature, {
              ...{ slot: BigInt(context.slot), err: value.err, logs: value.logs ?? [] },
            });
          },
          wallMs,
        }),
    );
  }

  get isAlive(): boolean {
    return this.#subscriptions.some(({ isOpen }) => isOpen);
  }

  /** Doubtful: the endpoints contradict each other, or one of them itself. */
  watch(signature: string, onNotice: Watched['onNotice']): () => void {
    const watched = { said: new Map(), onNotice };
    this.#watched.set(signature, watched);
    return () => {
      if (this.#watched.get(signature) === watched) this.#watched.delete(signature);
    };
  }

  /** Names every transaction of the program. */
  listen(listener: (signature: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    for (const subscription of this.#subscriptions) subscription.close();
  }

  #notify(endpoint: number, signature: string, notice: Notice): void {
    for (const listener of this.#listeners) listener(signature);
    const watched = this.#watched.get(signature);
    if (!watched) return;
    const { said, onNotice } = watched;
    const text = toText(notice);
    if (said.get(endpoint) === text) return;
    const isNew = !said.has(endpoint);
    said.set(endpoint, text);
    const isDoubtful = !isNew || [...said.values()].some((other) => other !== text);
    const isAwaited = this.#subscriptions.some(({ isOpen }, index) => isOpen && !said.has(index));
    if (isDoubtful) onNotice('doubtful');
    else if (!isAwaited) onNotice(notice);
  }
}

const toText = ({ slot, err, logs }: Notice) =>
  [slot, err === null ? '' : 'failed', ...logs].join('\n');
