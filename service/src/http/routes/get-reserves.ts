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
      summary: 'Get what the vaults hold and owe on chain, and the sums in the projection',
      answers: { 200: ReservesAnswer },
      errors: ['chain_unavailable'],
    }),
    async (): Promise<ReservesAnswer> =>
      presentReserves(await queries.getReserves(), queries.config().decimals),
  );
}
