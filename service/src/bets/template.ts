import type { Address } from '@solana/kit';
import { placeBetsUnits, readUnitLimit, SLOTS_MAX } from '@tote/chain/compute-units';
import type { Key } from '@tote/chain/key';
import type { TransactionFailure } from '@tote/chain/landed';
import type { SignedTransaction } from '@tote/chain/landing';
import {
  type GroupBet,
  type PlaceBetsMarket,
  type PlaceBetsSpace,
  PlaceBetsTemplate,
} from '@tote/chain/place-bets-template';
import { isOverBudget } from '@tote/chain/transaction-failure';
import type { Lifetime } from '@tote/chain/write-transaction';
import { currencyToCode } from '@tote/domain';
import type { MarketView } from '../store/projection/market-view.ts';
import type { FeeQuote } from '../submissions/priority-fees.ts';
import { type BetGroup, listByMarket, type StoredBet, toGroup, type WantedBet } from './bet.ts';
import type { BetContext } from './bettor-cache.ts';

interface Signing {
  readonly delegate: Address;
  readonly lifetime: Lifetime;
  readonly quote?: FeeQuote;
  /** Others are under way, so that the time of a simulation counts. */
  readonly isBusy?: boolean;
}

/** This long before the cutoff no bet is late, by the clock of the chain. */
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
    const create = (delegate: Address) => new PlaceBetsTemplate({ ...shared, delegate });
    this.#templates = new Map(relayers.keys.map(({ address }) => [address, create(address)]));
  }

  emptySpace(delegate: Address): PlaceBetsSpace {
    return this.#find(delegate).emptySpace();
  }

  tryAdd(space: PlaceBetsSpace, { market, bettor }: WantedBet): boolean {
    return space.tryAdd(this.#toMarket(market), bettor.address);
  }

  sign(
    bets: readonly StoredBet[],
    { delegate, lifetime, quote, isBusy }: Signing,
  ): SignedTransaction {
    const markets = listByMarket(bets);
    const slotCounts = bets.map(({ slotCount }) => slotCount);
    const units = placeBetsUnits(slotCounts, markets.length);
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

  async signAll(delegate: Address, lists: readonly (readonly StoredBet[])[]): Promise<BetGroup[]> {
    const { chain, fees } = this.#context;
    const accounts = lists.flatMap((bets) => bets.map(({ market }) => market.address));
    const [lifetime, quote] = await Promise.all([
      chain.blockhashes.latest(),
      fees?.quote([...new Set(accounts)]),
    ]);
    const now = BigInt(chain.clock.now());
    return lists.map((bets) => toGroup(bets, this.sign(bets, { delegate, lifetime, quote }), now));
  }

  #find(delegate: Address): PlaceBetsTemplate {
    const template = this.#templates.get(delegate);
    if (!template) throw new RangeError(`there is no key of the delegate ${delegate}`);
    return template;
  }

  /** We checked the market, and a refused bet fails nothing: a simulation only costs time. */
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

function toGroupBet({ row, slot, minRatioBps }: StoredBet): GroupBet {
  return {
    bettor: row.bettor as Address,
    outcome: Number(row.outcome),
    amount: row.amount,
    epoch: row.epoch,
    betId: Number(row.id_number),
    minRatioBps,
    slot,
  };
}

// Splits a group that ran out of compute units because an account in it is larger than its cached
// size. Each bet is sent alone, with the units for the largest account, so that no bet fails
// because of another. The bets keep their ids, so that none counts twice.

export function shouldSplit(
  failure: TransactionFailure,
  { signed, bets }: Pick<BetGroup, 'signed' | 'bets'>,
): boolean {
  if (!isOverBudget(failure)) return false;
  return bets.length > 1 || readUnitLimit(signed.wire) < placeBetsUnits([SLOTS_MAX]);
}

export function splitBets({ bettors }: BetContext, bets: readonly StoredBet[]): StoredBet[][] {
  // The cached size of at least one account was too small.
  for (const { row } of bets) bettors.forget(row.wallet as Address);
  return bets.map((bet) => [{ ...bet, slotCount: SLOTS_MAX }]);
}
