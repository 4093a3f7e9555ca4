import { Type } from '@sinclair/typebox';
import { READINESS_CHECKS } from '../../queries/check-readiness.ts';
import { BUILD } from '../../telemetry/build.ts';
import { JSON_TYPE } from '../response-headers.ts';
import { defineRoute } from '../route.ts';
import { body, choiceIn, response } from '../schemas/fragments.ts';
import { build } from './get-config.ts';

const ReadinessQuery = body({
  for: Type.Optional(
    choiceIn(['writes'], {
      description: 'Also check what all replicas share and requests that change something need.',
    }),
  ),
});

const ReadyResponse = response({
  status: Type.Literal('ready'),
  checks: response(
    Object.fromEntries(READINESS_CHECKS.map((name) => [name, Type.Optional(Type.String())])),
    { description: 'Each is ok, or the reason why it is not.' },
  ),
  build,
  limitations: Type.Optional(
    Type.Array(Type.String(), {
      description: 'What does not work although the service is ready, and what the admin must do.',
    }),
  ),
});

export const getReadiness = defineRoute('GET /readyz', {
  tag: 'Service',
  summary: 'Check that this replica can serve requests, or that writes would succeed now',
  query: ReadinessQuery,
  response: ReadyResponse,
  errors: ['service_stopping', 'service_overloaded', 'field_invalid'],
  async handle({ queries }, { query }, reply) {
    const { checkReadiness, checkWrites } = queries;
    const found = Object.entries(await (query.for ? checkWrites() : checkReadiness()));
    const checks = Object.fromEntries(found.map(([name, reason]) => [name, reason ?? 'ok']));
    const reasons = found.flatMap(([, reason]) => reason ?? []);
    if (reasons.length === 0) {
      // A replica with a disabled key stays in rotation: reads, payouts and refunds still work.
      const limitations = queries.listLimitations();
      return {
        ...{ status: 'ready' as const, checks, build: BUILD },
        ...(limitations.length > 0 && { limitations: [...limitations] }),
      };
    }
    // The specific reason helps operators more than the fixed message of the code.
    reply
      .code(503)
      .type(JSON_TYPE)
      .headers({ 'x-error-code': 'service_stopping', 'retry-after': '1' });
    return reply.send(JSON.stringify({ error: reasons.join(' '), checks, build: BUILD }));
  },
});
