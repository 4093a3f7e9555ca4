import { largest } from '@tote/chain/lib/bigints';
import type { Key } from '../../support/key.ts';
import { addLamports, openAccount, vaultOf } from '../coins.ts';
import { bettorSize } from '../layout.ts';
import { type Bettor, type BettorAccount, type Model, NO_BET_IDS, type Pair } from '../model.ts';
import { requireAll, type Transaction } from '../plan.ts';
import { isOperator } from './config.ts';
import { addToBurn } from './fees.ts';

/** Less UTILITY than the rent of an account of this size may be left behind. */
const FORFEIT_BYTES = 165;

const SLOTS_AT_ONCE_MAX = 200;
const SLOTS_MAX = 1_024;

export interface OpenBettorArgs {
  bettor: Bettor;
  slots: number;
  payer: Key;
  /** Signs for it. */
  authority: Key;
}

export function openBettor(model: Model, args: OpenBettorArgs): Transaction {
  const { bettor, slots, payer, authority } = args;
  return {
    kind: 'open_bettor',
    build: (world) => world.build.openBettor(bettor.key, { slots, payer, authority }),
    apply() {
      requireAll({
        InvalidSlotCount: isSlotCount(slots),
        NotWalletOrOperator: authority === bettor.key || isOperator(model, authority),
        BettorExists: bettor.account === null,
      });
      payRent(model, bettor, slots, payer);
      bettor.account = {
        rentPayer: payer,
        isAutoWithdraw: false,
        available: [0n, 0n],
        sweepable: [0n, 0n],
        delegate: null,
        delegateGeneration: 0,
        epoch: 0n,
        delegateExpiresAt: 0n,
        allowance: [0n, 0n],
        betIds: NO_BET_IDS,
        walletRent: 0n,
        slots: Array.from({ length: slots }, () => null),
      };
      if (bettor.wasClosed) model.statistics.reach('bettors opened again');
      return {
        name: 'BettorOpened',
        slotCount: slots,
        bettor: bettor.address,
        wallet: bettor.key.address,
        rentPayer: payer.address,
      };
    },
  };
}

export function growBettor(model: Model, bettor: Bettor, slots: number, payer: Key): Transaction {
  return {
    kind: 'grow_bettor',
    build: (world) => world.build.growBettor(bettor.key, slots, { payer }),
    apply() {
      const slotCount = (bettor.account?.slots.length ?? 0) + slots;
      requireAll({
        InvalidSlotCount: isSlotCount(slots) && slotCount <= SLOTS_MAX,
        WrongOwner: bettor.account !== null,
        NotRentPayer: bettor.account?.rentPayer === payer || bettor.key === payer,
      });
      const account = openAccount(bettor);
      const paid = payRent(model, bettor, slotCount, payer);
      if (account.rentPayer !== payer) account.walletRent += paid;
      account.slots.push(...Array.from({ length: slots }, () => null));
      return { name: 'BettorGrown', slotCount, bettor: bettor.address };
    },
  };
}

function isSlotCount(slots: number): boolean {
  return slots >= 1 && slots <= SLOTS_AT_ONCE_MAX;
}

/** Pays what is missing at the address; a donation may have paid a part of it. */
function payRent(model: Model, bettor: Bettor, slots: number, payer: Key): bigint {
  const rent = model.rent(bettorSize(slots));
  const missing = largest(rent - bettor.lamports, 0n);
  addLamports(model, payer.address, -missing);
  bettor.lamports += missing;
  return missing;
}

export interface CloseBettorArgs {
  bettor: Bettor;
  /** Gets the rent back. */
  rentPayer: Key;
  /** A little may be left behind. */
  isForfeiting?: boolean;
}

export function closeBettor(model: Model, args: CloseBettorArgs): Transaction {
  const { bettor, rentPayer, isForfeiting = false } = args;
  return {
    kind: isForfeiting ? 'close_bettor (forfeiting)' : 'close_bettor',
    build: (world) => world.build.closeBettor(bettor.key, { rentPayer, isForfeiting }),
    apply() {
      const account = openAccount(bettor);
      const [sol, utility] = account.available;
      const isEmpty = isForfeiting ? canForfeit(model, bettor) : sol + utility === 0n;
      requireAll({
        WrongAddress: account.rentPayer === rentPayer,
        BettorNotEmpty: isEmpty && !account.slots.some(Boolean),
        CloseTooSoon: model.slot > account.epoch,
      });
      forfeit(model, [sol, utility]);
      giveRentBack(model, bettor, account);
      bettor.account = null;
      bettor.wasClosed = true;
      const forfeited = { forfeitedSol: sol, forfeitedUtility: utility };
      return { name: 'BettorClosed', bettor: bettor.address, ...forfeited };
    },
  };
}

/** Less than the rent of the account to take it out with; UTILITY as plain numbers. */
export function canForfeit(model: Model, { account }: Bettor): boolean {
  const [sol, utility] = account?.available ?? [0n, 0n];
  return sol < model.rent(0) && utility < model.rent(FORFEIT_BYTES);
}

/** It stays owed, but to the burn. */
function forfeit(model: Model, [sol, utility]: Pair): void {
  addToBurn(vaultOf(model, 0), sol, model.now);
  addToBurn(vaultOf(model, 1), utility, model.now);
  if (sol > 0n) model.statistics.reach('SOL left behind');
  if (utility > 0n) model.statistics.reach('UTILITY left behind');
}

/** The wallet's part to the wallet; the rest, with what was donated, to who opened the account. */
function giveRentBack(model: Model, bettor: Bettor, { rentPayer, walletRent }: BettorAccount) {
  addLamports(model, bettor.key.address, walletRent);
  addLamports(model, rentPayer.address, bettor.lamports - walletRent);
  bettor.lamports = 0n;
  if (walletRent > 0n) model.statistics.reach('rent returned to the wallet');
}
