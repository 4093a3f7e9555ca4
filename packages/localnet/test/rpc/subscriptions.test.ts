import { generateKeyPairSigner } from '@solana/kit';
import { expect, test } from 'vitest';
import { systemAccount } from '../../src/ledger/account.ts';
import type { JsonRpcNotification } from '../../src/rpc/json-rpc.ts';
import { isSubscriptionMethod, Subscriptions } from '../../src/rpc/subscriptions.ts';
import { keyOf, SOL, startWorld, transfer } from './support.ts';

async function startSubscriptions() {
  const world = await startWorld();
  const subscriptions = new Subscriptions(world.ledger);
  const received: JsonRpcNotification[] = [];
  const subscribe = (method: string, ...params: unknown[]) =>
    subscriptions.subscribe(method, params, (notification) => received.push(notification));
  const takeReceived = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return received.splice(0);
  };
  const to = (await generateKeyPairSigner()).address;
  return { ...world, subscriptions, subscribe, takeReceived, to };
}

interface Balance {
  lamports: bigint;
}

const SYSTEM = '11111111111111111111111111111111';
const confirmed = { commitment: 'confirmed' };

test('a signature notifies once at its commitment and ends', async () => {
  const { subscriptions, subscribe, takeReceived, sign, ask, payer, to } =
    await startSubscriptions();
  const { signature, base64 } = await sign([transfer(payer, to, SOL)]);
  const id = subscribe('signatureSubscribe', signature, confirmed);
  const settings = { ...confirmed, enableReceivedNotification: true };
  const eager = subscribe('signatureSubscribe', signature, settings);
  expect(await takeReceived()).toEqual([]);
  await ask('sendTransaction', base64, { encoding: 'base64' });
  const note = (subscription: number, value: unknown) => ({
    jsonrpc: '2.0',
    method: 'signatureNotification',
    params: { subscription, result: { context: { slot: 1n }, value } },
  });
  expect(await takeReceived()).toEqual([
    note(eager, 'receivedSignature'),
    note(id, { err: null }),
    note(eager, { err: null }),
  ]);
  expect(subscriptions.unsubscribe(id)).toBe(false);
});

test('a signature that has already landed notifies at once', async () => {
  const { subscribe, takeReceived, run, payer, to, passSlots } = await startSubscriptions();
  const signature = await run(transfer(payer, to, SOL));
  subscribe('signatureSubscribe', signature, confirmed);
  expect(await takeReceived()).toHaveLength(1);
  subscribe('signatureSubscribe', signature);
  passSlots(31);
  expect(await takeReceived()).toHaveLength(0);
  passSlots(1);
  expect(await takeReceived()).toHaveLength(1);
  passSlots(1_000);
  subscribe('signatureSubscribe', signature);
  expect(await takeReceived()).toHaveLength(1);
});

test('a signature subscription reports a failed transaction', async () => {
  const { subscribe, takeReceived, sign, ask, payer, to } = await startSubscriptions();
  const { signature, base64 } = await sign([transfer(payer, to, SOL * 9_999n)]);
  subscribe('signatureSubscribe', signature, confirmed);
  await ask('sendTransaction', base64, { encoding: 'base64', skipPreflight: true });
  const err = { InstructionError: [0, { Custom: 1 }] };
  expect((await takeReceived())[0]?.params.result).toMatchObject({ value: { err } });
});

test('an account subscription reports each write, at the commitment', async () => {
  const { subscribe, takeReceived, run, payer, to, passSlots, subscriptions } =
    await startSubscriptions();
  passSlots(40);
  const id = subscribe('accountSubscribe', to, { ...confirmed, encoding: 'base64' });
  const final = subscribe('accountSubscribe', to, { encoding: 'base64' });
  await run(transfer(payer, to, SOL));
  const value = { lamports: SOL, owner: SYSTEM, data: ['', 'base64'], executable: false, space: 0 };
  const [first, ...more] = await takeReceived();
  expect(more).toEqual([]);
  expect(first).toMatchObject({
    method: 'accountNotification',
    params: { subscription: id, result: { context: { slot: 41n }, value } },
  });
  await run(transfer(payer, payer.address, SOL));
  expect(await takeReceived()).toEqual([]);
  passSlots(31);
  expect(await takeReceived()).toEqual([]);
  passSlots(1);
  expect((await takeReceived()).map(({ params }) => params)).toMatchObject([
    { subscription: final, result: { value } },
  ]);
  expect(subscriptions.unsubscribe(id)).toBe(true);
  await run(transfer(payer, to, SOL));
  expect(await takeReceived()).toEqual([]);
});

test('an account subscription reports writes of the sandbox too, and nothing else', async () => {
  const { ledger, subscribe, takeReceived, to, passSlots } = await startSubscriptions();
  passSlots(40);
  const settings = { encoding: 'base64' };
  const eager = subscribe('accountSubscribe', to, { ...settings, commitment: 'processed' });
  const id = subscribe('accountSubscribe', to, { ...settings, ...confirmed });
  const owned = subscribe('programSubscribe', SYSTEM, { ...settings, ...confirmed });
  const final = subscribe('accountSubscribe', to, settings);
  subscribe('logsSubscribe', 'all', confirmed);
  const account = { lamports: SOL, data: Buffer.from('it'), owner: keyOf(SYSTEM) };
  await ledger.setAccounts(new Map([[keyOf(to), { ...account, isExecutable: false }]]));
  const value = { lamports: SOL, data: [Buffer.from('it').toString('base64'), 'base64'] };
  const received = await takeReceived();
  expect(received.map(({ params }) => params)).toMatchObject([
    { subscription: eager, result: { context: { slot: 41n }, value } },
    { subscription: owned, result: { value: { pubkey: to, account: value } } },
    { subscription: id, result: { context: { slot: 41n }, value } },
  ]);
  await ledger.setAccounts(new Map([[keyOf(SYSTEM), null]]));
  expect(await takeReceived()).toEqual([]);
  passSlots(32);
  expect((await takeReceived()).map(({ params }) => params.subscription)).toEqual([final]);
  await ledger.setAccounts(new Map([[keyOf(to), null]]));
  const gone = (await takeReceived()).map(({ params }) => params);
  expect(gone.map(({ subscription }) => subscription)).toEqual([eager, id]);
  expect(gone[0]?.result).toMatchObject({ value: { lamports: 0n } });
});

test('an account that is written several times in a slot is noticed twice: at once, and at its end', async () => {
  const { subscribe, takeReceived, run, payer, to, passSlots } = await startSubscriptions();
  const settings = { ...confirmed, encoding: 'base64' };
  const account = subscribe('accountSubscribe', to, settings);
  const program = subscribe('programSubscribe', SYSTEM, {
    ...settings,
    filters: [{ dataSize: 0 }],
  });
  const logs = subscribe('logsSubscribe', { mentions: [to] }, confirmed);
  for (let i = 0n; i < 5n; i += 1n) await run(transfer(payer, to, SOL + i));
  const first = await takeReceived();
  const balances = (id: number, notices: typeof first) =>
    notices.flatMap(({ params: { subscription, result } }) => {
      const { value } = result as { value: Balance & { pubkey?: string; account?: Balance } };
      const isOurs = value.pubkey === undefined || value.pubkey === to;
      return subscription === id && isOurs ? [(value.account ?? value).lamports / SOL] : [];
    });
  expect([balances(account, first), balances(program, first)]).toEqual([[1n], [1n]]);
  expect(first.filter(({ params }) => params.subscription === logs)).toHaveLength(5);
  passSlots(1);
  const second = await takeReceived();
  expect([balances(account, second), balances(program, second)]).toEqual([[5n], [5n]]);
  expect(second[0]?.params.result).toMatchObject({ context: { slot: 1n } });
  // The notice at the end of the first slot was the one of the second.
  await run(transfer(payer, to, SOL));
  expect(balances(account, await takeReceived())).toEqual([]);
  passSlots(1);
  expect(balances(account, await takeReceived())).toEqual([6n]);
  passSlots(2);
  expect(balances(account, await takeReceived())).toEqual([]);
  await run(transfer(payer, to, SOL));
  expect(balances(account, await takeReceived())).toEqual([7n]);
});

test('no signature is lost when many transactions land in one slot', async () => {
  const { subscribe, takeReceived, sign, ask, payer, to } = await startSubscriptions();
  const signed = await Promise.all(
    [1n, 2n, 3n, 4n, 5n].map((amount) => sign([transfer(payer, to, amount * SOL)])),
  );
  const ids = signed.map(({ signature }) => subscribe('signatureSubscribe', signature, confirmed));
  for (const { base64 } of signed) await ask('sendTransaction', base64, { encoding: 'base64' });
  const received = await takeReceived();
  expect(received.map(({ params }) => params.subscription)).toEqual(ids);
});

test('an account that is deleted at the end of a slot is noticed as deleted', async () => {
  const { ledger, subscribe, takeReceived, to, passSlots } = await startSubscriptions();
  const id = subscribe('accountSubscribe', to, { ...confirmed, encoding: 'base64' });
  for (const lamports of [1n, 2n]) {
    await ledger.setAccounts(new Map([[keyOf(to), systemAccount(lamports)]]));
  }
  await ledger.setAccounts(new Map([[keyOf(to), null]]));
  await takeReceived();
  passSlots(1);
  expect((await takeReceived()).map(({ params }) => params)).toMatchObject([
    { subscription: id, result: { value: { lamports: 0n } } },
  ]);
});

test('a logs subscription reports all transactions, or those that mention an address', async () => {
  const { subscribe, takeReceived, run, payer, to } = await startSubscriptions();
  const all = subscribe('logsSubscribe', 'all', confirmed);
  const some = subscribe('logsSubscribe', { mentions: [to] }, confirmed);
  const signature = await run(transfer(payer, to, SOL));
  const received = await takeReceived();
  expect(received.map(({ params }) => params.subscription)).toEqual([all, some]);
  expect(received[0]?.params.result).toMatchObject({
    value: { signature, err: null, logs: [`Program ${SYSTEM} invoke [1]`, expect.any(String)] },
  });
  await run(transfer(payer, payer.address, SOL));
  expect((await takeReceived()).map(({ params }) => params.subscription)).toEqual([all]);
});

test('a program subscription reports matching accounts, a slot subscription each slot', async () => {
  const { subscribe, takeReceived, run, payer, to, passSlots } = await startSubscriptions();
  const options = { ...confirmed, encoding: 'base64' };
  const id = subscribe('programSubscribe', SYSTEM, options);
  subscribe('programSubscribe', SYSTEM, { ...options, filters: [{ dataSize: 5 }] });
  await run(transfer(payer, to, SOL));
  const received = await takeReceived();
  expect(received.map(({ params }) => params.subscription)).toEqual([id, id]);
  expect(received.map(({ params }) => params.result)).toMatchObject([
    { value: { pubkey: payer.address } },
    { value: { pubkey: to, account: { lamports: SOL } } },
  ]);
  const slots = subscribe('slotSubscribe');
  passSlots(1);
  expect(await takeReceived()).toEqual([
    {
      jsonrpc: '2.0',
      method: 'slotNotification',
      params: { subscription: slots, result: { slot: 2n, parent: 1n, root: 0n } },
    },
  ]);
});

test('unknown subscriptions are refused, and a listener that throws stops no other', async () => {
  const { subscriptions, subscribe, takeReceived, run, payer, to } = await startSubscriptions();
  const refused: [method: string, params: unknown[], code: number][] = [
    ['blockSubscribe', ['all'], -32601],
    ['constructorSubscribe', [], -32601],
    ['signatureSubscribe', [], -32602],
    ['signatureSubscribe', ['x'], -32602],
    ['accountSubscribe', [5], -32602],
    ['accountSubscribe', [SYSTEM, { encoding: 'x' }], -32602],
    ['logsSubscribe', ['some'], -32602],
    ['logsSubscribe', [{ mentions: [] }], -32602],
    ['logsSubscribe', [{ mentions: [SYSTEM, SYSTEM] }], -32602],
    ['programSubscribe', [SYSTEM, { filters: Array(5).fill({ dataSize: 1 }) }], -32602],
    ['slotSubscribe', [1], -32602],
  ];
  for (const [method, params, code] of refused) {
    expect(() => subscribe(method, ...params), method).toThrow(expect.objectContaining({ code }));
  }
  subscriptions.subscribe('logsSubscribe', ['all', confirmed], () => {
    throw new Error('gone');
  });
  subscribe('logsSubscribe', 'all', confirmed);
  await run(transfer(payer, to, SOL));
  expect(await takeReceived()).toHaveLength(1);
  expect(isSubscriptionMethod('logsUnsubscribe')).toBe(true);
  expect(isSubscriptionMethod('getSlot')).toBe(false);
});
