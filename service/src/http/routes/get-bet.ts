import { DomainError } from '@tote/domain';
import { presentBet } from '../presenters/bet.ts';
import { defineRoute } from '../route.ts';
import { BetResponse } from '../schemas/bet.ts';

export const getBet = defineRoute('GET /v1/bets/:betId', {
  tag: 'Bets',
  summary: 'Get a bet and its state',
  response: BetResponse,
  errors: ['bet_not_found'],
  async handle({ queries }, { params: { betId } }) {
    const bet = await queries.findBet(betId);
    if (bet === undefined) throw new DomainError('bet_not_found', { betId });
    return presentBet(bet, queries.config().decimals);
  },
});
