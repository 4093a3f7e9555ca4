import type { FastifyInstance } from 'fastify';
import { describeOperation } from '../operation.ts';
import { presentReserves } from '../presenters/reserves.ts';
import type { RouteContext } from '../route-context.ts';
import { ReservesAnswer } from '../schemas/service.ts';

export function getReservesRoute(app: FastifyInstance, { queries }: RouteContext): void {
  app.get(
    '/reserves',
    describeOperation({
      id: 'getReserves',
      tag: 'Service',
      summary: 'What the chain holds, what it owes, and our own sum beside it',
      answers: { 200: ReservesAnswer },
      errors: ['chain_unavailable'],
    }),
    async (): Promise<ReservesAnswer> =>
      presentReserves(await queries.getReserves(), queries.config().decimals),
  );
}
