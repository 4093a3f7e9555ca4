// Brings signed prices onto a cluster: fetches the update of a moment from Hermes and posts it
// through Pyth's receiver, which verifies it. An account on chain that has it already is used.

import type { Address } from '@solana/kit';
import type { Key } from '@tote/chain/key';
import { Batcher } from '@tote/chain/lib/batcher';
import { unlessAborted } from '@tote/chain/lib/unless-aborted';
import { type AccountSnapshot, isMissing } from '@tote/conditions/oracles/account-snapshot';
import {
  NoPriceUpdate,
  type PriceUpdates,
  type WantedUpdate,
} from '@tote/conditions/oracles/price-updates';
import { findUpdate, type PostableUpdate } from '@tote/conditions/oracles/pyth/find-update';
import type { Fetched } from '@tote/conditions/oracles/pyth/hermes';
import {
  getPostUpdateInstruction,
  postUpdateUnits,
} from '@tote/conditions/oracles/pyth/receiver-instructions';
import { FeedCoverage } from './feed-coverage.ts';
import { type ClusterUpdatesOptions, deriveUpdateKey, PostedAccounts } from './posted-accounts.ts';

const REASONS = {
  undecided: 'the update of that moment cannot decide it',
  'no-receiver': 'this chain has no receiver of price updates',
  'source-away': 'the source of price updates does not answer',
} as const;

type Posted = Pick<PostableUpdate, 'wormhole' | 'update'> & Pick<WantedUpdate, 'receiver'>;

export class ClusterPriceUpdates implements PriceUpdates {
  readonly opened: PostedAccounts;
  readonly coverage: Readonly<FeedCoverage>;
  readonly #options: ClusterUpdatesOptions;
  readonly #fetches: Batcher<Pick<WantedUpdate, 'feedId' | 'moment'>, Fetched>;
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
        const [{ moment }] = asked as readonly [(typeof asked)[number]];
        const fetched = await options.hermes.fetchAt(moment, feedIds);
        return asked.map(() => fetched);
      },
    });
  }

  covers = (feedId: string) => this.coverage.covered.has(feedId);
  watches = (feedId: string) => this.coverage.watched.has(feedId);
  newest = (feedId: string) => this.coverage.newest.get(feedId);

  async post(wanted: WantedUpdate): Promise<Address | undefined> {
    const { feedId, receiver, moment, signal } = wanted;
    const { chain, payer } = this.#options;
    const key = await deriveUpdateKey(payer, wanted);
    const found = await findUpdate(
      {
        ...{ chain, writeAuthority: payer.address, own: key.address },
        seeOwn: (account) => this.#seeOwn(account),
        fetchUpdates: () => this.#fetches.add({ feedId, moment }),
      },
      wanted,
    );
    switch (found.kind) {
      case 'account':
        return found.address;
      case 'postable': {
        const sent = this.#sendOnce(key, { receiver, ...found });
        // What was sent may still land.
        await (signal ? unlessAborted(sent, signal) : sent);
        this.opened.remember({ address: key.address, owner: receiver, data: found.data });
        return key.address;
      }
      case 'none':
        return undefined;
      default:
        throw new NoPriceUpdate(REASONS[found.kind]);
    }
  }

  #seeOwn(account: AccountSnapshot): void {
    // A fork may have dropped it.
    if (isMissing(account)) this.opened.forget(account.address);
    else this.opened.remember(account);
  }

  #sendOnce(key: Key, posted: Posted): Promise<void> {
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
  async #send(key: Key, { receiver, wormhole, update }: Posted): Promise<void> {
    const { chain, payer } = this.#options;
    const input = { receiver, wormhole, update, payer: payer.address, account: key.address };
    const instruction = await getPostUpdateInstruction(input);
    await chain.send([instruction], [payer, key], { computeUnitLimit: postUpdateUnits(update) });
  }
}
