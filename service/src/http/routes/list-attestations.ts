import { Type } from '@sinclair/typebox';
import { formatInstant, LIMITS, printable } from '@tote/domain';
import type { FastifyInstance } from 'fastify';
import { attestationOf } from '../../use-cases/attestation-of.ts';
import { callerOf } from '../access.ts';
import { describeOperation } from '../operation.ts';
import type { RouteContext } from '../route-context.ts';
import { AwaitedAttestation } from '../schemas/market.ts';
import { ListAttestationsQuery } from '../schemas/query.ts';

export function listAttestationsRoute(app: FastifyInstance, context: RouteContext): void {
  const { queries, access } = context;
  app.get<{ Querystring: ListAttestationsQuery }>(
    '/attestations',
    {
      ...describeOperation({
        id: 'listAttestations',
        tag: 'Markets',
        summary: 'List the markets that wait for your verdict, the most urgent first',
        credential: 'required',
        query: ListAttestationsQuery,
        responses: { 200: Type.Array(AwaitedAttestation) },
        errors: ['limit_out_of_range'],
      }),
      preValidation: access.required('attest'),
    },
    async (request): Promise<AwaitedAttestation[]> => {
      const { limit = LIMITS.pageSizeDefault } = request.query;
      const markets = await queries.listAwaitingVerdict(callerOf(request), limit);
      return markets.map((market) => ({
        marketId: market.id,
        question: printable(market.question),
        tokenAddress: market.tokenAddress,
        details: context.describe(market),
        expireAt: formatInstant(market.expiresAt),
        endsAt: formatInstant(attestationOf(market)?.endsAt ?? market.expiresAt),
      }));
    },
  );
}
