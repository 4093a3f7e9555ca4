import type { Key } from '../ledger/key.ts';
import type { Commitment, Ledger, Written } from '../ledger/ledger.ts';
import { subscribeAccount, subscribeProgram } from './account-subscriptions.ts';
import type { Subscribe, Subscription } from './context.ts';
import type { JsonRpcNotification } from './json-rpc.ts';
import { expectCount, type Params } from './params.ts';
import { methodNotFound } from './rpc-error.ts';
import { subscribeLogs, subscribeSignature } from './transaction-subscriptions.ts';

const subscribeSlot: Subscribe = (params, { ledger, send }) => {
  expectCount(params, 0, 0);
  return { slot: (slot) => send({ parent: slot - 1n, root: ledger.slotAt('finalized'), slot }) };
};

const KINDS: ReadonlyMap<string, Subscribe> = new Map([
  ['account', subscribeAccount],
  ['logs', subscribeLogs],
  ['program', subscribeProgram],
  ['signature', subscribeSignature],
  ['slot', subscribeSlot],
]);

export class Subscriptions {
  readonly #ledger: Ledger;
  readonly #subscriptions = new Map<number, Subscription & { ended?: () => void }>();
  /** Subscriptions to a single account, indexed because there may be thousands. */
  readonly #byAddress = new Map<Key, Set<number>>();
  readonly #general = new Set<number>();
  #lastId = 0;
  #stopWatching: (() => void) | undefined;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  /**
   * Throws an RpcError for an unknown method or wrong parameters. `ended` is called when the
   * subscription ends, by whatever cause.
   */
  subscribe(
    method: string,
    params: Params,
    notify: (notification: JsonRpcNotification) => void,
    ended?: () => void,
  ): number {
    const kind = kindOf(method, 'Subscribe');
    const subscribe = kind && KINDS.get(kind);
    if (!subscribe) throw methodNotFound();
    const id = this.#lastId + 1;
    const send = (result: unknown) => {
      if (!this.#subscriptions.has(id)) return;
      const params = { subscription: id, result };
      notify({ jsonrpc: '2.0', method: `${kind}Notification`, params });
    };
    const end = () => this.unsubscribe(id);
    const subscription = subscribe(params, { ledger: this.#ledger, send, end });
    this.#lastId = id;
    this.#add(id, { ...subscription, ended });
    this.#watch();
    // Only after the caller has the id.
    queueMicrotask(() => this.#begin(id));
    return id;
  }

  #add(id: number, subscription: Subscription & { ended?: () => void }): void {
    this.#subscriptions.set(id, subscription);
    const { address } = subscription;
    if (address === undefined) {
      this.#general.add(id);
      return;
    }
    const same = this.#byAddress.get(address);
    if (same) same.add(id);
    else this.#byAddress.set(address, new Set([id]));
  }

  #begin(id: number): void {
    try {
      this.#subscriptions.get(id)?.begin?.();
    } catch {
      this.unsubscribe(id);
    }
  }

  unsubscribe(id: number): boolean {
    const { address, ended } = this.#subscriptions.get(id) ?? {};
    const isKnown = this.#subscriptions.delete(id);
    this.#general.delete(id);
    const same = address === undefined ? undefined : this.#byAddress.get(address);
    same?.delete(id);
    if (address !== undefined && same?.size === 0) this.#byAddress.delete(address);
    if (this.#subscriptions.size === 0) this.#unwatch();
    ended?.();
    return isKnown;
  }

  close(): void {
    this.#subscriptions.clear();
    this.#byAddress.clear();
    this.#general.clear();
    this.#unwatch();
  }

  /** Watches only while there are subscriptions, because the ledger keeps data for its watchers. */
  #watch(): void {
    this.#stopWatching ??= this.#ledger.watch({
      slot: (slot) =>
        this.#each(this.#subscriptions.keys(), (subscription) => subscription.slot?.(slot)),
      transaction: (landed, at) =>
        this.#each(this.#general, (subscription) => subscription.transaction?.(landed, at)),
      accounts: (written, at) => this.#notifyWritten(written, at),
    });
  }

  #notifyWritten(written: Written, at: Commitment): void {
    const notify = (subscription: Subscription) => subscription.accounts?.(written, at);
    this.#each(this.#general, notify);
    if (this.#byAddress.size === 0) return;
    for (const address of written.accounts.keys()) {
      const about = this.#byAddress.get(address);
      if (about) this.#each(about, notify);
    }
  }

  /** A failing subscription must not stop the chain or block the other subscriptions. */
  #each(ids: Iterable<number>, notify: (subscription: Subscription) => void): void {
    for (const id of ids) {
      const subscription = this.#subscriptions.get(id);
      try {
        if (subscription) notify(subscription);
      } catch {
        this.unsubscribe(id);
      }
    }
  }

  #unwatch(): void {
    this.#stopWatching?.();
    this.#stopWatching = undefined;
  }
}

export const isSubscriptionMethod = (method: string): boolean => {
  const kind = kindOf(method, 'Unsubscribe') ?? kindOf(method, 'Subscribe');
  return kind !== undefined && KINDS.has(kind);
};

const kindOf = (method: string, ending: 'Subscribe' | 'Unsubscribe'): string | undefined =>
  method.endsWith(ending) ? method.slice(0, -ending.length) : undefined;
