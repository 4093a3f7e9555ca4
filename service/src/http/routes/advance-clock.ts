import { DomainError, formatInstant } from '@tote/domain';
import type { FastifyInstance } from 'fastify';
import { describeOperation } from '../operation.ts';
import type { RouteContext } from '../route-context.ts';
import { AdvanceClockBody, ClockResponse } from '../schemas/service.ts';

export function advanceClockRoute(app: FastifyInstance, context: RouteContext): void {
  const { commands, queries, access } = context;
  app.post<{ Body: AdvanceClockBody }>(
    '/sandbox/clock',
    {
      ...describeOperation({
        id: 'advanceClock',
        tag: 'Service',
        summary: 'Move the time of the chain forward (sandbox only)',
        credential: 'required',
        body: AdvanceClockBody,
        responses: { 200: ClockResponse },
        errors: ['sandbox_required'],
      }),
      onRequest: (_request, _reply, done) => {
        done(queries.config().hasSandbox ? undefined : new DomainError('sandbox_required'));
      },
      preValidation: access.required(),
    },
    async ({ body }): Promise<ClockResponse> => {
      return { now: formatInstant(await commands.advanceClock(body.advanceSeconds)) };
    },
  );
}
