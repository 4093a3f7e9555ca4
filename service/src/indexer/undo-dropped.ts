// Undoes confirmed transactions that a fork dropped. It is rare, so thorough rather than fast: the
// rows of every market that they touched are written again from the chain.
import type { Address } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { chainUnavailable } from '@tote/chain/chain-unavailable';
import { listSignatures } from '@tote/chain/history/list-signatures';
import { mapConcurrently } from '@tote/chain/lib/map-concurrently';
import { recordDropped } from '../store/finality.ts';
import {
  deleteDroppedTransactions,
  listMarketSignatures,
  listTouchedMarkets,
} from '../store/projection/delete-market-rows.ts';
import type { Store } from '../store/store.ts';
import type { Log } from '../telemetry/log.ts';
import type { Applier } from './applier.ts';

const FETCHES_AT_ONCE = 8;

export async function undoDropped(
  { chain, store, applier, log }: { chain: Chain; store: Store; applier: Applier; log: Log },
  signatures: readonly string[],
): Promise<void> {
  log.error({ signatures, alarm: 'transactions_dropped' }, 'a fork dropped transactions');
  const { touched, closed } = await listTouchedMarkets(store.db, signatures);
  const outdated = await findOutdated(chain, closed);
  for (const market of new Set([...touched, ...outdated])) {
    const known = await listMarketSignatures(store.db, market);
    const kept = known.filter((signature) => !signatures.includes(signature));
    await applier.reindex(market, await fetchHistory(chain, market, kept));
  }
  // Last, so that after a crash the next run finds them again.
  await store.write(async (db) => {
    await deleteDroppedTransactions(db, signatures);
    await recordDropped(db, signatures);
  });
}

/** No row has the signature that closed a market. If a fork undid it, its account exists again. */
async function findOutdated(
  chain: Chain,
  closed: readonly { address: Address; sequence: bigint }[],
): Promise<Address[]> {
  const found = await mapConcurrently(closed, FETCHES_AT_ONCE, async ({ address, sequence }) => {
    const account = await chain.accounts.findMarket(address);
    return account && account.sequence !== sequence ? [address] : [];
  });
  return found.flat();
}

/** Throws unless the node has everything that was not dropped: it may be behind, or lack blocks. */
async function fetchHistory(chain: Chain, market: Address, kept: readonly string[]) {
  const listed = await listSignatures(chain.rpc, market, undefined);
  const fetched = await mapConcurrently(listed, FETCHES_AT_ONCE, ({ signature }) =>
    chain.fetchLanded(signature),
  );
  const history = fetched.filter((landed) => landed !== undefined);
  const isThere = new Set(history.map(({ signature }) => signature));
  const isWhole = history.length === listed.length && kept.every((each) => isThere.has(each));
  if (!isWhole) throw chainUnavailable(new Error(`the node lacks transactions of ${market}`));
  return history;
}
