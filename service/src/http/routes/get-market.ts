import { DomainError, isAwaitingOutcome, isFinal, phaseAt } from '@tote/domain';
import type { Caller } from '../../auth/caller.ts';
import type { MarketView } from '../../store/projection/market-view.ts';
import { compileSerializer } from '../json/serialize.ts';
import { presentPosition } from '../presenters/bet.ts';
import { presentMarketDetail } from '../presenters/market-detail.ts';
import { defineRoute, type RouteContext } from '../route.ts';
import { MarketDetail } from '../schemas/market.ts';

const writeDetail = compileSerializer(MarketDetail);

export const getMarket = defineRoute('GET /v1/markets/:marketId', {
  tag: 'Markets',
  summary: 'Get a market; with a credential also your position in it',
  credential: 'optional',
  response: MarketDetail,
  errors: ['market_not_found'],
  handle(context, { params: { marketId }, caller }, reply) {
    const { queries, send } = context;
    // Without a promise if nothing has to be awaited: this is the busiest read.
    const known = queries.peekMarket(marketId);
    const cached = known && findCached(context, known, caller);
    if (cached !== undefined) {
      send(reply, 200, cached);
      return undefined;
    }
    return queries.findMarket(marketId).then(async (market) => {
      if (market === undefined) throw new DomainError('market_not_found', { marketId });
      const body = findCached(context, market, caller) ?? (await render(context, market, caller));
      send(reply, 200, body);
      return undefined;
    });
  },
});

const configVersion = ({ queries }: RouteContext) => queries.configVersion();

function findCached(context: RouteContext, market: MarketView, caller: Caller | null) {
  if (caller !== null) return undefined;
  const { queries, cache } = context;
  const progress = queries.currentProgress(market);
  return cache.details.find(market, queries.now(), { version: configVersion(context), progress });
}

async function render(context: RouteContext, market: MarketView, caller: Caller | null) {
  const { queries, cache, describe } = context;
  const now = queries.now();
  const version = configVersion(context);
  const phase = phaseAt(market, now);
  const isWaiting = isAwaitingOutcome(phase);
  const resolution = isWaiting ? await queries.findResolutionStatus(market.id) : null;
  const conversion = isFinal(phase) ? await queries.findConversion(market) : null;
  const progress = isFinal(phase) ? undefined : await queries.findProgress(market);
  const inputs = { version, progress: progress ?? undefined };
  // Another request may have rendered it while this one waited for the same sample.
  const cached = caller === null ? cache.details.find(market, now, inputs) : undefined;
  if (cached !== undefined) return cached;
  const yours = caller === null ? undefined : await findYours(context, market, caller);
  const warnings = await queries.findWarnings(market.id);
  const { decimals } = queries.config();
  const series = queries.seriesOf(market);
  const known = { now, decimals, describe, resolution, conversion, progress, warnings };
  const detail = { ...known, yours, series };
  const text = writeDetail(presentMarketDetail(market, detail));
  // Not cached: what is for one caller, or changes without the market.
  const isConverting = conversion?.isComplete === false;
  const isChanging = isWaiting || isConverting || progress === null;
  return caller === null && !isChanging ? cache.details.store(market, now, text, inputs) : { text };
}

async function findYours({ queries }: RouteContext, market: MarketView, { wallet }: Caller) {
  const position = await queries.findPosition(market.id, wallet);
  return position === undefined ? null : presentPosition(position, queries.config().decimals);
}
