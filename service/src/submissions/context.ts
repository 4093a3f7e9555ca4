import type { Chain } from '@tote/chain/chain';
import type { Indexer } from '../indexer/indexer.ts';
import type { ReadBarrier } from '../indexer/read-barrier.ts';
import type { Store } from '../store/store.ts';
import type { CrashPoints } from '../telemetry/crash-points.ts';
import type { Log } from '../telemetry/log.ts';
import type { SubmissionRecorder } from './recorder.ts';

/** What every submission needs, whatever it carries. */
export interface SubmissionContext {
  readonly chain: Chain;
  readonly store: Store;
  /** Brings landed transactions into the projection; returns when reads see them. */
  readonly indexer: Pick<Indexer, 'ingest' | 'ingestSoon'>;
  /** Left out: a reply waits until every replica can read what it says. */
  readonly readBarrier?: Pick<ReadBarrier, 'track' | 'isFull'>;
  readonly recorder: SubmissionRecorder;
  readonly wallMs: () => number;
  readonly crash: CrashPoints;
  readonly log: Pick<Log, 'error'>;
}
