import type { FastifyInstance } from 'fastify';
import type { Caller } from '../../auth/caller.ts';
import type { MarketView } from '../../store/projection/market-view.ts';
import { compileSerializer } from '../json/serialize.ts';
import { describeOperation } from '../operation.ts';
import { presentMarketDetail } from '../presenters/market-detail.ts';
import { phaseOf } from '../presenters/market-phase.ts';
import { presentPosition } from '../presenters/position.ts';
import type { RouteContext } from '../route-context.ts';
import { MarketDetail } from '../schemas/market.ts';
import { getMarketOf } from './market-of.ts';

const writeDetail = compileSerializer(MarketDetail);

export function getMarketRoute(app: FastifyInstance, context: RouteContext): void {
  const { queries, access, cache } = context;
  const send = context.sender('GET', '/v1/markets/:marketId');

  async function findYours(market: MarketView, { wallet }: Caller) {
    const position = await queries.findPosition(market.id, wallet);
    return position === undefined ? null : presentPosition(position, queries.config().decimals);
  }

  /** For one caller, or about something that changes without the market: never kept. */
  async function renderNow(market: MarketView, caller: Caller | null): Promise<string> {
    const now = queries.now();
    const isWaiting = phaseOf(market, now).name === 'closed';
    const resolution = isWaiting ? await queries.findResolutionStatus(market.id) : null;
    const yours = caller === null ? undefined : await findYours(market, caller);
    const { decimals } = queries.config();
    const { describe } = context;
    return writeDetail(presentMarketDetail(market, { now, decimals, describe, resolution, yours }));
  }

  app.get<{ Params: { marketId: string } }>(
    '/markets/:marketId',
    {
      ...describeOperation({
        id: 'getMarket',
        tag: 'Markets',
        summary: 'One market; with a credential also your position in it',
        credential: 'optional',
        params: ['marketId'],
        answers: { 200: MarketDetail },
        errors: ['market_not_found'],
      }),
      preValidation: access.optional,
    },
    async ({ params, caller }, reply): Promise<void> => {
      const market = await getMarketOf(queries, params.marketId);
      const now = queries.now();
      if (caller !== null || phaseOf(market, now).name === 'closed') {
        return send(reply, 200, await renderNow(market, caller));
      }
      const text = cache.details.get(market, now, () => {
        const { decimals } = queries.config();
        return writeDetail(
          presentMarketDetail(market, { now, decimals, describe: context.describe }),
        );
      });
      send(reply, 200, text);
    },
  );
}
