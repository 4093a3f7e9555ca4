// Reads the vaults from the chain in this browser. Loaded on demand.
import { type Address, createSolanaRpc, getBase64Encoder, getU64Decoder } from '@solana/kit';
import type { Currency } from '@tote/domain';
import { findProgramAddresses, getVaultDecoder, getVaultSize } from '@tote/program-client';

export interface Vault {
  /** Excludes the rent of the vault itself. */
  readonly holds: bigint;
  readonly owes: bigint;
}

export interface Reading {
  readonly slot: bigint;
  readonly vaults: Readonly<Record<Currency, Vault>>;
  readonly accounts: Readonly<Record<Currency, string>>;
}

/** The rents that `initialize` puts into the SOL vault, so that it survives a rise of rent. */
const VAULT_RENTS = 10n;
const TOKEN_AMOUNT = 64;

export async function readVaults(
  url: string,
  { program, genesisHash }: { readonly program: string; readonly genesisHash: string },
  abortSignal: AbortSignal,
): Promise<Reading> {
  const rpc = createSolanaRpc(url);
  const options = { abortSignal };
  if ((await rpc.getGenesisHash().send(options)) !== genesisHash) {
    throw new Error('This node is on another chain than the service.');
  }
  const programAddress = program as Address;
  const { vaultSol, vaultUtility, vaultToken } = await findProgramAddresses({ programAddress });
  const [rent, { context, value }] = await Promise.all([
    rpc.getMinimumBalanceForRentExemption(BigInt(getVaultSize())).send(options),
    // One call reads them all at the same slot.
    rpc
      .getMultipleAccounts([vaultSol, vaultUtility, vaultToken], {
        ...{ commitment: 'confirmed', encoding: 'base64' },
      })
      .send(options),
  ]);
  const bytes = value.map((account, index) => {
    if (!account) throw new Error('The chain has no vaults of this program.');
    if (index < 2 && account.owner !== programAddress) {
      throw new Error('The vaults do not belong to the program.');
    }
    return getBase64Encoder().encode(account.data[0]);
  });
  const [sol, utility, token] = bytes as [Uint8Array, Uint8Array, Uint8Array];
  const owedSol = getVaultDecoder().decode(sol).owed;
  const vaults = {
    SOL: { holds: withoutRent(value[0]?.lamports ?? 0n, rent, owedSol), owes: owedSol },
    UTILITY: {
      holds: getU64Decoder().decode(token, TOKEN_AMOUNT),
      owes: getVaultDecoder().decode(utility).owed,
    },
  };
  return { slot: context.slot, vaults, accounts: { SOL: vaultSol, UTILITY: vaultToken } };
}

/** Rent may have risen since; that must never look like missing money. */
function withoutRent(lamports: bigint, rent: bigint, owed: bigint): bigint {
  const money = lamports - VAULT_RENTS * rent;
  if (money >= owed) return money;
  return lamports >= owed ? owed : lamports;
}
