// Markets about web sources through the whole service, with a real HTTPS server: from creation to
// payout and verification, and every way in which a source can fail. Never a wrong outcome.
import type { Address } from '@solana/kit';
import { parseMarketId } from '@tote/chain/ids';
import { TOTE_PROGRAM_ADDRESS } from '@tote/program-client';
import { fetchReceipt } from '@tote/verify/fetch-receipt';
import { createNode } from '@tote/verify/history/node';
import { verifyReceipt } from '@tote/verify/verify-market';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectRefusal } from '../../../conformance/support/refusal.ts';
import { listProblems, replay, verifyAll } from '../../facts/replay.ts';
import { hangs, sends } from './support/web-server.ts';
import { WebWorld } from './support/web-world.ts';

const DAY = 86_400;

// biome-ignore lint/suspicious/noExplicitAny: receipts are changed in every way
type Json = any;

let web: WebWorld;
beforeAll(async () => {
  web = await WebWorld.start();
});
afterAll(() => web.close());

const says = (value: string) => sends(`{"v":${value}}`);

test('a market from its creation to its verification', async () => {
  const { server, world } = web;
  server.set('c', says('3.9'), 'life');
  const id = await web.play(120, web.condition(3, 'life'));
  const open = await web.market(id);
  expect(open).toMatchObject({ custom: true, status: 'open', decidedBy: 'web' });
  const listed = (await world.get('/markets?decidedBy=web')).body;
  expect(listed.map((market: Json) => market.id)).toEqual([id]);
  expect((await world.get('/markets?decidedBy=samples')).body).toEqual([]);
  expect(open.details).toContain('at least 2 of 3 web sources say that the value is at least 4');
  expect(open.warnings).toContainEqual(expect.stringContaining('whoever controls 2 of them'));
  await world.advance(121);
  await web.expectOutcome(id, 'Yes');

  const receipt = await web.receipt(id);
  expect(receipt).toMatchObject({ observations: [], failedRounds: [] });
  expect(receipt.fetches).toMatchObject([
    { status: 200, value: '5', failure: null, certificate: server.certificate.fingerprint },
    { status: 200, value: '5', failure: null },
    { status: 200, value: '3.9', failure: null },
  ]);
  const { rounds } = JSON.parse(receipt.evidence.text);
  expect(Buffer.from(rounds[0][2].answer.body, 'base64').toString()).toBe('{"v":3.9}');
  expect(await replay(world, id)).toBe('Yes');
  const [verification] = await verifyAll(world, [id]);
  const word = verification?.checks.find(({ name }) => name === 'web sources');
  expect(word).toMatchObject({ status: 'said', text: 'the oracle says that they answered so' });
});

test('a receipt that shows another answer is found out', async () => {
  const { world } = web;
  const id = await web.play(60, web.condition(1, 'forged'));
  await world.advance(61);
  await web.expectOutcome(id, 'Yes');
  const served = await fetchReceipt(world.service.baseUrl, id);
  const chain = { node: createNode(world.demo.rpcUrl), programAddress: TOTE_PROGRAM_ADDRESS };
  const problemsOf = async (change: (receipt: Json) => void) => {
    const copy = structuredClone(served);
    change(copy.receipt);
    return listProblems(await verifyReceipt(chain, parseMarketId(id) as Address, copy));
  };
  const toBase64 = (text: string) => Buffer.from(text).toString('base64');
  expect(await problemsOf(() => undefined)).toEqual([]);
  const shown = await problemsOf((receipt) => {
    receipt.fetches[0].value = '3';
  });
  expect(shown).toEqual([expect.stringContaining('different fetch 1')]);
  const certificate = await problemsOf((receipt) => {
    receipt.fetches[0].certificate = '00'.repeat(32);
  });
  expect(certificate).toEqual([expect.stringContaining('different fetch 1')]);
  const forged = await problemsOf((receipt) => {
    const { text } = receipt.evidence;
    receipt.evidence.text = text.replace(toBase64('{"v":5}'), toBase64('{"v":3}'));
  });
  expect(forged).toContainEqual(expect.stringContaining('different hash of the evidence'));
  expect(forged).toContainEqual(expect.stringContaining('different outcome'));
});

test('five answers of the full size fit into evidence, receipt and verification', async () => {
  const { server, world } = web;
  const start = '{"v":5,"text":"';
  const filled = `${start}${'\u00e9'.repeat((256 * 1_024 - start.length - 2) / 2)}"}`;
  const body = filled + ' '.repeat(256 * 1_024 - Buffer.byteLength(filled));
  server.set('abcde', sends(body), 'full');
  const id = await web.play(60, web.condition(5, 'full'));
  await world.advance(61);
  await web.expectOutcome(id, 'Yes');
  const { evidence } = await web.receipt(id);
  expect(evidence.text.length).toBeGreaterThan(5 * 256 * 1_024);
  expect(await replay(world, id)).toBe('Yes');
});

test('a condition that just fits on chain can be created, and one byte more cannot', async () => {
  const { world } = web;
  const expireAt = await web.inSeconds(600);
  const question = `Do the gauges show enough${'?'.repeat(200)}`;
  const withPointer = (characters: number) => {
    const condition = web.condition(1, 'long') as Json;
    const [source] = condition.sources;
    return { ...condition, sources: [{ ...source, pointer: `/${'v'.repeat(characters)}` }] };
  };
  const fields = { question, outcomes: ['Yes', 'No'], currency: 'SOL', expireAt };
  const preview = async (characters: number) =>
    world.post('/markets/preview', { ...fields, condition: withPointer(characters) });
  const { canonicalCondition } = (await preview(1)).body;
  const longest = 1 + 1_024 - Buffer.byteLength(canonicalCondition);
  expectRefusal(await preview(longest + 1), 400, 'condition_invalid');
  const id = await world.createMarket({ ...fields, condition: withPointer(longest) });
  expect((await web.market(id)).status).toBe('open');
});

describe('sources that fail', () => {
  const CASES = [
    ['hangs', hangs, 'it sends no answer'],
    [
      'redirects',
      sends('{"v":5}', { location: 'https://b.source.test/v1/value' }, 302),
      'it answers 302, and redirects are not followed',
    ],
    ['serves a web page', sends('5', { 'content-type': 'text/html' }), 'a web page'],
    ['serves HTML as JSON', sends('<html>5</html>'), 'it does not answer with JSON'],
    ['has nothing at the pointer', sends('{"w":5}'), 'it has nothing at /v'],
    ['sends the number as text', says('"5"'), 'its value is a string and not a number'],
    ['fails', sends('{"v":5}', {}, 500), 'it answers 500'],
  ] as const;
  const ids = new Map<string, string>();

  beforeAll(async () => {
    const { server, world } = web;
    for (const [name, behaviour] of CASES) {
      const page = name.replaceAll(' ', '-');
      server.set('a', behaviour, page);
      ids.set(name, await web.play(300, web.condition(1, page)));
    }
    server.set('b', says('3'), 'disagree');
    ids.set('disagree', await web.play(300, web.condition(2, 'disagree')));
    server.set('de', hangs, 'quorum');
    ids.set('quorum', await web.play(300, web.condition(5, 'quorum')));
    await world.advance(301);
  });

  test.each(CASES)('one that %s: the market waits and says why', async (name, _how, reason) => {
    await expect
      .poll(() => web.market(ids.get(name) ?? ''))
      .toMatchObject({
        status: 'open',
        bettingOpen: false,
        resolution: {
          waitingFor: expect.stringContaining('1 of 1 web sources to agree'),
          lastFailure: expect.stringContaining(reason),
        },
      });
  });

  test('two that disagree, and too few of five: the same', async () => {
    const read = async (name: string) => (await web.market(ids.get(name) ?? '')).resolution;
    await expect
      .poll(() => read('disagree'))
      .toMatchObject({
        lastFailure: expect.stringMatching(/2 of 2 .*a\.source\.test: says 5; b.*: says 3/),
      });
    await expect
      .poll(() => read('quorum'))
      .toMatchObject({ lastFailure: expect.stringContaining('4 of 5 web sources must agree') });
  });

  test('a restart forgets no failure, and a source that is back decides', async () => {
    const { server } = web;
    await web.restart();
    expect((await web.market(ids.get('quorum') ?? '')).resolution).toMatchObject({
      lastFailure: expect.stringContaining('4 of 5 web sources must agree'),
    });
    server.set('d', says('4'), 'quorum');
    await web.world.advance(60);
    await web.expectOutcome(ids.get('quorum') ?? '', 'Yes');
    const { fetches, failedRounds } = await web.receipt(ids.get('quorum') ?? '');
    expect(fetches.map(({ value }: { value: string | null }) => value)).toEqual([
      ...['5', '5', '5', '4'],
      null,
    ]);
    expect(failedRounds.length).toBeGreaterThan(0);
    expect(await replay(web.world, ids.get('quorum') ?? '')).toBe('Yes');
  });

  test('in the end all stakes are refunded, with what was fetched', async () => {
    const { world } = web;
    await world.advance(DAY);
    for (const name of [...CASES.map(([each]) => each), 'disagree']) {
      const id = ids.get(name) ?? '';
      await web.expectRefund(id);
      const { evidence, failedRounds } = await web.receipt(id);
      expect(evidence, name).toBeNull();
      expect(failedRounds.length, name).toBeGreaterThan(0);
    }
    const verifications = await verifyAll(world, [...ids.values()]);
    expect(verifications.flatMap(listProblems)).toEqual([]);
  });
});

test('the first round that agrees decides, whatever the source says later', async () => {
  const { server, world } = web;
  server.set('a', says('3'), 'changes');
  const id = await web.play(60, web.condition(1, 'changes'));
  await world.advance(61);
  await web.expectOutcome(id, 'No');
  server.set('a', says('5'), 'changes');
  await world.advance(600);
  expect(await web.market(id)).toMatchObject({ winningOutcome: 'No' });
  expect(await replay(world, id)).toBe('No');
});

test('with a delay the first round comes after it, and the refund a day later', async () => {
  const { server, world } = web;
  server.set('a', says('3'), 'late');
  const id = await web.play(60, web.condition(1, 'late', { delaySeconds: 3_600 }));
  const { expireAt, refundAt, deadlines } = await web.market(id);
  const decided = (Date.parse(deadlines.resolvesBy) - Date.parse(expireAt)) / 1_000;
  expect(decided).toBeGreaterThan(3_600);
  expect((Date.parse(refundAt) - Date.parse(expireAt)) / 1_000).toBe(3_600 + DAY);
  await world.advance(600);
  expect(await web.market(id)).toMatchObject({
    status: 'open',
    resolution: { waitingFor: expect.stringContaining('fetched after'), lastFailure: null },
  });
  server.set('a', says('5'), 'late');
  // Past the delay in one step, as if the time had passed.
  await world.advance(2 * DAY);
  await web.expectOutcome(id, 'Yes');
  expect(await replay(world, id)).toBe('Yes');
});

describe('any time before', () => {
  const trigger = (page: string) =>
    web.condition(2, page, { timing: 'any_time_before', pollSeconds: 60 });

  test('a round that meets it ends the market', async () => {
    const { server, world } = web;
    server.set('ab', says('3'), 'rises');
    const id = await web.play(7_200, trigger('rises'));
    await world.advance(1_800);
    expect(await web.market(id)).toMatchObject({ status: 'open', bettingOpen: true });
    server.set('a', says('4'), 'rises');
    await world.advance(120);
    expect(await web.market(id)).toMatchObject({ status: 'open' });
    server.set('b', says('4'), 'rises');
    await world.advance(120);
    await web.expectOutcome(id, 'Yes');
    expect(await replay(world, id)).toBe('Yes');
  });

  test('rounds without a long gap are No', async () => {
    const { server, world } = web;
    server.set('ab', says('3'), 'stays');
    const id = await web.play(3_600, trigger('stays'));
    await world.advance(3_601);
    await web.expectOutcome(id, 'No');
    expect(await replay(world, id)).toBe('No');
    const [verification] = await verifyAll(world, [id]);
    const outcome = verification?.checks.find(({ name }) => name === 'outcome');
    expect(outcome).toMatchObject({ status: 'said' });
    expect(outcome?.text).toMatch(/^No; the oracle says that it asked the web sources \d+ times/);
  });

  test('a long gap is a refund, though it was not met before and after', async () => {
    const { server, world } = web;
    server.set('ab', says('3'), 'gap');
    const id = await web.play(3_600, trigger('gap'));
    await world.advance(600);
    server.set('b', sends('{"v":3}', {}, 503), 'gap');
    await world.advance(1_200);
    server.set('b', says('3'), 'gap');
    await world.advance(1_801);
    await expect
      .poll(async () => (await web.market(id)).resolution)
      .toMatchObject({ lastFailure: expect.stringContaining('did not agree for') });
    await world.advance(DAY);
    await web.expectRefund(id);
    expect((await web.receipt(id)).failedRounds.length).toBeGreaterThan(0);
  });

  test('no bet is signed once it is met, or while the sources cannot be read', async () => {
    const { server, world } = web;
    server.set('ab', says('3'), 'gate');
    const expireAt = await web.inSeconds(7_200);
    const fields = { question: 'Do the gauges show enough?', expireAt };
    const id = await world.createMarket({ ...fields, condition: trigger('gate') });
    server.set('b', sends('', {}, 503), 'gate');
    await world.advance(70);
    expectRefusal(await web.bet(id, 0, 'Yes'), 503, 'condition_unreadable');
    server.set('ab', says('4'), 'met');
    const met = await world.post(
      '/markets',
      { ...fields, outcomes: ['Yes', 'No'], currency: 'SOL', condition: trigger('met') },
      { as: 'alice' },
    );
    expectRefusal(met, 409, 'condition_already_met');
  });
});

describe('creating and previewing', () => {
  const body = (condition: object, expireAt: string) => ({
    ...{ question: 'Do the gauges show enough?', outcomes: ['Yes', 'No'], currency: 'SOL' },
    ...{ condition, expireAt },
  });

  test.each([
    ['https://api.elsewhere.example/v1/value', 'api.elsewhere.example'],
    ['https://a.source.test/v1/value', 'a.source.test'],
  ])('a source that is not listed is refused: %s', async (url, host) => {
    const { world, server } = web;
    const condition = { ...web.condition(1, 'value'), sources: [{ url, pointer: '/v' }] };
    const asked = body(condition, await web.inSeconds(600));
    const before = (await world.get('/markets')).text;
    for (const path of ['/markets', '/markets/preview', '/markets/prepare']) {
      const answer = await world.post(path, asked, { as: 'alice' });
      expectRefusal(answer, 400, 'web_source_not_listed');
      expect(answer.body.error).toContain(host);
      expect(answer.body.error).toContain(`https://a.source.test:${server.port}/v1/`);
      expect(answer.body.error).toContain('webSources of GET /v1/config');
    }
    expect((await world.get('/markets')).text).toBe(before);
  });

  test('the configuration says which are listed', async () => {
    const { webSources } = (await web.world.get('/config')).body;
    expect(webSources).toContain(`https://a.source.test:${web.server.port}/v1/`);
  });

  test('a preview shows what the sources say now', async () => {
    const { world, server } = web;
    server.set('b', hangs, 'preview');
    server.set('c', says('"5"'), 'preview');
    const asked = body(web.condition(3, 'preview'), await web.inSeconds(600));
    const { status, body: preview } = await world.post('/markets/preview', asked);
    expect(status).toBe(200);
    expect(preview.sources).toMatchObject([
      { value: '5', failure: null, met: true },
      { value: null, failure: 'it sends no answer', met: null },
      { value: null, failure: 'its value is a string and not a number', met: null },
    ]);
    expect(preview.alreadyMet).toBeNull();
    expect(preview.warnings).toContainEqual(expect.stringContaining('There is no data now'));
    expect(preview.condition).toMatchObject({ quorum: 2, valueType: 'number', value: '4' });
  });
});
