// No bet is signed in a market whose condition is met, whoever signs beside us.
import { unixSeconds } from '@tote/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Key } from '../../src/chain/key.ts';
import { createGate } from '../../src/commands/check-gate.ts';
import { compileCondition } from '../../src/conditions/compile-condition.ts';
import { readSample } from '../../src/oracles/read-sample.ts';
import { demoKey } from '../conformance/support/wallets.ts';
import { startEmptyWorld } from '../genesis/support.ts';
import { signTransaction } from '../support/new-wallet.ts';
import { World } from '../support/world.ts';

let world: World;
let bob: Key;
let now: string;
beforeAll(async () => {
  // Without a keeper nobody ends the market in the meantime.
  world = await World.start({ TOTE_KEEPER: '0' });
  bob = await demoKey(world, 'bob');
  ({ now } = (await world.get('/config')).body);
});
afterAll(() => world.close());

const MET = 'Will SOL hit $10?';
const NOT_MET = 'Will SOL hit $1,000,000 before expiry?';
const wanted = (question: string, fields: object = {}) => {
  const expireAt = new Date(Date.parse(now) + 3_600_000).toISOString();
  return { question, outcomes: ['Yes', 'No'], currency: 'SOL', expireAt, ...fields };
};
const initialStake = { outcome: 'Yes', amount: 1 };
const codeOf = (answer: { status: number; headers: Headers }) => [
  answer.status,
  answer.headers.get('x-error-code'),
];
const REFUSED = [409, 'condition_already_met'];

describe('a condition that is met', () => {
  test('takes no bet of a delegate and none that the wallet signed', async () => {
    const id = await world.createMarket(wanted(MET));
    const path = `/markets/${id}/bets`;
    const body = { wallet: bob.address, ...initialStake };
    const prepared = await world.post(`${path}/prepare`, body);
    expect(prepared.status, prepared.text).toBe(200);
    const transaction = await signTransaction(prepared.body.transaction, bob);
    const answers = await Promise.all([
      world.bet(id, 'alice', 'Yes', 1),
      world.post(path, { transaction }),
      world.post(path, initialStake, { as: 'alice', idempotencyKey: 'one' }),
    ]);
    for (const answer of answers) expect(codeOf(answer)).toEqual(REFUSED);
    expect((await world.get(`/markets/${id}`)).body).toMatchObject({ totalVolume: 0, betCount: 0 });
  });

  test('takes no first stake, and the market is not made', async () => {
    const before = (await world.get('/markets?limit=100')).body.length;
    const made = await world.post('/markets', wanted(MET, { initialStake }), { as: 'alice' });
    expect(codeOf(made)).toEqual(REFUSED);
    const prepared = await world.post('/markets/prepare', {
      ...wanted(MET, { initialStake }),
      wallet: bob.address,
    });
    expect(prepared.status, prepared.text).toBe(200);
    const transaction = await signTransaction(prepared.body.transaction, bob);
    expect(codeOf(await world.post('/transactions', { transaction }))).toEqual(REFUSED);
    expect((await world.get('/markets?limit=100')).body.length).toBe(before);
  });
});

test('a condition that is not met takes bets of all kinds', async () => {
  const made = await world.post('/markets', wanted(NOT_MET, { initialStake }), { as: 'alice' });
  expect(made.status, made.text).toBe(201);
  const path = `/markets/${made.body.id}/bets`;
  const prepared = await world.post(`${path}/prepare`, { wallet: bob.address, ...initialStake });
  const transaction = await signTransaction(prepared.body.transaction, bob);
  expect((await world.post(path, { transaction })).status).toBe(201);
  expect((await world.bet(made.body.id, 'alice', 'No', 1)).status).toBe(201);
});

test('a condition that cannot be read takes no bet for now, and says why', async () => {
  const { utilityMint } = (await world.get('/config')).body;
  const condition = {
    ...{ type: 'market_cap', comparator: 'gte', threshold: '1000', unit: 'SOL' },
    timing: 'any_time_before',
  };
  const fields = { tokenAddress: utilityMint, condition };
  const made = await world.post('/markets', wanted('Is it?', fields), { as: 'alice' });
  expect(made.body.warnings.join(' ')).toContain('No pool of the token');
  const answer = await world.bet(made.body.id, 'alice', 'Yes', 1);
  expect(codeOf(answer)).toEqual([503, 'condition_unreadable']);
  expect(answer.body.error).toContain('no pool of the token with SOL was found');
});

test('a burst of bets looks once; what is attested is not looked at', async () => {
  const empty = await startEmptyWorld();
  try {
    const asked: unknown[] = [];
    const rpc = new Proxy(empty.chain.rpc, {
      get(target, method) {
        asked.push(method);
        return target[method as keyof typeof target];
      },
    });
    const { observedAt } = await readSample(empty.chain, []);
    const expiresAt = unixSeconds(observedAt + 600);
    const marketOf = async (question: string, tokenAddress: string | null) => {
      const { canonical } = await compileCondition({ question, tokenAddress, expiresAt });
      return { condition: canonical, expiresAt };
    };
    const check = createGate({ rpc, clock: empty.chain.clock });
    const attested = await marketOf('Will it rain?', null);
    expect(check(attested)).toBeUndefined();
    const mint = '9cRCn9rGT8V2imeM2BaKs13yhMEais3ruM3rPvTGpump';
    const absent = await marketOf('Will it reach $1M market cap?', mint);
    await Promise.all(Array.from({ length: 50 }, () => check(absent)));
    expect(asked).toEqual(['getMultipleAccounts']);
  } finally {
    await empty.close();
  }
});
