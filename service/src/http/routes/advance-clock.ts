import { DomainError, formatInstant } from '@tote/domain';
import type { FastifyInstance } from 'fastify';
import { describeOperation } from '../operation.ts';
import { refuseForeignPage } from '../refuse-foreign-page.ts';
import type { RouteContext } from '../route-context.ts';
import { AdvanceClockBody, ClockResponse } from '../schemas/service.ts';

export function advanceClockRoute(app: FastifyInstance, context: RouteContext): void {
  const { commands, queries, access, pages } = context;
  app.post<{ Body: AdvanceClockBody }>(
    '/sandbox/clock',
    {
      ...describeOperation({
        id: 'advanceClock',
        tag: 'Service',
        summary: 'Move the time of the chain forward (sandbox only)',
        credential: 'required',
        body: AdvanceClockBody,
        actsAgain: true,
        responses: { 200: ClockResponse },
        errors: ['sandbox_required', 'origin_not_allowed', 'host_not_allowed'],
      }),
      onRequest: (request, _reply, done) => {
        const { hasSandbox } = queries.config();
        done(hasSandbox ? refuseForeignPage(request, pages) : new DomainError('sandbox_required'));
      },
      preValidation: access.required('manage'),
    },
    async ({ body }): Promise<ClockResponse> => {
      return { now: formatInstant(await commands.advanceClock(body.advanceSeconds)) };
    },
  );
}
