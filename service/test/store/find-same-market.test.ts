import { address } from '@solana/kit';
import { compileCondition } from '@tote/conditions/compile-condition';
import { conditionKey, questionKey } from '@tote/conditions/market-keys';
import { readCondition } from '@tote/conditions/read-condition';
import { unixSeconds } from '@tote/domain';
import { expect, test } from 'vitest';
import { findSameMarket } from '../../src/store/projection/list-markets.ts';
import type { Store } from '../../src/store/store.ts';
import { addMarket } from './support/add-market.ts';
import { describeEngines } from './support/engines.ts';

const NOW = unixSeconds(1_800_000_000);
const HOUR = 3_600;
const DAY = 24 * HOUR;
const MINT = address('G9xLug8eKE4dNBNPG3qJNPP7XBZ6mnbyNjSPxxeEpump');

async function compile(question: string, condition?: object) {
  const input = { question, tokenAddress: null, expiresAt: unixSeconds(NOW + DAY), now: NOW };
  return (await compileCondition({ ...input, ...(condition && { condition }) })).canonical;
}

const feed = (threshold: string) =>
  compile('Is it?', { type: 'price_feed', feed: 'SOL', comparator: 'gte', threshold });

let nextId = 0;

async function add(
  store: Store,
  question: string,
  fields: { seconds?: number; state?: bigint; condition?: string } = {},
): Promise<string> {
  nextId += 1;
  const id = `market_${nextId}`;
  const { seconds = DAY, state = 1n, condition = await compile('Does it rain?') } = fields;
  await addMarket(store, id, {
    ...{ question, condition, state, expires_at: BigInt(NOW + seconds) },
    question_key: questionKey(question, null),
    condition_key: conditionKey(readCondition(condition)),
  });
  return id;
}

async function find(store: Store, question: string, condition = '', seconds = DAY) {
  const found = await findSameMarket(store.db, {
    questionKey: questionKey(question, null),
    conditionKey: condition === '' ? '' : conditionKey(readCondition(condition)),
    expiresAt: unixSeconds(NOW + seconds),
    now: NOW,
  });
  return found?.id;
}

describeEngines(['postgres', 'memory'], (engine) => {
  test('the same words are the same question, at any expiry', async () => {
    const store = await engine.open();
    const id = await add(store, 'Will it  rain in Lisbon?');
    expect(await find(store, 'will it rain in “Lisbon”')).toBe(id);
    expect(await find(store, 'Will it rain in Lisbon??', '', 9 * DAY)).toBe(id);
    expect(await find(store, 'Will it rain in Porto?')).toBe(undefined);
  });

  test('the one that expires nearest is found, and none that has ended', async () => {
    const store = await engine.open();
    const question = 'Will it rain?';
    await add(store, question, { seconds: DAY, state: 2n });
    await add(store, question, { seconds: -1 });
    const soon = await add(store, question, { seconds: HOUR });
    const late = await add(store, question, { seconds: 9 * DAY });
    expect(await find(store, question)).toBe(soon);
    expect(await find(store, question, '', 8 * DAY)).toBe(late);
    expect(await find(store, question, '', 99 * DAY)).toBe(late);
  });

  test('the same condition is the same market if it expires at about the same time', async () => {
    const store = await engine.open();
    const id = await add(store, 'Will SOL be at 250?', { condition: await feed('250') });
    const close = await feed('250.0');
    expect(await find(store, 'SOL to 250 dollars?', close)).toBe(id);
    expect(await find(store, 'SOL to 250 dollars?', close, DAY + HOUR)).toBe(id);
    expect(await find(store, 'SOL to 250 dollars?', close, DAY + HOUR + 1)).toBe(undefined);
    expect(await find(store, 'SOL to 250 dollars?', await feed('251'))).toBe(undefined);
    // Attested ones are compared by their question only.
    await add(store, 'Will it rain?');
    expect(await find(store, 'Will it snow?', await compile('Does it rain?'))).toBe(undefined);
  });
});

test('data about the token does not change the key of a condition', async () => {
  const about = { question: 'Is it?', tokenAddress: MINT, expiresAt: unixSeconds(NOW + DAY) };
  const condition = { type: 'market_cap', comparator: 'gte', threshold: '5', unit: 'USD' };
  const plain = await compileCondition({ ...about, condition });
  const token = { mint: { program: MINT, decimals: 6 }, pool: MINT };
  const known = await compileCondition({ ...about, condition, token });
  const higher = await compileCondition({ ...about, condition: { ...condition, threshold: '6' } });
  expect(known.canonical).not.toBe(plain.canonical);
  expect(conditionKey(known.condition)).toBe(conditionKey(plain.condition));
  expect(conditionKey(higher.condition)).not.toBe(conditionKey(plain.condition));
  expect(questionKey('Is it?', MINT)).not.toBe(questionKey('Is it?', null));
});
