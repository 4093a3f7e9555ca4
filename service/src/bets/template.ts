// Builds and signs the transactions of bets.
import type { Address } from '@solana/kit';
import { placeBetsUnits } from '@tote/chain/compute-units';
import type { Key } from '@tote/chain/key';
import type { SignedTransaction } from '@tote/chain/landing';
import {
  type GroupBet,
  type PlaceBetsMarket,
  type PlaceBetsSpace,
  PlaceBetsTemplate,
} from '@tote/chain/place-bets-template';
import type { Lifetime } from '@tote/chain/write-transaction';
import { currencyToCode } from '@tote/domain';
import type { MarketView } from '../store/projection/market-view.ts';
import type { FeeQuote } from '../submissions/priority-fees.ts';
import { listByMarket, type StoredBet, type WantedBet } from './bet.ts';
import type { BetContext } from './context.ts';

/** What a group is signed with. */
interface Signing {
  /** The delegate that its wallets name, one of our keys. */
  readonly delegate: Address;
  readonly lifetime: Lifetime;
  /** Undefined: no priority fee. */
  readonly quote?: FeeQuote;
  /** Others are under way, so that the time of a simulation counts. */
  readonly isBusy?: boolean;
}

/** So long before the cutoff no bet is late, by the clock of the chain. */
const CUTOFF_SECONDS = 15;

export class GroupTemplates {
  readonly #context: BetContext;
  readonly #templates: ReadonlyMap<Address, PlaceBetsTemplate>;

  constructor(context: BetContext) {
    const { chain, relayers, fees } = context;
    this.#context = context;
    const shared = {
      programAddress: chain.programAddress,
      config: chain.addresses.config,
      isPriced: fees !== undefined,
      isLarge: chain.takesVersion1,
      mayBeCosigned: relayers.keys.length > 1,
    };
    this.#templates = new Map(
      relayers.keys.map(({ address: delegate }) => [
        delegate,
        new PlaceBetsTemplate({ ...shared, delegate }),
      ]),
    );
  }

  emptySpace(delegate: Address): PlaceBetsSpace {
    return this.#find(delegate).emptySpace();
  }

  /** False if the bet does not fit into the transaction any more. */
  tryAdd(space: PlaceBetsSpace, { market, bettor }: WantedBet): boolean {
    return space.tryAdd(this.#toMarket(market), bettor.address);
  }

  sign(
    bets: readonly StoredBet[],
    { delegate, lifetime, quote, isBusy }: Signing,
  ): SignedTransaction {
    const markets = listByMarket(bets);
    const units = placeBetsUnits(
      bets.map(({ slotCount }) => slotCount),
      markets.length,
    );
    const instructions = markets.map(({ market, bets: own }) => ({
      ...this.#toMarket(market),
      bets: own.map(toGroupBet),
    }));
    const price = quote?.priceFor(units);
    const { operator, find } = this.#context.relayers;
    const key = find(delegate) as Key;
    const template = this.#find(delegate);
    const signed = template.sign(instructions, lifetime, key, { units, price }, operator);
    const isSure = isBusy && markets.every(({ market }) => this.#isSure(market));
    return isSure ? { ...signed, preflight: 'none' } : signed;
  }

  /** Admission has found its key. */
  #find(delegate: Address): PlaceBetsTemplate {
    const template = this.#templates.get(delegate);
    if (!template) throw new RangeError(`there is no key of the delegate ${delegate}`);
    return template;
  }

  /**
   * A bet that is refused is a verdict and fails no transaction, and we have checked the market. A
   * simulation could only find what happened since, which is rare, and costs every bet its time.
   */
  #isSure({ closesAt, takesFactAccount }: MarketView): boolean {
    const { chain, isCluster } = this.#context;
    return isCluster && !takesFactAccount && closesAt - chain.clock.now() > CUTOFF_SECONDS;
  }

  #toMarket(market: MarketView): PlaceBetsMarket {
    return {
      market: market.address,
      currency: currencyToCode(market.currency),
      isGated: market.isGated,
      ...(market.takesFactAccount && { factAccount: market.subject }),
    };
  }
}

function toGroupBet({ row, slot }: StoredBet): GroupBet {
  return {
    bettor: row.bettor as Address,
    outcome: Number(row.outcome),
    amount: row.amount,
    epoch: row.epoch,
    betId: Number(row.id_number),
    slot,
  };
}
