import type { Chain } from '@tote/chain/chain';
import type { Indexer } from '../indexer/indexer.ts';
import type { ReadBarrier } from '../indexer/read-barrier.ts';
import type { Store } from '../store/store.ts';
import type { CrashPoints } from '../telemetry/crash-points.ts';
import type { Log } from '../telemetry/log.ts';
import type { PriorityFees } from './priority-fees.ts';
import type { SubmissionRecorder } from './recorder.ts';
import type { Relayers } from './relayers.ts';

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

/** What signing with the operator's key needs. */
export interface SigningContext {
  /** The delegates, each the fee payer of its bets, and the operator. */
  readonly relayers: Relayers;
  /** Reads the Config again, after an error that suggests a change. Never rejects. */
  readonly refreshConfig?: () => Promise<unknown>;
  /** Left out: no priority fees are paid. */
  readonly fees?: Pick<PriorityFees, 'quote'>;
}
