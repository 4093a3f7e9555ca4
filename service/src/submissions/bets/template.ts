// Builds and signs the transactions of bets, from a template per market.
import type { Address } from '@solana/kit';
import { placeBetsUnits } from '@tote/chain/compute-units';
import type { SignedTransaction } from '@tote/chain/landing';
import { PlaceBetsTemplate } from '@tote/chain/place-bets-template';
import type { Lifetime } from '@tote/chain/write-transaction';
import { currencyToCode } from '@tote/domain';
import { LRUCache } from 'lru-cache';
import type { MarketView } from '../../store/projection/market-view.ts';
import type { BetContext } from './context.ts';
import type { StoredBet } from './journal.ts';

const TEMPLATES_MAX = 5_000;

export class GroupTemplates {
  readonly #context: Pick<BetContext, 'chain' | 'relayer' | 'computeUnitPrice'>;
  readonly #templates = new LRUCache<Address, PlaceBetsTemplate>({ max: TEMPLATES_MAX });

  constructor(context: Pick<BetContext, 'chain' | 'relayer' | 'computeUnitPrice'>) {
    this.#context = context;
  }

  get(market: MarketView): PlaceBetsTemplate {
    const known = this.#templates.get(market.address);
    if (known) return known;
    const { chain, relayer, computeUnitPrice } = this.#context;
    const template = new PlaceBetsTemplate({
      programAddress: chain.programAddress,
      delegate: relayer.address,
      market: market.address,
      currency: currencyToCode(market.currency),
      ...(market.isGated && { gate: chain.addresses.config }),
      ...(market.takesFactAccount && { factAccount: market.subject }),
      computeUnitPrice,
    });
    this.#templates.set(market.address, template);
    return template;
  }

  sign(market: MarketView, bets: readonly StoredBet[], lifetime: Lifetime): SignedTransaction {
    const group = bets.map(({ row, slot }) => ({
      bettor: row.bettor as Address,
      outcome: Number(row.outcome),
      amount: row.amount,
      epoch: row.epoch,
      betId: Number(row.id_number),
      slot,
    }));
    const units = placeBetsUnits(bets.map(({ slotCount }) => slotCount));
    return this.get(market).sign(group, lifetime, this.#context.relayer, units);
  }
}
