// Splits a group that ran out of compute units because an account in it is larger than its cached
// size. Each bet is sent alone, with the units for the largest account, so that no bet fails
// because of another. The bets keep their ids, so that none counts twice.
import type { Address } from '@solana/kit';
import { placeBetsUnits, readUnitLimit, SLOTS_MAX } from '@tote/chain/compute-units';
import type { TransactionFailure } from '@tote/chain/landed';
import { isOverBudget } from '@tote/chain/transaction-failure';
import { type BetGroup, type StoredBet, toGroup } from './bet.ts';
import type { BetContext } from './context.ts';
import type { GroupTemplates } from './template.ts';

/** Whether its bets may succeed alone, with the units for the largest account. */
export function shouldSplit(
  failure: TransactionFailure,
  { signed, bets }: Pick<BetGroup, 'signed' | 'bets'>,
): boolean {
  if (!isOverBudget(failure)) return false;
  return bets.length > 1 || readUnitLimit(signed.wire) < placeBetsUnits([SLOTS_MAX]);
}

/** Each bet alone, with the units for the largest account. */
export function splitBets({ bettors }: BetContext, bets: readonly StoredBet[]): StoredBet[][] {
  // The cached size of at least one account was too small.
  for (const { row } of bets) bettors.forget(row.wallet as Address);
  return bets.map((bet) => [{ ...bet, slotCount: SLOTS_MAX }]);
}

/** Signs each list of bets as a transaction of its own, in place of one that failed. */
export async function signGroups(
  { chain, fees }: BetContext,
  templates: GroupTemplates,
  delegate: Address,
  lists: readonly (readonly StoredBet[])[],
): Promise<BetGroup[]> {
  const accounts = lists.flatMap((bets) => bets.map(({ market }) => market.address));
  const [lifetime, quote] = await Promise.all([
    chain.blockhashes.latest(),
    fees?.quote([...new Set(accounts)]),
  ]);
  const now = BigInt(chain.clock.now());
  return lists.map((bets) =>
    toGroup(bets, templates.sign(bets, { delegate, lifetime, quote }), now),
  );
}
