// At its expiry a market gets its outcome.

import { renderAttestedEvidence } from '@tote/conditions/attested-evidence';
import { decidedBy } from '@tote/conditions/decided-by';
import { formatInstant } from '@tote/domain';
import { Batcher } from '@tote/lib/batcher';
import { resolveMarket } from '../../commands/resolve-market.ts';
import { type Attestation, recordAttestations } from '../../store/journal/attestations.ts';
import type { MarketView } from '../../store/projection/market-view.ts';
import { announceIn } from '../announce-closed.ts';
import { requireOracle } from '../disabled-oracles.ts';
import { Pager } from '../page-through.ts';
import type { Task, TaskContext } from '../task.ts';

/** They share SQL transactions and transactions of the chain, so these stay few. */
const MARKETS_AT_ONCE = 64;

export function resolveDueMarkets(context: TaskContext): Task {
  const { chain, keys, reads } = context;
  const pager = new Pager();
  const standing = new Batcher<MarketView, Attestation>({
    atOnce: 1,
    take: ({ length }) => length,
    run: (markets) => takeStock(context, markets),
  });
  return {
    name: 'resolve-due-markets',
    atOnce: MARKETS_AT_ONCE,
    pollMs: 500,
    isTimed: true,
    wokenBy: [],
    async find(limit, canTry) {
      const now = chain.clock.now();
      const markets = await pager.find(
        (page) => reads.listDueMarkets(now, page, 'oracle'),
        (market) =>
          canTry(market.id) && decidedBy(market, keys.oracle.address).by === 'attestation',
        limit,
      );
      return markets.map((market) => ({
        subject: market.id,
        run: async (signal) => {
          await requireOracle(context, market);
          const { outcome, ...attested } = await standing.add(market);
          const evidence = renderAttestedEvidence(market, { outcome, ...attested });
          await resolveMarket({ ...context, signal }, market, { outcome, evidence });
        },
      }));
    },
  };
}

/**
 * Nobody bets any more, and what was attested until now counts: Yes if it was in time, otherwise
 * No. What the journal says first, stands.
 */
async function takeStock(
  { store, keys, wallMs, crash, readBarrier }: TaskContext,
  markets: readonly MarketView[],
): Promise<Attestation[]> {
  crash?.reach('Observed');
  await readBarrier?.wait();
  const { standing, isNew } = await store.write(async (db) => ({
    standing: await recordAttestations(
      db,
      markets.map(({ id: marketId, expiresAt }) => ({
        marketId,
        outcome: 'No',
        evidence: `Nothing was attested by ${formatInstant(expiresAt)}.`,
        wallet: keys.oracle.address,
        createdAt: expiresAt,
      })),
    ),
    isNew: await announceIn(db, markets, wallMs()),
  }));
  if (isNew) await store.notify('feed', '');
  return standing;
}
