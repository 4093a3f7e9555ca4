import { type UnixSeconds, unixSeconds } from '@tote/domain';
import type { ChainClock } from './chain.ts';
import { chainUnavailable } from './chain-unavailable.ts';
import { asBase64, asInteger, asReply } from './reply.ts';
import { type RpcClient, RpcErrorResponse } from './rpc-client.ts';

const CLOCK_SYSVAR = 'SysvarC1ock11111111111111111111111111111111';
/** slot u64, epoch start i64, epoch u64, leader schedule epoch u64, unix timestamp i64 */
const CLOCK_BYTES = 40;
const SLOT_OFFSET = 0;
const UNIX_TIMESTAMP_OFFSET = 32;
/** Limit of the extrapolation, in case the chain has stopped. */
const AHEAD_MS_MAX = 2_000;

interface SampledClockOptions {
  client: RpcClient;
  wallMs: () => number;
  sampleMs: number;
}

export class SampledClock implements ChainClock {
  readonly #options: SampledClockOptions;
  readonly #listeners = new Set<() => void>();
  #slot = 0n;
  #seconds = 0;
  #sampledAtMs = 0;
  #lastNow = 0;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  #hasOffset = true;

  private constructor(options: SampledClockOptions) {
    this.#options = options;
  }

  static async start(options: SampledClockOptions): Promise<SampledClock> {
    const clock = new SampledClock(options);
    await clock.refresh();
    clock.#schedule();
    return clock;
  }

  now(): UnixSeconds {
    const passedMs = Math.max(0, this.#options.wallMs() - this.#sampledAtMs);
    const now = this.#seconds + Math.floor(Math.min(passedMs, AHEAD_MS_MAX) / 1000);
    this.#lastNow = Math.max(this.#lastNow, now);
    return unixSeconds(this.#lastNow);
  }

  shown(): UnixSeconds {
    return unixSeconds(this.#seconds);
  }

  onSecond(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  slot(): bigint {
    return this.#slot;
  }

  async refresh(): Promise<UnixSeconds> {
    const askedAtMs = this.#options.wallMs();
    const params = [CLOCK_SYSVAR, { encoding: 'base64', commitment: 'confirmed' }];
    const reply = asReply(await this.#options.client.call('getAccountInfo', params));
    const data = asBase64(asReply(reply.value).data);
    if (data.length < CLOCK_BYTES) throw chainUnavailable(new Error('the clock is too short'));
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    const slot = view.getBigUint64(SLOT_OFFSET, true);
    // A sample from a lagging node is ignored, so that time does not go back.
    if (slot >= this.#slot) {
      this.#slot = slot;
      this.#sampledAtMs = askedAtMs;
      const seconds = Number(view.getBigInt64(UNIX_TIMESTAMP_OFFSET, true));
      if (seconds !== this.#seconds) {
        this.#seconds = seconds;
        for (const listener of [...this.#listeners]) listener();
      }
    }
    return this.now();
  }

  async offset(): Promise<number> {
    if (!this.#hasOffset) return 0;
    try {
      return Number(asInteger(await this.#options.client.call('getClockOffset', [])));
    } catch (error) {
      if (!(error instanceof RpcErrorResponse)) throw error;
      // Only the embedded chain knows the method.
      this.#hasOffset = false;
      return 0;
    }
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #schedule(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(async () => {
      // Others may have asked a moment ago.
      const isFresh = this.#options.wallMs() - this.#sampledAtMs < this.#options.sampleMs / 2;
      // The next sample may succeed. Until then time advances by at most AHEAD_MS_MAX.
      if (!isFresh) await this.refresh().catch(() => undefined);
      this.#schedule();
    }, this.#options.sampleMs);
    this.#timer.unref();
  }
}
