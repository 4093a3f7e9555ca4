import type { BetRecord, RecordedError } from '../../submissions/records.ts';
import { renderRecordedError } from '../error-response.ts';
import type { BetResponse } from '../schemas/bet.ts';
import { type Decimals, presentOdds, presentPools } from './amounts.ts';

export function presentBet(
  { error, amount, pools, ...bet }: BetRecord,
  allDecimals: Decimals,
): BetResponse {
  const decimals = allDecimals[bet.currency];
  return {
    ...bet,
    amount: { value: amount, decimals },
    totalStake: presentPools(pools, decimals),
    odds: presentOdds(pools),
    ...presentRecordedError(error),
  };
}

export function presentRecordedError(error: RecordedError | undefined) {
  return error === undefined ? {} : { error: renderRecordedError(error), errorCode: error.code };
}
