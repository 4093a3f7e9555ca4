import type { Address } from '@solana/kit';
import type { ChangeOf } from '@tote/chain/history/program-change';
import type { MarketId } from '@tote/chain/ids';
import type { MarketRow } from '../../store/projection/market-view.ts';
import { sumPayouts } from '../../store/projection/save-positions.ts';
import type { ApplyContext } from '../batch.ts';
import { OutOfOrder } from '../problems.ts';
import { about, announceEnd, contradiction, getNext, recordTransaction } from './market-event.ts';
import { isFirstAfterVeto } from './positions-settled.ts';

/** Occurs once or twice: first the fees move, and from the expiry on the account is closed. */
export async function applyMarketClosed(
  context: ApplyContext,
  { event }: ChangeOf<'MarketClosed'>,
): Promise<void> {
  const { batch, landed } = context;
  const row = getNext(context, event);
  const closed: MarketRow = {
    ...row,
    sequence: event.sequence,
    account_closed: event.accountClosed ? 1n : row.account_closed,
  };
  recordTransaction(context, row, 'closed');
  if (row.fees_moved !== 0n) {
    batch.setMarket(closed);
    return;
  }
  await expectFees(context, row, event);
  const { dust, burnTotal } = event;
  batch.tally.addBurned(row, row.burn + dust, landed.blockTime);
  batch.setMarket({
    ...closed,
    open_positions: 0n,
    fees_moved: 1n,
    dust,
    burn_total: BigInt.asIntN(64, burnTotal),
  });
  if (isFirstAfterVeto(row)) await announceEnd(context, row);
  // There was no position, so no settlement announced the end.
  if (row.open_positions === null) announceFinished(context, row);
}

/** After all payouts the rest of the pools is fees and dust. */
async function expectFees(
  context: ApplyContext,
  row: MarketRow,
  { burn, developer, dust }: ChangeOf<'MarketClosed'>['event'],
): Promise<void> {
  if (burn !== row.burn || developer !== row.developer) {
    throw contradiction(context, row, 'other fees than at its resolution');
  }
  const { paid, open } = await readPayouts(context, row);
  const left = row.pool_yes + row.pool_no - paid - burn - developer;
  if (open === 0n && left === dust) return;
  const reason = `closed with a dust of ${dust}, not ${left}, and ${open} open positions`;
  throw new OutOfOrder(context.landed.signature, row.id as MarketId, reason);
}

/** A market without bets needs no query. */
async function readPayouts({ batch }: ApplyContext, row: MarketRow) {
  await batch.flushPositions();
  if (batch.findMarket(row.address as Address)?.bets === 0n) return { paid: 0n, open: 0n };
  return sumPayouts(batch.db, row.id);
}

function announceFinished({ batch }: ApplyContext, row: MarketRow): void {
  const data = { settled: 0, openPositions: 0 };
  batch.feedEvents.push({ type: 'settlement.finished', ...about(row), data });
}

const SOL = 0n;

export function applyFeesCollected(
  { batch, landed }: ApplyContext,
  { event, instruction }: ChangeOf<'FeesCollected'>,
): void {
  batch.feeEvents.push({
    signature: landed.signature,
    instruction: BigInt(instruction),
    kind: 'collected',
    currency: BigInt(event.currency),
    developer: event.developer,
    burned: event.burned,
    price: 0n,
    burned_total: BigInt.asIntN(64, event.burnedTotal),
    utility_burned_total: 0n,
    slot: landed.slot,
  });
}

export function applyBoughtBack(
  { batch, landed }: ApplyContext,
  { event, instruction }: ChangeOf<'BoughtBack'>,
): void {
  batch.feeEvents.push({
    signature: landed.signature,
    instruction: BigInt(instruction),
    kind: 'bought_back',
    currency: SOL,
    developer: 0n,
    burned: event.lot,
    price: event.price,
    burned_total: BigInt.asIntN(64, event.burnedTotal),
    utility_burned_total: BigInt.asIntN(64, event.utilityBurnedTotal),
    slot: landed.slot,
  });
}
