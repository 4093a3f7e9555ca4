import { afterAll, beforeAll, expect, test } from 'vitest';
import { SeparateChain } from '../../../../service/test/faults/support/separate-chain.ts';
import { checkClock } from '../../src/deploy/doctor/check-node.ts';

let separate: SeparateChain;
beforeAll(async () => {
  separate = await SeparateChain.start();
});
afterAll(() => separate?.close());

test.each([
  // How far this machine is ahead of the second that the chain shows.
  [-6_000, 'warning', 'the chain is 6 s ahead of this machine, more than 5 s. Synchronize'],
  [-5_001, 'warning', 'the chain is 6 s ahead'],
  [-5_000, 'ok', 'the chain is 5 s ahead of this machine'],
  [0, 'ok', 'the chain is 0 s ahead of this machine'],
  [5_999, 'ok', 'the chain is 5 s behind this machine'],
  [6_000, 'warning', 'the chain is 6 s behind this machine, more than 5 s. Synchronize'],
])('a machine that is %i ms ahead of the chain: %s', async (ms, state, text) => {
  const { chain } = separate;
  const wallMs = () => chain.clock.shown() * 1_000 + ms;
  const found = await checkClock({ chain, wallMs });
  expect(found).toEqual({ name: 'clock', state, text: expect.stringContaining(text) });
});
