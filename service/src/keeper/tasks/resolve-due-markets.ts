// Resolves expired events: Yes if the oracle attested in time, otherwise No.

import { Batcher } from '@tote/chain/lib/batcher';
import { silenceOf } from '@tote/conditions/attested';
import { renderAttestedEvidence } from '@tote/conditions/attested-evidence';
import { type DecidedBy, decidedBy } from '@tote/conditions/decided-by';
import { formatInstant } from '@tote/domain';
import { resolveMarket } from '../../markets/resolve-market.ts';
import { type Attestation, recordAttestations } from '../../store/journal/attestations.ts';
import type { MarketView } from '../../store/projection/market-view.ts';
import { announceClosed } from '../announce.ts';
import { Pager } from '../pager.ts';
import { requireOracle } from '../require-oracle.ts';
import type { Task, TaskContext } from '../task.ts';

/** They share SQL transactions and chain transactions. */
const MARKETS_AT_ONCE = 64;

export function resolveDueMarkets(context: TaskContext): Task {
  const { chain, keys, reads } = context;
  const pager = new Pager();
  const attestations = new Batcher<MarketView, Attestation>({
    atOnce: 1,
    take: ({ length }) => length,
    run: (markets) => recordUnattested(context, markets),
  });
  return {
    name: 'resolve-due-markets',
    atOnce: MARKETS_AT_ONCE,
    pollMs: 500,
    wakesEachSecond: true,
    wokenBy: [],
    async find(limit, canTry) {
      const now = chain.clock.shown();
      const markets = await pager.find(
        (page) => reads.listDueMarkets(now, page, 'oracle'),
        (market) => canTry(market.id) && isEvent(decidedBy(market, keys.oracle.address)),
        limit,
      );
      return markets.map((market) => ({
        subject: market.id,
        run: async (signal) => {
          await requireOracle(context, market);
          const { outcome, ...attested } = await attestations.add(market);
          const evidence = renderAttestedEvidence(market, { outcome, ...attested });
          await resolveMarket({ ...context, signal }, market, { outcome, evidence });
        },
      }));
    },
  };
}

/** Of a verdict silence says nothing. */
const isEvent = (decided: DecidedBy): boolean =>
  decided.by === 'attestation' && silenceOf(decided.condition) === 'no';

/**
 * Records a No for each market that was not attested. The first row of a market wins, so markets
 * that were attested in time keep their Yes. Returns the winning row of each.
 */
async function recordUnattested(
  { store, keys, wallMs, crash, readBarrier }: TaskContext,
  markets: readonly MarketView[],
): Promise<Attestation[]> {
  crash?.reach('Observed');
  await readBarrier?.wait();
  const { recorded, isNew } = await store.write(async (db) => ({
    recorded: await recordAttestations(
      db,
      markets.map(({ id: marketId, expiresAt }) => ({
        marketId,
        outcome: 'No',
        evidence: `Nothing was attested by ${formatInstant(expiresAt)}.`,
        wallet: keys.oracle.address,
        createdAt: expiresAt,
      })),
    ),
    isNew: await announceClosed(db, markets, wallMs()),
  }));
  if (isNew) await store.notify('feed', '');
  return recorded;
}
