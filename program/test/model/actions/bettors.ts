import { EMPTY_BET_WINDOW } from '@tote/domain';
import type { Key } from '../../support/key.ts';
import { addLamports, openAccount } from '../coins.ts';
import { bettorSize } from '../layout.ts';
import type { Bettor, Model } from '../model.ts';
import { requireAll, type Transaction } from '../plan.ts';

const SLOTS_AT_ONCE_MAX = 200;
const SLOTS_MAX = 1_024;

export interface SlotsArgs {
  bettor: Bettor;
  slots: number;
  payer: Key;
}

export function openBettor(model: Model, { bettor, slots, payer }: SlotsArgs): Transaction {
  return {
    kind: 'open_bettor',
    build: (world) => world.build.openBettor(bettor.key, { slots, payer }),
    apply() {
      requireAll({
        InvalidSlotCount: isSlotCount(slots),
        BettorExists: bettor.account === null,
      });
      payRent(model, bettor, slots, payer);
      bettor.account = {
        rentPayer: payer,
        isAutoWithdraw: false,
        available: [0n, 0n],
        sweepable: [0n, 0n],
        delegate: null,
        epoch: 0n,
        delegateExpiresAt: 0n,
        allowance: [0n, 0n],
        window: EMPTY_BET_WINDOW,
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

export function growBettor(model: Model, { bettor, slots, payer }: SlotsArgs): Transaction {
  return {
    kind: 'grow_bettor',
    build: (world) => world.build.growBettor(bettor.key, slots, { payer }),
    apply() {
      const slotCount = (bettor.account?.slots.length ?? 0) + slots;
      requireAll({
        InvalidSlotCount: isSlotCount(slots) && slotCount <= SLOTS_MAX,
        WrongOwner: bettor.account !== null,
        NotRentPayer: bettor.account?.rentPayer === payer,
      });
      const account = openAccount(bettor);
      payRent(model, bettor, slotCount, payer);
      account.slots.push(...Array.from({ length: slots }, () => null));
      return { name: 'BettorGrown', slotCount, bettor: bettor.address };
    },
  };
}

function isSlotCount(slots: number): boolean {
  return slots >= 1 && slots <= SLOTS_AT_ONCE_MAX;
}

/** Pays what is missing at the address; a donation may have paid a part of it. */
function payRent(model: Model, bettor: Bettor, slots: number, payer: Key): void {
  const rent = model.rent(bettorSize(slots));
  if (bettor.lamports >= rent) return;
  addLamports(model, payer.address, bettor.lamports - rent);
  bettor.lamports = rent;
}

export interface CloseBettorArgs {
  bettor: Bettor;
  /** Who is to get the rent. */
  rentPayer: Key;
}

export function closeBettor(model: Model, { bettor, rentPayer }: CloseBettorArgs): Transaction {
  return {
    kind: 'close_bettor',
    build: (world) => world.build.closeBettor(bettor.key, { rentPayer }),
    apply() {
      const account = openAccount(bettor);
      const isEmpty = account.available.every((amount) => amount === 0n);
      requireAll({
        WrongAddress: account.rentPayer === rentPayer,
        BettorNotEmpty: isEmpty && !account.slots.some(Boolean),
        CloseTooSoon: model.slot > account.epoch,
      });
      addLamports(model, rentPayer.address, bettor.lamports);
      bettor.lamports = 0n;
      bettor.account = null;
      bettor.wasClosed = true;
      return { name: 'BettorClosed', bettor: bettor.address };
    },
  };
}
