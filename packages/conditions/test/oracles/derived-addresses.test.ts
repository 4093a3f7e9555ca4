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

const mint = address('G9xLug8eKE4dNBNPG3qJNPP7XBZ6mnbyNjSPxxeEpump');
const migrated = address('9cRCn9rGT8V2imeM2BaKs13yhMEais3ruM3rPvTGpump');
const launched = address('ALvT2usBGUC8C21dDiXpwAGVwA3x1GBKtut3VFWQcX8x');
const quote = address('SNAPcESrvnH8yUdgeMF6xm1hym9b6hW6s8YeqeHdZFz');
const wormhole = address('HDwcJBJXjL9FpJ7UBsYBtaDjsBUhuLCUYoz3zr8SWWaQ');
const { feedId } = getFeed('SOL');
const upgraded = { receiver: PYTH_RECEIVER_2026 };

test.each([
  ['F4bz7J6riCRR11r1z4ENY3DdA7AnYAco1VcbxFnmALPL', () => findPumpCurveAddress(mint)],
  ['FnzKY6x7entQ1eR3D225dQyT7ybfka4PskBMQhb8L3CC', () => findPumpSwapPoolAddress(migrated)],
  ['7L2sWFH3rjHCBbjye28oHXDW1H9Vkt2WNeMJcW4B1hUK', () => findLaunchLabPoolAddress(launched, quote)],
  ['7UVimffxr9ow1uXYxsr4LHAcV58mLzhmwaeKvJ1pjLiE', () => findPythPushAddress(feedId)],
  ['7AviUf9nL62mcxNbQGKm4nKDQnPjswo6c5MX4D57HmyE', () => findPythPushAddress(feedId, upgraded)],
  ['DaWUKXCyXsnzcvLUyeJRWou8KTn7XtadgTsdhJ6RHS7b', () => findPythConfigAddress(PYTH_RECEIVER)],
  ['5gxPdahvSzcKySxXxPuRXZZ9s6h8hZ88XDVKavWpaQGn', () => findGuardianSetAddress(wormhole, 4)],
])('the address of the real account %s is derived', async (expected, find) => {
  expect(await find()).toBe(expected);
});
