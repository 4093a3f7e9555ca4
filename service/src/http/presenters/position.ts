import { printable } from '@tote/domain';
import type { PositionRecord } from '../../use-cases/use-cases.ts';
import type { Position } from '../schemas/market.ts';
import { type Decimals, presentPools } from './amounts.ts';

export function presentPosition(position: PositionRecord, allDecimals: Decimals): Position {
  const decimals = allDecimals[position.currency];
  return {
    marketId: position.marketId,
    question: printable(position.question),
    currency: position.currency,
    stakes: presentPools(position.stakes, decimals),
    payoutIfYes: { value: position.payoutIfYes, decimals },
    payoutIfNo: { value: position.payoutIfNo, decimals },
    status: position.status,
    payout: position.payout === null ? null : { value: position.payout, decimals },
  };
}
