import type { RpcTransport } from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { getRefundMarketInstruction } from '@tote/program-client';
import { describe, expect, test } from 'vitest';
import { createKey } from '../src/key.ts';
import type { Lander, SignedTransaction } from '../src/landing.ts';
import { splitTransaction } from '../src/split-transaction.ts';
import { createFaults, type Fault } from './faults.ts';
import { createWorld, SOL } from './world.ts';

/** A payment over a faulty transport, and the recipient's balance. */
async function createPayment(hasLandTransaction = false) {
  const faults = createFaults();
  const world = await createWorld({ wrap: faults.wrap, timeoutMs: 200, hasLandTransaction });
  const { chain, relayer } = world;
  const to = await createKey();
  const transfer = getTransferSolInstruction({
    source: relayer.signer,
    destination: to.address,
    amount: SOL,
  });
  const signed = await chain.sign([transfer], [relayer]);
  const balance = async () => {
    faults.choose = undefined;
    return (await chain.rpc.getBalance(to.address).send()).value;
  };
  return { ...world, faults, signed, balance, lander: chain.lander };
}

type Choose = NonNullable<ReturnType<typeof createFaults>['choose']>;

const onFirst =
  (method: string, fault: Fault, times = 1): Choose =>
  (call) =>
    call.method === method && call.count < times ? fault : undefined;

const always = (method: string, fault: Fault) => onFirst(method, fault, Infinity);

/** Despite these faults the payment lands, once. */
async function expectLanded(choose: Choose, hasLandTransaction = false) {
  const { lander, signed, faults, balance } = await createPayment(hasLandTransaction);
  faults.counts.clear();
  faults.choose = choose;
  expect(await lander.land(signed)).toMatchObject({ kind: 'landed', landed: { error: null } });
  expect(await balance()).toBe(SOL);
  return faults;
}

/** Finds the transaction as after a restart. */
async function landAgain(lander: Lander, signed: SignedTransaction) {
  const landing = await lander.land({ ...signed, mayHaveBeenSent: true });
  return landing.kind === 'landed' ? landing.landed : undefined;
}

describe('a transaction lands once', () => {
  test('with a simulation, one send and one fetch without faults', async () => {
    const { lander, signed, faults, balance } = await createPayment();
    faults.counts.clear();
    const landing = await lander.land(signed);
    expect(landing).toMatchObject({ kind: 'landed', landed: { error: null } });
    expect([...faults.counts].filter(([method]) => /Transaction|Status/.test(method))).toEqual([
      ['simulateTransaction', 1],
      ['sendTransaction', 1],
      ['getTransaction', 1],
    ]);
    expect(await balance()).toBe(SOL);
  });

  test('without a simulation, if it was checked before', async () => {
    const { lander, signed, faults, balance } = await createPayment();
    faults.counts.clear();
    expect(await lander.land({ ...signed, preflight: 'none' })).toMatchObject({ kind: 'landed' });
    expect(faults.counts.has('simulateTransaction')).toBe(false);
    expect(await balance()).toBe(SOL);
  });

  const NODES: [what: string, choose: Choose][] = [
    ['does not answer the simulation', always('simulateTransaction', 'html')],
    ['lies: it says refused and forwards it', always('sendTransaction', 'says refused')],
    [
      'lies about statuses',
      ({ method, count }) => {
        if (method === 'getSignatureStatuses') return count < 3 ? 'wrong status' : undefined;
        // Only the second copy arrives, so that there is something to lie about.
        return method === 'sendTransaction' && count === 0 ? 'says sent' : undefined;
      },
    ],
  ];
  const FAULTS: Fault[] = [
    ...(['request lost', 'reply lost', 'no answer', 'duplicate', 'too many requests'] as const),
    ...(['server error', 'html', 'another id'] as const),
  ];
  const FETCH_FAULTS: Fault[] = ['stale', 'garbage', 'html', 'request lost', 'too many requests'];

  test.each(NODES)('if the node %s', async (_, choose) => {
    await expectLanded(choose);
  });

  test.each(FAULTS)('if the first send has the fault: %s', async (fault) => {
    await expectLanded(onFirst('sendTransaction', fault));
  });

  test.each(FETCH_FAULTS)('if the fetch has the fault: %s', async (fault) => {
    await expectLanded(onFirst('getTransaction', fault, 6));
  });

  test.each<Fault>([...FAULTS, 'garbage'])(
    'if the one round trip has the fault: %s',
    async (fault) => {
      await expectLanded(onFirst('landTransaction', fault), true);
    },
  );

  test('if the node lies: it says sent and does nothing', async () => {
    const faults = await expectLanded(onFirst('sendTransaction', 'says sent', 2));
    expect(faults.counts.get('sendTransaction')).toBeGreaterThan(2);
  });

  test('in one round trip if the chain has landTransaction', async () => {
    const { lander, signed, faults, balance } = await createPayment(true);
    faults.counts.clear();
    const landing = await lander.land(signed);
    expect(landing).toMatchObject({ kind: 'landed', landed: { error: null } });
    expect([...faults.counts].filter(([method]) => /Transaction|Status/.test(method))).toEqual([
      ['landTransaction', 1],
    ]);
    expect(landing).toEqual({ kind: 'landed', landed: await landAgain(lander, signed) });
    expect(await balance()).toBe(SOL);
  });

  test('if it was landed before, by a process that crashed', async () => {
    const { lander, signed, balance } = await createPayment();
    await lander.land(signed);
    const again = await lander.land({ ...signed, mayHaveBeenSent: true });
    expect(again).toMatchObject({ kind: 'landed', landed: { signature: signed.signature } });
    expect(await lander.land(signed)).toMatchObject({ kind: 'landed' });
    expect(await balance()).toBe(SOL);
  });
});

describe('expired', () => {
  test('only if its blockhash has certainly expired and the chain does not know it', async () => {
    const { lander, signed, faults, balance, chain } = await createPayment();
    faults.choose = always('sendTransaction', 'request lost');
    expect(await lander.land(signed)).toEqual({ kind: 'expired' });
    const { absoluteSlot } = await chain.rpc.getEpochInfo({ commitment: 'finalized' }).send();
    expect(absoluteSlot).toBeGreaterThan(signed.lastValidBlockHeight);
    expect(await balance()).toBe(0n);
  });

  test('not from the replies of a lagging node', async () => {
    const { lander, signed, faults, chain } = await createPayment();
    faults.counts.clear();
    // It is executed, but every query is answered by a node that does not have it yet.
    faults.choose = ({ method, count }) => {
      if (method === 'sendTransaction') return count === 0 ? 'reply lost' : 'request lost';
      return /getSignatureStatuses|getTransaction/.test(method) ? 'stale' : undefined;
    };
    let isDecided = false;
    const landing = lander.land(signed).finally(() => {
      isDecided = true;
    });
    await expect.poll(() => chain.clock.slot()).toBeGreaterThan(signed.lastValidBlockHeight + 100n);
    expect(isDecided).toBe(false);
    faults.choose = undefined;
    expect(await landing).toMatchObject({ kind: 'landed' });
  });
});

test('a blockhash with a wrong height does not make a transaction expire that can still land', async () => {
  const { lander, signed, faults, balance, chain } = await createPayment();
  faults.counts.clear();
  // It is not sent for longer than a young transaction is left alone.
  faults.choose = onFirst('sendTransaction', 'says sent', 4);
  const landing = lander.land({ ...signed, lastValidBlockHeight: 1n });
  expect(await landing).toMatchObject({ kind: 'landed', landed: { error: null } });
  expect(faults.counts.get('isBlockhashValid')).toBeGreaterThan(0);
  expect(await chain.fetchLanded(signed.signature)).toBeDefined();
  expect(await balance()).toBe(SOL);
});

describe('refused', () => {
  async function createFailing() {
    const world = await createWorld();
    const market = await world.createMarket();
    const { config } = world.chain.addresses;
    const instruction = getRefundMarketInstruction({ market, config });
    return { ...world, signed: await world.chain.sign([instruction], [world.relayer]) };
  }

  test('in the simulation: it never executes', async () => {
    const { chain, signed } = await createFailing();
    expect(await chain.lander.land(signed)).toMatchObject({
      kind: 'refused',
      failure: { customError: 60 },
    });
    expect(await chain.fetchLanded(signed.signature)).toBeUndefined();
  });

  test('was not sent to anybody: the node got no signature', async () => {
    const seen: string[] = [];
    const wrap = (transport: RpcTransport) =>
      ((request: Parameters<RpcTransport>[0]) => {
        const { method, params } = request.payload as { method: string; params: string[] };
        if (method.endsWith('Transaction')) seen.push(`${method} ${params[0]}`);
        return transport(request);
      }) as RpcTransport;
    const world = await createWorld({ wrap });
    const market = await world.createMarket();
    const { config } = world.chain.addresses;
    const instruction = getRefundMarketInstruction({ market, config });
    const signed = await world.chain.sign([instruction], [world.relayer]);
    expect(await world.chain.lander.land(signed)).toMatchObject({ kind: 'refused' });
    expect(seen.at(-1)).toMatch(/^simulateTransaction /);
    const [, text = ''] = seen.at(-1)?.split(' ') ?? [];
    expect(splitTransaction(Buffer.from(text, 'base64')).signatures).toEqual([Buffer.alloc(64)]);
  });

  test('in the simulation of a node that lags: it is sent, and the chain decides', async () => {
    let isOld = false;
    // As a node that has just started: its state is from before the payer had an account.
    const wrap = (transport: RpcTransport) =>
      (async (request: Parameters<RpcTransport>[0]) => {
        const { id, method } = request.payload as { id: string; method: string };
        if (!isOld || method !== 'simulateTransaction') return transport(request);
        const value = { err: 'AccountNotFound', logs: [] };
        return { jsonrpc: '2.0', id, result: { context: { slot: 1n }, value } };
      }) as RpcTransport;
    const { chain, relayer } = await createWorld({ wrap });
    await expect.poll(() => chain.clock.slot()).toBeGreaterThan(1n);
    const source = relayer.signer;
    const transfer = getTransferSolInstruction({ source, destination: source.address, amount: 1n });
    const signed = await chain.sign([transfer], [relayer]);
    isOld = true;
    expect(await chain.lander.land(signed)).toMatchObject({
      kind: 'landed',
      landed: { error: null },
    });
  });

  test('on chain, if it was not simulated: the fee is paid', async () => {
    const { chain, signed } = await createFailing();
    expect(await chain.lander.land({ ...signed, preflight: 'none' })).toMatchObject({
      kind: 'landed',
      landed: { error: { customError: 60 } },
    });
  });

  test('is not final for bytes that may have been sent before: they land as failed', async () => {
    const { chain, signed } = await createFailing();
    const old: SignedTransaction = { ...signed, mayHaveBeenSent: true };
    expect(await chain.lander.land(old)).toMatchObject({
      kind: 'landed',
      landed: { error: { customError: 60 } },
    });
  });
});

test('a stopped service stops waiting', async () => {
  const { lander, signed, faults } = await createPayment();
  faults.choose = always('sendTransaction', 'request lost');
  const stopping = new AbortController();
  const landing = lander.land(signed, stopping.signal);
  const waiting = expect(landing).rejects.toThrow('stopping');
  await expect.poll(() => faults.counts.get('sendTransaction')).toBeGreaterThan(0);
  stopping.abort(new Error('stopping'));
  await waiting;
});
