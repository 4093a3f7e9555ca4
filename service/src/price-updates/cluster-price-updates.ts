// Brings signed prices onto a cluster: fetches the update of a moment from Hermes and posts it
// through Pyth's receiver, which verifies it. An account on chain that has it already is used.
import type { Address } from '@solana/kit';
import type { Key } from '@tote/chain/key';
import type { UnixSeconds } from '@tote/domain';
import { Batcher } from '@tote/lib/batcher';
import { type AccountSnapshot, isMissing } from '@tote/oracles/account-snapshot';
import { findPythConfigAddress, findPythPushAddress } from '@tote/oracles/derived-addresses';
import { encodePythPriceUpdate } from '@tote/oracles/layouts/pyth-price-update';
import { decodePythReceiverConfig } from '@tote/oracles/layouts/pyth-receiver-config';
import { NoPriceUpdate, type PriceUpdates, type WantedUpdate } from '@tote/oracles/price-updates';
import type { Fetched } from '@tote/oracles/pyth/hermes';
import {
  getPostUpdateInstruction,
  postUpdateUnits,
} from '@tote/oracles/pyth/receiver-instructions';
import type { SignedUpdate } from '@tote/oracles/pyth/signed-update';
import { readSample } from '@tote/oracles/read-sample';
import type { ClusterUpdatesOptions } from './cluster-updates-options.ts';
import { FeedCoverage } from './feed-coverage.ts';
import { PostedAccounts } from './posted-accounts.ts';
import { deriveUpdateKey } from './update-key.ts';

interface Asked {
  readonly feedId: string;
  readonly moment: UnixSeconds;
}

export class ClusterPriceUpdates implements PriceUpdates {
  readonly opened: PostedAccounts;
  readonly coverage: FeedCoverage;
  readonly #options: ClusterUpdatesOptions;
  readonly #fetches: Batcher<Asked, Fetched>;
  /** Many markets may want the same update at once. */
  readonly #posting = new Map<Address, Promise<void>>();

  constructor(options: ClusterUpdatesOptions) {
    this.#options = options;
    this.opened = new PostedAccounts(options);
    this.coverage = new FeedCoverage(options);
    this.#fetches = new Batcher({
      atOnce: 1,
      // All feeds of a moment that wait share a request, because endpoints limit them.
      take: (waiting) => {
        const other = waiting.findIndex(({ moment }) => moment !== waiting[0]?.moment);
        return other === -1 ? waiting.length : other;
      },
      run: async (asked) => {
        const feedIds = [...new Set(asked.map(({ feedId }) => feedId))];
        const { moment } = asked[0] as Asked;
        const fetched = await options.hermes.fetchAt(moment, feedIds);
        return asked.map(() => fetched);
      },
    });
  }

  covers(feedId: string): boolean {
    return this.coverage.covers(feedId);
  }

  watches(feedId: string): boolean {
    return this.coverage.watches(feedId);
  }

  newest(feedId: string): bigint | undefined {
    return this.coverage.newest(feedId);
  }

  async post(wanted: WantedUpdate): Promise<Address | undefined> {
    const { feedId, receiver, accepts, signal } = wanted;
    const key = await deriveUpdateKey(this.#options.payer, wanted);
    const sponsored = await findPythPushAddress(feedId, { receiver });
    const config = await findPythConfigAddress(receiver);
    const sample = await readSample(this.#options.chain, [key.address, sponsored, config]);
    const [own, pushed, settings] = sample.accounts as [
      ...[AccountSnapshot, AccountSnapshot, AccountSnapshot],
    ];
    const isPosted = !isMissing(own);
    if (isPosted) this.opened.remember(own);
    // A fork may have dropped it.
    else this.opened.forget(own.address);
    const usable = [own, pushed].find((account) => accepts(account));
    if (usable) return usable.address;
    if (isPosted) throw new NoPriceUpdate('the update of that moment cannot decide it');
    const read = decodePythReceiverConfig(settings);
    if (!read.ok) throw new NoPriceUpdate('this chain has no receiver of price updates');
    const update = await this.#fetch(wanted);
    if (!update) return undefined;
    const { payer } = this.#options;
    const by = { writeAuthority: payer.address, postedSlot: sample.slot };
    const expected = { ...own, owner: receiver, data: encodePythPriceUpdate(update.price, by) };
    // The clauses of the market would refuse it, so the account would be of no use.
    if (!accepts(expected)) throw new NoPriceUpdate('the update of that moment cannot decide it');
    const { wormhole } = read.value;
    await unlessAborted(this.#sendOnce(key, { receiver, wormhole, update }), signal);
    this.opened.remember(expected);
    return key.address;
  }

  /** Undefined if there is none yet. */
  async #fetch({ feedId, moment }: WantedUpdate): Promise<SignedUpdate | undefined> {
    const { updates, isComplete } = await this.#fetches.add({ feedId, moment });
    const update = updates.get(feedId);
    if (update || isComplete) return update;
    throw new NoPriceUpdate('the source of price updates does not answer');
  }

  #sendOnce(
    key: Key,
    posted: { receiver: Address; wormhole: Address; update: SignedUpdate },
  ): Promise<void> {
    const running = this.#posting.get(key.address);
    if (running) return running;
    // Another market may have posted it while this one waited for Hermes.
    if (this.opened.has(key.address)) return Promise.resolve();
    const sending = this.#send(key, posted).finally(() => this.#posting.delete(key.address));
    this.#posting.set(key.address, sending);
    return sending;
  }

  /**
   * With all signatures it is often longer than 1,232 bytes, and then a version 1 transaction. A
   * node that has none of these refuses it. Fewer signatures would make it short, but then the
   * receiver would not call the price fully verified.
   */
  async #send(
    key: Key,
    { receiver, wormhole, update }: { receiver: Address; wormhole: Address; update: SignedUpdate },
  ): Promise<void> {
    const { chain, payer } = this.#options;
    const input = { receiver, wormhole, update, payer: payer.address, account: key.address };
    const instruction = await getPostUpdateInstruction(input);
    await chain.send([instruction], [payer, key], { computeUnitLimit: postUpdateUnits(update) });
  }
}

/** The work itself goes on: what was sent may still land. */
function unlessAborted(work: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
