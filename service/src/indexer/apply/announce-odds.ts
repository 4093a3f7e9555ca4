import { marketIdOf } from '@tote/chain/ids';
import {
  currencyFromCode,
  formatAmount,
  formatTenThousandths,
  oddsRoundHalfUp,
  poolsOf,
} from '@tote/domain';
import type { Batch } from '../batch.ts';

/** Adds one feed event per market whose pools changed, with the new odds. */
export function announceOdds(batch: Batch): void {
  for (const market of batch.oddsChanged) {
    const row = batch.findMarket(market);
    if (!row) continue;
    const pools = poolsOf(row.pool_yes, row.pool_no);
    const odds = oddsRoundHalfUp(pools);
    const decimals = batch.decimals[currencyFromCode(row.currency)];
    batch.feedEvents.push({
      type: 'odds.changed',
      marketId: marketIdOf(market),
      wallet: null,
      data: {
        odds: { Yes: formatTenThousandths(odds.yes), No: formatTenThousandths(odds.no) },
        totalStake: {
          Yes: formatAmount(pools.yes, decimals),
          No: formatAmount(pools.no, decimals),
        },
        sequence: row.sequence.toString(),
      },
    });
  }
}
