// A fork has dropped transactions that were confirmed. Rare, so it is done thoroughly: every market
// that they touched is made anew from what the chain has now.
import type { Address } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { listSignatures } from '@tote/chain/history/list-signatures';
import type { LandedTransaction } from '@tote/chain/landed';
import { mapConcurrently } from '@tote/lib/map-concurrently';
import {
  deleteDroppedTransactions,
  listTouchedMarkets,
} from '../store/projection/delete-market-rows.ts';
import type { Store } from '../store/store.ts';
import type { Log } from '../telemetry/log.ts';
import type { Applier } from './applier.ts';

const FETCHES_AT_ONCE = 8;

export interface UndoContext {
  readonly chain: Chain;
  readonly store: Store;
  readonly applier: Applier;
  readonly log: Log;
}

export async function undoDropped(
  { chain, store, applier, log }: UndoContext,
  signatures: readonly string[],
): Promise<void> {
  log.error({ signatures, alarm: 'transactions_dropped' }, 'a fork dropped transactions');
  const named = await listTouchedMarkets(store.db, signatures);
  const ahead = await findAhead(chain, named.closed);
  for (const market of new Set([...named.touched, ...ahead])) {
    await applier.reindex(market, await fetchHistory(chain, market));
  }
  // Last: until then a run that was cut off finds them again.
  await store.write((db) => deleteDroppedTransactions(db, signatures));
}

/** No row names the transaction that closed a market; the account that is back tells. */
async function findAhead(
  chain: Chain,
  closed: readonly { address: Address; sequence: bigint }[],
): Promise<Address[]> {
  const found = await mapConcurrently(closed, FETCHES_AT_ONCE, async ({ address, sequence }) => {
    const account = await chain.accounts.findMarket(address);
    return account && account.sequence !== sequence ? [address] : [];
  });
  return found.flat();
}

async function fetchHistory(chain: Chain, market: Address): Promise<LandedTransaction[]> {
  const listed = await listSignatures(chain.rpc, market, undefined);
  const fetched = await mapConcurrently(listed, FETCHES_AT_ONCE, ({ signature }) =>
    chain.fetchLanded(signature),
  );
  return fetched.filter((landed) => landed !== undefined);
}
