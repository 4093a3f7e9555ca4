import { Auditor } from '../../src/indexer/audit/auditor.ts';
import { ReservesReader } from '../../src/indexer/audit/reserves.ts';
import type { History, Reader } from './history.ts';

export function createAuditor({ chain }: History, { store, indexer, log }: Reader): Auditor {
  const catchUp = () => indexer.catchUp();
  const shared = { chain, store, wallMs: Date.now, catchUp };
  const reserves = new ReservesReader({ ...shared, withinMs: 100 });
  return new Auditor({ ...shared, indexer, log, reserves });
}
