import { address } from '@solana/kit';
import { expect, test } from 'vitest';
import {
  findGuardianSetAddress,
  findLaunchLabPoolAddress,
  findPumpCurveAddress,
  findPumpSwapPoolAddress,
  findPythConfigAddress,
  findPythPushAddress,
} from '../../src/oracles/derived-addresses.ts';
import { getFeed } from '../../src/oracles/price-feeds.ts';
import { PYTH_RECEIVER, PYTH_RECEIVER_2026 } from '../../src/oracles/programs.ts';

// Compared with the addresses of dumped real accounts.
test('a bonding curve', async () => {
  const mint = address('G9xLug8eKE4dNBNPG3qJNPP7XBZ6mnbyNjSPxxeEpump');
  expect(await findPumpCurveAddress(mint)).toBe('F4bz7J6riCRR11r1z4ENY3DdA7AnYAco1VcbxFnmALPL');
});

test('the pool that a curve migrates to', async () => {
  const mint = address('9cRCn9rGT8V2imeM2BaKs13yhMEais3ruM3rPvTGpump');
  expect(await findPumpSwapPoolAddress(mint)).toBe('FnzKY6x7entQ1eR3D225dQyT7ybfka4PskBMQhb8L3CC');
});

test('a launch that is paired with another mint than SOL', async () => {
  const mint = address('ALvT2usBGUC8C21dDiXpwAGVwA3x1GBKtut3VFWQcX8x');
  const quote = address('SNAPcESrvnH8yUdgeMF6xm1hym9b6hW6s8YeqeHdZFz');
  const pool = '7L2sWFH3rjHCBbjye28oHXDW1H9Vkt2WNeMJcW4B1hUK';
  expect(await findLaunchLabPoolAddress(mint, quote)).toBe(pool);
});

test('the account that Pyth’s sponsors update, before and after the upgrade', async () => {
  const { feedId } = getFeed('SOL');
  const before = '7UVimffxr9ow1uXYxsr4LHAcV58mLzhmwaeKvJ1pjLiE';
  const after = '7AviUf9nL62mcxNbQGKm4nKDQnPjswo6c5MX4D57HmyE';
  expect(await findPythPushAddress(feedId)).toBe(before);
  expect(await findPythPushAddress(feedId, { receiver: PYTH_RECEIVER_2026 })).toBe(after);
});

test('the settings of Pyth’s receiver, and the signers of 2025', async () => {
  const config = 'DaWUKXCyXsnzcvLUyeJRWou8KTn7XtadgTsdhJ6RHS7b';
  expect(await findPythConfigAddress(PYTH_RECEIVER)).toBe(config);
  const wormhole = address('HDwcJBJXjL9FpJ7UBsYBtaDjsBUhuLCUYoz3zr8SWWaQ');
  const signers = '5gxPdahvSzcKySxXxPuRXZZ9s6h8hZ88XDVKavWpaQGn';
  expect(await findGuardianSetAddress(wormhole, 4)).toBe(signers);
});
