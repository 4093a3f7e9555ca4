import type { FastifyInstance } from 'fastify';
import { callerOf } from '../access.ts';
import { idempotencyOf } from '../idempotency.ts';
import { describeOperation } from '../operation.ts';
import { presentMarketDetail } from '../presenters/market-detail.ts';
import type { RouteContext } from '../route-context.ts';
import { MarketDetail } from '../schemas/market.ts';
import { AttestBody } from '../schemas/service.ts';
import { checkMarketId } from './market-of.ts';

export function attestRoute(app: FastifyInstance, context: RouteContext): void {
  const { commands, queries, access } = context;
  app.post<{ Params: { marketId: string }; Body: AttestBody }>(
    '/markets/:marketId/attestations',
    {
      ...describeOperation({
        id: 'attest',
        tag: 'Markets',
        summary: 'Attest an event, or give the verdict of an expired market (its oracle only)',
        credential: 'required',
        params: ['marketId'],
        body: AttestBody,
        keepsKey: true,
        responses: { 200: MarketDetail },
        errors: [
          'market_not_found',
          'attestation_invalid',
          'oracle_required',
          'market_not_attested',
          'attestation_too_early',
          'attestation_too_late',
          'attestation_given',
          'oracle_key_missing',
          'oracle_disabled',
          'market_mismatch',
          'characters_not_allowed',
        ],
      }),
      preValidation: access.required('attest'),
    },
    async (request): Promise<MarketDetail> => {
      const marketId = checkMarketId(request.params.marketId);
      const input = { ...request.body, marketId };
      const market = await commands.attest(callerOf(request), input, idempotencyOf(request));
      const { decimals } = queries.config();
      const { describe } = context;
      const warnings = await queries.findWarnings?.(market.id);
      return presentMarketDetail(market, { now: queries.now(), decimals, describe, warnings });
    },
  );
}
