// Account changes are notified over any transport, and a broken connection is detected.
import {
  type Address,
  createDefaultRpcSubscriptionsTransport,
  createDefaultSolanaRpcSubscriptionsChannelCreator,
  createSolanaRpcSubscriptionsFromTransport,
} from '@solana/kit';
import { type Localnet, startLocalnet } from '@tote/localnet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPort } from '../../../tools/test-setup/find-port.ts';
import { startTcpProxy } from '../../../tools/test-setup/tcp-proxy.ts';
import { SubscribedChanges } from '../src/account-changes.ts';
import { createKey } from '../src/key.ts';
import { findWebSocketUrl } from '../src/web-socket-url.ts';

type Change = [address: Address, slot: bigint | undefined];

let localnet: Localnet;
beforeAll(async () => {
  localnet = await startLocalnet({ slotMs: 20, http: { port: 0 } });
});
afterAll(() => localnet.close());

let lamports = 1_000_000n;
/** A different balance each time, so that it is a change. */
const change = (address: Address) => localnet.sandbox.setAccount(address, { lamports: ++lamports });
const newAddress = async () => (await createKey()).address;

test('in process: followed accounts are notified with the slot, and no others', async () => {
  const { rpcSubscriptions } = localnet;
  const received: Change[] = [];
  const changes = new SubscribedChanges({
    rpcSubscriptions,
    onChange: (...each) => received.push(each),
    wallMs: Date.now,
  });
  const [a, b] = [await newAddress(), await newAddress()];
  expect(changes.isFollowed(a)).toBe(false);
  changes.follow(new Set([a, b]));
  await expect.poll(() => [a, b].every((each) => changes.isFollowed(each))).toBe(true);
  expect(received).toEqual(
    expect.arrayContaining([[a, undefined] as Change, [b, undefined] as Change]),
  );
  received.length = 0;
  const before = await localnet.rpc.getSlot({ commitment: 'processed' }).send();
  await change(a);
  await expect.poll(() => received).toHaveLength(1);
  const [[address, slot]] = received as [Change];
  expect(address).toBe(a);
  expect(slot).toBeGreaterThanOrEqual(before);
  changes.follow(new Set([b]));
  expect([changes.isFollowed(a), changes.isFollowed(b)]).toEqual([false, true]);
  await change(a);
  await change(b);
  await expect.poll(() => received.map(([each]) => each)).toEqual([a, b]);
  changes.close();
  await change(b);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(received).toHaveLength(2);
});

test('a WebSocket that breaks or goes silent is detected and reconnected', async () => {
  await using proxy = await startTcpProxy(localnet.webSocketUrl ?? '');
  const transport = createDefaultRpcSubscriptionsTransport({
    createChannel: createDefaultSolanaRpcSubscriptionsChannelCreator({ url: proxy.url }),
  });
  const rpcSubscriptions = createSolanaRpcSubscriptionsFromTransport(transport);
  const received: Change[] = [];
  let skewMs = 0;
  const changes = new SubscribedChanges({
    rpcSubscriptions,
    onChange: (...each) => received.push(each),
    wallMs: () => Date.now() + skewMs,
  });
  const address = await newAddress();
  const isFollowed = () => changes.isFollowed(address);
  const follow = () => {
    changes.follow(new Set([address]));
    return isFollowed();
  };
  const expectNotification = async () => {
    received.length = 0;
    await change(address);
    await expect.poll(() => received.filter(([, slot]) => slot !== undefined)).toHaveLength(1);
  };
  await expect.poll(follow).toBe(true);
  await expectNotification();

  received.length = 0;
  proxy.cut();
  await expect.poll(isFollowed).toBe(false);
  await change(address);
  await expect.poll(follow).toBe(true);
  expect(received, 'it may have changed meanwhile').toContainEqual([address, undefined]);
  await expectNotification();

  proxy.isSilent = true;
  await new Promise((resolve) => setTimeout(resolve, 50));
  skewMs = 11_000;
  expect(isFollowed()).toBe(false);
  proxy.isSilent = false;
  await expect.poll(follow).toBe(true);
  await expectNotification();
  changes.close();
});

test('without a server the account is not followed', async () => {
  const url = `ws://127.0.0.1:${await findPort()}`;
  const transport = createDefaultRpcSubscriptionsTransport({
    createChannel: createDefaultSolanaRpcSubscriptionsChannelCreator({ url }),
  });
  let refusals = 0;
  const rpcSubscriptions = createSolanaRpcSubscriptionsFromTransport((config) =>
    transport(config).catch((error) => {
      refusals += 1;
      throw error;
    }),
  );
  const received: unknown[] = [];
  const onChange = (...each: Change) => received.push(each);
  const changes = new SubscribedChanges({ rpcSubscriptions, onChange, wallMs: Date.now });
  const address = await newAddress();
  await expect
    .poll(() => {
      changes.follow(new Set([address]));
      return refusals;
    })
    .toBeGreaterThan(1);
  expect([changes.isFollowed(address), received]).toEqual([false, []]);
  changes.close();
});

test.each([
  ['http://127.0.0.1:8899', 'ws://127.0.0.1:8900/'],
  ['https://api.devnet.solana.com', 'wss://api.devnet.solana.com/'],
  ['https://node.example/path?api-key=x', 'wss://node.example/path?api-key=x'],
])('the WebSocket of %s is at %s', (rpcUrl, wanted) => {
  expect(findWebSocketUrl(rpcUrl)).toBe(wanted);
});
