import type { Chain } from '@tote/chain/chain';
import type { Indexer } from '../indexer/indexer.ts';
import type { ReadBarrier } from '../indexer/read-barrier.ts';
import type { Store } from '../store/store.ts';
import type { CrashPoints } from '../telemetry/crash-points.ts';
import type { Log } from '../telemetry/log.ts';
import type { SubmissionRecorder } from './recorder.ts';

/** What submissions of every kind need. */
export interface SubmissionContext {
  readonly chain: Chain;
  readonly store: Store;
  /** Applies landed transactions to the projection; returns when reads see them. */
  readonly indexer: Pick<Indexer, 'ingest' | 'ingestSoon'>;
  /** Left out: every reply waits until its rows are written. */
  readonly readBarrier?: Pick<ReadBarrier, 'track' | 'isFull'>;
  readonly recorder: SubmissionRecorder;
  readonly wallMs: () => number;
  readonly crash: CrashPoints;
  readonly log: Pick<Log, 'error'>;
}
