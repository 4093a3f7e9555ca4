// What a notice says is taken only if the node also says so when it is asked, for the same slot.
import type { Address } from '@solana/kit';
import { readLanded } from './fetch-landed.ts';
import type { LandedTransaction } from './landed.ts';
import type { SignedTransaction } from './landing.ts';
import type { Notice } from './landing-notices.ts';
import { Batcher } from './lib/batcher.ts';
import { RecentMap } from './lib/recent-map.ts';
import { asInteger } from './reply.ts';
import type { RpcClient } from './rpc-client.ts';
import { findSucceeded, SIGNATURES_MAX } from './signature-statuses.ts';

interface NoticeChecksOptions {
  readonly client: RpcClient;
  readonly programAddress: Address;
}

/** Nodes end logs that are too long with it. */
const TRUNCATED = 'Log truncated';
const SLOTS_KEPT = 64;

export class NoticeChecks {
  readonly #options: NoticeChecksOptions;
  readonly #succeeded: Batcher<string, bigint | undefined>;
  readonly #times = new RecentMap<bigint, Promise<bigint>>(SLOTS_KEPT);

  constructor(options: NoticeChecksOptions) {
    this.#options = options;
    // Those of one slot are noticed together.
    this.#succeeded = new Batcher({
      atOnce: 1,
      take: SIGNATURES_MAX,
      run: (signatures) => findSucceeded(options.client, signatures),
    });
  }

  /** Undefined: it has to be fetched. */
  async read(
    transaction: SignedTransaction,
    notice: Notice | 'doubtful',
  ): Promise<LandedTransaction | undefined> {
    if (notice === 'doubtful' || notice.err !== null) return undefined;
    const { slot, err, logs: logMessages } = notice;
    if (logMessages.includes(TRUNCATED)) return undefined;
    if ((await this.#succeeded.add(transaction.signature)) !== slot) return undefined;
    const meta = { err, logMessages, innerInstructions: [] };
    const reply = { slot, blockTime: await this.#timeOf(slot), meta };
    return readLanded(transaction, reply, this.#options.programAddress);
  }

  #timeOf(slot: bigint): Promise<bigint> {
    const known = this.#times.get(slot);
    if (known) return known;
    const time = this.#options.client.call('getBlockTime', [slot]).then(asInteger);
    this.#times.set(slot, time);
    time.catch(() => this.#times.delete(slot));
    return time;
  }
}
