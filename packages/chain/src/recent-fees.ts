// Reads what transactions that wrote the same accounts paid in recent slots, and caches it: fees
// change within seconds, and every group of bets needs them.
import type { Address } from '@solana/kit';
import type { RecentFees } from './chain.ts';
import { asInteger, asList, asReply } from './reply.ts';
import type { RpcClient } from './rpc-client.ts';

const ACCOUNTS_MAX = 128;
const FRESH_MS = 4_000;
const USABLE_MS = 15_000;
/** Nodes report 150 slots, a minute. Current competitors appear in the newest of them. */
const SLOTS = 32;
const CACHED_MAX = 1_000;

interface CachedRecentFeesOptions {
  readonly client: RpcClient;
  readonly wallMs: () => number;
}

export class CachedRecentFees implements RecentFees {
  readonly #options: CachedRecentFeesOptions;
  readonly #cached = new Map<string, { readonly fees: readonly bigint[]; readonly atMs: number }>();
  readonly #reading = new Map<string, Promise<readonly bigint[]>>();

  constructor(options: CachedRecentFeesOptions) {
    this.#options = options;
  }

  async list(accounts: readonly Address[]): Promise<readonly bigint[]> {
    const asked = [...new Set(accounts)].sort().slice(0, ACCOUNTS_MAX);
    const key = asked.join();
    const cached = this.#cached.get(key);
    const ageMs = this.#options.wallMs() - (cached?.atMs ?? -Infinity);
    if (cached && ageMs <= FRESH_MS) return cached.fees;
    const reading = this.#reading.get(key) ?? this.#read(key, asked);
    if (!cached || ageMs > USABLE_MS) return reading;
    // This caller gets what is known. The new values serve later callers.
    reading.catch(() => undefined);
    return cached.fees;
  }

  #read(key: string, accounts: readonly Address[]): Promise<readonly bigint[]> {
    const reading = this.#fetch(accounts)
      .then((fees) => {
        if (this.#cached.size >= CACHED_MAX) this.#cached.clear();
        this.#cached.set(key, { fees, atMs: this.#options.wallMs() });
        return fees;
      })
      .finally(() => this.#reading.delete(key));
    this.#reading.set(key, reading);
    return reading;
  }

  async #fetch(accounts: readonly Address[]): Promise<readonly bigint[]> {
    const reply = await this.#options.client.call('getRecentPrioritizationFees', [accounts]);
    const slots = asList(reply).map((one) => {
      const { slot, prioritizationFee } = asReply(one);
      return { slot: asInteger(slot), fee: asInteger(prioritizationFee) };
    });
    const newest = slots.sort((a, b) => Number(b.slot - a.slot)).slice(0, SLOTS);
    return newest.map(({ fee }) => fee).sort((a, b) => Number(a - b));
  }
}
