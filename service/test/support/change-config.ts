// The instructions with which the admin changes the Config.
import type { Address, Instruction } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import type { Key } from '@tote/chain/key';
import {
  getDisableKeysInstruction,
  getUpdateConfigInstruction,
  type TermsArgs,
  termsOf,
} from '@tote/program-client';

interface Access {
  readonly chain: Chain;
  readonly admin: Key;
}

/** Omitted terms stay as they are. */
export async function createUpdate(
  { chain, admin }: Access,
  terms: Partial<TermsArgs>,
  knownPrograms?: readonly Address[],
): Promise<Instruction> {
  const config = await chain.accounts.getConfig();
  return getUpdateConfigInstruction({
    ...{ admin: admin.signer, newAdmin: admin.signer, config: chain.addresses.config },
    terms: { ...termsOf(config), ...terms },
    knownPrograms: [...(knownPrograms ?? config.knownPrograms.slice(0, config.knownProgramsLen))],
  });
}

/** Disables every operator, or every oracle, up to a generation. */
export function createDisable(
  { chain, admin }: Access,
  { operator, oracle }: { readonly operator?: number; readonly oracle?: number },
): Instruction {
  return getDisableKeysInstruction({
    ...{ authority: admin.signer, config: chain.addresses.config },
    mask: (operator === undefined ? 0 : 1) | (oracle === undefined ? 0 : 2),
    ...{ operatorGeneration: operator ?? 0, oracleGeneration: oracle ?? 0 },
  });
}
