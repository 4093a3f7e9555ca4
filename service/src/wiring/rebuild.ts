// Writes the projection again from the chain, beside the one that is in use: into a database of its
// own, which takes its place when it agrees with the accounts on chain. See ADR 22.
import type { Chain } from '@tote/chain/chain';
import { UsageError } from '@tote/chain/lib/usage-error';
import { createIndexer } from '../indexer/indexer.ts';
import { compareWithChain } from '../indexer/snapshot/compare-with-chain.ts';
import { requireNoReplicas } from '../store/postgres/lease-session.ts';
import { copyProjection } from '../store/snapshot/tables.ts';
import type { Store } from '../store/store.ts';
import type { Log } from '../telemetry/log.ts';

const SHOWN_MAX = 20;

interface RebuildOptions {
  readonly chain: Chain;
  readonly store: Store;
  /** An empty database. */
  readonly draft: Store;
  readonly wallMs: () => number;
  readonly log: Log;
  readonly print: (line: string) => void;
}

/**
 * Nothing else may write the projection meanwhile. The journal stays. The feed keeps its ids, and
 * nothing that was on chain before the end is published. If it throws, `store` is as it was.
 */
export async function rebuildProjection(options: RebuildOptions): Promise<void> {
  const { chain, store, draft, wallMs, log, print } = options;
  const indexer = createIndexer({ chain, store: draft, wallMs, log });
  let total = 0;
  await indexer.rebuild((done, all) => {
    total = all;
    print(`${done} of ${all} transactions`);
  });
  const catchUp = () => indexer.catchUp();
  const compared = await compareWithChain({ chain, store: draft, wallMs, catchUp });
  requireSame(compared, print);
  const { markets, bettors, positions } = compared;
  print(
    `Compared with the chain: ${markets} markets, ${bettors} bettors with their balances, ` +
      `${positions} open positions, both vaults. No difference.`,
  );
  await store.write(async (db) => {
    await requireNoReplicas(db);
    await copyProjection(draft.db, db, (name, rows) => print(`${rows} rows of ${name}`));
  });
  print(`The projection is rebuilt from ${total} transactions.`);
}

function requireSame(
  { differences, isSettled }: Awaited<ReturnType<typeof compareWithChain>>,
  print: RebuildOptions['print'],
): void {
  if (differences.size === 0) return;
  for (const [account, reason] of [...differences].slice(0, SHOWN_MAX)) {
    print(`${account}: ${reason}`);
  }
  throw new UsageError(
    isSettled
      ? `What the node gave differs from the accounts on chain in ${differences.size} places, so ` +
          'the old rows stay. Name another node in TOTE_RPC_URL, or use a snapshot: ' +
          'tote snapshot restore <file> --replace.'
      : 'The chain changed while it was compared, so the old rows stay. Run it again.',
  );
}
