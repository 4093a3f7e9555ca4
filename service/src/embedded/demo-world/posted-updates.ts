// Posts the price updates that decide markets, each in its own account until it is not needed.
import type { Address } from '@solana/kit';
import { type DemoPriceFeed, quoteAt } from '@tote/conditions/oracles/demo-prices';
import {
  decodePythPriceUpdate,
  encodePythPriceUpdate,
} from '@tote/conditions/oracles/layouts/pyth-price-update';
import type { WantedUpdate } from '@tote/conditions/oracles/price-updates';
import { PYTH_RECEIVER } from '@tote/conditions/oracles/programs';
import { readSample } from '@tote/conditions/oracles/read-sample';
import { addSeconds, type UnixSeconds, unixSeconds } from '@tote/domain';
import type { SandboxAccount } from '@tote/localnet';
import { type DemoChain, demoAddress } from './token-accounts.ts';

const KEPT_SECONDS_MAX = 30 * 86_400;

export class PostedUpdates {
  readonly #options: DemoChain;
  readonly #keptUntil = new Map<Address, UnixSeconds>();

  constructor(options: DemoChain) {
    this.#options = options;
  }

  /** Finds the updates of earlier runs. Their end is unknown, so they are kept for the maximum. */
  async load(others: ReadonlySet<Address>): Promise<void> {
    const accounts = await this.#options.chain.rpc
      .getProgramAccounts(PYTH_RECEIVER, { commitment: 'confirmed', encoding: 'base64' })
      .send();
    for (const { pubkey: address, account } of accounts) {
      if (others.has(address)) continue;
      const data = Uint8Array.from(Buffer.from(account.data[0], 'base64'));
      const update = decodePythPriceUpdate({ address, owner: PYTH_RECEIVER, data });
      if (!update.ok) continue;
      const publishedAt = unixSeconds(update.value.publishedAt);
      this.#keptUntil.set(address, addSeconds(publishedAt, KEPT_SECONDS_MAX));
    }
  }

  async post(feed: DemoPriceFeed, { moment, keptUntil }: WantedUpdate) {
    const { chain, sandbox } = this.#options;
    const { slot, observedAt } = await readSample(chain, []);
    // That price is not published yet.
    if (observedAt < moment) return undefined;
    const address = demoAddress(`the update of ${feed.symbol} at ${moment}`);
    const known = this.#keptUntil.get(address);
    if (known === undefined) {
      const account = priceUpdateAccount(address, feed, { second: BigInt(moment), slot });
      await sandbox.setAccounts([account]);
    }
    this.#keptUntil.set(address, unixSeconds(Math.max(known ?? 0, keptUntil)));
    return address;
  }

  takeOutdated(now: UnixSeconds): SandboxAccount[] {
    const outdated = [...this.#keptUntil].filter(([, until]) => until < now);
    for (const [address] of outdated) this.#keptUntil.delete(address);
    return outdated.map(([address]) => ({ address, lamports: 0n }));
  }
}

const LAMPORTS = 10_000_000n;

/** One update per second, each naming the second before: one is the first after any moment. */
export function priceUpdateAccount(
  at: Address,
  feed: DemoPriceFeed,
  { second, slot }: { second: bigint; slot: bigint },
): SandboxAccount {
  const { price, confidence } = quoteAt(feed, second);
  const update = {
    ...{ feedId: feed.feedId, exponent: feed.exponent, price, confidence },
    ...{ publishedAt: second, previousPublishedAt: second - 1n },
    ...{ emaPrice: price, emaConfidence: confidence },
  };
  const data = encodePythPriceUpdate(update, { writeAuthority: at, postedSlot: slot });
  return { address: at, lamports: LAMPORTS, owner: PYTH_RECEIVER, data };
}
