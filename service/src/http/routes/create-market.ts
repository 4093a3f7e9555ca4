import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CreatedMarket } from '../../use-cases/use-cases.ts';
import { callerOf } from '../access.ts';
import { idempotencyOf } from '../idempotency.ts';
import { describeOperation } from '../operation.ts';
import { presentMarketDetail } from '../presenters/market-detail.ts';
import type { RouteContext } from '../route-context.ts';
import { CreatedMarketResponse, CreateOrSubmitMarketBody } from '../schemas/market.ts';
import { toCreateMarketInput } from './create-market-input.ts';
import { CREATION_ERRORS, STAKE_ERRORS, SUBMIT_ERRORS } from './shared-errors.ts';

export function createMarketRoute(app: FastifyInstance, context: RouteContext): void {
  const { commands, queries, access } = context;

  function create(
    request: FastifyRequest<{ Body: CreateOrSubmitMarketBody }>,
  ): Promise<CreatedMarket> {
    const { body } = request;
    const idempotency = idempotencyOf(request);
    if ('transaction' in body) {
      return commands.createSignedMarket(request.caller, body.transaction, idempotency);
    }
    return commands.createMarket(callerOf(request), toCreateMarketInput(body), idempotency);
  }

  app.post<{ Body: CreateOrSubmitMarketBody }>(
    '/markets',
    {
      ...describeOperation({
        id: 'createMarket',
        tag: 'Markets',
        summary: 'Create a market, or submit a creation that the wallet signed',
        credential: 'required',
        body: CreateOrSubmitMarketBody,
        keepsKey: true,
        responses: { 201: CreatedMarketResponse, 202: CreatedMarketResponse },
        errors: [
          ...CREATION_ERRORS,
          ...STAKE_ERRORS,
          ...SUBMIT_ERRORS,
          'market_custom',
          'market_ends_too_late',
          'fields_exclusive',
        ],
      }),
      preValidation: access.requiredUnlessSigned('create'),
    },
    async (request, reply): Promise<CreatedMarketResponse> => {
      const { market, transactionId, state, warnings } = await create(request);
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
