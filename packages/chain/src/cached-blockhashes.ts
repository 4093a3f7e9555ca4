// Caches the latest blockhash for a short time: every group of bets needs one.
import type { Blockhashes, ChainClock } from './chain.ts';
import { asInteger, asReply, asText } from './reply.ts';
import type { RpcClient } from './rpc-client.ts';

type Blockhash = Awaited<ReturnType<Blockhashes['latest']>>;

interface CachedBlockhash extends Blockhash {
  atMs: number;
  slot: bigint;
}

const FRESH_MS = 2_000;
const FRESH_SLOTS = 20n;
/** A blockhash is valid for 150 slots. If it is older than this, too little of that is left. */
const USABLE_MS = 12_000;
const USABLE_SLOTS = 60n;

interface CachedBlockhashesOptions {
  client: RpcClient;
  clock: ChainClock;
  wallMs: () => number;
}

export class CachedBlockhashes implements Blockhashes {
  readonly #options: CachedBlockhashesOptions;
  #cached: CachedBlockhash | undefined;
  #refreshing: Promise<CachedBlockhash> | undefined;

  constructor(options: CachedBlockhashesOptions) {
    this.#options = options;
  }

  async latest(): Promise<Blockhash> {
    const cached = this.#cached;
    if (!cached || this.#isOlder(cached, USABLE_MS, USABLE_SLOTS)) return this.#refresh();
    // This caller gets the cached one. The refresh serves later callers.
    if (this.#isOlder(cached, FRESH_MS, FRESH_SLOTS)) this.#refresh().catch(() => undefined);
    return cached;
  }

  #isOlder(cached: CachedBlockhash, ms: number, slots: bigint): boolean {
    return (
      this.#options.wallMs() - cached.atMs > ms || this.#options.clock.slot() - cached.slot > slots
    );
  }

  #refresh(): Promise<CachedBlockhash> {
    this.#refreshing ??= this.#fetch().finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  async #fetch(): Promise<CachedBlockhash> {
    const atMs = this.#options.wallMs();
    const params = [{ commitment: 'confirmed' }];
    const reply = asReply(await this.#options.client.call('getLatestBlockhash', params));
    const value = asReply(reply.value);
    const fetched = {
      blockhash: asText(value.blockhash),
      lastValidBlockHeight: asInteger(value.lastValidBlockHeight),
      atMs,
      slot: asInteger(asReply(reply.context).slot),
    };
    // A lagging node must not replace the hash with one that expires earlier.
    const cached = this.#cached;
    const isNewer = !cached || fetched.lastValidBlockHeight >= cached.lastValidBlockHeight;
    if (isNewer) this.#cached = fetched;
    return isNewer ? fetched : cached;
  }
}
