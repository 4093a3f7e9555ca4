import { type Address, address, getProgramDerivedAddress } from '@solana/kit';
import { expect, test } from 'vitest';
import {
  findPumpCurveAddress,
  findPumpSwapPoolAddress,
} from '../../src/oracles/derived-addresses.ts';
import { findPoolOwners } from '../../src/oracles/pool-owners.ts';
import { CPMM_PROGRAM, LAUNCHLAB_PROGRAM } from '../../src/oracles/programs.ts';

const MINT = address('9cRCn9rGT8V2imeM2BaKs13yhMEais3ruM3rPvTGpump');

test('the owners of pool and curve vaults are found', async () => {
  const derive = async (programAddress: Address, seed: string) =>
    (await getProgramDerivedAddress({ programAddress, seeds: [seed] }))[0];
  const owners = await findPoolOwners(MINT);
  for (const owner of [
    await derive(CPMM_PROGRAM, 'vault_and_lp_mint_auth_seed'),
    await derive(LAUNCHLAB_PROGRAM, 'vault_auth_seed'),
    await derive(address('675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8'), 'amm authority'),
    await findPumpCurveAddress(MINT),
    await findPumpSwapPoolAddress(MINT),
  ]) {
    expect(owners).toContain(owner);
  }
  expect(owners).not.toContain(MINT);
});
