// One file per task in tasks/. A task finds what is due; the keeper does it, with limits.

import type { Address } from '@solana/kit';
import type { LiveConfig } from '@tote/chain/live-config';
import type { PriceUpdates } from '@tote/oracles/price-updates';
import type { Market } from '@tote/program-client';
import type { SettleMarketContext } from '../commands/settle-market.ts';
import type { Buyer } from '../genesis/buyer.ts';
import type { ServiceKeys } from '../genesis/keys.ts';
import type { ReadBarrier } from '../indexer/read-barrier.ts';
import type { Sampler } from '../sampling/sampler.ts';
import type { KeeperReads } from '../store/projection/keeper-reads.ts';
import type { Store } from '../store/store.ts';
import type { Log } from '../telemetry/log.ts';
import type { IsOracleDisabled } from './disabled-oracles.ts';

export interface TaskContext extends SettleMarketContext {
  readonly keys: ServiceKeys;
  readonly store: Store;
  readonly reads: KeeperReads;
  /** At `confirmed`; null where there is none. */
  findMarketAccount(address: Address): Promise<Market | null>;
  /** Left out: the Config never changes. */
  readonly live?: Pick<LiveConfig, 'current' | 'refresh'>;
  readonly isOracleDisabled?: IsOracleDisabled;
  /** Left out: only what others keep on chain decides prices. */
  readonly priceUpdates?: PriceUpdates;
  /** Left out: the burn share of SOL waits for other buyers. */
  readonly buyer?: Buyer;
  /** Takes the samples that measured markets are decided by. */
  readonly sampler?: Sampler;
  /** Left out: whatever was answered has its rows. */
  readonly readBarrier?: Pick<ReadBarrier, 'wait'>;
  readonly log: Log;
  readonly wallMs: () => number;
}

const ENDING = [
  'use-attestations',
  'resolve-due-markets',
  'resolve-due-facts',
  'resolve-met-facts',
  'resolve-due-samples',
  'resolve-met-samples',
  'refund-overdue-markets',
] as const;

export const TASK_NAMES = [
  'announce-closed-markets',
  ...ENDING,
  'settle-ended-markets',
  'sweep-winnings',
  'close-settled-markets',
  'collect-fees',
  'fill-buyback',
  'apply-config-change',
  'clean-up',
] as const;

export type TaskName = (typeof TASK_NAMES)[number];

/** Those that end a market. */
export const ENDING_TASKS: readonly TaskName[] = ENDING;

/** One piece of work. While it runs or waits for its next try, the task may find it again. */
export interface Job {
  /** What it is about: a market, a bettor, a currency. */
  readonly subject: string;
  run(signal: AbortSignal): Promise<void>;
}

export interface Task {
  readonly name: TaskName;
  /** Jobs at once. Bets go through the same chain and must not wait behind us. */
  readonly atOnce: number;
  readonly pollMs: number;
  /** Looks at once when the chain's clock comes to a new second, too. */
  readonly isTimed?: boolean;
  /** Leaves the chain to these while they have jobs, though not for ever. */
  readonly yieldsTo?: readonly TaskName[];
  /** Looks at once when a job of one of these is done. */
  readonly wokenBy: readonly TaskName[];
  /** While its loop runs: `wake` makes it look before `pollMs`. Gives what ends the listening. */
  listen?(wake: () => void): () => void;
  /** At most `limit` jobs that `canTry` says may be tried now. */
  find(limit: number, canTry: (subject: string) => boolean): Promise<readonly Job[]>;
}
