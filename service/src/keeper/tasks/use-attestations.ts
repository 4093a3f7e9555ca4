// Resolves markets by their attestation. The request that attests does that itself; this task
// finishes those that were interrupted.

import { renderAttestedEvidence } from '@tote/conditions/attested-evidence';
import { decidedBy } from '@tote/conditions/decided-by';
import { isBeforeExpiry, phaseAt } from '@tote/domain';
import { resolveMarket } from '../../markets/resolve-market.ts';
import { findAttestation, listUnusedAttestations } from '../../store/journal/attestations.ts';
import { requireOracle } from '../not-resolvable-yet.ts';
import type { Job, Task, TaskContext } from '../task.ts';

const LISTED_MAX = 1_000;

export function useAttestations(context: TaskContext): Task {
  return {
    name: 'use-attestations',
    atOnce: 4,
    pollMs: 10_000,
    wokenBy: [],
    async find(limit, canTry) {
      const ids = await listUnusedAttestations(context.store.db, LISTED_MAX);
      const jobs = ids.filter(canTry).slice(0, limit);
      return jobs.map(
        (id): Job => ({ subject: id, run: (signal) => useAttestation({ ...context, signal }, id) }),
      );
    },
  };
}

async function useAttestation(context: TaskContext, id: string): Promise<void> {
  const { chain, keys, store } = context;
  const market = await context.reads.findMarket(id);
  const attestation = await findAttestation(store.db, id);
  if (!market || !attestation) return;
  // From its expiry on `resolve-due-events` handles an event.
  const isEarly = isBeforeExpiry(phaseAt(market, chain.clock.now()));
  const { by } = decidedBy(market, keys.oracle.address);
  if (isEarly !== market.isTriggered || by !== 'attestation') return;
  await requireOracle(context, market);
  const evidence = renderAttestedEvidence(market, attestation);
  await resolveMarket(context, market, { outcome: attestation.outcome, evidence });
}
