// Caches the Bettor accounts of wallets that bet through us. The cache may be outdated in either
// direction, so a bet is only refused after a fresh read, and the chain decides in the end.
import type { Address } from '@solana/kit';
import type { Accounts } from '@tote/chain/chain';
import { currencyToCode } from '@tote/domain';
import { LRUCache } from 'lru-cache';
import type { MarketView } from '../store/projection/market-view.ts';
import type { CommandContext } from '../submissions/context.ts';
import type { BetRecord } from '../submissions/records.ts';
import type { KnownBettor, StoredBet } from './bet.ts';

const BETTORS_MAX = 20_000;

export class BettorCache {
  readonly #accounts: Pick<Accounts, 'findBettor'>;
  readonly #known = new LRUCache<Address, KnownBettor>({ max: BETTORS_MAX });
  readonly #reading = new Map<Address, Promise<KnownBettor | null>>();

  constructor(accounts: Pick<Accounts, 'findBettor'>) {
    this.#accounts = accounts;
  }

  find(wallet: Address): KnownBettor | undefined {
    return this.#known.get(wallet);
  }

  read(wallet: Address): Promise<KnownBettor | null> {
    const reading = this.#reading.get(wallet);
    if (reading) return reading;
    const started = this.#read(wallet).finally(() => this.#reading.delete(wallet));
    this.#reading.set(wallet, started);
    return started;
  }

  forget(wallet: Address): void {
    this.#known.delete(wallet);
    // What is being read may be older than what has changed.
    this.#reading.delete(wallet);
  }

  /** Subtracts a confirmed bet, or forgets the account if it was read again since. */
  spend({ row, market, slot, wanted }: Omit<StoredBet, 'slotCount'>): void {
    const wallet = row.wallet as Address;
    const known = this.#known.get(wallet);
    if (!known) return;
    const index = currencyToCode(market.currency);
    const isCovered = known.available[index] >= row.amount && known.allowance[index] >= row.amount;
    if (known !== wanted?.bettor || !isCovered) {
      this.forget(wallet);
      return;
    }
    known.available[index] -= row.amount;
    known.allowance[index] -= row.amount;
    if (!known.slots.has(market.address)) known.slots.set(market.address, slot);
  }

  async #read(wallet: Address): Promise<KnownBettor | null> {
    const before = this.#known.get(wallet);
    const bettor = await this.#accounts.findBettor(wallet);
    if (!bettor) {
      this.#known.delete(wallet);
      return null;
    }
    const slots = new Map<Address, number>();
    let freeSlot = 0;
    for (let index = bettor.slots.length - 1; index >= 0; index -= 1) {
      const slot = bettor.slots[index];
      if (!slot) continue;
      if (slot.stakeYes === 0n && slot.stakeNo === 0n) freeSlot = index;
      else slots.set(slot.market, index);
    }
    const { address, delegate, delegateGeneration, epoch, delegateExpiresAt, slotCount } = bettor;
    const known: KnownBettor = {
      ...{ address, wallet, delegate, delegateGeneration, epoch, delegateExpiresAt, slotCount },
      highestBetId: BigInt(bettor.highestBetId),
      available: [bettor.available[0] ?? 0n, bettor.available[1] ?? 0n],
      allowance: [bettor.allowance[0] ?? 0n, bettor.allowance[1] ?? 0n],
      slots,
      freeSlot,
      floor: before?.epoch === epoch ? before.floor : undefined,
    };
    this.#known.set(wallet, known);
    return known;
  }
}

export interface BetContext extends CommandContext {
  readonly bettors: BettorCache;
  findCachedMarket(id: string): MarketView | undefined;
  findBet(betId: string): Promise<BetRecord | undefined>;
  refuseHalted(marketId: string): void;
}
