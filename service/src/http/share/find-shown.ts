import { setTimeout as wait } from 'node:timers/promises';
import type { Queries } from '../../queries/create-queries.ts';
import type { MarketView } from '../../queries/shown.ts';
import { isMarketId } from '../ids.ts';

/** The page itself tells more: it must not wait long for its head. */
const READ_MS_MAX = 2_000;

/** By the same cached read as that of the API. `unknown`: it could not be read now. */
export async function findShown(
  queries: Queries,
  id: string,
): Promise<MarketView | 'missing' | 'unknown'> {
  if (!isMarketId(id)) return 'missing';
  const known = queries.peekMarket(id);
  if (known) return known;
  const late = new AbortController();
  try {
    return await Promise.race([
      queries.findMarket(id).then((market) => market ?? 'missing'),
      wait(READ_MS_MAX, 'unknown' as const, { ref: false, signal: late.signal }),
    ]);
  } catch {
    return 'unknown';
  } finally {
    late.abort();
  }
}
