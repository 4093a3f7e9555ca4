import { address } from '@solana/kit';
import {
  findLaunchLabPoolAddress,
  findMetadataAddress,
} from '@tote/conditions/oracles/derived-addresses';
import { TOKEN_PROGRAM, WRAPPED_SOL } from '@tote/conditions/oracles/programs';
import { expect, test } from 'vitest';
import { listHintAccounts, readTokenHints } from '../src/token-hints.ts';
import { dump, mintAccount, missingAccount, patched, sampleOf } from './oracles/support/dumps.ts';

const MINT = address('G9xLug8eKE4dNBNPG3qJNPP7XBZ6mnbyNjSPxxeEpump');
const curve = dump('pump_curve_live_115');
const mint = { program: TOKEN_PROGRAM, decimals: 6 };

async function read(...accounts: Parameters<typeof sampleOf>[1][number][]) {
  return readTokenHints(sampleOf(1_800_000_000, accounts), MINT);
}

test('the accounts to read', async () => {
  const launch = await findLaunchLabPoolAddress(MINT);
  const metadata = await findMetadataAddress(MINT);
  expect(await listHintAccounts(MINT)).toEqual([MINT, curve.address, launch, metadata]);
});

test('a token of pump.fun, of LaunchLab, of neither', async () => {
  const launchAddress = await findLaunchLabPoolAddress(MINT);
  const noLaunch = missingAccount(launchAddress);
  const noCurve = missingAccount(curve.address);
  expect(await read(mintAccount(MINT), curve, noLaunch)).toEqual({
    mint,
    launchpad: 'pump',
    quoteMint: WRAPPED_SOL,
    creator: '78uLTjkwpsN2g93q7BkU71NTcHbYPiXyD3f7FcpK8RAt',
  });
  // Early curves do not name their creator.
  const early = patched(curve, 49, new Uint8Array(32));
  expect(await read(mintAccount(MINT), early, noLaunch)).not.toHaveProperty('creator');
  const launch = { ...dump('raydium_launchlab_pool'), address: launchAddress };
  expect(await read(mintAccount(MINT), noCurve, launch)).toMatchObject({ launchpad: 'launchlab' });
  expect(await read(mintAccount(MINT), noCurve, noLaunch)).toEqual({ mint, launchpad: null });
});

test('what was not read is not known', async () => {
  expect(await read(mintAccount(MINT))).toEqual({ mint });
  expect(await read(missingAccount(MINT), curve)).toEqual({});
  expect(await read()).toEqual({});
});
