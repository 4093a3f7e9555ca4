import type { FastifyInstance } from 'fastify';
import { callerOf } from '../access.ts';
import { idempotencyOf } from '../idempotency.ts';
import { describeOperation } from '../operation.ts';
import { presentMarketDetail } from '../presenters/market-detail.ts';
import type { RouteContext } from '../route-context.ts';
import { CreatedMarketResponse, CreateMarketBody } from '../schemas/market.ts';
import { toCreateMarketInput } from './create-market-input.ts';
import { CREATION_ERRORS, STAKE_ERRORS } from './shared-errors.ts';

export function createMarketRoute(app: FastifyInstance, context: RouteContext): void {
  const { commands, queries, access } = context;
  app.post<{ Body: CreateMarketBody }>(
    '/markets',
    {
      ...describeOperation({
        id: 'createMarket',
        tag: 'Markets',
        summary: 'Create a market, optionally with an initial stake',
        credential: 'required',
        body: CreateMarketBody,
        responses: { 201: CreatedMarketResponse, 202: CreatedMarketResponse },
        errors: [
          ...CREATION_ERRORS,
          ...STAKE_ERRORS,
          'market_custom',
          'rent_limit_reached',
          'terms_changed',
          'chain_unavailable',
        ],
      }),
      preValidation: access.required('create'),
    },
    async (request, reply): Promise<CreatedMarketResponse> => {
      const { market, transactionId, state, warnings } = await commands.createMarket(
        callerOf(request),
        toCreateMarketInput(request.body),
        idempotencyOf(request),
      );
      reply.code(state === 'confirmed' ? 201 : 202);
      const { decimals } = queries.config();
      const detail = presentMarketDetail(market, {
        // Not the current time: a repeated request gets the same response.
        now: market.createdAt,
        decimals,
        describe: context.describe,
        warnings,
      });
      return { ...detail, transactionId, state };
    },
  );
}
