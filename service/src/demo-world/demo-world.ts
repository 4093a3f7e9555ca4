// What the embedded chain has instead of the world: price feeds and tokens that are made up, in
// the accounts and bytes of the real programs. Everything follows from the chain's time and from
// when the world began, which is kept on chain; so a stop and a restart change nothing.
import type { Address } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { type UnixSeconds, unixSeconds } from '@tote/domain';
import type { Localnet, SandboxAccount } from '@tote/localnet';
import { findPythPushAddress } from '@tote/oracles/derived-addresses';
import type { PriceUpdates, WantedUpdate } from '@tote/oracles/price-updates';
import { readSample } from '@tote/oracles/read-sample';
import type { Log } from '../telemetry/log.ts';
import type { DemoData } from '../use-cases/use-cases.ts';
import { demoAddress } from './demo-address.ts';
import { DEMO_FEEDS } from './demo-prices.ts';
import {
  boughtAccounts,
  type DemoToken,
  findDemoTokens,
  saleEndsAt,
  saleStepAt,
  sellingCurve,
  standingAccounts,
  TRADE_SECONDS,
  tradedVaults,
} from './demo-tokens.ts';
import { KeptUpdates } from './kept-updates.ts';
import { priceUpdateAccount } from './price-update-account.ts';

/** The present price is shown so often; the updates in between can be posted all the same. */
const SHOWN_EVERY_MS = 2_000;
const WORLD = demoAddress('the beginning of the world');
const LAMPORTS = 10_000_000n;

export const DEMO_NOTICE =
  'Demo data: the prices and tokens of this chain are made up and move by themselves.';

interface DemoWorldOptions {
  readonly chain: Chain;
  readonly sandbox: Pick<Localnet['sandbox'], 'setAccounts'>;
  readonly log: Log;
}

interface Parts {
  readonly startedAt: UnixSeconds;
  readonly sprout: DemoToken;
  readonly oak: DemoToken;
  readonly feedAccounts: readonly Address[];
}

export class DemoWorld implements PriceUpdates {
  readonly #options: DemoWorldOptions;
  readonly #parts: Parts;
  readonly #kept: KeptUpdates;
  #saleStep = -1;
  #trade = -1;
  #timer: NodeJS.Timeout | undefined;
  /** One after the other: an older price must not overwrite a newer one. */
  #writing: Promise<unknown> = Promise.resolve();

  private constructor(options: DemoWorldOptions, parts: Parts) {
    this.#options = options;
    this.#parts = parts;
    this.#kept = new KeptUpdates(options);
  }

  /** Makes what is missing, shows the prices of now, and goes on doing so. */
  static async start(options: DemoWorldOptions): Promise<DemoWorld> {
    const tokens = await findDemoTokens();
    const feedAccounts: Address[] = [];
    for (const { feedId } of DEMO_FEEDS) feedAccounts.push(await findPythPushAddress(feedId));
    const startedAt = await ensureBeginning(options, tokens);
    const world = new DemoWorld(options, { startedAt, feedAccounts, ...tokens });
    await world.#kept.load(new Set(feedAccounts));
    await world.update();
    world.#timer = setInterval(() => world.#updateLater(), SHOWN_EVERY_MS);
    world.#timer.unref();
    return world;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#writing;
  }

  get data(): DemoData {
    const { startedAt, sprout, oak, feedAccounts } = this.#parts;
    return {
      notice: DEMO_NOTICE,
      feeds: DEMO_FEEDS.map(({ symbol, feedId }, index) => {
        return { symbol, feedId, account: feedAccounts[index] as Address };
      }),
      tokens: [
        toRecord(sprout, saleEndsAt(startedAt)),
        // Its sale was over when the world began.
        toRecord(oak, startedAt),
      ],
    };
  }

  /** Whether a market's condition is about something that is made up here. */
  isAbout({ feedId, tokenAddress }: { feedId?: string; tokenAddress?: string | null }): boolean {
    const { sprout, oak } = this.#parts;
    const isToken = tokenAddress === sprout.mint || tokenAddress === oak.mint;
    return isToken || (feedId !== undefined && this.covers(feedId));
  }

  covers(feedId: string): boolean {
    return DEMO_FEEDS.some((feed) => feed.feedId === feedId);
  }

  async post(wanted: WantedUpdate): Promise<Address | undefined> {
    const feed = DEMO_FEEDS.find(({ feedId }) => feedId === wanted.feedId);
    return feed && this.#kept.post(feed, wanted);
  }

  /** The next moment at which something happens that a market may be about. */
  findNextEvent(now: UnixSeconds): UnixSeconds | undefined {
    const at = saleEndsAt(this.#parts.startedAt);
    return at > now ? at : undefined;
  }

  /** Makes the accounts what they are at the chain's time. */
  update(): Promise<void> {
    const updated = this.#writing.then(() => this.#write());
    this.#writing = updated.catch(() => undefined);
    return updated;
  }

  #updateLater(): void {
    this.update().catch((error) => {
      this.#options.log.warn({ error: String(error) }, 'The demo world could not be moved on');
    });
  }

  async #write(): Promise<void> {
    const { sandbox, chain } = this.#options;
    const { startedAt, sprout, oak, feedAccounts } = this.#parts;
    const { slot, observedAt: now } = await readSample(chain, []);
    const second = BigInt(now);
    const accounts = DEMO_FEEDS.map((feed, index) =>
      priceUpdateAccount(feedAccounts[index] as Address, feed, { second, slot }),
    );
    const step = saleStepAt(startedAt, now);
    if (step !== this.#saleStep) {
      accounts.push(sellingCurve(sprout, step), ...(await boughtAccounts(sprout, step)));
    }
    const trade = Math.floor(now / TRADE_SECONDS);
    if (trade !== this.#trade) accounts.push(...(await tradedVaults(oak, now)));
    accounts.push(...this.#kept.takeOutdated(now));
    await sandbox.setAccounts(accounts);
    this.#saleStep = step;
    this.#trade = trade;
  }
}

function toRecord({ symbol, mint, curve, pool, hasMigrated }: DemoToken, at: UnixSeconds) {
  const record = { symbol, mint, bondingCurve: curve, pool: hasMigrated ? pool : null };
  return { ...record, curveCompletesAt: at };
}

/** The tokens come with the note of when, all at once. */
async function ensureBeginning(
  { chain, sandbox }: DemoWorldOptions,
  { sprout, oak }: { sprout: DemoToken; oak: DemoToken },
): Promise<UnixSeconds> {
  const { observedAt, accounts } = await readSample(chain, [WORLD]);
  const known = Buffer.from((accounts[0]?.data ?? []) as Uint8Array);
  if (known.length === 8) return unixSeconds(known.readBigInt64LE());
  const data = Buffer.alloc(8);
  data.writeBigInt64LE(BigInt(observedAt));
  const note: SandboxAccount = { address: WORLD, lamports: LAMPORTS, data };
  await sandbox.setAccounts([note, ...(await standingAccounts(sprout, oak))]);
  return observedAt;
}
