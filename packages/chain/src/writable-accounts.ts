import { type Address, type Instruction, isWritableRole } from '@solana/kit';

/** The accounts for which transactions compete. One that several instructions write is repeated. */
export function listWritableAccounts(instructions: readonly Instruction[]): Address[] {
  return instructions
    .flatMap(({ accounts = [] }) => accounts)
    .filter(({ role }) => isWritableRole(role))
    .map(({ address }) => address);
}
