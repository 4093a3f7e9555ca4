import { getAddressEncoder, getProgramDerivedAddress } from '@solana/kit';
import { expect, test } from 'vitest';
import {
  findBettorAddress,
  findMarketAddress,
  findProgramAddresses,
  TOTE_PROGRAM_ADDRESS,
} from '../src/index.ts';
import { addressOf, bytes } from './support.ts';

async function derive(
  programAddress: typeof TOTE_PROGRAM_ADDRESS,
  ...seeds: (string | Uint8Array)[]
) {
  return (await getProgramDerivedAddress({ programAddress, seeds }))[0];
}

test('the program address decodes to 32 bytes', () => {
  expect(getAddressEncoder().encode(TOTE_PROGRAM_ADDRESS)).toHaveLength(32);
});

test.each([TOTE_PROGRAM_ADDRESS, addressOf(50) as typeof TOTE_PROGRAM_ADDRESS])(
  'addresses below %s are derived from the README’s seeds',
  async (programAddress) => {
    const options = { programAddress };
    const wallet = new Uint8Array(32).fill(5);
    expect(await findProgramAddresses(options)).toEqual({
      config: await derive(programAddress, 'config'),
      vaultSol: await derive(programAddress, 'vault', bytes('00')),
      vaultUtility: await derive(programAddress, 'vault', bytes('01')),
      vaultToken: await derive(programAddress, 'vault-token'),
    });
    expect(await findBettorAddress(addressOf(5), options)).toBe(
      await derive(programAddress, 'bettor', wallet),
    );
    const seeds = { creator: addressOf(5), nonce: 258n, expiresAt: -1n };
    expect(await findMarketAddress(seeds, options)).toBe(
      await derive(
        programAddress,
        'market',
        wallet,
        bytes('0201000000000000'),
        bytes('ffffffffffffffff'),
      ),
    );
  },
);
