import type { Address } from '@solana/kit';
import { expect, test } from 'vitest';
import { CachedRecentFees } from '../src/recent-fees.ts';
import { RpcClient } from '../src/rpc-client.ts';
import { createWorld } from './world.ts';

const [ONE, OTHER] = [
  '11111111111111111111111111111111' as Address,
  'ComputeBudget111111111111111111111111111111' as Address,
];

function createFees() {
  const asked: Address[][] = [];
  const state = { nowMs: 0, fees: [5, 0, 70, 3] as unknown };
  const transport = async ({ payload }: { payload: unknown }) => {
    const { id, params } = payload as { id: string; params: [Address[]] };
    asked.push(params[0]);
    const list = Array.isArray(state.fees)
      ? state.fees.map((prioritizationFee, slot) => ({ slot, prioritizationFee }))
      : state.fees;
    return { jsonrpc: '2.0', id, result: list };
  };
  const client = new RpcClient({ transport: transport as never, tries: 1 });
  return { asked, state, fees: new CachedRecentFees({ client, wallMs: () => state.nowMs }) };
}

test('fees are in ascending order, and asked for once in a while', async () => {
  const { fees, asked, state } = createFees();
  expect(await fees.list([OTHER, ONE, OTHER])).toEqual([0n, 3n, 5n, 70n]);
  expect(await fees.list([ONE, OTHER])).toEqual([0n, 3n, 5n, 70n]);
  expect(asked).toEqual([[ONE, OTHER]]);
  state.nowMs = 5_000;
  state.fees = [9];
  // The next caller has the new ones.
  expect(await fees.list([ONE, OTHER])).toEqual([0n, 3n, 5n, 70n]);
  await expect.poll(() => fees.list([ONE, OTHER])).toEqual([9n]);
  expect(asked).toHaveLength(2);
});

test('only the newest slots count, and what is old is not used', async () => {
  const { fees, state } = createFees();
  state.fees = [...Array(100).fill(9), ...Array(32).fill(1)];
  expect(await fees.list([ONE])).toEqual(Array(32).fill(1n));
  state.nowMs = 16_000;
  state.fees = [2];
  expect(await fees.list([ONE])).toEqual([2n]);
});

test.each([7, [{}], null])('a reply of another shape is an error: %o', async (reply) => {
  const { fees, state } = createFees();
  state.fees = reply;
  if (Array.isArray(reply)) state.fees = [undefined];
  await expect(fees.list([ONE])).rejects.toMatchObject({ code: 'chain_unavailable' });
});

test('the embedded chain has no fees to outbid', async () => {
  const { chain } = await createWorld();
  const market = chain.addresses.config;
  expect((await chain.recentFees.list([market])).every((fee) => fee === 0n)).toBe(true);
});
