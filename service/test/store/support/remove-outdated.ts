import { listRemovals, type Retention } from '../../../src/store/retention.ts';
import type { Store } from '../../../src/store/store.ts';

const DAY = 86_400;

export const RETENTION: Retention = { requests: DAY, refused: 365 * DAY, events: 7 * DAY };

/** Runs each step of the clean-up once and returns how many rows were removed. */
export async function removeOutdated(
  store: Store,
  nowSeconds: number,
  retention = RETENTION,
): Promise<bigint> {
  let rows = 0n;
  for (const remove of listRemovals(retention)) {
    rows += await store.write((db) => remove(db, nowSeconds * 1_000));
  }
  return rows;
}
