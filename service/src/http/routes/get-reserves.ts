import type { FastifyInstance } from 'fastify';
import { describeOperation } from '../operation.ts';
import { presentReserves } from '../presenters/reserves.ts';
import type { RouteContext } from '../route-context.ts';
import { ReservesResponse } from '../schemas/service.ts';

export function getReservesRoute(app: FastifyInstance, { queries }: RouteContext): void {
  app.get(
    '/reserves',
    describeOperation({
      id: 'getReserves',
      tag: 'Service',
      summary: 'Get what the vaults hold and owe on chain, and the sums in the projection',
      responses: { 200: ReservesResponse },
      errors: ['chain_unavailable', 'reserves_unsettled'],
    }),
    async (): Promise<ReservesResponse> =>
      presentReserves(await queries.getReserves(), queries.config().decimals),
  );
}
