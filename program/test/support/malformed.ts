import type { ProgramInstruction } from '@tote/program-client';
import type { Chain } from './chain.ts';
import { createKey } from './key.ts';
import { withBytes, withDataLength, withExtraAccount } from './tamper.ts';

const extra = createKey('account too many').address;

/** A good instruction is refused with any byte too few, one too many or a reserved one set. */
export function expectDataChecked(
  chain: Chain,
  instruction: ProgramInstruction,
  reserved: readonly number[],
): void {
  const { length } = instruction.data;
  for (let cut = 0; cut < length; cut += 1) {
    chain.expectRefused(withDataLength(instruction, cut), 'InvalidInstructionData');
  }
  chain.expectRefused(withDataLength(instruction, length + 1), 'InvalidInstructionData');
  chain.expectRefused(withDataLength(instruction, length + 8), 'InvalidInstructionData');
  for (const offset of reserved) {
    chain.expectRefused(withBytes(instruction, offset, 1), 'InvalidInstructionData');
    chain.expectRefused(withBytes(instruction, offset, 128), 'InvalidInstructionData');
  }
}

/** Takes a good instruction and refuses it with any number of accounts but its own. */
export function expectAccountsCounted(chain: Chain, instruction: ProgramInstruction): void {
  const { accounts } = instruction;
  for (let count = 0; count < accounts.length; count += 1) {
    const fewer = { ...instruction, accounts: accounts.slice(0, count) };
    chain.expectRefused(fewer, 'InvalidAccountCount');
  }
  chain.expectRefused(withExtraAccount(instruction, extra), 'InvalidAccountCount');
}

/** The numbers from `first` to `last`. */
export function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
