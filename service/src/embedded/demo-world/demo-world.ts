// Made-up price feeds and tokens on the embedded chain, in the account layouts of the real
// programs. All values are computed from the chain's time, the world's start and the births of its
// tokens. These are stored on chain, so that a restart changes nothing.
import type { Address } from '@solana/kit';
import { Serial } from '@tote/chain/lib/serial';
import { DEMO_NOTICE } from '@tote/conditions/describe-condition';
import { DEMO_FEEDS } from '@tote/conditions/oracles/demo-prices';
import { findPythPushAddress } from '@tote/conditions/oracles/derived-addresses';
import type { PriceUpdates, WantedUpdate } from '@tote/conditions/oracles/price-updates';
import { readSample } from '@tote/conditions/oracles/read-sample';
import type { WebAnswer } from '@tote/conditions/web/web-round';
import { type UnixSeconds, unixSeconds } from '@tote/domain';
import type { SandboxAccount } from '@tote/localnet';
import type { LocalPages } from '../../keeper/observe/web/web-reader.ts';
import type { DemoData } from '../../settings/service-config.ts';
import type { Log } from '../../telemetry/log.ts';
import type { Audience } from '../audience.ts';
import { BORN_ACCOUNT, BornTokens, nameOf } from './born-tokens.ts';
import { createDemoLaunchpad } from './demo-launchpad.ts';
import {
  bornAccounts,
  changedAccounts,
  type DemoToken,
  findFirstTokens,
  migratesAt,
  mintOf,
  saleEndsAt,
} from './demo-tokens.ts';
import { PostedUpdates, priceUpdateAccount } from './posted-updates.ts';
import { type DemoChain, demoAddress } from './token-accounts.ts';

const UPDATE_MS = 2_000;
/** Markets about this many of the tokens that were born last say that they are about demo data. */
const KNOWN_MAX = 1_000;
const START_ACCOUNT = demoAddress('the beginning of the world');
const LAMPORTS = 10_000_000n;

interface DemoWorldOptions extends DemoChain {
  readonly log: Log;
  readonly bettors?: DemoData['bettors'];
  /** Whether a market observes something: then the world moves, even if nobody watches. */
  readonly isNeeded?: () => Promise<boolean>;
  readonly countsLaunches?: () => Promise<boolean>;
  readonly audience?: Audience;
  /** Whether tokens are born while the audience watches. */
  readonly addsTokens?: boolean;
  /** Whether an open market is about the token. */
  readonly isInUse?: (mint: Address) => Promise<boolean>;
}

interface DemoSubject {
  readonly feedId?: string;
  readonly tokenAddress?: string | null;
  readonly sources?: readonly { readonly url: string }[];
}

export class DemoWorld implements PriceUpdates {
  readonly #options: DemoWorldOptions;
  readonly #parts: Started;
  readonly #posted: PostedUpdates;
  readonly #launch: ReturnType<typeof createDemoLaunchpad>;
  readonly #writtenAt = new WeakMap<DemoToken, UnixSeconds>();
  #mints: ReadonlySet<string> = new Set();
  #born: BornTokens;
  #timer: NodeJS.Timeout | undefined;
  /** Writes run one after another, so that an older price does not overwrite a newer one. */
  readonly #writes = new Serial();

  private constructor(options: DemoWorldOptions, parts: Started) {
    this.#options = options;
    this.#parts = parts;
    this.#born = parts.born;
    this.#know(parts.born);
    this.#posted = new PostedUpdates(options);
    this.#launch = createDemoLaunchpad(options);
  }

  static async start(options: DemoWorldOptions): Promise<DemoWorld> {
    const started = await ensureStarted(options);
    const world = new DemoWorld(options, started);
    // It was sold before the world began.
    for (const token of started.first.slice(1)) world.#writtenAt.set(token, saleEndsAt(token));
    await world.#posted.load(new Set(started.feedAccounts));
    await world.update();
    options.audience?.onReturn(() => world.update());
    const warn = (error: unknown) =>
      options.log.warn({ error }, 'The demo world could not be updated');
    world.#timer = setInterval(() => world.step().catch(warn), UPDATE_MS);
    world.#timer.unref();
    return world;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#writes.run(async () => undefined);
  }

  get data(): DemoData {
    const { feedAccounts } = this.#parts;
    const { bettors = [] } = this.#options;
    return {
      notice: DEMO_NOTICE,
      feeds: DEMO_FEEDS.map(({ symbol, feedId }, index) => {
        return { symbol, feedId, account: feedAccounts[index] as Address };
      }),
      tokens: this.#tokens.map((token) => ({
        ...{ symbol: token.symbol, mint: token.mint, bondingCurve: token.curve, pool: token.pool },
        ...{ curveCompletesAt: saleEndsAt(token), migratesAt: migratesAt(token) },
      })),
      webSources: DEMO_PAGES.map((url) => ({ url, pointer: DEMO_POINTER })),
      bettors,
    };
  }

  get #tokens(): readonly DemoToken[] {
    return [...this.#parts.first, ...this.#born.tokens];
  }

  get pages(): LocalPages {
    const read = (url: string) => readDemoPage(url, this.#options.chain.clock.now());
    return { addresses: DEMO_PAGES, read };
  }

  isAbout({ feedId, tokenAddress, sources = [] }: DemoSubject): boolean {
    const isToken = this.#mints.has(tokenAddress ?? '');
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
    const times = this.#tokens.flatMap((token) => [saleEndsAt(token), migratesAt(token)]);
    const next = Math.min(...times.filter((at) => at > now));
    return next === Infinity ? undefined : unixSeconds(next);
  }

  /** Moves everything to the time of the chain. */
  update({ mayAdd = false } = {}): Promise<void> {
    return this.#writes.run(() => this.#write(mayAdd));
  }

  /** A token may be born while somebody watches. An idle world does not move. */
  async step(): Promise<void> {
    const { audience, isNeeded, addsTokens = false } = this.#options;
    const isWatching = audience?.isWatching ?? false;
    if (!isWatching && isNeeded && !(await isNeeded())) return;
    await this.update({ mayAdd: isWatching && addsTokens });
  }

  async #write(mayAdd: boolean): Promise<void> {
    const { sandbox, chain } = this.#options;
    const { feedAccounts, startedAt } = this.#parts;
    const { slot, observedAt: now } = await readSample(chain, []);
    const second = BigInt(now);
    const accounts = DEMO_FEEDS.map((feed, index) =>
      priceUpdateAccount(feedAccounts[index] as Address, feed, { second, slot }),
    );
    const { isInUse = async () => false } = this.#options;
    const birth = mayAdd && (await this.#born.addNext(now, { lastAt: startedAt, isInUse }));
    const { born, accounts: changed } = birth || { born: this.#born, accounts: [] };
    accounts.push(...changed);
    const tokens = [...this.#parts.first, ...born.tokens];
    for (const token of tokens) {
      const since = this.#writtenAt.get(token) ?? -Infinity;
      accounts.push(...(await changedAccounts(token, since, now)));
    }
    await sandbox.setAccounts([...accounts, ...this.#posted.takeOutdated(now)]);
    for (const token of tokens) this.#writtenAt.set(token, now);
    if (birth) this.#know(born);
    await this.#launch(now);
  }

  #know(born: BornTokens): void {
    this.#born = born;
    const from = Math.max(1, born.count - KNOWN_MAX);
    const names = Array.from({ length: born.count + 1 - from }, (_, index) => nameOf(from + index));
    this.#mints = new Set([...this.#parts.first.map(({ mint }) => mint), ...names.map(mintOf)]);
  }
}

type Started = Awaited<ReturnType<typeof ensureStarted>>;

async function ensureStarted({ chain, sandbox }: DemoWorldOptions) {
  const listed = [START_ACCOUNT, BORN_ACCOUNT];
  const { observedAt, accounts } = await readSample(chain, listed);
  const [known, list] = listed.map((_, index) =>
    Buffer.from((accounts[index]?.data ?? []) as Uint8Array),
  ) as [Buffer, Buffer];
  const isNew = known.length !== 8;
  const startedAt = isNew ? observedAt : unixSeconds(known.readBigInt64LE());
  const { sprout, oak } = await findFirstTokens(startedAt);
  if (isNew) {
    const data = Buffer.alloc(8);
    data.writeBigInt64LE(BigInt(startedAt));
    const start: SandboxAccount = { address: START_ACCOUNT, lamports: LAMPORTS, data };
    const born = [...(await bornAccounts(sprout)), ...(await bornAccounts(oak))];
    await sandbox.setAccounts([start, ...born]);
  }
  const feedAccounts = await Promise.all(
    DEMO_FEEDS.map(({ feedId }) => findPythPushAddress(feedId)),
  );
  return { startedAt, first: [sprout, oak], born: await BornTokens.read(list), feedAccounts };
}

// Made-up web sources: three rain gauges. They are pages of this process that no network is used
// for; their names belong to nobody.

const GAUGES = ['north', 'south', 'west'] as const;
const MILLIMETRES = { least: 40, most: 48 } as const;
const SECONDS = 60;

const addressOf = (gauge: string) => `https://${gauge}.rain.example/lisbon.json`;

const DEMO_PAGES = GAUGES.map(addressOf);
const DEMO_POINTER = '/rain/mm';

function readDemoPage(url: string, now: UnixSeconds): WebAnswer | undefined {
  const station = GAUGES.find((each) => addressOf(each) === url);
  if (!station) return undefined;
  const { least, most } = MILLIMETRES;
  const tenths = station === 'west' ? 0 : least + (Math.floor(now / SECONDS) % (most - least + 1));
  const body = Uint8Array.from(Buffer.from(JSON.stringify({ station, rain: { mm: tenths / 10 } })));
  const headers = { 'content-type': 'application/json' };
  return { status: 200, headers, body, certificate: null };
}
