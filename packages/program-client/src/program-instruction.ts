import {
  type AccountMeta,
  type Address,
  address,
  type Instruction,
  type InstructionWithAccounts,
  type InstructionWithData,
  type ReadonlyUint8Array,
} from '@solana/kit';

export type ProgramInstruction = Instruction &
  InstructionWithAccounts<readonly AccountMeta[]> &
  InstructionWithData<ReadonlyUint8Array>;

/** The program's address differs between a cluster and the embedded chain. */
export interface ProgramOptions {
  programAddress?: Address;
}

export const SYSTEM_PROGRAM_ADDRESS = address('11111111111111111111111111111111');
export const TOKEN_PROGRAM_ADDRESS = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
export const ASSOCIATED_TOKEN_PROGRAM_ADDRESS = address(
  'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
);

/** The program stores this for an unset address. It is the System program's address. */
export const NO_ADDRESS: Address = SYSTEM_PROGRAM_ADDRESS;
