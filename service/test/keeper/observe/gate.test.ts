// The operator signs no bet in a market whose condition is met, or whose result is certain, whoever
// else signs.

import type { Key } from '@tote/chain/key';
import { askForPrice, chooseThreshold } from '@tote/cli/demo/choose-threshold';
import { compileCondition } from '@tote/conditions/compile-condition';
import { DEMO_FEEDS, quoteAt } from '@tote/conditions/oracles/demo-prices';
import { readSample } from '@tote/conditions/oracles/read-sample';
import { unixSeconds } from '@tote/domain';
import { beforeAll, describe, expect, test } from 'vitest';
import { createGate } from '../../../src/submissions/check-gate.ts';
import { demoKey } from '../../conformance/support/wallets.ts';
import { startEmptyWorld } from '../../embedded/support.ts';
import { signTransaction } from '../../support/new-wallet.ts';
import { useWorld } from '../../support/use-world.ts';
import type { Answer } from '../../support/world.ts';

// Without a keeper the market does not end in the meantime. A prepared transaction is valid for
// 150 slots, which a busy machine needs.
const world = useWorld({ TOTE_KEEPER: '0', TOTE_SLOT_MS: '400' });
let bob: Key;
let now: string;
let sprout: string;
beforeAll(async () => {
  bob = await demoKey(world, 'bob');
  sprout = (await world.get('/config')).body.demo.tokens[0].mint;
});

const SECONDS = 3_000;
const NOT_MET = 'Will SOL hit $1,000,000 before expiry?';
const wanted = (question: string, fields: object = {}) => {
  const expireAt = new Date(Date.parse(now) + SECONDS * 1000).toISOString();
  return { question, outcomes: ['Yes', 'No'], currency: 'SOL', expireAt, ...fields };
};
const initialStake = { outcome: 'Yes', amount: 1 };
const codeOf = ({ status, headers }: Answer) => [status, headers.get('x-error-code')];
const REFUSED = [409, 'condition_already_met'];

function chooseReached() {
  const from = Date.parse(now) / 1000;
  return chooseThreshold('SOL', from, from + SECONDS);
}

/** A price that SOL reaches. */
function reachedPrice() {
  const reached = chooseReached();
  const timing = 'any_time_before';
  const condition = { type: 'price_feed', feed: 'SOL', unit: 'USD', timing, ...reached };
  return wanted(askForPrice('SOL', reached), { condition });
}

/** Whether SOL stays there for a minute: at first it may only touch the price. */
function isHeld(from: number): boolean {
  const { comparator, threshold } = chooseReached();
  const feed = DEMO_FEEDS.find(({ symbol }) => symbol === 'SOL')!;
  return Array.from({ length: 60 }, (_, seconds) => {
    const price = Number(quoteAt(feed, BigInt(from + seconds)).price) * 10 ** feed.exponent;
    return comparator === 'gte' ? price >= Number(threshold) : price <= Number(threshold);
  }).every(Boolean);
}

/** It stays complete once it is, although the market ends only at its expiry. */
function completeCurve() {
  const condition = { type: 'token_event', event: 'curve_complete', timing: 'at_expiry' };
  const question = 'Will the bonding curve of this token be complete?';
  return wanted(question, { condition, tokenAddress: sprout });
}

describe.each([
  ['a curve that is complete', completeCurve, () => true],
  ['a price that is reached', reachedPrice, isHeld],
])('%s', (_, ask, staysMet) => {
  let id: string;
  let path: string;
  /** Signed while bets were possible, to be submitted when they no longer are. */
  let signedBets: string[];
  let signedMarket: string;

  async function prepare(at: string, body: object): Promise<string> {
    const prepared = await world.post(at, { ...body, wallet: bob.address });
    expect(prepared.status, prepared.text).toBe(200);
    return signTransaction(prepared.body.transaction, bob);
  }

  beforeAll(async () => {
    ({ now } = (await world.get('/config')).body);
    id = await world.createMarket(ask());
    path = `/markets/${id}/bets`;
    expect((await world.bet(id, 'alice', 'No', 1)).status).toBe(201);
    for (let steps = 0; steps < SECONDS / 60; steps += 1) {
      const bets = [initialStake, { ...initialStake, amount: 2 }];
      const offered = await world.post(`${path}/prepare`, { ...initialStake, wallet: bob.address });
      if (offered.status === 200) {
        signedBets = await Promise.all(bets.map((bet) => prepare(`${path}/prepare`, bet)));
        signedMarket = await prepare('/markets/prepare', { ...ask(), initialStake });
      } else {
        const { body } = await world.get('/config');
        if (staysMet(Date.parse(body.now) / 1000)) break;
      }
      await world.advance(60);
    }
  });

  test('takes no bet of a delegate and none that the wallet signed', async () => {
    const keyed = { as: 'alice', idempotencyKey: id } as const;
    const answers = await Promise.all([
      ...Array.from({ length: 12 }, (_each, index) =>
        world.bet(id, index % 2 === 0 ? 'alice' : 'bob', 'Yes', 1),
      ),
      world.post(path, { transaction: signedBets[0] }),
      world.post(path, initialStake, keyed),
      world.post('/transactions', { transaction: signedBets[1] }),
      world.post(`${path}/prepare`, { ...initialStake, wallet: bob.address }),
    ]);
    for (const answer of answers) expect(codeOf(answer)).toEqual(REFUSED);
    expect(codeOf(await world.post(path, initialStake, keyed))).toEqual(REFUSED);
    const { body } = await world.get(`/markets/${id}`);
    expect(body).toMatchObject({ status: 'open', totalVolume: 1, betCount: 1 });
  });

  test('takes no first stake, and no market about it is created', async () => {
    const before = (await world.get('/markets?limit=100')).text;
    const answers = [
      await world.post('/transactions', { transaction: signedMarket }),
      await world.post('/markets', ask(), { as: 'alice' }),
      await world.post('/markets', { ...ask(), initialStake }, { as: 'alice' }),
      await world.post('/markets/prepare', { ...ask(), wallet: bob.address }),
    ];
    for (const answer of answers) expect(codeOf(answer)).toEqual(REFUSED);
    const preview = await world.post('/markets/preview', ask());
    expect(preview.body.alreadyMet).toBe(true);
    expect(preview.body.warnings.join(' ')).toMatch(/already/);
    expect((await world.get('/markets?limit=100')).text).toBe(before);
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
  const asked = wanted('Will it reach a market cap of 1000 SOL?', fields);
  const made = await world.post('/markets', asked, { as: 'alice' });
  const ofPools = made.body.warnings.filter((warning: string) => /no pool/i.test(warning));
  expect(ofPools).toEqual([expect.stringContaining('No pool of the token')]);
  const answer = await world.bet(made.body.id, 'alice', 'Yes', 1);
  expect(codeOf(answer)).toEqual([503, 'condition_unreadable']);
  expect(answer.body.error).toContain('no pool of the token was found');
});

test('a burst of bets causes one read; attested markets cause none', async () => {
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
      const input = { question, tokenAddress, expiresAt };
      const { canonical, condition } = await compileCondition(input);
      return { condition: canonical, parsedCondition: condition, expiresAt };
    };
    const check = createGate({ rpc, clock: empty.chain.clock }, { readNow: async () => [] });
    const attested = await marketOf('Will it rain?', null);
    expect(check(attested)).toBeUndefined();
    const mint = '9cRCn9rGT8V2imeM2BaKs13yhMEais3ruM3rPvTGpump';
    // A condition at expiry may be met now and not then.
    const later = await marketOf('Will its market cap be above $1M at expiry?', mint);
    expect(later.condition).toContain('at_expiry');
    expect(check(later)).toBeUndefined();
    const absent = await marketOf('Will its market cap exceed $1M?', mint);
    await Promise.all(Array.from({ length: 50 }, () => check(absent)));
    expect(asked).toEqual(['getMultipleAccounts']);
  } finally {
    await empty.close();
  }
});
