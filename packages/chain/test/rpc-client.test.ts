import { address, type RpcTransport } from '@solana/kit';
import { expect, test } from 'vitest';
import { RpcClient } from '../src/rpc-client.ts';

const SYSTEM = address('11111111111111111111111111111111');

/** A node that gives these results, one after the other, and the last one for ever. */
function createClient(...results: unknown[]) {
  let calls = 0;
  const transport = (async ({ payload }: Parameters<RpcTransport>[0]) => {
    const result = results[Math.min(calls, results.length - 1)];
    calls += 1;
    return { jsonrpc: '2.0', id: (payload as { id: unknown }).id, result };
  }) as RpcTransport;
  return { rpc: new RpcClient({ transport }).rpc, calls: () => calls };
}

const context = { slot: 1n };
const confirmed = { commitment: 'confirmed' } as const;

test.each([[7n], [null], ['seven'], [[]], [{}], [[7n]]])(
  'a balance that is %o is asked for again',
  async (wrong) => {
    const { rpc, calls } = createClient(wrong, { context, value: 5n });
    expect((await rpc.getBalance(SYSTEM, confirmed).send()).value).toBe(5n);
    expect(calls()).toBe(2);
  },
);

test.each([[7n], [null], ['seven'], [{ context, value: 5n }]])(
  'signatures that are %o are asked for again',
  async (wrong) => {
    const { rpc, calls } = createClient(wrong, []);
    expect(await rpc.getSignaturesForAddress(SYSTEM, confirmed).send()).toEqual([]);
    expect(calls()).toBe(2);
  },
);

test('a node that always answers in another shape is chain_unavailable', async () => {
  const { rpc, calls } = createClient(7n);
  const asking = rpc.getProgramAccounts(SYSTEM, { ...confirmed, encoding: 'base64' }).send();
  await expect(asking).rejects.toMatchObject({ code: 'chain_unavailable' });
  expect(calls()).toBe(4);
});

test('accounts with a context are no list, and an account may be missing', async () => {
  const withContext = { ...confirmed, encoding: 'base64', withContext: true } as const;
  const listed = createClient({ context, value: [] });
  expect((await listed.rpc.getProgramAccounts(SYSTEM, withContext).send()).value).toEqual([]);
  const missing = createClient({ context, value: null });
  const reading = missing.rpc.getAccountInfo(SYSTEM, { ...confirmed, encoding: 'base64' });
  expect((await reading.send()).value).toBeNull();
  expect([listed.calls(), missing.calls()]).toEqual([1, 1]);
});

test('a rent that is no integer is asked for again', async () => {
  const { rpc, calls } = createClient({ value: 5n }, 5n);
  expect(await rpc.getMinimumBalanceForRentExemption(0n).send()).toBe(5n);
  expect(calls()).toBe(2);
});

test('it is down while no attempt is answered, and up again with the first answer', async () => {
  let isGone = false;
  const transport = (async ({ payload }: Parameters<RpcTransport>[0]) => {
    if (isGone) throw new Error('connect ECONNREFUSED');
    return { jsonrpc: '2.0', id: (payload as { id: unknown }).id, result: 5n };
  }) as RpcTransport;
  const client = new RpcClient({ transport });
  const ask = () => client.call('getBlockHeight', []).catch(() => undefined);
  await ask();
  expect(client.isAway).toBe(false);
  isGone = true;
  await expect.poll(async () => [await ask(), client.isAway]).toEqual([undefined, true]);
  isGone = false;
  await ask();
  expect(client.isAway).toBe(false);
});

test('a call that its caller gave up says nothing about the node', async () => {
  const transport = (() => new Promise(() => undefined)) as unknown as RpcTransport;
  const client = new RpcClient({ transport, timeoutMs: 3_600_000 });
  const abort = new AbortController();
  const asking = client.rpc.getBlockHeight().send({ abortSignal: abort.signal });
  abort.abort();
  await expect(asking).rejects.toThrow();
  expect(client.isAway).toBe(false);
});
