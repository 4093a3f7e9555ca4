// Markets created on chain by others, with random combinations of text, clauses, flags, owners,
// oracles and times. The service shows each correctly, signs nothing for it and never fails.
import fs from 'node:fs';
import type { Address } from '@solana/kit';
import { createKey, type Key } from '@tote/chain/key';
import { mapConcurrently } from '@tote/chain/lib/map-concurrently';
import { formatInstant, printable, unixSeconds } from '@tote/domain';
import { type Market, readMarketFlags } from '@tote/program-client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createRandom } from '../../../packages/chain/test/faults.ts';
import { count } from '../../../tools/test-setup/stage.ts';
import { createLog } from '../../src/telemetry/log.ts';
import {
  type ChainAccess,
  openChainAccess,
  writeMarket,
} from '../conformance/support/chain-access.ts';
import { demoKey } from '../conformance/support/wallets.ts';
import { type Answer, World } from '../support/world.ts';
import {
  drawMarket,
  matchesText,
  type RandomMarket,
  type RandomMarketOptions,
  SOON_SECONDS,
} from './random-markets.ts';

const MARKETS = count(40, 5_000);
const AT_ONCE = 16;
/** As many as fit, with texts of any length. */
const PER_TRANSACTION = 2;
const SECONDS = 900;
const seed = Number(process.env.TOTE_SEED ?? Date.now() % 1_000_000);

interface Made {
  readonly id: string;
  readonly address: Address;
  readonly written: RandomMarket;
  /** As it was created. */
  readonly account: Market;
  /** By the model: its text matches what decides it. */
  readonly isMatching: boolean;
}

let world: World;
let access: ChainAccess;
let options: RandomMarketOptions;
let creators: readonly Key[];
const made: Made[] = [];
/** The output on standard error. */
const lines: string[] = [];

beforeAll(async () => {
  console.log(`random markets: TOTE_SEED=${seed}`);
  const write = fs.write as (...args: unknown[]) => void;
  vi.spyOn(fs, 'write').mockImplementation(((...args: unknown[]) => {
    if (args[0] === 2) lines.push(String(args[1]));
    write(...args);
  }) as typeof fs.write);
  // The keeper is off at first.
  world = await World.start({ TOTE_KEEPER: '0' });
  access = await openChainAccess(world);
  const { body } = await world.get('/config');
  const { utilityMint, oracle } = body;
  const [sprout, oak] = body.demo.tokens;
  const nobody = (await createKey()).address;
  const { programAddress } = access.chain;
  options = {
    random: createRandom(seed),
    addresses: [nobody, oak.bondingCurve, oak.mint, utilityMint, programAddress, PUMP, oracle],
    mints: [oak.mint, sprout.mint, nobody, utilityMint],
    ...{ oracle, seconds: SECONDS },
  };
  creators = await Promise.all((['alice', 'bob'] as const).map((name) => demoKey(world, name)));
});
afterAll(async () => {
  vi.restoreAllMocks();
  await access.close();
  await world.close();
});

const PUMP = '6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P' as Address;

const forEachAtOnce = <T>(all: readonly T[], work: (one: T) => Promise<void>) =>
  mapConcurrently(all, AT_ONCE, work);

async function readAccount(address: Address): Promise<Market> {
  const account = await access.chain.accounts.findMarket(address);
  if (!account) throw new Error(`${address} is not on chain`);
  return account;
}

test(`${MARKETS} of them are created, without the service`, async () => {
  await access.chain.clock.refresh();
  const written: RandomMarket[] = [];
  // In order, so that the seed reproduces them.
  while (written.length < MARKETS) written.push(await drawMarket(options));
  const batches = Array.from({ length: Math.ceil(MARKETS / PER_TRANSACTION) }, (_, index) =>
    written.slice(index * PER_TRANSACTION, (index + 1) * PER_TRANSACTION),
  );
  await forEachAtOnce([...batches.entries()], async ([index, batch]) => {
    const creator = creators[index % creators.length] as Key;
    const markets = await Promise.all(batch.map((each) => writeMarket(access, creator, each)));
    const instructions = markets.map(({ instruction }) => instruction);
    const sending = access.send(instructions, creator);
    await expect(sending, JSON.stringify(batch, replaceBigints)).resolves.toBeDefined();
    for (const [place, { market: address }] of markets.entries()) {
      const account = await readAccount(address);
      const market = batch[place] as RandomMarket;
      const isMatching = matchesText(account, market);
      made.push({ id: `market_${address}`, address, written: market, account, isMatching });
    }
  });
  await expect
    .poll(async () => (await Promise.all(made.slice(-3).map(getDetail))).map(statusOf))
    .toEqual([200, 200, 200]);
});

const replaceBigints = (_key: string, value: unknown) =>
  typeof value === 'bigint' ? String(value) : value;
const statusOf = ({ status }: Answer) => status;
const getDetail = ({ id }: Made) => world.get(`/markets/${id}`);
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

test('each is shown as on chain, with mismatches marked', async () => {
  await forEachAtOnce(made, async (one) => {
    const { account, isMatching, written } = one;
    const answer = await getDetail(one);
    expect(answer.status, answer.text).toBe(200);
    const { body } = answer;
    const instant = (at: bigint) => formatInstant(unixSeconds(at));
    expect(body, JSON.stringify(one, replaceBigints)).toMatchObject({
      id: one.id,
      question: printable(decoder.decode(written.questionBytes)),
      creator: account.creator,
      ...{ status: 'open', bettingOpen: true, custom: true, mismatch: !isMatching },
      ...{ betCount: 0, totalVolume: 0 },
      expireAt: instant(account.expiresAt),
      bettingClosesAt: instant(account.closesAt),
      refundAt: instant(account.refundAt),
    });
    expect(readMarketFlags(account.flags).custom).toBe(true);
    const paragraphs = body.details.split('\n\n');
    expect(paragraphs).toEqual([expect.stringMatching(/^.{10,200}$/), expect.any(String)]);
    expect(printable(paragraphs.join(' '), '')).toBe(paragraphs.join(' '));
    if (isMatching) return expect(body.details).toMatch(/^(Yes if|The market’s oracle says) /);
    expect(body.mismatchReason).toMatch(/^[A-Z].*\.$/);
    expect(body.details).toContain(body.mismatchReason);
    expect(body.details).toMatch(/^This is not what decides the market: /);
  });
  const matching = made.filter(({ isMatching }) => isMatching).length;
  console.log(`${matching} of ${made.length} random markets match their text`);
  // The generator produces enough of both.
  expect(matching).toBeGreaterThan(MARKETS / 20);
  expect(matching).toBeLessThan((MARKETS * 3) / 4);
});

test('only those without a mismatch are listed', async () => {
  const listed = new Set<string>();
  for (let offset = 0; ; offset += 100) {
    const { body } = await world.get(`/markets?status=open&limit=100&offset=${offset}`);
    for (const { id, custom, details } of body) {
      expect([custom, typeof details, listed.has(id)]).toEqual([true, 'string', false]);
      listed.add(id);
    }
    if (body.length < 100) break;
  }
  const matching = made.filter(({ isMatching }) => isMatching).map(({ id }) => id);
  expect(listed).toEqual(new Set(matching));
});

/** Valid responses to the preparation of a bet. */
const MAY_ANSWER = [
  ...['condition_already_met', 'condition_unreadable', 'stakes_above_cost', 'market_closed'],
];

test('nothing is signed for them, and every other request succeeds', async () => {
  const wallet = creators[0]?.address;
  const stake = { outcome: 'Yes', amount: 1 };
  await forEachAtOnce([...made.entries()], async ([index, { id, isMatching, address }]) => {
    const path = `/markets/${id}`;
    const refusal = isMatching ? 'market_custom' : 'market_mismatch';
    const bet = await world.post(`${path}/bets`, stake, { as: 'bob' });
    expect([bet.status, bet.code]).toEqual([403, refusal]);
    const prepared = await world.post(`${path}/bets/prepare`, { ...stake, wallet });
    const isAnswered = prepared.status === 200 || MAY_ANSWER.includes(prepared.code ?? '');
    if (isMatching) expect(isAnswered, prepared.text).toBe(true);
    else expect([prepared.status, prepared.code]).toEqual([403, refusal]);
    if (index % 5 > 0) return;
    expect((await world.get(`${path}/bets`)).status).toBe(200);
    expect((await world.get(path, { as: 'bob' })).body.yours).toBeNull();
    expect((await world.get(`${path}/result`, { as: 'bob' })).status).toBe(409);
    expect((await world.get(`${path}/resolution`)).status).toBe(409);
    const evidence = { outcome: 'Yes', evidence: 'Because.' };
    const attested = isMatching ? bet : await world.post(`${path}/attestations`, evidence, ORACLE);
    expect([403, 409], attested.text).toContain(attested.status);
    const { pools, sequence } = await readAccount(address);
    expect([...pools, sequence]).toEqual([0n, 0n, 1n]);
  });
});

const ORACLE = { as: 'oracle' } as const;

test('the keeper resolves those without a mismatch, and refunds the others', async () => {
  await access.close();
  world = await world.restart();
  access = await openChainAccess(world);
  const mismatched = made.filter(({ isMatching }) => !isMatching);
  const expireAt = formatInstant(unixSeconds(access.chain.clock.now() + SECONDS));
  const control = await world.createMarket({ expireAt });
  await world.advance(SECONDS + 30);
  // It expires after them, so the keeper has seen them all.
  const findStatus = async () => (await world.get(`/markets/${control}`)).body.status;
  await expect.poll(findStatus).toBe('resolved');
  const isSoon = ({ written }: Made) => written.refundSeconds === SOON_SECONDS;
  // On a slow machine the others may be refunded by now.
  const waiting = mismatched.filter((one) => !isSoon(one));
  await forEachAtOnce(waiting, async (one) => {
    const { status, body } = await getDetail(one);
    expect([status, body.status, body.bettingOpen], one.id).toEqual([200, 'open', false]);
    expect(body.resolution.waitingFor).toMatch(/^(its refund at|the outcome of its own oracle)/);
    expect(body.resolution.lastFailure).toBeNull();
  });
  await world.advance(SOON_SECONDS);
  const due = mismatched.filter(isSoon);
  await forEachAtOnce(due, (one) =>
    expect
      .poll(async () => (await getDetail(one)).body, { interval: 200 })
      .toMatchObject({ status: 'resolved', refunded: true, winningOutcome: null }),
  );
  expect((await world.get(`/markets/${due[0]?.id}/resolution`)).status).toBe(200);
});

test('and no unexpected error was logged', async () => {
  createLog('error', String).error({}, 'a line of this test');
  await expect.poll(() => lines.join()).toContain('a line of this test');
  const errors = lines.filter((line) => line.includes('"level":5'));
  expect(errors).toEqual([expect.stringContaining('a line of this test')]);
});
