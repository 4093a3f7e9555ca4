import type { Instruction } from '@solana/kit';
import {
  getAllocateInstruction,
  getAssignInstruction,
  getCreateAccountInstruction,
  getTransferSolInstruction,
} from '@solana-program/system';
import type { Chain } from '@tote/chain/chain';
import { UPGRADEABLE_LOADER } from '@tote/chain/deployed-program';
import type { Key } from '@tote/chain/key';
import { readLamports, readRents } from './costs.ts';

/**
 * Creates an account of the loader. Anybody can send SOL to an address before its account exists,
 * and then it cannot be created in one step.
 */
export async function createAccount(
  chain: Pick<Chain, 'rpc'>,
  payer: Key,
  account: Key,
  space: number,
): Promise<Instruction[]> {
  const [rent = 0n] = await readRents(chain, [space]);
  const there = await readLamports(chain, account.address);
  const owner = UPGRADEABLE_LOADER;
  if (there === 0n) {
    const signers = { payer: payer.signer, newAccount: account.signer };
    return [
      getCreateAccountInstruction({ ...signers, lamports: rent, space, programAddress: owner }),
    ];
  }
  const { signer, address: destination } = account;
  const missing = rent - there;
  return [
    ...(missing > 0n
      ? [getTransferSolInstruction({ source: payer.signer, destination, amount: missing })]
      : []),
    getAllocateInstruction({ newAccount: signer, space }),
    getAssignInstruction({ account: signer, programAddress: owner }),
  ];
}
