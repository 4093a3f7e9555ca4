import { formatMoney } from '@tote/domain';
import type { BetRecord } from '../../use-cases/use-cases.ts';
import type { BetConfirmation } from '../schemas/bet.ts';
import { type Decimals, presentOdds, presentPools } from './amounts.ts';

export function presentBetConfirmation(bet: BetRecord, allDecimals: Decimals): BetConfirmation {
  const decimals = allDecimals[bet.currency];
  return {
    marketId: bet.marketId,
    outcome: bet.outcome,
    amountStaked: { value: bet.amount, decimals },
    newTotalStake: presentPools(bet.pools, decimals),
    newOdds: presentOdds(bet.pools),
    transactionId: bet.transactionId,
    message: messageOf(bet, decimals),
    betId: bet.betId,
    state: bet.state === 'confirmed' ? 'confirmed' : 'pending',
  };
}

function messageOf(bet: BetRecord, decimals: number): string {
  const stake = `${formatMoney(bet.amount, bet.currency, decimals)} on ${bet.outcome}`;
  return bet.state === 'confirmed'
    ? `Staked ${stake}.`
    : `The stake of ${stake} is pending. Check it with GET /v1/bets/${bet.betId}.`;
}
