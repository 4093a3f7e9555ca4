import { AuthorityType, getSetAuthorityInstruction } from '@solana-program/token';
import { utilityAddress } from './build.ts';
import type { Key } from './key.ts';
import { tokenProgram } from './tokens.ts';

/** The owner of an associated token account makes it somebody else's, for good. */
export function handOver(owner: Key, newOwner: Key) {
  const change = {
    owned: utilityAddress(owner),
    owner: owner.signer,
    authorityType: AuthorityType.AccountOwner,
    newAuthority: newOwner.address,
  };
  return getSetAuthorityInstruction(change, { programAddress: tokenProgram });
}
