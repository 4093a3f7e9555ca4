import { DomainError, isAwaitingOutcome, isFinal, phaseAt } from '@tote/domain';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Caller } from '../../auth/caller.ts';
import type { MarketView } from '../../use-cases/use-cases.ts';
import { compileSerializer } from '../json/serialize.ts';
import { describeOperation } from '../operation.ts';
import { presentMarketDetail } from '../presenters/market-detail.ts';
import { presentPosition } from '../presenters/position.ts';
import type { RouteContext } from '../route-context.ts';
import { MarketDetail } from '../schemas/market.ts';
import { checkMarketId } from './market-of.ts';

const writeDetail = compileSerializer(MarketDetail);

export function getMarketRoute(app: FastifyInstance, context: RouteContext): void {
  const { queries, access, cache } = context;
  const configVersion = () => queries.configVersion?.() ?? 0;
  const send = context.sender('GET', '/v1/markets/:marketId');

  async function findYours(market: MarketView, { wallet }: Caller) {
    const position = await queries.findPosition(market.id, wallet);
    return position === undefined ? null : presentPosition(position, queries.config().decimals);
  }

  function findCached(market: MarketView, caller: Caller | null): string | undefined {
    if (caller !== null) return undefined;
    const progress = queries.currentProgress?.(market);
    return cache.details.find(market, queries.now(), { version: configVersion(), progress });
  }

  async function render(market: MarketView, caller: Caller | null): Promise<string> {
    const now = queries.now();
    const version = configVersion();
    const phase = phaseAt(market, now);
    const isWaiting = isAwaitingOutcome(phase);
    const resolution = isWaiting ? await queries.findResolutionStatus(market.id) : null;
    const conversion = isFinal(phase) ? await queries.findConversion?.(market) : null;
    const progress = isFinal(phase) ? undefined : await queries.findProgress?.(market);
    const inputs = { version, progress: progress ?? undefined };
    // Another request may have rendered it while this one waited for the same sample.
    const cached = caller === null ? cache.details.find(market, now, inputs) : undefined;
    if (cached !== undefined) return cached;
    const yours = caller === null ? undefined : await findYours(market, caller);
    const warnings = await queries.findWarnings?.(market.id);
    const { decimals } = queries.config();
    const { describe } = context;
    const detail = { now, decimals, describe, resolution, conversion, progress, warnings, yours };
    const text = writeDetail(presentMarketDetail(market, detail));
    // Not cached: what is for one caller, or changes without the market.
    const isConverting = conversion?.isComplete === false;
    const isChanging = isWaiting || isConverting || progress === null;
    return caller === null && !isChanging ? cache.details.store(market, now, text, inputs) : text;
  }

  async function findAndSend(id: string, caller: Caller | null, reply: FastifyReply) {
    const market = await queries.findMarket(checkMarketId(id));
    if (market === undefined) throw new DomainError('market_not_found', { marketId: id });
    send(reply, 200, findCached(market, caller) ?? (await render(market, caller)));
  }

  app.get<{ Params: { marketId: string } }>(
    '/markets/:marketId',
    {
      ...describeOperation({
        id: 'getMarket',
        tag: 'Markets',
        summary: 'Get a market; with a credential also your position in it',
        credential: 'optional',
        params: ['marketId'],
        responses: { 200: MarketDetail },
        errors: ['market_not_found'],
      }),
      preValidation: access.optional,
    },
    ({ params, caller }, reply): Promise<void> | undefined => {
      const { marketId } = params;
      // Without a promise if nothing has to be awaited: this is the busiest read.
      const known = queries.peekMarket?.(marketId);
      const cached = known && findCached(known, caller);
      if (cached === undefined) return findAndSend(marketId, caller, reply);
      send(reply, 200, cached);
    },
  );
}
