import type { FastifyInstance } from 'fastify';
import { describeOperation } from '../operation.ts';
import { presentConfig } from '../presenters/config.ts';
import type { RouteContext } from '../route-context.ts';
import { ConfigResponse } from '../schemas/service.ts';

export function getConfigRoute(app: FastifyInstance, { queries }: RouteContext): void {
  app.get(
    '/config',
    describeOperation({
      id: 'getConfig',
      tag: 'Service',
      summary: 'Get addresses, limits, the time of the chain and who holds which key',
      responses: { 200: ConfigResponse },
    }),
    async (): Promise<ConfigResponse> => {
      const trust = await queries.getTrust();
      return presentConfig({ config: queries.config(), trust, now: queries.now() });
    },
  );
}
