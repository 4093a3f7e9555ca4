import type { Address, Instruction } from '@solana/kit';
import {
  getInitializeInstruction,
  type InitializeInput,
  type UtilityToken,
} from '@tote/program-client';
import type { Chain } from '../chain.ts';
import { findProgramData } from '../deployed-program.ts';
import type { Key } from '../key.ts';

export interface Buyback {
  readonly lot: bigint;
  readonly firstPrice: bigint;
  readonly roundSeconds: bigint;
}

export type Terms = InitializeInput['terms'];

export interface Initialization extends UtilityToken {
  readonly upgradeAuthority: Key;
  readonly payer: Key;
  readonly admin: Key;
  readonly buyback: Buyback;
  readonly terms: Terms;
  readonly knownPrograms: readonly Address[];
}

export async function buildInitialize(
  { programAddress, addresses }: Pick<Chain, 'programAddress' | 'addresses'>,
  { upgradeAuthority, payer, admin, buyback, ...rest }: Initialization,
): Promise<Instruction> {
  const input = {
    ...addresses,
    ...buyback,
    ...rest,
    upgradeAuthority: upgradeAuthority.signer,
    payer: payer.signer,
    admin: admin.signer,
    programData: await findProgramData(programAddress),
  };
  return getInitializeInstruction(input, { programAddress });
}
