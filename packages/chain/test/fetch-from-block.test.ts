import type { RpcTransport } from '@solana/kit';
import { expect, test } from 'vitest';
import { createWorld } from './world.ts';

type Call = { id: unknown; method: string; params: unknown[] };

/** Answers `getBlock` with these transactions, as a node does; or with an error. */
function withBlocks(listOf: (slot: bigint) => string[], failure: { code?: number; calls: number }) {
  return (transport: RpcTransport): RpcTransport =>
    (async (request: Parameters<RpcTransport>[0]) => {
      const { id, method, params } = request.payload as Call;
      if (method !== 'getBlock') return transport(request);
      failure.calls += 1;
      if (failure.code !== undefined) {
        return { jsonrpc: '2.0', id, error: { code: failure.code, message: 'no block' } };
      }
      const transactions = [];
      for (const signature of listOf(BigInt(params[0] as bigint))) {
        const payload = {
          id,
          jsonrpc: '2.0',
          method: 'getTransaction',
          params: [signature, params[1]],
        };
        transactions.push(
          ((await transport({ ...request, payload })) as { result: object }).result,
        );
      }
      const [first] = transactions as { blockTime?: unknown }[];
      return { jsonrpc: '2.0', id, result: { blockTime: first?.blockTime ?? null, transactions } };
    }) as RpcTransport;
}

test('a transaction from its block is the same as by its signature', async () => {
  const bySlot = new Map<bigint, string[]>();
  const node = { calls: 0 };
  const world = await createWorld({ wrap: withBlocks((slot) => bySlot.get(slot) ?? [], node) });
  await world.openBettor();
  const { chain } = world;
  const listed = await chain.rpc.getSignaturesForAddress(chain.programAddress).send();
  for (const { signature, slot } of listed) {
    bySlot.set(slot, [...(bySlot.get(slot) ?? []), signature]);
  }
  for (const { signature, slot } of listed) {
    const landed = await chain.fetchLanded(signature);
    expect(landed).toBeDefined();
    expect(await chain.fetchFromBlock(signature, slot)).toEqual(landed);
  }
  // Once per block.
  expect(node.calls).toBe(bySlot.size);
  expect(await chain.fetchFromBlock('1'.repeat(64), listed[0]?.slot ?? 0n)).toBeUndefined();
});

test.each([-32001, -32007, -32009, -32601])(
  'a node without the block (%i) has nothing',
  async (code) => {
    const world = await createWorld({ wrap: withBlocks(() => [], { code, calls: 0 }) });
    expect(await world.chain.fetchFromBlock('1'.repeat(64), 5n)).toBeUndefined();
  },
);

test('another error of the node is thrown, and the block is asked for again', async () => {
  const node = { code: -32000 as number | undefined, calls: 0 };
  const world = await createWorld({ wrap: withBlocks(() => [], node) });
  await expect(world.chain.fetchFromBlock('1'.repeat(64), 5n)).rejects.toThrow('no block');
  node.code = undefined;
  expect(await world.chain.fetchFromBlock('1'.repeat(64), 5n)).toBeUndefined();
  expect(node.calls).toBe(2);
});
