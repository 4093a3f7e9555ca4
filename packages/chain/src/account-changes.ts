// Notifies of account changes as they happen, at `processed`. A subscription can break or stop
// sending without an error, so users must also poll: rarely while an account is followed, often
// while it is not.
import type { Address, RpcSubscriptions, SolanaRpcSubscriptionsApi } from '@solana/kit';
import { ReconnectingSubscription } from './reconnecting-subscription.ts';

export interface AccountChanges {
  /** Follows exactly these accounts from now on. The most important ones come first. */
  follow(addresses: ReadonlySet<Address>): void;
  isFollowed(address: Address): boolean;
  close(): void;
}

/** Without a slot, the subscription has just started: the account may have changed before. */
export type OnAccountChange = (address: Address, slot: bigint | undefined) => void;

interface AccountChangesOptions {
  readonly rpcSubscriptions: RpcSubscriptions<SolanaRpcSubscriptionsApi>;
  readonly onChange: OnAccountChange;
  readonly wallMs: () => number;
}

/** Nodes limit the subscriptions of a client. */
const FOLLOWED_MAX = 1_000;
/** Slots pass all the time. A connection without slot notifications is considered dead. */
const SILENT_MS_MAX = 10_000;

export class SubscribedChanges implements AccountChanges {
  readonly #options: AccountChangesOptions;
  readonly #accounts = new Map<Address, ReconnectingSubscription<unknown>>();
  #slots: ReconnectingSubscription<unknown> | undefined;
  #lastSlotAtMs = 0;

  constructor(options: AccountChangesOptions) {
    this.#options = options;
  }

  follow(addresses: ReadonlySet<Address>): void {
    for (const [address, subscription] of this.#accounts) {
      if (addresses.has(address)) continue;
      subscription.close();
      this.#accounts.delete(address);
    }
    for (const address of addresses) {
      if (this.#accounts.size >= FOLLOWED_MAX) break;
      if (!this.#accounts.has(address)) this.#accounts.set(address, this.#subscribe(address));
    }
    if (this.#accounts.size === 0) this.#unsubscribeSlots();
    else this.#slots ??= this.#subscribeSlots();
    this.#reopenIfSilent();
  }

  isFollowed(address: Address): boolean {
    return this.#isAlive() && this.#accounts.get(address)?.isOpen === true;
  }

  close(): void {
    for (const subscription of this.#accounts.values()) subscription.close();
    this.#accounts.clear();
    this.#unsubscribeSlots();
  }

  #subscribe(address: Address): ReconnectingSubscription<unknown> {
    const { rpcSubscriptions, onChange, wallMs } = this.#options;
    const settings = { commitment: 'processed', encoding: 'base64' } as const;
    return new ReconnectingSubscription({
      open: (abortSignal) =>
        rpcSubscriptions.accountNotifications(address, settings).subscribe({ abortSignal }),
      onNotification: (notification) => onChange(address, notification?.context.slot),
      wallMs,
    });
  }

  #subscribeSlots(): ReconnectingSubscription<unknown> {
    const { rpcSubscriptions, wallMs } = this.#options;
    return new ReconnectingSubscription({
      open: (abortSignal) => rpcSubscriptions.slotNotifications().subscribe({ abortSignal }),
      onNotification: () => {
        this.#lastSlotAtMs = wallMs();
      },
      wallMs,
    });
  }

  #unsubscribeSlots(): void {
    this.#slots?.close();
    this.#slots = undefined;
  }

  #isAlive(): boolean {
    const silentMs = this.#options.wallMs() - this.#lastSlotAtMs;
    return this.#slots?.isOpen === true && silentMs <= SILENT_MS_MAX;
  }

  #reopenIfSilent(): void {
    if (!this.#slots?.isOpen || this.#isAlive()) return;
    this.#slots.reopen();
    for (const subscription of this.#accounts.values()) subscription.reopen();
  }
}

export const NO_ACCOUNT_CHANGES: AccountChanges = {
  follow: () => undefined,
  isFollowed: () => false,
  close: () => undefined,
};
