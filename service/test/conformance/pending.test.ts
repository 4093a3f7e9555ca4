// A chain that is too slow: a second service on the same chain, whose transactions do not arrive.
import { join } from 'node:path';
import type { Key } from '@tote/chain/key';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningService, startService } from '../../src/service.ts';
import { type Answer, Api } from '../faults/support/api.ts';
import { RpcProxy } from '../faults/support/rpc-proxy.ts';
import { useFolder } from '../support/new-folder.ts';
import { signRequest } from '../support/new-wallet.ts';
import { useWorld } from '../support/use-world.ts';
import { worldConfig } from '../support/world.ts';
import { EventReader } from './support/event-reader.ts';
import { demoKey } from './support/wallets.ts';

// A blockhash of slots of 50 ms ends before the answer, and the bet is then signed again.
const world = useWorld({ TOTE_SLOT_MS: '400' });
const dir = useFolder();
let slow: RunningService;
let proxy: RpcProxy;
let alice: Key;

beforeAll(async () => {
  alice = await demoKey(world, 'alice');
  proxy = await RpcProxy.start(world.demo.rpcUrl);
  const keys = join(world.dir, 'keys');
  const chain = { TOTE_RPC_URL: proxy.url, TOTE_KEYS_DIR: keys, TOTE_SANDBOX: '0' };
  slow = await startService(worldConfig(dir, { ...chain, TOTE_KEEPER: '0' }));
});
afterAll(async () => {
  proxy.heal();
  await slow?.close();
  await proxy.close();
});

async function ask(method: string, path: string, body?: object, idempotencyKey?: string) {
  const { origin } = new URL(slow.baseUrl);
  const { genesisHash } = (await world.get('/config')).body;
  const rawBody = Buffer.from(body === undefined ? '' : JSON.stringify(body));
  const request = { method, url: `/v1${path}`, rawBody };
  const headers = signRequest({ origin, genesisHash }, alice, request);
  return new Api(slow.baseUrl).call(method, path, { body, headers, idempotencyKey });
}

let id: string;
let pending: Answer;
let feed: EventReader;
const BET = { outcome: 'Yes', amount: 3 };

describe('202 body', () => {
  test('all fields of the confirmation, the current totals, and state pending', async () => {
    id = await world.createMarket({ initialStake: { outcome: 'No', amount: 1 } });
    await expect.poll(async () => (await ask('GET', `/markets/${id}`)).status).toBe(200);
    feed = await EventReader.open(`${slow.baseUrl}/events`);
    proxy.choose = (method) => (method === 'sendTransaction' ? 'blackhole' : undefined);
    pending = await ask('POST', `/markets/${id}/bets`, BET, 'slow');
    expect(pending.status).toBe(202);
    expect(pending.body).toMatchObject({
      marketId: id,
      outcome: 'Yes',
      amountStaked: 3,
      newTotalStake: { Yes: 0, No: 1 },
      newOdds: { Yes: 0, No: 1 },
      transactionId: expect.any(String),
      message: expect.stringContaining('is pending'),
      betId: expect.any(String),
      state: 'pending',
    });
  });
});

describe('finalisation of a pending bet', () => {
  const state = async () => (await ask('GET', `/bets/${pending.body.betId}`)).body.state;

  test('GET /v1/bets/{betId} and GET /v1/transactions/{transactionId} say pending', async () => {
    const { betId, transactionId } = pending.body;
    const bet = await ask('GET', `/bets/${betId}`);
    expect(bet.body).toMatchObject({ betId, state: 'pending', amount: 3 });
    const transaction = await ask('GET', `/transactions/${transactionId}`);
    expect(transaction.body).toMatchObject({
      state: 'pending',
      bets: [{ betId, state: 'pending' }],
    });
  });

  test('then confirmed, and the feed says so', async () => {
    const { betId, transactionId } = pending.body;
    proxy.heal();
    await expect.poll(state).toBe('confirmed');
    const bet = await ask('GET', `/bets/${betId}`);
    expect(bet.body.totalStake).toEqual({ Yes: 3, No: 1 });
    const landed = await ask('GET', `/transactions/${transactionId}`);
    expect(landed.body.bets).toMatchObject([{ betId, state: 'confirmed' }]);
    const later = () => feed.types.slice(1).filter((type) => type !== 'transaction.finalized');
    await expect.poll(() => later().sort()).toEqual(['bet.confirmed', 'odds.changed']);
    expect(feed.types[0]).toBe('bet.pending');
    feed.close();
  });

  test('"a stored 202 becomes the final answer"', async () => {
    const again = await ask('POST', `/markets/${id}/bets`, BET, 'slow');
    const { betId } = pending.body;
    expect([again.status, again.body.state, again.body.betId]).toEqual([201, 'confirmed', betId]);
    expect(again.body.newTotalStake).toEqual({ Yes: 3, No: 1 });
    // The other service reads it from the chain.
    const betCount = async () => (await world.get(`/markets/${id}`)).body.betCount;
    await expect.poll(betCount).toBe(2);
  });
});
