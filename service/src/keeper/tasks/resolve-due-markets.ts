// At its expiry a market gets its outcome.
import { formatInstant } from '@tote/domain';
import { resolveMarket } from '../../commands/resolve-market.ts';
import { renderAttestedEvidence } from '../../conditions/attested-evidence.ts';
import { recordAttestation } from '../../store/journal/attestations.ts';
import type { MarketView } from '../../store/projection/market-view.ts';
import { announceClosed } from '../announce-closed.ts';
import { isDecidedByUs } from '../decided-by-us.ts';
import { Pager } from '../page-through.ts';
import type { Task, TaskContext } from '../task.ts';

export function resolveDueMarkets(context: TaskContext): Task {
  const { chain, keys, reads } = context;
  const pager = new Pager();
  return {
    name: 'resolve-due-markets',
    atOnce: 8,
    pollMs: 500,
    wokenBy: [],
    async find(limit, canTry) {
      const now = chain.clock.now();
      const markets = await pager.find(
        (page) => reads.listDueMarkets(now, page),
        (market) =>
          now < market.refundAt && isDecidedByUs(market, keys.oracle.address) && canTry(market.id),
        limit,
      );
      return markets.map((market) => ({
        subject: market.id,
        run: (signal) => resolveAtExpiry({ ...context, signal }, market),
      }));
    },
  };
}

/** Yes if it was attested in time, otherwise No. What the journal says first, stands. */
async function resolveAtExpiry(context: TaskContext, market: MarketView): Promise<void> {
  await announceClosed(context, market);
  context.crash?.reach('Observed');
  const standing = await context.store.write((db) =>
    recordAttestation(db, {
      marketId: market.id,
      outcome: 'No',
      evidence: `Nothing was attested by ${formatInstant(market.expiresAt)}.`,
      wallet: context.keys.oracle.address,
      createdAt: market.expiresAt,
    }),
  );
  const evidence = renderAttestedEvidence(market, standing);
  await resolveMarket(context, market, { outcome: standing.outcome, evidence });
}
