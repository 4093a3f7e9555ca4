import type { ProgramInstruction } from '@tote/program-client';
import { getInstructionNode, tagOf } from './idl.ts';

const HEAD_BYTES = 8;
const BET_BYTES = 24;
const BETTOR_OFFSET = 22;
const HINT_BYTES = 2;
const PLACE_BETS = tagOf(getInstructionNode('placeBets'));

/** The same batch without one of its bettors. */
export function withoutPosition(
  { data, accounts, ...rest }: ProgramInstruction,
  position: number,
): ProgramInstruction {
  const isBets = data[0] === PLACE_BETS;
  const width = isBets ? BET_BYTES : HINT_BYTES;
  const items: Uint8Array[] = [];
  for (let at = HEAD_BYTES; at < data.length; at += width) {
    items.push(Uint8Array.from(data.slice(at, at + width)));
  }
  // One item for each bettor, in their order.
  items.splice(position, 1);
  if (isBets) for (const [index, bet] of items.entries()) bet[BETTOR_OFFSET] = index;
  const head = Uint8Array.from(data.slice(0, HEAD_BYTES));
  head[isBets ? 2 : 1] = items.length;
  const first = accounts.length - items.length - 1;
  return {
    ...rest,
    data: Buffer.concat([head, ...items]),
    accounts: accounts.toSpliced(first + position, 1),
  };
}
