import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { BUILD } from '../../telemetry/build.ts';
import { READINESS_CHECKS } from '../../use-cases/use-cases.ts';
import { describeOperation } from '../operation.ts';
import { JSON_TYPE } from '../response-headers.ts';
import type { RouteContext } from '../route-context.ts';
import { body, queryChoiceIn, response, type Static } from '../schemas/fragments.ts';
import { build } from '../schemas/service.ts';

const HealthResponse = response({ status: Type.Literal('ok') });
const checks = response(
  Object.fromEntries(READINESS_CHECKS.map((name) => [name, Type.Optional(Type.String())])),
  { description: 'Each is ok, or the reason why it is not.' },
);
const ReadinessQuery = body({
  for: Type.Optional(
    queryChoiceIn(['writes'], {
      description: 'Also check what all replicas share and requests that change something need.',
    }),
  ),
});
type ReadinessQuery = Static<typeof ReadinessQuery>;
const ReadyResponse = response({
  status: Type.Literal('ready'),
  checks,
  build,
  limitations: Type.Optional(
    Type.Array(Type.String(), {
      description: 'What does not work although the service is ready, and what the admin must do.',
    }),
  ),
});

/** Outside of /v1: for operators of the service, not for its users. */
export function healthRoutes(app: FastifyInstance, { queries }: RouteContext): void {
  app.get(
    '/healthz',
    describeOperation({
      id: 'getHealth',
      tag: 'Service',
      summary: 'Check that the process runs',
      responses: { 200: HealthResponse },
    }),
    async () => ({ status: 'ok' }),
  );
  app.get<{ Querystring: ReadinessQuery }>(
    '/readyz',
    describeOperation({
      id: 'getReadiness',
      tag: 'Service',
      summary: 'Check that this replica can serve requests, or that writes would succeed now',
      query: ReadinessQuery,
      responses: { 200: ReadyResponse },
      errors: ['service_stopping', 'service_overloaded', 'field_invalid'],
    }),
    async ({ query }, reply) => {
      const { checkReadiness, checkWrites } = queries;
      const found = Object.entries(await (query.for ? checkWrites() : checkReadiness()));
      const checks = Object.fromEntries(found.map(([name, reason]) => [name, reason ?? 'ok']));
      const reasons = found.flatMap(([, reason]) => reason ?? []);
      if (reasons.length === 0) {
        // A replica with a disabled key stays in rotation: reads, payouts and refunds still work.
        const limitations = queries.listLimitations?.() ?? [];
        return {
          ...{ status: 'ready', checks, build: BUILD },
          ...(limitations.length > 0 && { limitations }),
        };
      }
      // The specific reason helps operators more than the fixed message of the code.
      reply
        .code(503)
        .type(JSON_TYPE)
        .headers({ 'x-error-code': 'service_stopping', 'retry-after': '1' });
      return reply.send(JSON.stringify({ error: reasons.join(' '), checks, build: BUILD }));
    },
  );
}
