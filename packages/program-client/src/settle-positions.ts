// Written by offsets: the generated encoder takes longer than the program for each position.
import { AccountRole, type Address } from '@solana/kit';
import { SETTLE_POSITIONS_DISCRIMINATOR } from './generated/instructions';
import { TOTE_PROGRAM_ADDRESS } from './generated/programs';
import type { ProgramInstruction, ProgramOptions } from './program-instruction.ts';

export interface SettlePositionsInput {
  market: Address;
  /** `slot` is a hint: the slot in which the position probably is. */
  positions: readonly { bettor: Address; slot?: number }[];
}

export function getSettlePositionsInstruction(
  { market, positions }: SettlePositionsInput,
  options?: ProgramOptions,
): ProgramInstruction {
  const data = new Uint8Array(HEAD_BYTES + positions.length * HINT_BYTES);
  const view = new DataView(data.buffer);
  view.setUint8(0, SETTLE_POSITIONS_DISCRIMINATOR);
  view.setUint8(1, positions.length);
  const accounts = [{ address: market, role: AccountRole.WRITABLE }];
  positions.forEach(({ bettor, slot = 0 }, index) => {
    accounts.push({ address: bettor, role: AccountRole.WRITABLE });
    view.setUint16(HEAD_BYTES + index * HINT_BYTES, slot, true);
  });
  return { programAddress: options?.programAddress ?? TOTE_PROGRAM_ADDRESS, accounts, data };
}

const HEAD_BYTES = 8;
const HINT_BYTES = 2;
