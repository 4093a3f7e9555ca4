// Which markets have a disabled oracle. Nobody can decide them any more, so they take no bets and
// are refunded. A market's account has the generation of its oracle, which never changes; the
// Config says which generations are disabled.
import type { Address } from '@solana/kit';
import type { ChainClock } from '@tote/chain/chain';
import type { LiveConfig } from '@tote/chain/live-config';
import { isOracleMarket } from '@tote/conditions/oracle-market';
import { isFinal, phaseAt } from '@tote/domain';
import type { Market } from '@tote/program-client';
import { LRUCache } from 'lru-cache';
import type { MarketView } from '../store/projection/market-view.ts';

const GENERATIONS_MAX = 20_000;

interface DisabledOraclesOptions {
  readonly clock: Pick<ChainClock, 'now'>;
  readonly live: Pick<LiveConfig, 'current'>;
  findMarketAccount(address: Address): Promise<Market | null>;
}

export class DisabledOracles {
  readonly #options: DisabledOraclesOptions;
  readonly #generations = new LRUCache<Address, number>({ max: GENERATIONS_MAX });
  /** The same object for the same state, so that callers can cache what they render from it. */
  readonly #marked = new WeakMap<MarketView, MarketView>();

  constructor(options: DisabledOraclesOptions) {
    this.#options = options;
  }

  get isEmpty(): boolean {
    return this.#options.live.current.oracleDisabledBelow === 0;
  }

  async mark(market: MarketView): Promise<MarketView> {
    const known = this.peek(market);
    if (known) return known;
    const { address } = market;
    const account = await this.#options.findMarketAccount(address);
    // A closed account is that of a market that has ended.
    if (!account) return market;
    this.#generations.set(address, account.oracleGeneration);
    return this.peek(market) ?? market;
  }

  /** What `mark` would give at once; undefined if it would have to read the account. */
  peek(market: MarketView): MarketView | undefined {
    const { clock, live } = this.#options;
    if (this.isEmpty || !isOracleMarket(market)) return market;
    if (isFinal(phaseAt(market, clock.now()))) return market;
    const generation = this.#generations.get(market.address);
    if (generation === undefined) return undefined;
    if (generation >= live.current.oracleDisabledBelow) return market;
    const marked = this.#marked.get(market) ?? { ...market, isOracleDisabled: true };
    this.#marked.set(market, marked);
    return marked;
  }
}
