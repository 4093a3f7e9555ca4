import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { BetRecord } from '../../use-cases/use-cases.ts';
import { callerOf } from '../access.ts';
import { idempotencyOf } from '../idempotency.ts';
import { compileSerializer } from '../json/serialize.ts';
import { describeOperation } from '../operation.ts';
import { presentBetConfirmation } from '../presenters/bet-confirmation.ts';
import type { RouteContext } from '../route-context.ts';
import { BetConfirmation, PlaceBetBody } from '../schemas/bet.ts';
import { checkMarketId } from './market-of.ts';
import { BET_ERRORS, TRANSACTION_ERRORS } from './shared-errors.ts';

const writeConfirmation = compileSerializer(BetConfirmation);

type Request = FastifyRequest<{ Params: { marketId: string }; Body: PlaceBetBody }>;

export function placeBetRoute(app: FastifyInstance, context: RouteContext): void {
  const { commands, queries, access } = context;
  const send = context.sender('POST', '/v1/markets/:marketId/bets');

  function place(request: Request): Promise<BetRecord> {
    const { body } = request;
    const marketId = checkMarketId(request.params.marketId);
    const idempotency = idempotencyOf(request);
    if ('transaction' in body) {
      const { transaction } = body;
      return commands.placeSignedBet(request.caller, { marketId, transaction }, idempotency);
    }
    const { outcome, amount, currency } = body;
    const input = { marketId, outcome, amount, ...(currency && { currency }) };
    return commands.placeBet(callerOf(request), input, idempotency);
  }

  app.post<{ Params: { marketId: string }; Body: PlaceBetBody }>(
    '/markets/:marketId/bets',
    {
      ...describeOperation({
        id: 'placeBet',
        tag: 'Bets',
        summary: 'Place a bet, or submit one that the wallet signed',
        credential: 'required',
        params: ['marketId'],
        body: PlaceBetBody,
        keepsKey: true,
        responses: { 201: BetConfirmation, 202: BetConfirmation },
        errors: [...BET_ERRORS, ...TRANSACTION_ERRORS, 'fields_exclusive'],
      }),
      preValidation: access.requiredUnlessSigned('bet'),
    },
    async (request, reply): Promise<void> => {
      const bet = await place(request);
      const confirmation = presentBetConfirmation(bet, queries.config().decimals);
      send(reply, bet.state === 'confirmed' ? 201 : 202, writeConfirmation(confirmation));
    },
  );
}
