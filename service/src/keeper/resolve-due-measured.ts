// The task that resolves expired measured markets, by their samples or by their web sources.
import { type DecidedBy, decidedBy } from '@tote/conditions/decided-by';
import { phaseAt, type UnixSeconds } from '@tote/domain';
import type { MarketView } from '../store/projection/market-view.ts';
import { announceAll, announceClosed } from './announce.ts';
import { Pager } from './pager.ts';
import { MEASURED, type Task, type TaskContext } from './task.ts';

type Decided<By> = Extract<DecidedBy, { readonly by: By }>;

interface Measured<By> extends Pick<Task, 'name' | 'atOnce' | 'begin'> {
  readonly by: By;
  /** Before the due markets are listed. */
  prepare?(): Promise<void> | undefined;
  /** Default: from the expiry on. */
  isDue?(decided: Decided<By>, expiresAt: UnixSeconds, now: UnixSeconds): boolean;
  resolve(context: TaskContext, market: MarketView, decided: Decided<By>): Promise<void>;
}

export function resolveDueMeasured<By extends 'samples' | 'web'>(
  context: TaskContext,
  { name, atOnce, begin, by, prepare, isDue = () => true, resolve }: Measured<By>,
): Task {
  const { chain, keys, reads } = context;
  const pager = new Pager();
  const find = (market: MarketView): Decided<By> | undefined => {
    const decided = decidedBy(market, keys.oracle.address);
    return decided.by === by ? (decided as Decided<By>) : undefined;
  };
  return {
    ...{ name, part: MEASURED, atOnce, pollMs: 500, wokenBy: [], begin },
    async find(limit, canTry) {
      await prepare?.();
      const now = chain.clock.shown();
      const markets = await pager.find(
        (page) => reads.listMeasuredMarkets({ ...page, expiredBy: now, isWeb: by === 'web' }),
        (market) => {
          if (!canTry(market.id) || phaseAt(market, now).state !== 'expired') return false;
          const decided = find(market);
          return decided !== undefined && isDue(decided, market.expiresAt, now);
        },
        limit,
      );
      return markets.map((market) => ({
        subject: market.id,
        run: async (signal) => {
          const decided = find(market);
          if (!decided) return;
          await announceAll(context, announceClosed, [market]);
          await resolve({ ...context, signal }, market, decided);
        },
      }));
    },
  };
}
