import { compileTransaction, type Lifetime } from '@tote/chain/write-transaction';
import type { Draft } from './draft.ts';

/** How many equal drafts fit into one blockhash. More would cost more: a limit is paid for. */
export const MORE_UNITS_MAX = 2_000;

/** `price`: micro-lamports per compute unit. `moreUnits`: makes an equal draft another message. */
export function compileDraft(
  { instructions, feePayer, computeUnits }: Draft,
  lifetime: Pick<Lifetime, 'blockhash'>,
  { price, moreUnits = 0 }: { price: bigint; moreUnits?: number },
) {
  return compileTransaction(instructions, feePayer, lifetime, {
    computeUnitLimit: computeUnits + moreUnits,
    ...(price > 0n && { computeUnitPrice: price }),
    isVersion0: true,
  });
}
