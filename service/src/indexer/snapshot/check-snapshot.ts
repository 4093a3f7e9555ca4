// Checks a snapshot as anybody can: fills a database of its own from it, catches up with the chain,
// and compares everything with the accounts there.
import type { Chain } from '@tote/chain/chain';
import { chainIdentityOf } from '../../store/journal/chain-identity.ts';
import { openStore } from '../../store/open-store.ts';
import { countClosed } from '../../store/snapshot/list-bettors.ts';
import type { Log } from '../../telemetry/log.ts';
import { createIndexer } from '../indexer.ts';
import { type Comparison, compareWithChain } from './compare-with-chain.ts';
import type { ReadSnapshot } from './read-snapshot.ts';
import { restoreSnapshot } from './restore-snapshot.ts';

interface CheckOptions {
  readonly file: string;
  readonly chain: Chain;
  /** Default: the oracle of the Config on chain. */
  readonly signer?: string;
  readonly wallMs: () => number;
  readonly log: Log;
}

export interface CheckedSnapshot extends ReadSnapshot {
  readonly comparison: Comparison;
  /** What only the signature stands for: accounts of closed markets are gone. */
  readonly unchecked: Awaited<ReturnType<typeof countClosed>>;
}

/** Throws if the file itself is wrong. */
export async function checkSnapshot(options: CheckOptions): Promise<CheckedSnapshot> {
  const { file, chain, wallMs, log } = options;
  const signer = options.signer ?? (await chain.accounts.getConfig()).oracle;
  const store = await openStore();
  try {
    const identity = chainIdentityOf(chain);
    const read = await restoreSnapshot({ store, file, identity, signer });
    const unchecked = await countClosed(store.db);
    const indexer = createIndexer({ chain, store, wallMs, log });
    await indexer.rebuild();
    const catchUp = () => indexer.catchUp();
    const comparison = await compareWithChain({ chain, store, wallMs, catchUp });
    return { ...read, comparison, unchecked };
  } finally {
    await store.close();
  }
}
