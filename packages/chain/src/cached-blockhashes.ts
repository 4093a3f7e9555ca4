// The latest blockhash, kept for a moment: every group of bets needs one.
import type { Blockhashes, ChainClock } from './chain.ts';
import { asInteger, asReply, asText } from './reply.ts';
import type { RpcClient } from './rpc-client.ts';

type Blockhash = Awaited<ReturnType<Blockhashes['latest']>>;

interface Kept extends Blockhash {
  atMs: number;
  slot: bigint;
}

const FRESH_MS = 2_000;
const FRESH_SLOTS = 20n;
/** A transaction lives for 150 slots: older than this, too little of that would be left. */
const USABLE_MS = 12_000;
const USABLE_SLOTS = 60n;

interface CachedBlockhashesOptions {
  client: RpcClient;
  clock: ChainClock;
  wallMs: () => number;
}

export class CachedBlockhashes implements Blockhashes {
  readonly #client: RpcClient;
  readonly #clock: ChainClock;
  readonly #wallMs: () => number;
  #kept: Kept | undefined;
  #refreshing: Promise<Kept> | undefined;

  constructor({ client, clock, wallMs }: CachedBlockhashesOptions) {
    this.#client = client;
    this.#clock = clock;
    this.#wallMs = wallMs;
  }

  async latest(): Promise<Blockhash> {
    const kept = this.#kept;
    if (!kept || this.#isOlder(kept, USABLE_MS, USABLE_SLOTS)) return this.#refresh();
    // Whoever asks gets the one that is there; whoever asks next, the new one.
    if (this.#isOlder(kept, FRESH_MS, FRESH_SLOTS)) this.#refresh().catch(() => undefined);
    return kept;
  }

  #isOlder(kept: Kept, ms: number, slots: bigint): boolean {
    return this.#wallMs() - kept.atMs > ms || this.#clock.slot() - kept.slot > slots;
  }

  #refresh(): Promise<Kept> {
    this.#refreshing ??= this.#fetch().finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  async #fetch(): Promise<Kept> {
    const atMs = this.#wallMs();
    const params = [{ commitment: 'confirmed' }];
    const reply = asReply(await this.#client.call('getLatestBlockhash', params));
    const value = asReply(reply.value);
    const fetched = {
      blockhash: asText(value.blockhash),
      lastValidBlockHeight: asInteger(value.lastValidBlockHeight),
      atMs,
      slot: asInteger(asReply(reply.context).slot),
    };
    // A node that lags behind must not bring back a hash that has less time left.
    const kept = this.#kept;
    const isNewer = !kept || fetched.lastValidBlockHeight >= kept.lastValidBlockHeight;
    if (isNewer) this.#kept = fetched;
    return isNewer ? fetched : kept;
  }
}
