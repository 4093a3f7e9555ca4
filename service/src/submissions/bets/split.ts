// A group that needed more compute units than it had: an account in it is larger than we
// remembered. Its bets are placed once more, each by itself and with as much as any account can
// take, so that nobody's bet fails because of a neighbour. They keep their ids, so that none can
// count twice.
import type { Address } from '@solana/kit';
import { placeBetsUnits, readUnitLimit, SLOTS_MAX } from '@tote/chain/compute-units';
import type { TransactionFailure } from '@tote/chain/landed';
import { isOverBudget } from '@tote/chain/transaction-failure';
import type { BetContext } from './context.ts';
import { type BetGroup, signGroup } from './journal.ts';
import type { GroupTemplates } from './template.ts';

/** Whether its bets may do better by themselves, with what an account can take at most. */
export function isSplitBy(
  failure: TransactionFailure,
  { signed, bets }: Pick<BetGroup, 'signed' | 'bets'>,
): boolean {
  if (!isOverBudget(failure)) return false;
  return bets.length > 1 || readUnitLimit(signed.wire) < placeBetsUnits([SLOTS_MAX]);
}

type SplitContext = Pick<BetContext, 'chain' | 'bettors'>;

/** To be sent in the place of the group that failed. */
export async function splitGroup(
  { chain, bettors }: SplitContext,
  templates: GroupTemplates,
  { market, bets }: BetGroup,
): Promise<BetGroup[]> {
  // What is remembered of one of them was too little.
  for (const { row } of bets) bettors.forget(row.wallet as Address);
  const lifetime = await chain.blockhashes.latest();
  const now = BigInt(chain.clock.now());
  return bets.map((bet) => {
    const single = [{ ...bet, slotCount: SLOTS_MAX }];
    return signGroup(market, single, templates.sign(market, single, lifetime), now);
  });
}
