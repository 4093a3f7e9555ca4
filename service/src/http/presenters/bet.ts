import { formatInstant } from '@tote/domain';
import type { BetRecord, HistoryPoint, RecordedError } from '../../use-cases/use-cases.ts';
import { renderRecordedError } from '../error-response.ts';
import type { BetResponse, HistoryPointResponse } from '../schemas/bet.ts';
import { type Decimals, presentOdds, presentPools } from './amounts.ts';

export function presentBet(bet: BetRecord, allDecimals: Decimals): BetResponse {
  const decimals = allDecimals[bet.currency];
  return {
    betId: bet.betId,
    marketId: bet.marketId,
    wallet: bet.wallet,
    outcome: bet.outcome,
    amount: { value: bet.amount, decimals },
    currency: bet.currency,
    state: bet.state,
    transactionId: bet.transactionId,
    totalStake: presentPools(bet.pools, decimals),
    odds: presentOdds(bet.pools),
    placedAt: formatInstant(bet.placedAt),
    ...presentRecordedError(bet.error),
  };
}

export function presentHistoryPoint(point: HistoryPoint, decimals: number): HistoryPointResponse {
  return {
    betId: point.betId,
    sequence: Number(point.sequence),
    outcome: point.outcome,
    amount: { value: point.amount, decimals },
    totalStake: presentPools(point.pools, decimals),
    odds: presentOdds(point.pools),
    placedAt: formatInstant(point.placedAt),
  };
}

export function presentRecordedError(error: RecordedError | undefined) {
  return error === undefined ? {} : { error: renderRecordedError(error), errorCode: error.code };
}
