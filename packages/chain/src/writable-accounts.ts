import { type Address, type Instruction, isWritableRole } from '@solana/kit';

export function listWritableAccounts(instructions: readonly Instruction[]): Address[] {
  return instructions
    .flatMap(({ accounts = [] }) => accounts)
    .filter(({ role }) => isWritableRole(role))
    .map(({ address }) => address);
}
