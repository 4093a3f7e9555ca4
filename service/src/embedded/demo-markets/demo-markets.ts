// Markets that demo bettors open and bet in, so that a newcomer finds a living place. They bet in
// their own markets only. The first day is played when the chain begins: the clock starts a day
// ago, and ordinary bets are placed every two hours. Later bets follow while somebody watches.
import { type Key, keyFromSeed } from '@tote/chain/key';
import { sha256, sha256Hex } from '@tote/chain/lib/sha256';
import { type Currency, DomainError, OUTCOMES, SCOPES } from '@tote/domain';
import type { Caller } from '../../auth/caller.ts';
import type { AmountText, PlaceBetInput } from '../../bets/check-bet.ts';
import type { CreateMarketInput } from '../../markets/context.ts';
import type { createSeries } from '../../series/create-series.ts';
import { type Series, seriesOfNonce } from '../../store/journal/series.ts';
import type { MarketList, MarketPage } from '../../store/projection/list-markets.ts';
import type { MarketView } from '../../store/projection/market-view.ts';
import type { Idempotency } from '../../submissions/idempotency.ts';
import type { Log } from '../../telemetry/log.ts';
import type { Audience } from '../audience.ts';
import { type Credit, fundWallet } from '../credit.ts';
import { mintOf } from '../demo-world/demo-tokens.ts';
import { DEMO_SERIES } from './demo-series.ts';
import { STEP_SECONDS, STEPS, TEMPLATES, type Template } from './templates.ts';

const NAMES = ['Nora', 'Leo', 'Maya', 'Theo'] as const;
const BETS_PER_STEP = 3;
const LIVE_MS = 20_000;
/** A page that stays open for days does not fill the disk. */
const BETS_MAX = 300;

/** How many of ten bets on a round are on Yes; what an owner stakes on both sides of one. */
const EVEN = 5;
const STAKED = 10;

/** In tenths of SOL. One UTILITY is worth less, so more of them are staked. */
const STAKES = [2, 5, 8, 10, 15, 20, 30, 50];
const TENTHS: Readonly<Record<Currency, number>> = { SOL: 1, UTILITY: 100 };

interface DemoBettor {
  readonly name: string;
  readonly key: Key;
}

/** `secret` never leaves the service, so that nobody else can open a market of the demo. */
export const openDemoBettors = (secret: Uint8Array): Promise<DemoBettor[]> =>
  Promise.all(
    NAMES.map(async (name) => {
      const seed = sha256(Buffer.concat([secret, Buffer.from(name)]));
      return { name, key: await keyFromSeed(seed) };
    }),
  );

interface DemoMarketsOptions extends Credit {
  readonly bettors: readonly DemoBettor[];
  readonly audience: Pick<Audience, 'isWatching'>;
  listMarkets(page: MarketPage): Promise<MarketList>;
  listSeries(): Promise<readonly Series[]>;
  /** Moves the clock, and waits until the keeper has decided what ends meanwhile. */
  advance(seconds: number): Promise<unknown>;
  readonly log: Log;
  readonly commands: {
    createMarket: Command<CreateMarketInput>;
    createSeries: Command<Parameters<typeof createSeries>[2]>;
    placeBet: Command<PlaceBetInput>;
    useFaucet: Command<{ readonly currency: Currency; readonly amount: AmountText }>;
  };
}

type Command<Input> = (caller: Caller, input: Input, idempotency?: Idempotency) => Promise<unknown>;

export class DemoMarkets {
  readonly #options: DemoMarketsOptions;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(options: DemoMarketsOptions) {
    this.#options = options;
  }

  /** Resolves when the chain's clock shows the present. Bets follow while somebody watches. */
  start(): Promise<void> {
    this.#running = this.#playHistory().then(() => this.#startSeries());
    if (this.#options.bettors.length > 0) {
      this.#timer = setInterval(() => this.#stepInBackground(), LIVE_MS);
      this.#timer.unref();
    }
    return this.#running;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#running.catch(() => undefined);
  }

  /** Opens what has ended again, and places a bet. */
  async step(): Promise<void> {
    if (!this.#options.audience.isWatching) return;
    await this.#open(STEPS, ({ isOnce }) => !isOnce);
    const now = this.#options.chain.clock.now();
    const markets = (await this.#listOpen()).filter(({ bets }) => bets < BETS_MAX);
    await this.#bet(markets, `${now}`);
    const rounds = markets.filter(isRound);
    const empty = rounds.filter(({ bets }) => bets === 0);
    await this.#bet(empty.length > 0 ? empty : rounds, `round ${now}`);
  }

  #stepInBackground(): void {
    this.#running = this.#running
      .then(() => (this.#isClosed ? undefined : this.step()))
      .catch((error) => this.#warn(error));
  }

  #warn(error: unknown): void {
    this.#options.log.warn({ error }, 'The demo bettors could not bet');
  }

  async #playHistory(): Promise<void> {
    const { bettors } = this.#options;
    let behind = await this.#findBehind();
    try {
      if (behind > 0) await this.#fundBettors();
      while (behind > 0 && bettors.length > 0) {
        const step = STEPS - Math.ceil(behind / STEP_SECONDS);
        await this.#playStep(step);
        if (this.#isClosed) return;
        await this.#options.advance(behind - (STEPS - step - 1) * STEP_SECONDS);
        behind = await this.#findBehind();
      }
    } catch (error) {
      if (this.#isClosed) return;
      this.#warn(error);
    }
    if (behind > 0) await this.#options.advance(await this.#findBehind());
  }

  /** Those that an earlier start has made go on. */
  async #startSeries(): Promise<void> {
    const { bettors, commands, listSeries } = this.#options;
    // The next start plays the rest of the history first, in which there are no rounds.
    if (this.#isClosed) return;
    try {
      const running = (await listSeries()).filter(({ stoppedAt }) => stoppedAt === null);
      for (const [index, { token, isStaked, ...template }] of DEMO_SERIES.entries()) {
        const owner = bettors[index];
        if (!owner || running.some(({ wallet }) => wallet === owner.key.address)) continue;
        await this.#getMore(owner, 'SOL');
        const stakes = OUTCOMES.map((outcome) => ({ outcome, amount: tenthsOf(STAKED) }));
        await commands.createSeries(callerOf(owner), {
          ...{ ...template, tokenAddress: token && mintOf(token) },
          ...(isStaked && { initialStakes: stakes }),
        });
      }
    } catch (error) {
      if (!this.#isClosed) this.#warn(error);
    }
  }

  /** Only a chain that began in the past and has not caught up is behind. */
  async #findBehind(): Promise<number> {
    return Math.max(0, -(await this.#options.chain.clock.offset()));
  }

  async #fundBettors(): Promise<void> {
    const { bettors, chain } = this.#options;
    for (const { key } of bettors) {
      if (!(await chain.accounts.findBettor(key.address))) await fundWallet(this.#options, key);
    }
  }

  /** A start that was interrupted plays the same step again: the keys make it happen once. */
  async #playStep(step: number): Promise<void> {
    await this.#open(step, () => true);
    const markets = await this.#listOpen();
    const seeds = Array.from({ length: BETS_PER_STEP }, (_, bet) => `${step} ${bet}`);
    await Promise.all(seeds.map((seed) => this.#bet(markets, seed, `demo bet ${seed}`)));
  }

  async #open(step: number, isWanted: (template: Template) => boolean): Promise<void> {
    // Later there are too many rounds to list those that have ended.
    const markets = await this.#list(step < STEPS ? {} : { status: 'open' });
    const now = this.#options.chain.clock.now();
    for (const [index, template] of TEMPLATES.entries()) {
      const known = markets.filter((market) => templateOf(market) === template);
      const isOpen = known.some(({ expiresAt }) => template.isOnce || expiresAt > now);
      if (!isOpen && template.opensAt <= step && isWanted(template)) {
        await this.#create(template, index);
      }
    }
  }

  async #create(template: Template, index: number): Promise<void> {
    const { chain, bettors, commands } = this.#options;
    const now = chain.clock.now();
    const { lean, currency } = template;
    const asked = template.ask({ now, mintOf });
    const stakes = [lean, 10 - lean].map((tenths) => tenths * TENTHS[currency] * 4);
    const creator = bettors[index % bettors.length] as DemoBettor;
    const input: CreateMarketInput = {
      ...{ tokenAddress: null, currency, ...asked },
      initialStakes: OUTCOMES.map((outcome, side) => {
        return { outcome, amount: tenthsOf(stakes[side] as number) };
      }),
    };
    await commands.createMarket(callerOf(creator), input, keyOf(`demo market ${asked.expiresAt}`));
  }

  async #bet(markets: readonly MarketView[], seed: string, key?: string): Promise<void> {
    const { bettors, commands } = this.#options;
    const [first = 0, second = 0, third = 0, fourth = 0] = sha256(`demo bet ${seed}`);
    const market = markets[first % markets.length];
    const bettor = bettors[second % bettors.length] as DemoBettor;
    const lean = market && (isRound(market) ? EVEN : templateOf(market)?.lean);
    if (!market || lean === undefined) return;
    const { currency } = market;
    const amount = tenthsOf((STAKES[fourth % STAKES.length] as number) * TENTHS[currency]);
    const outcome = third % 10 < lean ? 'Yes' : 'No';
    const bet = { marketId: market.id, outcome, amount, currency };
    const caller = callerOf(bettor);
    await commands.placeBet(caller, bet, key === undefined ? key : keyOf(key)).catch((error) => {
      if (!(error instanceof DomainError)) throw error;
      return error.code === 'funds_insufficient' ? this.#getMore(bettor, currency) : undefined;
    });
  }

  #getMore(bettor: DemoBettor, currency: Currency): Promise<unknown> {
    const amount = tenthsOf(1_000 * TENTHS[currency]);
    return this.#options.commands.useFaucet(callerOf(bettor), { currency, amount });
  }

  async #listOpen(): Promise<MarketView[]> {
    const now = this.#options.chain.clock.now();
    return (await this.#list({ status: 'open' })).filter(({ closesAt }) => closesAt > now);
  }

  async #list(filter: { readonly status?: 'open' }): Promise<MarketView[]> {
    const { bettors, listMarkets } = this.#options;
    const lists = await Promise.all(
      bettors.map(({ key: { address: creator } }) =>
        listMarkets({ ...filter, creator, limit: 100, offset: 0 }),
      ),
    );
    return lists.flatMap(({ markets }) => markets);
  }
}

const isRound = ({ nonce }: MarketView) => seriesOfNonce(nonce) !== undefined;

const templateOf = (market: MarketView) =>
  TEMPLATES.find(({ type }) => !isRound(market) && type === market.parsedCondition?.type);

const callerOf = ({ key }: DemoBettor): Caller => ({
  wallet: key.address,
  scopes: new Set(SCOPES),
});

const tenthsOf = (tenths: number): AmountText => {
  return { text: `${Math.floor(tenths / 10)}.${tenths % 10}`, isJsonNumber: false };
};

const keyOf = (key: string): Idempotency => ({ key, requestHash: sha256Hex(key) });
