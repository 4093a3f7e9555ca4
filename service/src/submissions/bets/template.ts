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
import type { MarketView } from '../../store/projection/market-view.ts';
import type { BetContext, WantedBet } from './context.ts';
import { listByMarket, type StoredBet } from './journal.ts';

export class GroupTemplates {
  readonly #context: Pick<BetContext, 'chain' | 'relayer' | 'computeUnitPrice'>;
  readonly #template: PlaceBetsTemplate;

  constructor(context: Pick<BetContext, 'chain' | 'relayer' | 'computeUnitPrice'>) {
    const { chain, relayer, computeUnitPrice } = context;
    this.#context = context;
    this.#template = new PlaceBetsTemplate({
      programAddress: chain.programAddress,
      delegate: relayer.address,
      computeUnitPrice,
    });
  }

  emptySpace(): PlaceBetsSpace {
    return this.#template.emptySpace();
  }

  /** False if the bet does not fit into the transaction any more. */
  tryAdd(space: PlaceBetsSpace, { market, bettor }: WantedBet): boolean {
    return space.tryAdd(this.#toMarket(market), bettor.address);
  }

  sign(bets: readonly StoredBet[], lifetime: Lifetime): SignedTransaction {
    const markets = listByMarket(bets).map(({ market, bets: own }) => ({
      ...this.#toMarket(market),
      bets: own.map(toGroupBet),
    }));
    const units = placeBetsUnits(
      bets.map(({ slotCount }) => slotCount),
      markets.length,
    );
    return this.#template.sign(markets, lifetime, this.#context.relayer, units);
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
