import type { Currency } from '@tote/domain';
import type { Config, Decimal, Reserves } from '@tote/sdk';
import { fromBaseUnits, toBaseUnits } from '@tote/sdk';
import type { Reading } from './read-vaults.ts';

export interface Difference {
  readonly of: 'holds' | 'owes';
  readonly amount: Decimal;
  /** Whether the service reports more than the chain has. */
  readonly isMore: boolean;
}

export function findDifferences(
  said: Reserves[Currency],
  read: Reading['vaults'][Currency],
  decimals: Config['decimals'][Currency],
): Difference[] {
  const pairs = [
    ['holds', toBaseUnits(said.vault, decimals), read.holds],
    ['owes', toBaseUnits(said.owed, decimals), read.owes],
  ] as const;
  return pairs
    .filter(([, ours, theirs]) => ours !== theirs)
    .map(([of, ours, theirs]) => {
      const isMore = ours > theirs;
      const amount = fromBaseUnits(isMore ? ours - theirs : theirs - ours, decimals);
      return { of, amount, isMore };
    });
}
