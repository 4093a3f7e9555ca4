import type { Address } from '@solana/kit';
import type { ChangeOf } from '@tote/chain/history/program-change';
import type { MarketId } from '@tote/chain/ids';
import type { MarketRow } from '../../store/projection/market-row.ts';
import { sumPayouts } from '../../store/projection/sum-payouts.ts';
import { toSigned } from '../amounts.ts';
import type { Applying } from '../batch.ts';
import { OutOfOrder } from '../problems.ts';
import { announceEnd, contradiction, getNext, recordTransaction } from './market-ended.ts';
import { isFirstAfterVeto } from './positions-settled.ts';

/** Comes once or twice: the fees move first, the account closes from the expiry on. */
export async function applyMarketClosed(
  applying: Applying,
  { event }: ChangeOf<'MarketClosed'>,
): Promise<void> {
  const { batch } = applying;
  const row = getNext(applying, event);
  const closed: MarketRow = {
    ...row,
    sequence: event.sequence,
    account_closed: event.accountClosed ? 1n : row.account_closed,
  };
  recordTransaction(applying, row, 'closed');
  if (row.fees_moved !== 0n) {
    batch.setMarket(closed);
    return;
  }
  await expectFees(applying, row, event);
  const { dust, burnTotal } = event;
  batch.setMarket({
    ...closed,
    open_positions: 0n,
    fees_moved: 1n,
    dust,
    burn_total: toSigned(burnTotal),
  });
  if (isFirstAfterVeto(row)) announceEnd(applying, row);
  // Nobody had a position, so that nothing was settled.
  if (row.open_positions === null) announceFinished(applying, row);
}

/** What is left of the pools once everybody is paid is fees and dust. */
async function expectFees(
  applying: Applying,
  row: MarketRow,
  { burn, developer, dust }: ChangeOf<'MarketClosed'>['event'],
): Promise<void> {
  if (burn !== row.burn || developer !== row.developer) {
    throw contradiction(applying, row, 'other fees than at its resolution');
  }
  const { paid, open } = await readPayouts(applying, row);
  const left = row.pool_yes + row.pool_no - paid - burn - developer;
  if (open === 0n && left === dust) return;
  const reason = `closed with a dust of ${dust}, not ${left}, and ${open} open positions`;
  throw new OutOfOrder(applying.landed.signature, row.id as MarketId, reason);
}

/** A market that nobody bet in has nothing to read. */
async function readPayouts({ batch }: Applying, row: MarketRow) {
  await batch.flushPositions();
  if (batch.findMarket(row.address as Address)?.bets === 0n) return { paid: 0n, open: 0n };
  return sumPayouts(batch.db, row.id);
}

function announceFinished({ batch }: Applying, row: MarketRow): void {
  batch.feedEvents.push({
    type: 'settlement.finished',
    marketId: row.id as MarketId,
    wallet: null,
    data: { settled: 0, openPositions: 0 },
  });
}
