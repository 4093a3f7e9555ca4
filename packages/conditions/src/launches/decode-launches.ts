// Which tokens a transaction has launched, by the instructions that it executed.
import {
  type Address,
  getAddressDecoder,
  getBase16Decoder,
  type ReadonlyUint8Array,
} from '@solana/kit';
import type { Launches } from './launchpads.ts';

/** An instruction of a transaction, outer or inner. */
export interface ExecutedInstruction {
  readonly program: string;
  readonly accounts: readonly string[];
  readonly data: ReadonlyUint8Array;
}

/** Each mint once. The transaction must have succeeded. */
export function decodeLaunches(
  instructions: readonly ExecutedInstruction[],
  { program, watched, marks }: Launches,
): Address[] {
  const mints = instructions.flatMap(({ program: called, accounts, data }): Address[] => {
    if (called !== program) return [];
    const hex = getBase16Decoder().decode(data);
    const mark = marks.find(
      ({ data: prefix, watchedAt: at }) =>
        hex.startsWith(prefix) &&
        (at === undefined || watched.some((each) => each === accounts[at])),
    );
    if (!mark) return [];
    const { mint: place } = mark;
    if ('account' in place) return accounts.slice(place.account, place.account + 1) as Address[];
    const bytes = data.slice(place.dataOffset, place.dataOffset + 32);
    return bytes.length === 32 ? [getAddressDecoder().decode(bytes)] : [];
  });
  return [...new Set(mints)];
}
