// Results of bets from notices of nodes that tell the truth, lie, repeat themselves or stop.
import type { RpcSubscriptionsTransport, RpcTransport } from '@solana/kit';
import { Currency, getPlaceBetsInstruction, Outcome, readMarketFlags } from '@tote/program-client';
import { expect, onTestFinished, test } from 'vitest';
import { openChain } from '../src/open-chain.ts';
import { createFaults } from './faults.ts';
import { createWorld, SOL } from './world.ts';

interface Notification {
  readonly context: { readonly slot: bigint };
  readonly value: {
    readonly signature: string;
    readonly err: unknown;
    readonly logs: readonly string[];
  };
}
type Say = (notification: Notification) => void;
/** What an endpoint says instead of a notification. */
type Endpoint = (notification: Notification, say: Say) => void;

const TRUTH: Endpoint = (notification, say) => say(notification);
const STOPPED: Endpoint = () => undefined;
const LONG_MS = 600_000;

const withLogs = ({ context, value }: Notification, logs: readonly string[]) => {
  return { context, value: { ...value, logs } };
};
const forged = (notification: Notification) => withLogs(notification, ['Program data: AAAA']);

async function createBets({ endpoints = [TRUTH], noticedPollMs = LONG_MS } = {}) {
  const world = await createWorld();
  const { localnet, relayer, chain: direct } = world;
  const faults = createFaults();
  const heard: string[] = [];
  let opened = 0;
  const says: Say[] = [];
  const lying = (endpoint: Endpoint, index: number): RpcSubscriptionsTransport =>
    (async (config: Parameters<RpcSubscriptionsTransport>[0]) => {
      const publisher = await localnet.rpcSubscriptionsTransport(config);
      const on = (name: string, subscriber: (data: unknown) => void, options: never) => {
        if (name !== 'notification') return publisher.on(name as 'error', subscriber, options);
        opened += 1;
        says[index] = subscriber as Say;
        const pass = (data: unknown) => {
          heard.push((data as Notification).value.signature);
          endpoint(data as Notification, subscriber as Say);
        };
        return publisher.on(name, pass, options);
      };
      return { on };
    }) as RpcSubscriptionsTransport;
  const chain = await openChain({
    transport: faults.wrap(localnet.rpcTransport) as RpcTransport,
    noticeTransports: endpoints.map(lying),
    programAddress: direct.programAddress,
    wallMs: Date.now,
    pace: { pollMs: 50, noticedPollMs, resendMs: 100, youngMs: LONG_MS },
  });
  onTestFinished(() => chain.close());
  const { wallet, bettor } = await world.openBettor();
  const market = await world.createMarket();
  const { flags = 0 } = (await direct.accounts.findMarket(market)) ?? {};
  const { epoch = 0n } = (await direct.accounts.findBettor(wallet.address)) ?? {};
  await expect.poll(() => opened).toBe(endpoints.length);
  let betId = 0;
  const sign = async (amount = SOL) => {
    betId += 1;
    const delegated = { epoch, betId };
    const instruction = getPlaceBetsInstruction({
      ...{ authority: relayer.signer, market, currency: Currency.Sol, isStrict: false },
      bets: [{ bettor, outcome: Outcome.Yes, amount, delegated }],
      config: chain.addresses.config,
      ...(readMarketFlags(flags).gated && { operator: relayer.signer }),
    });
    const signed = await chain.sign([instruction], [relayer]);
    faults.counts.clear();
    return { ...signed, isInLogs: true, preflight: 'none' } as const;
  };
  const counted = async () => (await direct.accounts.findMarket(market))?.pools[0];
  const calls = () =>
    Object.fromEntries([...faults.counts].filter(([name]) => /Transaction|Status/.test(name)));
  return { chain, direct, faults, sign, counted, calls, says, heard };
}

test('a notice that the node confirms is the result, without a fetch', async () => {
  const { chain, direct, sign, counted, calls } = await createBets();
  const signed = await sign();
  const landing = await chain.lander.land(signed);
  expect(calls()).toEqual({ sendTransaction: 1, getSignatureStatuses: 1 });
  expect(await counted()).toBe(SOL);
  const { returned, ...fetched } = (await direct.fetchLanded(signed.signature)) ?? {};
  expect(returned).toBeDefined();
  expect(landing).toEqual({ kind: 'landed', landed: fetched });
});

test('notices of one moment are confirmed together', async () => {
  const { chain, sign, counted, calls } = await createBets();
  const all = [await sign(), await sign(), await sign(), await sign()];
  await Promise.all(all.map((signed) => chain.lander.land(signed)));
  expect(calls().getSignatureStatuses).toBeLessThan(4);
  expect(calls().getTransaction).toBe(undefined);
  expect(await counted()).toBe(4n * SOL);
});

test.each<[what: string, endpoints: readonly Endpoint[]]>([
  ['are truncated', [(given, say) => say(withLogs(given, [...given.value.logs, 'Log truncated']))]],
  ['say that it failed', [(given, say) => say({ ...given, value: { ...given.value, err: {} } })]],
  [
    'name another slot',
    [(given, say) => say({ ...given, context: { slot: given.context.slot + 1n } })],
  ],
  ['contradict themselves', [(given, say) => [forged(given), given].forEach(say)]],
  ['take back a truth', [(given, say) => [given, forged(given)].forEach(say)]],
  ['of two endpoints differ', [TRUTH, (given, say) => say(forged(given))]],
  ['of two endpoints differ, the liar first', [(given, say) => say(forged(given)), TRUTH]],
])('if notices %s, the transaction is fetched', async (_, endpoints) => {
  const { chain, direct, sign, counted, calls } = await createBets({ endpoints: [...endpoints] });
  const signed = await sign();
  const landing = await chain.lander.land(signed);
  expect(calls().getTransaction).toBeGreaterThan(0);
  const landed = await direct.fetchLanded(signed.signature);
  expect(landing).toEqual({ kind: 'landed', landed });
  expect(await counted()).toBe(SOL);
});

test.each<[what: string, endpoints: readonly Endpoint[]]>([
  ['that repeats everything', [(given, say) => [given, given, given].forEach(say)]],
  ['that stops', [STOPPED]],
  ['that stops beside one that does not', [TRUTH, STOPPED]],
])('an endpoint %s changes nothing', async (_, endpoints) => {
  const options = { endpoints: [...endpoints], noticedPollMs: 50 };
  const { chain, sign, counted, heard } = await createBets(options);
  const signed = await sign();
  expect(await chain.lander.land(signed)).toMatchObject({
    ...{ kind: 'landed', landed: { error: null } },
  });
  await expect.poll(() => heard).toContain(signed.signature);
  expect(await counted()).toBe(SOL);
});

test.each([
  ['nothing', null],
  ['processed', { confirmationStatus: 'processed', err: null }],
  ['a failure', { confirmationStatus: 'confirmed', err: { InstructionError: [0, { Custom: 1 }] } }],
  ['another slot', { confirmationStatus: 'finalized', err: null, slot: 1n }],
])('a forged notice counts nothing that the node has as: %s', async (_, status) => {
  const { chain, faults, sign, counted, says, calls } = await createBets({ noticedPollMs: 50 });
  const signed = await sign();
  const { signature } = signed;
  // The bet is sent, and does not land until the node has been asked several times.
  let isHeld = true;
  let asked = 0;
  const { choose } = faults;
  faults.choose = ({ method, count }) => {
    if (method === 'sendTransaction' && isHeld) return 'says sent';
    if (method === 'getSignatureStatuses' && isHeld) asked += 1;
    return choose?.({ method, count });
  };
  faults.statuses = (value) => (isHeld ? status && { slot: 5n, ...status } : value);
  let isDecided = false;
  const landing = chain.lander.land(signed).finally(() => {
    isDecided = true;
  });
  const notice = { context: { slot: 5n }, value: { signature, err: null, logs: [] } };
  says[0]?.(notice);
  await expect.poll(() => asked).toBeGreaterThan(2);
  expect([isDecided, await counted()]).toEqual([false, 0n]);
  isHeld = false;
  // Forged and true notices differ: the transaction is fetched.
  expect(await landing).toMatchObject({ kind: 'landed', landed: { error: null, signature } });
  expect(calls().getTransaction).toBeGreaterThan(0);
  expect(await counted()).toBe(SOL);
});

test('a transaction that is not all in its logs is fetched', async () => {
  const { chain, sign, calls } = await createBets({ noticedPollMs: 50 });
  await chain.lander.land({ ...(await sign()), isInLogs: false });
  expect(calls().getTransaction).toBeGreaterThan(0);
});
