import { DomainError } from '@tote/domain';
import type { FastifyInstance } from 'fastify';
import { isBetId } from '../ids.ts';
import { describeOperation } from '../operation.ts';
import { presentBet } from '../presenters/bet.ts';
import type { RouteContext } from '../route-context.ts';
import { BetResponse } from '../schemas/bet.ts';

export function getBetRoute(app: FastifyInstance, { queries }: RouteContext): void {
  app.get<{ Params: { betId: string } }>(
    '/bets/:betId',
    describeOperation({
      id: 'getBet',
      tag: 'Bets',
      summary: 'Get a bet and its state',
      params: ['betId'],
      responses: { 200: BetResponse },
      errors: ['bet_not_found'],
    }),
    async ({ params: { betId } }): Promise<BetResponse> => {
      const bet = isBetId(betId) ? await queries.findBet(betId) : undefined;
      if (bet === undefined) throw new DomainError('bet_not_found', { betId });
      return presentBet(bet, queries.config().decimals);
    },
  );
}
