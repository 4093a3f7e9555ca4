import type { RpcSubscriptionsTransport } from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { expect, onTestFinished, test } from 'vitest';
import { createKey } from '../src/key.ts';
import { openChain } from '../src/open-chain.ts';
import { createFaults } from './faults.ts';
import { createWorld } from './world.ts';

const LONG_MS = 600_000;

/** A node that answers before the execution, and polls that never come. */
async function createSlow(change?: (transport: RpcSubscriptionsTransport) => typeof transport) {
  const { localnet, relayer, chain: other } = await createWorld();
  const faults = createFaults();
  const transport = localnet.rpcSubscriptionsTransport;
  const chain = await openChain({
    transport: faults.wrap(localnet.rpcTransport),
    subscriptionsTransport: change?.(transport) ?? transport,
    programAddress: other.programAddress,
    wallMs: Date.now,
    pace: { pollMs: change ? 50 : LONG_MS, hintedPollMs: LONG_MS, resendMs: LONG_MS },
  });
  onTestFinished(() => chain.close());
  const to = await createKey();
  const send = (amount: bigint) =>
    chain.send(
      [getTransferSolInstruction({ source: relayer.signer, destination: to.address, amount })],
      [relayer],
    );
  return { send, faults };
}

test('a confirmation is learned from the node, without a poll', async () => {
  const { send, faults } = await createSlow();
  faults.counts.clear();
  // What the node shows right after sending is nothing.
  faults.choose = ({ method, count }) =>
    method === 'getTransaction' && count < 2 ? 'stale' : undefined;
  expect((await send(1_000_000_000n)).error).toBeNull();
  expect(faults.counts.has('getSignatureStatuses')).toBe(false);
});

test('without notifications it is found by polling', async () => {
  const { send, faults } = await createSlow(
    () => (() => Promise.reject(new Error('no WebSocket'))) as RpcSubscriptionsTransport,
  );
  faults.counts.clear();
  faults.choose = ({ method, count }) =>
    method === 'getTransaction' && count < 1 ? 'stale' : undefined;
  expect((await send(1_000_000_000n)).error).toBeNull();
  expect(faults.counts.get('getSignatureStatuses')).toBeGreaterThan(0);
});

test('a node that never has it right after sending is not asked then', async () => {
  const { send, faults } = await createSlow();
  faults.choose = ({ method, count }) =>
    method === 'getTransaction' && count % 2 === 0 ? 'stale' : undefined;
  for (const amount of [1n, 2n, 3n]) {
    faults.counts.clear();
    await send(1_000_000_000n + amount);
  }
  faults.choose = undefined;
  faults.counts.clear();
  await send(2_000_000_000n);
  expect(faults.counts.get('getTransaction')).toBe(1);
});
