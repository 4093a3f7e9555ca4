// Derives missing events. Logs of other instructions can truncate ours. What an instruction did
// follows from its data, from the state before it, and from the accounts.
import type { Address } from '@solana/kit';
import { expectedEvent, marketOf } from '@tote/chain/history/market-of';
import type { ChangeOf, EventChange } from '@tote/chain/history/program-change';
import { marketIdOf } from '@tote/chain/ids';
import type { LandedTransaction } from '@tote/chain/landed';
import { type EventName, NO_ADDRESS } from '@tote/program-client';
import type { MarketRow } from '../../store/projection/market-view.ts';
import {
  Contradiction,
  type EventMissing,
  type Missing,
  type MissingInMarket,
  type ReconcileSources,
} from '../problems.ts';
import { reconcileBets } from './reconcile-bets.ts';
import { reconcileCreation } from './reconcile-creation.ts';
import { reconcileClose, reconcileEnd, reconcileSettlement } from './reconcile-end.ts';
import {
  reconcileBettorClosed,
  reconcileBuyBack,
  reconcileCollection,
  reconcileTransfer,
} from './reconcile-money.ts';

export async function reconcile(
  sources: ReconcileSources,
  landed: LandedTransaction,
  { instruction, row }: EventMissing,
): Promise<EventChange> {
  const source = landed.instructions[instruction];
  const name = source && expectedEvent(source);
  if (!name) throw new RangeError(`there is no instruction ${instruction}`);
  const missing: Missing = { ...sources, landed, instruction, source };
  switch (name) {
    case 'BettorOpened':
      return bettorOpened(missing);
    case 'KeysDisabled':
      return keysDisabled(missing);
    case 'Deposited':
    case 'Withdrawn':
      return reconcileTransfer(name, missing);
    case 'BettorClosed':
      return reconcileBettorClosed(missing);
    case 'MarketCreated':
      return reconcileCreation(missing);
    case 'FeesCollected':
      return reconcileCollection(missing);
    case 'BoughtBack':
      return reconcileBuyBack(missing);
    case 'BetsPlaced':
      return reconcileBets(inMarket(missing, row));
    case 'MarketResolved':
    case 'MarketVetoed':
    case 'MarketRefunded':
      return reconcileEnd(name, inMarket(missing, row));
    case 'PositionsSettled':
      return reconcileSettlement(inMarket(missing, row));
    case 'MarketClosed':
      return reconcileClose(inMarket(missing, row));
    default:
      return withoutRows(name, missing);
  }
}

function bettorOpened({ instruction, source }: Missing): ChangeOf<'BettorOpened'> {
  const [rentPayer = NO_ADDRESS, , wallet = NO_ADDRESS, bettor = NO_ADDRESS] = source.accounts;
  const event = { name: 'BettorOpened', slotCount: 0, bettor, wallet, rentPayer } as const;
  return { name: 'BettorOpened', instruction, event };
}

function keysDisabled({ instruction, source }: Missing): ChangeOf<'KeysDisabled'> {
  const [by = NO_ADDRESS] = source.accounts;
  const [, mask = 0] = source.data;
  const below = { oracleDisabledBelow: 0n, operatorDisabledBelow: 0n };
  const event = { name: 'KeysDisabled', mask, by, ...below } as const;
  return { name: 'KeysDisabled', instruction, event };
}

/** These events change no rows: the Config and delegates are read from their accounts. */
const withoutRows = (name: EventName, { instruction }: Missing): EventChange =>
  ({ name, instruction, event: { name } }) as unknown as EventChange;

function inMarket(missing: Missing, row: MarketRow | undefined): MissingInMarket {
  const market = marketOf(missing.source) as Address;
  if (row) return { ...missing, market, row };
  throw new Contradiction(
    missing.landed.signature,
    marketIdOf(market),
    'its creation is not indexed',
  );
}
