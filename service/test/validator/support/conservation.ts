// Whether every base unit that came in is somewhere, from the accounts on chain alone.

import type { Address } from '@solana/kit';
import { fetchMint, fetchToken } from '@solana-program/token';
import { findTokenAccount } from '@tote/program-client';
import type { Cluster } from './cluster.ts';
import { availableOf, lamportsOf } from './crowd.ts';
import type { Money } from './own-wallet.ts';

interface Moved {
  /** Everybody who has a Bettor. */
  readonly wallets: readonly { readonly address: Address }[];
  readonly deposited: Money;
  /** In lamports. */
  readonly withdrawn: bigint;
  /** UTILITY that was minted and not deposited, in base units. */
  readonly mintedBeside: bigint;
}

const CONFIRMED = { commitment: 'confirmed' } as const;

/** Each sum is what is missing, when no market is open: zero. */
export async function sumUp(
  { chain, treasury, utilityMint }: Cluster,
  { wallets, deposited, withdrawn, mintedBeside }: Moved,
): Promise<Readonly<Record<'sol' | 'solParts' | 'utility' | 'utilityParts' | 'supply', bigint>>> {
  const { rpc } = chain;
  const rent = await rpc.getMinimumBalanceForRentExemption(0n).send();
  const { sol, utility } = await chain.accounts.getVaults();
  const collected = (await lamportsOf(chain, treasury)) - rent;
  const token = await findTokenAccount(treasury, await chain.accounts.getUtility());
  const { amount: inTreasury } = (await fetchToken(rpc, token, CONFIRMED)).data;
  const { supply } = (await fetchMint(rpc, utilityMint, CONFIRMED)).data;
  const held = async (index: number) => {
    const each = await Promise.all(
      wallets.map(({ address }) => availableOf(chain, address, index)),
    );
    return each.reduce((sum, one) => sum + one, 0n);
  };
  const minted = deposited.UTILITY + mintedBeside;
  return {
    sol: deposited.SOL - withdrawn - collected - sol.burnedTotal - sol.owed,
    solParts: sol.owed - (await held(0)) - sol.feesBurn - sol.feesDeveloper,
    utility: deposited.UTILITY - inTreasury - utility.burnedTotal - utility.owed,
    utilityParts: utility.owed - (await held(1)) - utility.feesBurn - utility.feesDeveloper,
    supply: minted - sol.utilityBurnedTotal - utility.burnedTotal - supply,
  };
}
