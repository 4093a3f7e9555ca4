import { printable } from '@tote/domain';
import type { PositionRecord } from '../../queries/ledger.ts';
import type { Position } from '../schemas/market.ts';
import { type Decimals, presentPools } from './amounts.ts';

export function presentPosition(position: PositionRecord, allDecimals: Decimals): Position {
  const decimals = allDecimals[position.currency];
  return {
    ...position,
    question: printable(position.question),
    stakes: presentPools(position.stakes, decimals),
    payoutIfYes: { value: position.payoutIfYes, decimals },
    payoutIfNo: { value: position.payoutIfNo, decimals },
    payout: position.payout === null ? null : { value: position.payout, decimals },
  };
}
