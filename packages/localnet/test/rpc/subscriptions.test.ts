import { generateKeyPairSigner } from '@solana/kit';
import { expect, test } from 'vitest';
import type { JsonRpcNotification } from '../../src/rpc/json-rpc.ts';
import { RpcError } from '../../src/rpc/rpc-error.ts';
import { isSubscriptionMethod, Subscriptions } from '../../src/rpc/subscriptions.ts';
import { keyOf, SOL, startWorld, transfer } from './support.ts';

async function listening() {
  const world = await startWorld();
  const subscriptions = new Subscriptions(world.ledger);
  const heard: JsonRpcNotification[] = [];
  const subscribe = (method: string, ...params: unknown[]) =>
    subscriptions.subscribe(method, params, (notification) => heard.push(notification));
  const take = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return heard.splice(0);
  };
  const to = (await generateKeyPairSigner()).address;
  return { ...world, subscriptions, subscribe, take, to };
}

const SYSTEM = '11111111111111111111111111111111';
const confirmed = { commitment: 'confirmed' };

test('a signature fires once at its commitment and ends', async () => {
  const { subscriptions, subscribe, take, sign, ask, payer, to } = await listening();
  const { signature, base64 } = await sign([transfer(payer, to, SOL)]);
  const id = subscribe('signatureSubscribe', signature, confirmed);
  const settings = { ...confirmed, enableReceivedNotification: true };
  const eager = subscribe('signatureSubscribe', signature, settings);
  expect(await take()).toEqual([]);
  await ask('sendTransaction', base64, { encoding: 'base64' });
  const note = (subscription: number, value: unknown) => ({
    jsonrpc: '2.0',
    method: 'signatureNotification',
    params: { subscription, result: { context: { slot: 1n }, value } },
  });
  expect(await take()).toEqual([
    note(eager, 'receivedSignature'),
    note(id, { err: null }),
    note(eager, { err: null }),
  ]);
  expect(subscriptions.unsubscribe(id)).toBe(false);
});

test('a signature that is there already fires at once', async () => {
  const { subscribe, take, run, payer, to, passSlots } = await listening();
  const signature = await run(transfer(payer, to, SOL));
  subscribe('signatureSubscribe', signature, confirmed);
  expect(await take()).toHaveLength(1);
  subscribe('signatureSubscribe', signature);
  passSlots(31);
  expect(await take()).toHaveLength(0);
  passSlots(1);
  expect(await take()).toHaveLength(1);
  passSlots(1_000);
  subscribe('signatureSubscribe', signature);
  expect(await take()).toHaveLength(1);
});

test('a failed transaction says so to whoever waits for its signature', async () => {
  const { subscribe, take, sign, ask, payer, to } = await listening();
  const { signature, base64 } = await sign([transfer(payer, to, SOL * 9_999n)]);
  subscribe('signatureSubscribe', signature, confirmed);
  await ask('sendTransaction', base64, { encoding: 'base64', skipPreflight: true });
  const err = { InstructionError: [0, { Custom: 1 }] };
  expect((await take())[0]?.params.result).toMatchObject({ value: { err } });
});

test('an account is told each time it is written, at the commitment', async () => {
  const { subscribe, take, run, payer, to, passSlots, subscriptions } = await listening();
  passSlots(40);
  const id = subscribe('accountSubscribe', to, { ...confirmed, encoding: 'base64' });
  const final = subscribe('accountSubscribe', to, { encoding: 'base64' });
  await run(transfer(payer, to, SOL));
  const value = { lamports: SOL, owner: SYSTEM, data: ['', 'base64'], executable: false, space: 0 };
  const [first, ...more] = await take();
  expect(more).toEqual([]);
  expect(first).toMatchObject({
    method: 'accountNotification',
    params: { subscription: id, result: { context: { slot: 41n }, value } },
  });
  await run(transfer(payer, payer.address, SOL));
  expect(await take()).toEqual([]);
  passSlots(31);
  expect(await take()).toEqual([]);
  passSlots(1);
  expect((await take()).map(({ params }) => params)).toMatchObject([
    { subscription: final, result: { value } },
  ]);
  expect(subscriptions.unsubscribe(id)).toBe(true);
  await run(transfer(payer, to, SOL));
  expect(await take()).toEqual([]);
});

test('an account is told what the sandbox writes too, and nothing else of it', async () => {
  const { ledger, subscribe, take, to, passSlots } = await listening();
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
  const heard = await take();
  expect(heard.map(({ params }) => params)).toMatchObject([
    { subscription: eager, result: { context: { slot: 41n }, value } },
    { subscription: owned, result: { value: { pubkey: to, account: value } } },
    { subscription: id, result: { context: { slot: 41n }, value } },
  ]);
  await ledger.setAccounts(new Map([[keyOf(SYSTEM), null]]));
  expect(await take()).toEqual([]);
  passSlots(32);
  expect((await take()).map(({ params }) => params.subscription)).toEqual([final]);
  await ledger.setAccounts(new Map([[keyOf(to), null]]));
  const gone = (await take()).map(({ params }) => params);
  expect(gone.map(({ subscription }) => subscription)).toEqual([eager, id]);
  expect(gone[0]?.result).toMatchObject({ value: { lamports: 0n } });
});

test('logs are told of all, or of those that name an address', async () => {
  const { subscribe, take, run, payer, to } = await listening();
  const all = subscribe('logsSubscribe', 'all', confirmed);
  const some = subscribe('logsSubscribe', { mentions: [to] }, confirmed);
  const signature = await run(transfer(payer, to, SOL));
  const heard = await take();
  expect(heard.map(({ params }) => params.subscription)).toEqual([all, some]);
  expect(heard[0]?.params.result).toMatchObject({
    value: { signature, err: null, logs: [`Program ${SYSTEM} invoke [1]`, expect.any(String)] },
  });
  await run(transfer(payer, payer.address, SOL));
  expect((await take()).map(({ params }) => params.subscription)).toEqual([all]);
});

test('a program is told of its accounts that pass, and slots of themselves', async () => {
  const { subscribe, take, run, payer, to, passSlots } = await listening();
  const options = { ...confirmed, encoding: 'base64' };
  const id = subscribe('programSubscribe', SYSTEM, options);
  subscribe('programSubscribe', SYSTEM, { ...options, filters: [{ dataSize: 5 }] });
  await run(transfer(payer, to, SOL));
  const heard = await take();
  expect(heard.map(({ params }) => params.subscription)).toEqual([id, id]);
  expect(heard.map(({ params }) => params.result)).toMatchObject([
    { value: { pubkey: payer.address } },
    { value: { pubkey: to, account: { lamports: SOL } } },
  ]);
  const slots = subscribe('slotSubscribe');
  passSlots(1);
  expect(await take()).toEqual([
    {
      jsonrpc: '2.0',
      method: 'slotNotification',
      params: { subscription: slots, result: { slot: 2n, parent: 1n, root: 0n } },
    },
  ]);
});

test('what cannot be subscribed to is refused, and who throws stops nobody else', async () => {
  const { subscriptions, subscribe, take, run, payer, to } = await listening();
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
    ['slotUnsubscribe', [99], -32602],
  ];
  for (const [method, params, code] of refused) {
    const call = () => subscriptions.call(method, params, () => {});
    expect(call).toThrow(RpcError);
    try {
      call();
    } catch (error) {
      expect([method, (error as RpcError).code]).toEqual([method, code]);
    }
  }
  subscriptions.subscribe('logsSubscribe', ['all', confirmed], () => {
    throw new Error('gone');
  });
  const id = subscribe('logsSubscribe', 'all', confirmed);
  await run(transfer(payer, to, SOL));
  expect(await take()).toHaveLength(1);
  expect(subscriptions.call('logsUnsubscribe', [id], () => {})).toBe(true);
  expect(isSubscriptionMethod('logsUnsubscribe')).toBe(true);
  expect(isSubscriptionMethod('getSlot')).toBe(false);
});
