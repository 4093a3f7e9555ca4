// Where the embedded chain and Anza's node answer differently. What the service relies on must hold
// on both.
import { randomInt } from 'node:crypto';
import { getTransferSolInstruction } from '@solana-program/system';
import type { Chain } from '@tote/chain/chain';
import { createKey, type Key } from '@tote/chain/key';
import type { SignedTransaction } from '@tote/chain/landing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SeparateChain } from '../faults/support/separate-chain.ts';
import { Cluster } from './support/cluster.ts';

interface Reply {
  // biome-ignore lint/suspicious/noExplicitAny: tests read replies of every shape
  readonly result?: any;
  // biome-ignore lint/suspicious/noExplicitAny: tests read errors of every shape
  readonly error?: any;
}

interface Node {
  readonly chain: Chain;
  readonly payer: Key;
  call(method: string, ...params: unknown[]): Promise<Reply>;
}

let cluster: Cluster;
let separate: SeparateChain;
let anza: Node;
let embedded: Node;
beforeAll(async () => {
  cluster = await Cluster.start();
  separate = await SeparateChain.start();
  anza = nodeOf(cluster.validator.rpcUrl, cluster.chain, cluster.keys.admin);
  embedded = nodeOf(separate.localnet.url as string, separate.chain, separate.keys.admin);
}, 300_000);
afterAll(async () => {
  await separate?.close();
  await cluster?.close();
});

function nodeOf(url: string, chain: Chain, payer: Key): Node {
  return {
    ...{ chain, payer },
    async call(method, ...params) {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
      const headers = { 'content-type': 'application/json' };
      return (await (await fetch(url, { method: 'POST', headers, body })).json()) as Reply;
    },
  };
}

const SETTINGS = { encoding: 'base64', preflightCommitment: 'confirmed' };
const toText = (wire: Uint8Array) => Buffer.from(wire).toString('base64');

/** Moves some lamports to nobody, with an amount of its own. */
async function signTransfer(
  { chain, payer }: Node,
  amount = 1_000_000n,
): Promise<SignedTransaction> {
  const destination = (await createKey()).address;
  const lamports = amount + BigInt(randomInt(1_000));
  const input = { source: payer.signer, destination, amount: lamports };
  return chain.sign([getTransferSolInstruction(input)], [payer]);
}

const send = (node: Node, wire: Uint8Array, settings = {}) =>
  node.call('sendTransaction', toText(wire), { ...SETTINGS, ...settings });
const statusOf = async (node: Node, signature: string) =>
  (await node.call('getSignatureStatuses', [signature])).result.value[0];
const landed = (node: Node, signature: string) =>
  expect.poll(() => statusOf(node, signature), { timeout: 60_000 }).toMatchObject({ err: null });

describe('sendTransaction', () => {
  test('answers before the execution on a node, after it on the embedded chain', async () => {
    const ours = await signTransfer(embedded);
    expect(await send(embedded, ours.wire)).toMatchObject({ result: ours.signature });
    expect(await statusOf(embedded, ours.signature)).toMatchObject({ err: null });
    const theirs = await signTransfer(anza);
    expect(await send(anza, theirs.wire)).toMatchObject({ result: theirs.signature });
    await landed(anza, theirs.signature);
  });

  test('the same bytes again are -32002 on a node with preflight, the signature without', async () => {
    const theirs = await signTransfer(anza);
    await send(anza, theirs.wire);
    await landed(anza, theirs.signature);
    const again = () => send(anza, theirs.wire);
    const processed = { error: { code: -32002, data: { err: 'AlreadyProcessed' } } };
    await expect.poll(again, { timeout: 30_000 }).toMatchObject(processed);
    const skipped = await send(anza, theirs.wire, { skipPreflight: true });
    expect(skipped).toMatchObject({ result: theirs.signature });
    const ours = await signTransfer(embedded);
    await send(embedded, ours.wire);
    expect(await send(embedded, ours.wire)).toMatchObject({ result: ours.signature });
  });

  test('a bad signature is refused on both, with different codes', async () => {
    const codes: number[] = [];
    for (const node of [anza, embedded]) {
      const { wire } = await signTransfer(node);
      const altered = Uint8Array.from(wire);
      altered[5] = (altered[5] ?? 0) ^ 1;
      codes.push((await send(node, altered)).error.code);
    }
    expect(codes).toEqual([-32002, -32003]);
  });

  test('a blockhash that is only confirmed needs a preflight at confirmed', async () => {
    const { wire, signature } = await signTransfer(anza);
    const settings = { preflightCommitment: 'finalized' };
    expect(await send(anza, wire, settings)).toMatchObject({
      error: { code: -32002, data: { err: 'BlockhashNotFound' } },
    });
    expect(await statusOf(anza, signature)).toBeNull();
  });
});

test('meta.costUnits is only on a node', async () => {
  const units = [];
  for (const node of [anza, embedded]) {
    const { wire, signature } = await signTransfer(node);
    await send(node, wire);
    const settings = {
      encoding: 'base64',
      commitment: 'confirmed',
      maxSupportedTransactionVersion: 1,
    };
    const read = async () => (await node.call('getTransaction', signature, settings)).result;
    await expect.poll(read, { timeout: 60_000 }).not.toBeNull();
    units.push(typeof (await read()).meta.costUnits);
  }
  expect(units).toEqual(['number', 'undefined']);
});

test('a failed simulation has the same fee on both', async () => {
  const fees = [];
  for (const node of [anza, embedded]) {
    const { wire } = await signTransfer(node, 10n ** 18n);
    const settings = { encoding: 'base64', commitment: 'confirmed' };
    const { result } = await node.call('simulateTransaction', toText(wire), settings);
    expect(result.value.err).toEqual({ InstructionError: [0, { Custom: 1 }] });
    fees.push(result.value.fee);
  }
  expect(fees).toEqual([5_000, 5_000]);
});

/** Methods of a node that nothing here needs. */
const MISSING = [
  ...['getBlockProduction', 'getClusterNodes', 'getHighestSnapshotSlot', 'getInflationGovernor'],
  ...['getInflationRate', 'getLargestAccounts', 'getLeaderSchedule', 'getRecentPerformanceSamples'],
  ...['getSlotLeader', 'getStakeMinimumDelegation', 'getSupply', 'getVoteAccounts'],
];

test.each(MISSING)('only a node has %s', async (method) => {
  expect((await anza.call(method)).error?.code).not.toBe(-32601);
  expect((await embedded.call(method)).error?.code).toBe(-32601);
});
