// Builds and signs the transactions of bets.
import type { Address } from '@solana/kit';
import { placeBetsUnits } from '@tote/chain/compute-units';
import type { SignedTransaction } from '@tote/chain/landing';
import {
  type GroupBet,
  type PlaceBetsMarket,
  type PlaceBetsSpace,
  PlaceBetsTemplate,
} from '@tote/chain/place-bets-template';
import type { Lifetime } from '@tote/chain/write-transaction';
import { currencyToCode } from '@tote/domain';
import type { FeeQuote } from '../../admission/priority-fees.ts';
import type { MarketView } from '../../store/projection/market-view.ts';
import type { BetContext, WantedBet } from './context.ts';
import { listByMarket, type StoredBet } from './journal.ts';

type TemplateContext = Pick<BetContext, 'chain' | 'relayer' | 'fees' | 'isCluster'>;

/** What a group is signed with. */
interface Signing {
  readonly lifetime: Lifetime;
  /** Left out: no priority fee. */
  readonly quote?: FeeQuote;
  /** Others are under way, so that the time of a simulation counts. */
  readonly isBusy?: boolean;
}

/** So long before the cutoff no bet is late, by the clock of the chain. */
const CUTOFF_SECONDS = 15;

export class GroupTemplates {
  readonly #context: TemplateContext;
  readonly #template: PlaceBetsTemplate;

  constructor(context: TemplateContext) {
    const { chain, relayer, fees } = context;
    this.#context = context;
    this.#template = new PlaceBetsTemplate({
      programAddress: chain.programAddress,
      delegate: relayer.address,
      isPriced: fees !== undefined,
      isLarge: chain.takesVersion1,
    });
  }

  emptySpace(): PlaceBetsSpace {
    return this.#template.emptySpace();
  }

  /** False if the bet does not fit into the transaction any more. */
  tryAdd(space: PlaceBetsSpace, { market, bettor }: WantedBet): boolean {
    return space.tryAdd(this.#toMarket(market), bettor.address);
  }

  sign(bets: readonly StoredBet[], { lifetime, quote, isBusy }: Signing): SignedTransaction {
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
    const { relayer } = this.#context;
    const signed = this.#template.sign(instructions, lifetime, relayer, { units, price });
    const isSure = isBusy && markets.every(({ market }) => this.#isSure(market));
    return isSure ? { ...signed, preflight: 'none' } : signed;
  }

  /**
   * A bet that is refused is a verdict and fails no transaction, and we have checked the market. A
   * simulation could only find what happened since, which is rare, and costs every bet its time.
   */
  #isSure({ closesAt, takesFactAccount }: MarketView): boolean {
    const { chain, isCluster = false } = this.#context;
    return isCluster && !takesFactAccount && closesAt - chain.clock.now() > CUTOFF_SECONDS;
  }

  #toMarket(market: MarketView): PlaceBetsMarket {
    return {
      market: market.address,
      currency: currencyToCode(market.currency),
      ...(market.isGated && { gate: this.#context.chain.addresses.config }),
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
