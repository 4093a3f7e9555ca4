import { amount, type Settlement } from '@tote/domain';
import { countedOutcome, type MarketRow, OPEN, refundReasonFromCode } from './market-row.ts';
import type { MarketView } from './market-view.ts';

/** How the pools are paid out, as on chain; undefined while the market is open. */
export function settlementOf(row: MarketRow): Settlement | undefined {
  if (row.state === OPEN) return undefined;
  const reason = refundReasonFromCode(row.refund_reason);
  const outcome = countedOutcome(row);
  if (reason !== null) return { kind: 'refunded', reason, outcome };
  if (outcome === null) return undefined;
  const isYes = outcome === 'Yes';
  return {
    kind: 'paid',
    outcome,
    winningPool: amount(isYes ? row.pool_yes : row.pool_no),
    losingPool: amount(isYes ? row.pool_no : row.pool_yes),
    burn: amount(row.burn),
    developer: amount(row.developer),
    distributable: amount(row.distributable),
  };
}

/** The same for a market in domain types. */
export function settlementOfView({ end, pools }: MarketView): Settlement | undefined {
  if (!end) return undefined;
  const { outcome, refundReason, burn, developer, distributable } = end;
  if (refundReason !== null) return { kind: 'refunded', reason: refundReason, outcome };
  if (outcome === null) return undefined;
  const [winningPool, losingPool] =
    outcome === 'Yes' ? [pools.yes, pools.no] : [pools.no, pools.yes];
  return { kind: 'paid', outcome, winningPool, losingPool, burn, developer, distributable };
}
