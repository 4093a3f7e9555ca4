import { DomainError } from '@tote/domain';
import { findSeries, type Series, stopSeries as stopStored } from '../store/journal/series.ts';
import type { SeriesContext } from './create-series.ts';

/** Opens no more rounds. Those that are open go on as any market. A second time changes nothing. */
export async function stopSeries(
  { store, chain }: Pick<SeriesContext, 'store' | 'chain'>,
  id: string,
): Promise<Series> {
  const series = await store.write(async (db) => {
    await stopStored(db, id, chain.clock.now());
    return findSeries(db, id);
  });
  if (!series) throw new DomainError('resource_not_found', { resource: 'series' });
  await store.notify('series', id);
  return series;
}
