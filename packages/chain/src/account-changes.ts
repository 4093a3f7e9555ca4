// Tells of changes of accounts as they happen, at `processed`. Subscriptions can break, and fall
// silent without a word: whoever follows an account looks at it now and then all the same, and
// often while it is not followed.
import type { Address, RpcSubscriptions, SolanaRpcSubscriptionsApi } from '@solana/kit';
import { LastingSubscription } from './lasting-subscription.ts';

export interface AccountChanges {
  /** From now on these accounts, in the order of their importance, and no others. */
  follow(addresses: ReadonlySet<Address>): void;
  /** Whether a change of the account would be told at once. */
  isFollowed(address: Address): boolean;
  close(): void;
}

/** Without a slot: it is followed from now on, and may have changed before. */
export type OnAccountChange = (address: Address, slot: bigint | undefined) => void;

interface AccountChangesOptions {
  readonly rpcSubscriptions: RpcSubscriptions<SolanaRpcSubscriptionsApi>;
  readonly onChange: OnAccountChange;
  readonly wallMs: () => number;
}

/** Nodes limit what one client may subscribe to. */
const FOLLOWED_MAX = 1_000;
/** Slots pass all the time: a connection that says nothing of them says nothing of accounts. */
const SILENT_MS_MAX = 10_000;

export class SubscribedChanges implements AccountChanges {
  readonly #options: AccountChangesOptions;
  readonly #accounts = new Map<Address, LastingSubscription<unknown>>();
  #slots: LastingSubscription<unknown> | undefined;
  #heardAtMs = 0;

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
    if (this.#accounts.size === 0) this.#stopListening();
    else this.#slots ??= this.#listenToSlots();
    this.#reopenIfSilent();
  }

  isFollowed(address: Address): boolean {
    return this.#isHeard() && this.#accounts.get(address)?.isOn === true;
  }

  close(): void {
    for (const subscription of this.#accounts.values()) subscription.close();
    this.#accounts.clear();
    this.#stopListening();
  }

  #subscribe(address: Address): LastingSubscription<unknown> {
    const { rpcSubscriptions, onChange, wallMs } = this.#options;
    const settings = { commitment: 'processed', encoding: 'base64' } as const;
    return new LastingSubscription({
      open: (abortSignal) =>
        rpcSubscriptions.accountNotifications(address, settings).subscribe({ abortSignal }),
      hear: (note) => onChange(address, note?.context.slot),
      wallMs,
    });
  }

  #listenToSlots(): LastingSubscription<unknown> {
    const { rpcSubscriptions, wallMs } = this.#options;
    return new LastingSubscription({
      open: (abortSignal) => rpcSubscriptions.slotNotifications().subscribe({ abortSignal }),
      hear: () => {
        this.#heardAtMs = wallMs();
      },
      wallMs,
    });
  }

  #stopListening(): void {
    this.#slots?.close();
    this.#slots = undefined;
  }

  #isHeard(): boolean {
    const silentMs = this.#options.wallMs() - this.#heardAtMs;
    return this.#slots?.isOn === true && silentMs <= SILENT_MS_MAX;
  }

  #reopenIfSilent(): void {
    if (!this.#slots?.isOn || this.#isHeard()) return;
    this.#slots.reopen();
    for (const subscription of this.#accounts.values()) subscription.reopen();
  }
}

/** For a chain that tells nothing by itself. */
export const NO_ACCOUNT_CHANGES: AccountChanges = {
  follow: () => undefined,
  isFollowed: () => false,
  close: () => undefined,
};
