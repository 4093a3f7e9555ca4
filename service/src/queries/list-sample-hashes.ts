import { SAMPLE_HASHES_PER_PAGE, type SampleHash } from '@tote/conditions/sample-hashes';
import { findEvidenceHashes } from '../store/journal/samples.ts';
import { getFinalEnd } from './final-end.ts';
import { getMarket } from './get-market.ts';
import type { QueryContext } from './query-context.ts';
import type { SampleHashPage } from './receipt.ts';

/** The hashes that the evidence of an ended market is about. Throws `result_not_ready`. */
export async function listSampleHashes(
  context: QueryContext,
  { marketId, offset }: SampleHashPage,
): Promise<readonly SampleHash[]> {
  const market = await getMarket(context, marketId);
  const { evidenceHash } = getFinalEnd(market, context.chain.clock.now());
  if (evidenceHash === null) return [];
  const page = Math.floor(offset / SAMPLE_HASHES_PER_PAGE);
  const hashes = await findEvidenceHashes(context.store.db, { marketId, evidenceHash, page });
  return hashes.slice(offset % SAMPLE_HASHES_PER_PAGE);
}
