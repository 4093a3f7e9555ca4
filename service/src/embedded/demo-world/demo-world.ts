// Made-up price feeds and tokens on the embedded chain, in the account layouts of the real
// programs. All values are computed from the chain's time and the demo world's start time. The
// start time is stored on chain, so that a restart changes nothing.
import type { Address } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { DEMO_FEEDS } from '@tote/conditions/oracles/demo-prices';
import { findPythPushAddress } from '@tote/conditions/oracles/derived-addresses';
import type { PriceUpdates, WantedUpdate } from '@tote/conditions/oracles/price-updates';
import { readSample } from '@tote/conditions/oracles/read-sample';
import type { WebAnswer } from '@tote/conditions/web/web-round';
import { type UnixSeconds, unixSeconds } from '@tote/domain';
import type { Localnet, SandboxAccount } from '@tote/localnet';
import type { LocalPages } from '../../keeper/observe/web/web-reader.ts';
import type { DemoData } from '../../settings/service-config.ts';
import type { Log } from '../../telemetry/log.ts';
import { DemoLaunchpad } from './demo-launchpad.ts';
import {
  buyerAccounts,
  type DemoToken,
  findDemoTokens,
  migratedAccounts,
  migratesAt,
  saleEndsAt,
  saleStepAt,
  sellingCurve,
  staticAccounts,
  TRADE_SECONDS,
  tradedVaults,
} from './demo-tokens.ts';
import { PostedUpdates, priceUpdateAccount } from './posted-updates.ts';
import { demoAddress } from './token-accounts.ts';

const UPDATE_MS = 2_000;
/** While nothing depends on them, prices are written only so often that they are never stale. */
const UPDATES_LEFT_OUT = 9;
const START_ACCOUNT = demoAddress('the beginning of the world');
const LAMPORTS = 10_000_000n;

export const DEMO_NOTICE =
  'Demo data: the prices, tokens and web sources here are made up and move by themselves.';

interface DemoWorldOptions {
  readonly chain: Chain;
  readonly sandbox: Pick<Localnet['sandbox'], 'setAccounts'>;
  readonly log: Log;
  readonly isNeeded?: () => Promise<boolean>;
  readonly countsLaunches?: () => Promise<boolean>;
}

interface DemoSubject {
  readonly feedId?: string;
  readonly tokenAddress?: string | null;
  readonly sources?: readonly { readonly url: string }[];
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
  readonly #posted: PostedUpdates;
  readonly #launchpad: DemoLaunchpad;
  #saleStep = -1;
  #hasMigrated = false;
  #trade = -1;
  #timer: NodeJS.Timeout | undefined;
  #leftOut = 0;
  /** Writes run one after another, so that an older price does not overwrite a newer one. */
  #writing: Promise<unknown> = Promise.resolve();

  private constructor(options: DemoWorldOptions, parts: Parts) {
    this.#options = options;
    this.#parts = parts;
    this.#posted = new PostedUpdates(options);
    this.#launchpad = new DemoLaunchpad(options);
  }

  static async start(options: DemoWorldOptions): Promise<DemoWorld> {
    const tokens = await findDemoTokens();
    const feedAccounts: Address[] = [];
    for (const { feedId } of DEMO_FEEDS) feedAccounts.push(await findPythPushAddress(feedId));
    const startedAt = await ensureStarted(options, tokens);
    const world = new DemoWorld(options, { startedAt, feedAccounts, ...tokens });
    await world.#posted.load(new Set(feedAccounts));
    await world.update();
    world.#timer = setInterval(() => world.#updateInBackground(), UPDATE_MS);
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
        toRecord(sprout, saleEndsAt(startedAt), migratesAt(startedAt)),
        toRecord(oak, startedAt, startedAt),
      ],
      webSources: DEMO_PAGES.map((url) => ({ url, pointer: DEMO_POINTER })),
    };
  }

  get pages(): LocalPages {
    return createDemoWeb(() => this.#options.chain.clock.now());
  }

  isAbout({ feedId, tokenAddress, sources = [] }: DemoSubject): boolean {
    const { sprout, oak } = this.#parts;
    const isToken = tokenAddress === sprout.mint || tokenAddress === oak.mint;
    const isPage = sources.some(({ url }) => DEMO_PAGES.includes(url));
    return isToken || isPage || (feedId !== undefined && this.covers(feedId));
  }

  covers(feedId: string): boolean {
    return DEMO_FEEDS.some((feed) => feed.feedId === feedId);
  }

  async post(wanted: WantedUpdate): Promise<Address | undefined> {
    const feed = DEMO_FEEDS.find(({ feedId }) => feedId === wanted.feedId);
    return feed && this.#posted.post(feed, wanted);
  }

  findNextEvent(now: UnixSeconds): UnixSeconds | undefined {
    const { startedAt } = this.#parts;
    return [saleEndsAt(startedAt), migratesAt(startedAt)].find((at) => at > now);
  }

  update(): Promise<void> {
    const updated = this.#writing.then(() => this.#write());
    this.#writing = updated.catch(() => undefined);
    return updated;
  }

  async #updateIfDue(): Promise<void> {
    const { isNeeded } = this.#options;
    this.#leftOut += 1;
    if (this.#leftOut <= UPDATES_LEFT_OUT && isNeeded && !(await isNeeded())) return;
    this.#leftOut = 0;
    await this.update();
  }

  #updateInBackground(): void {
    this.#updateIfDue().catch((error) => {
      this.#options.log.warn({ error }, 'The demo world could not be updated');
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
    const hasMigrated = now >= migratesAt(startedAt);
    if (step !== this.#saleStep) {
      accounts.push(sellingCurve(sprout, step), ...(await buyerAccounts(sprout, step)));
    }
    // Behind the curve of the sale, which it replaces.
    if (hasMigrated && !this.#hasMigrated) accounts.push(...(await migratedAccounts(sprout)));
    const trade = Math.floor(now / TRADE_SECONDS);
    if (trade !== this.#trade) accounts.push(...(await tradedVaults(oak, now)));
    accounts.push(...this.#posted.takeOutdated(now));
    await sandbox.setAccounts(accounts);
    await this.#launchpad.update(now);
    this.#saleStep = step;
    this.#hasMigrated = hasMigrated;
    this.#trade = trade;
  }
}

function toRecord(
  { symbol, mint, curve, pool }: DemoToken,
  curveCompletesAt: UnixSeconds,
  migrates: UnixSeconds,
): DemoData['tokens'][number] {
  return { symbol, mint, bondingCurve: curve, pool, curveCompletesAt, migratesAt: migrates };
}

async function ensureStarted(
  { chain, sandbox }: DemoWorldOptions,
  { sprout, oak }: { sprout: DemoToken; oak: DemoToken },
): Promise<UnixSeconds> {
  const { observedAt, accounts } = await readSample(chain, [START_ACCOUNT]);
  const known = Buffer.from((accounts[0]?.data ?? []) as Uint8Array);
  if (known.length === 8) return unixSeconds(known.readBigInt64LE());
  const data = Buffer.alloc(8);
  data.writeBigInt64LE(BigInt(observedAt));
  const start: SandboxAccount = { address: START_ACCOUNT, lamports: LAMPORTS, data };
  await sandbox.setAccounts([start, ...(await staticAccounts(sprout, oak))]);
  return observedAt;
}

// Made-up web sources: three rain gauges. They are pages of this process that no network is used
// for; their names belong to nobody.

const GAUGES = ['north', 'south', 'west'] as const;
const MILLIMETRES = { least: 40, most: 48 } as const;
const SECONDS = 60;

const addressOf = (gauge: string) => `https://${gauge}.rain.example/lisbon.json`;

const DEMO_PAGES = GAUGES.map(addressOf);
const DEMO_POINTER = '/rain/mm';

function createDemoWeb(now: () => UnixSeconds): LocalPages {
  return {
    addresses: DEMO_PAGES,
    read(url) {
      const gauge = GAUGES.find((each) => addressOf(each) === url);
      return gauge && toAnswer(gauge, now());
    },
  };
}

function toAnswer(gauge: (typeof GAUGES)[number], now: UnixSeconds): WebAnswer {
  const { least, most } = MILLIMETRES;
  const tenths = gauge === 'west' ? 0 : least + (Math.floor(now / SECONDS) % (most - least + 1));
  const text = JSON.stringify({ station: gauge, rain: { mm: tenths / 10 } });
  const headers = { 'content-type': 'application/json' };
  return { status: 200, headers, body: Uint8Array.from(Buffer.from(text)), certificate: null };
}
