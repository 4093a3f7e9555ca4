// Applies transactions of a market that the list of the program's transactions lacked: a node that
// was behind, or another one that answered in between, may have left some out.
import type { Chain } from '@tote/chain/chain';
import { type ListedSignature, listPages } from '@tote/chain/history/list-signatures';
import { PacedFetches } from '@tote/chain/history/paced-fetches';
import { parseMarketId } from '@tote/chain/ids';
import { findApplied } from '../store/projection/find-transactions.ts';
import type { Store } from '../store/store.ts';
import type { Applier } from './applier.ts';

/** How many are applied at once; limits how long other writes wait. */
const WINDOW = 256;

interface FillGapContext {
  readonly chain: Chain;
  readonly store: Pick<Store, 'db'>;
  readonly applier: Applier;
}

/** Gives how many were missing. */
export async function fillGap(
  { chain, store, applier }: FillGapContext,
  marketId: string,
): Promise<number> {
  const market = parseMarketId(marketId);
  if (!market) throw new RangeError(`${marketId} is no market`);
  const missing: ListedSignature[] = [];
  for await (const page of listPages(chain.rpc, market, {})) {
    const signatures = page.map(({ signature }) => signature);
    const applied = await findApplied(store.db, signatures);
    missing.push(...page.filter(({ signature }) => !applied.has(signature)));
  }
  const fetched = await new PacedFetches().map(missing.reverse(), ({ signature }) =>
    chain.fetchLanded(signature),
  );
  const landed = fetched.filter((one) => one !== undefined);
  for (let from = 0; from < landed.length; from += WINDOW) {
    await applier.apply(landed.slice(from, from + WINDOW));
  }
  return missing.length;
}
