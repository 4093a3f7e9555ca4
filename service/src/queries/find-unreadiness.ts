import { ping } from '../store/ping.ts';
import { findTransaction } from '../store/projection/find-transactions.ts';
import type { QueryContext } from './query-context.ts';

/** How far the projection may be behind the chain. */
const LAG_SECONDS_MAX = 15;

/** Why writes would fail now; null if they would not. */
export async function findUnreadiness(context: QueryContext): Promise<string | null> {
  const known = context.listProblems?.() ?? [];
  if (known.length > 0) return known.join(' ');
  return (await checkStore(context)) ?? (await checkChain(context));
}

async function checkStore({ store }: QueryContext): Promise<string | null> {
  try {
    await ping(store.db);
    return null;
  } catch {
    return 'The database does not answer.';
  }
}

async function checkChain({ chain, store }: QueryContext): Promise<string | null> {
  try {
    const now = await chain.clock.refresh();
    const [newest] = await chain.rpc
      .getSignaturesForAddress(chain.programAddress, { limit: 1, commitment: 'confirmed' })
      .send();
    if (!newest || (await findTransaction(store.db, newest.signature))) return null;
    const age = now - Number(newest.blockTime ?? 0n);
    return age > LAG_SECONDS_MAX ? `The indexer is ${age} s behind the chain.` : null;
  } catch {
    return 'The chain does not answer.';
  }
}
