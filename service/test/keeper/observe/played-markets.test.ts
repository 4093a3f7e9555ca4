// Measured markets and facts through the whole service, about the tokens and feeds of the demo
// world: asked, decided, and computed again. packages/conditions tests what decides them, and
// story/every-condition.test.ts what they pay.
import { randomUUID } from 'node:crypto';
import { chooseThreshold } from '@tote/cli/demo/choose-threshold';
import { DEMO_FEEDS, quoteAt } from '@tote/conditions/oracles/demo-prices';
import { decodePythPriceUpdate } from '@tote/conditions/oracles/layouts/pyth-price-update';
import type { EvidenceRecord } from '@tote/conditions/sampled-evidence';
import { formatDecimal } from '@tote/domain';
import { beforeAll, describe, expect, test } from 'vitest';
import { demoKey } from '../../conformance/support/wallets.ts';
import { signTransaction } from '../../support/new-wallet.ts';
import { useWorld } from '../../support/use-world.ts';
import { listProblems, readRecord, replay, replayEverything, verifyAll } from '../facts/replay.ts';

interface Token {
  mint: string;
  bondingCurve: string;
  curveCompletesAt: string;
}

const SPAN = 1_000;
const ABSENT = '9cRCn9rGT8V2imeM2BaKs13yhMEais3ruM3rPvTGpump';
const world = useWorld();
/** Cheaper than OAK while it is sold on its curve. */
let sprout: Token;
/** Trades in its pool. */
let oak: Token;
let startsAt: number;
beforeAll(async () => {
  const { now, demo } = (await world.get('/config')).body;
  [sprout, oak] = demo.tokens;
  startsAt = Date.parse(now) / 1000;
});

const instant = (seconds: number) => new Date(seconds * 1000).toISOString();
const expiresAt = () => startsAt + SPAN;
const completesAt = () => Date.parse(sprout.curveCompletesAt) / 1000;
const nowSeconds = async () => Date.parse((await world.get('/config')).body.now) / 1000;
/** The clock of the chain also goes by itself. */
const advanceTo = async (second: number) => {
  const seconds = Math.ceil(second - (await nowSeconds()));
  if (seconds > 0) await world.advance(seconds);
};
const expectEnd = (id: string, outcome: string) =>
  expect
    .poll(() => world.detail(id))
    .toMatchObject({ status: 'resolved', winningOutcome: outcome });
const wanted = (fields: object) => ({
  ...{ question: 'Will it be so?', outcomes: ['Yes', 'No'], currency: 'SOL' },
  ...{ expireAt: instant(expiresAt()), ...fields },
});
const preview = async (fields: object) => {
  const answer = await world.post('/markets/preview', wanted(fields));
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};

/** A market with a stake on either side. */
async function play(fields: Record<string, unknown>, stake = 1): Promise<string> {
  const id = await world.createMarket(fields);
  for (const [wallet, outcome] of [
    ['alice', 'Yes'],
    ['bob', 'No'],
  ] as const) {
    const bet = await world.bet(id, wallet, outcome, stake);
    expect([201, 202], bet.text).toContain(bet.status);
  }
  return id;
}

test('GET /v1/config says what is made up', async () => {
  const { demo } = (await world.get('/config')).body;
  const symbolsOf = (list: { symbol: string }[]) => list.map(({ symbol }) => symbol);
  expect(demo.notice).toContain('Demo data');
  expect(symbolsOf(demo.feeds)).toEqual(['SOL', 'BTC', 'ETH']);
  expect(symbolsOf(demo.tokens)).toEqual(['SPROUT', 'OAK']);
});

describe('a preview', () => {
  test('of a range shows both ends and the value, and says what is missing', async () => {
    const range = { type: 'range', of: 'price_feed', feed: 'SOL', low: '1', high: '5' };
    const { conditionProgress } = await preview({ condition: { ...range, within: 'inside' } });
    expect(conditionProgress).toMatchObject({ target: 1, targetHigh: 5, unit: 'USD' });
    expect(conditionProgress.currentCount).toBeGreaterThan(5);
    const { warnings } = await preview({ condition: { ...range, feed: 'BNB' } });
    expect(warnings.join()).toContain('There is no source of BNB/USD updates here');
  });

  test('of two tokens shows both values, both mints and that the market is not custom', async () => {
    const question = `Will OAK's market cap be above ${sprout.mint}'s at expiry?`;
    const shown = await preview({ question, tokenAddress: oak.mint });
    expect(shown).toMatchObject({ decidedBy: 'samples', timing: 'at_expiry', custom: false });
    expect(shown.condition).toMatchObject({
      ...{ type: 'token_ratio', metric: 'market_cap', other: sprout.mint, comparator: 'gt' },
      ...{ threshold: '1', decimals: 6, otherDecimals: 6, symbol: 'OAK', otherSymbol: 'SPROUT' },
    });
    expect(shown.details).toMatch(/^Yes if \$OAK’s market cap is above \$SPROUT’s at /);
    const both = `of $OAK (${oak.mint}) is above that of $SPROUT (${sprout.mint}),`;
    expect(shown.details).toContain(both);
    const { currentCount, target, unit, compared } = shown.conditionProgress;
    expect({ target, unit }).toEqual({ target: 1, unit: 'ratio' });
    expect(compared.unit).toBe('SOL');
    expect(compared.value).toBeGreaterThan(compared.other);
    expect(currentCount).toBeCloseTo(compared.value / compared.other, 6);
    expect(shown.warnings.join()).toMatch(/about [\d.,]+ SOL move the pool/);
    const pool = { ...shown.condition, tokenAddress: undefined, otherPool: oak.mint };
    expect((await preview({ question, tokenAddress: oak.mint, condition: pool })).custom).toBe(
      true,
    );
  });

  test('of a change shows the value, and its condition can be sent back', async () => {
    const question = 'Will SOL rise by 20% before expiry?';
    const { condition, details } = await preview({ question });
    const { threshold, relativeTo } = condition;
    expect(relativeTo).toMatchObject({ times: '1.2', value: expect.stringMatching(/^\d+\.?\d*$/) });
    expect(Number(threshold)).toBeCloseTo(Number(relativeTo.value) * 1.2, 9);
    expect(details).toContain('The threshold is 1.2 times the value');
    const created = await world.post('/markets', wanted({ question, condition }), { as: 'alice' });
    expect(created.status, created.text).toBe(201);
    expect(created.body).toMatchObject({
      custom: false,
      condition: { relativeTo: { times: '1.2' } },
    });
  });

  test('of a token that does not exist has no present value: the oracle attests', async () => {
    const question = 'Will this token double before expiry?';
    const { condition, warnings } = await preview({ question, tokenAddress: ABSENT });
    expect(condition.type).toBe('attested');
    expect(warnings.join()).toContain('the present value cannot be read');
  });
});

test('a feed without updates is warned of; a mere question about it is attested', async () => {
  const condition = { type: 'price_feed', feed: 'DOGE', comparator: 'gt', threshold: '0.1' };
  const insisted = wanted({ condition });
  const create = () => world.post('/markets', insisted, { as: 'alice', idempotencyKey: 'doge' });
  const first = await create();
  expect(first.body.warnings.join(' ')).toContain('all stakes are refunded');
  expect((await create()).text).toBe(first.text);
  const asked = wanted({ question: 'Will DOGE be above $1 at expiry?' });
  const { body } = await world.post('/markets', asked, { as: 'alice' });
  expect(body.warnings.join(' ')).toContain('so the market’s oracle attests it');
});

/** SOL at the expiry, with as many of its smallest units more. */
function solAtExpiry(more = 0n): string {
  const [sol] = DEMO_FEEDS as [(typeof DEMO_FEEDS)[number]];
  return formatDecimal(quoteAt(sol, BigInt(expiresAt())).price + more, 8);
}

type Row = readonly [name: string, fields: () => Record<string, unknown>, outcome: 'Yes' | 'No'];

const ofOak = (question: string, outcome: 'Yes' | 'No'): Row => [
  question,
  () => ({ question, tokenAddress: oak.mint }),
  outcome,
];
/** Beside another token: `<oak>` and `<sprout>` are their addresses. */
const ofBoth = (text: string, outcome: 'Yes' | 'No'): Row => [
  text,
  () => ({
    question: text.replace('<oak>', oak.mint).replace('<sprout>', sprout.mint),
    tokenAddress: text.includes('SPROUT') ? sprout.mint : oak.mint,
  }),
  outcome,
];
const range = (name: string, fields: () => object, outcome: 'Yes' | 'No'): Row => [
  name,
  () => ({
    condition: { type: 'range', ...fields() },
    ...('feed' in fields() ? {} : { tokenAddress: oak.mint }),
  }),
  outcome,
];
const solIn = (low: string, high: string, within = 'inside') => ({
  ...{ of: 'price_feed', feed: 'SOL', low, high, within },
});
const fact = (name: string, condition: () => object, outcome: 'Yes' | 'No'): Row => [
  name,
  () => ({ tokenAddress: oak.mint, condition: condition() }),
  outcome,
];
const solFact = (comparator: string) => ({
  ...{ type: 'price_feed', feed: 'SOL', comparator, threshold: solAtExpiry() },
});
const supply = (comparator: string) => ({
  ...{ type: 'token_supply', comparator, threshold: 1_000_000_000 },
});

const ROWS: readonly Row[] = [
  fact('a price of at least that of the second', () => solFact('gte'), 'Yes'),
  fact('a price above that of the second', () => solFact('gt'), 'No'),
  fact('a supply of at least', () => supply('gte'), 'Yes'),
  fact('a supply above', () => supply('gt'), 'No'),
  fact(
    'a byte of an account',
    () => ({
      ...{ type: 'account_fact', owner: '6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P' },
      ...{ account: oak.bondingCurve, offset: 48, dataType: 'u8', comparator: 'eq', value: '1' },
    }),
    'Yes',
  ),
  range('at the low end', () => solIn(solAtExpiry(), solAtExpiry(1n)), 'Yes'),
  range('at the high end', () => solIn(solAtExpiry(-1n), solAtExpiry()), 'Yes'),
  range('just below the range', () => solIn(solAtExpiry(1n), '1000'), 'No'),
  range('just above the range', () => solIn('1', solAtExpiry(-1n)), 'No'),
  range('outside of the range', () => solIn(solAtExpiry(1n), '1000', 'outside'), 'Yes'),
  range('not outside of the range', () => solIn(solAtExpiry(), '1000', 'outside'), 'No'),
  range('holders', () => ({ of: 'holder_count', low: '12', high: '120' }), 'Yes'),
  range('too many holders', () => ({ of: 'holder_count', low: '1', high: '11' }), 'No'),
  range('supply', () => ({ of: 'token_supply', low: '0', high: '1000000000' }), 'Yes'),
  range('market cap', () => ({ of: 'market_cap', unit: 'USD', low: '1', high: '9' }), 'No'),
  range('price', () => ({ of: 'token_price', unit: 'SOL', low: '0.0000001', high: '1' }), 'Yes'),
  ofOak('Will $OAK have a market cap above $50k at expiry?', 'Yes'),
  ofOak('Will $OAK have a market cap above 1000 SOL at expiry?', 'No'),
  ofOak('Will the price of OAK be above 0.0000001 SOL at expiry?', 'Yes'),
  ofOak('Will it have more than 12 holders at expiry?', 'No'),
  ofOak('Will it have at least 12 holders at expiry?', 'Yes'),
  [
    'a token that does not exist',
    () => ({ question: 'Will the market cap be above $1 at expiry?', tokenAddress: ABSENT }),
    'No',
  ],
  ofBoth("Will OAK's market cap be above <sprout>'s at expiry?", 'Yes'),
  ofBoth("Will OAK's price be lower than <sprout>'s at expiry?", 'No'),
  ofBoth('Will SPROUT flip <oak>?', 'No'),
  ofBoth("Will OAK's market cap stay above <sprout>'s?", 'Yes'),
  ofBoth('Will SPROUT not flip <oak> before expiry?', 'Yes'),
  ['Will SOL halve before expiry?', () => ({ question: 'Will SOL halve before expiry?' }), 'No'],
  ofOak("Will OAK's market cap 100x before expiry?", 'No'),
  ofOak("Will OAK's price be down 90% at expiry?", 'No'),
  ofOak('Will the number of holders triple?', 'No'),
  [
    'holders that become enough',
    () => ({ question: 'Will it reach 20 holders?', tokenAddress: sprout.mint }),
    'Yes',
  ],
];

/** What is in the evidence of samples, and nothing else. */
function checkSamples({ condition, evidence, verdict }: EvidenceRecord): void {
  const { type, of, timing, other } = JSON.parse(condition);
  const kind = of ?? type;
  if (timing !== 'at_expiry') return;
  const { samples } = evidence;
  const seconds = samples.map(({ observedAt }) => observedAt);
  const at = expiresAt();
  if (kind === 'price_feed') {
    const [account, ...others] = samples.flatMap(({ accounts }) => accounts);
    expect(others).toEqual([]);
    const update = account && decodePythPriceUpdate(account);
    expect(update).toMatchObject({ ok: true, value: { publishedAt: BigInt(at) } });
    expect(verdict).toMatchObject({ value: solAtExpiry(), at });
  } else if (kind === 'holder_count' || kind === 'token_supply') {
    expect(seconds).toHaveLength(1);
    expect(seconds[0]).toBeGreaterThanOrEqual(at);
  } else {
    expect(seconds.length).toBeGreaterThanOrEqual(3);
    expect(Math.min(...seconds)).toBeGreaterThan(at - 60);
    expect(Math.max(...seconds)).toBeLessThanOrEqual(at);
    if (other === undefined) return;
    for (const { accounts } of samples) {
      const addresses = accounts.map(({ address }) => address as string);
      expect(addresses).toEqual(expect.arrayContaining([oak.mint, sprout.mint]));
    }
  }
}

describe('decided', () => {
  const ids = new Map<string, string>();
  /** About the curve of SPROUT. */
  let early: string;
  let triggered: string;
  let never: string;
  /** About SOL, which goes where it must not. */
  let stays: string;

  beforeAll(async () => {
    for (const [name, fields] of ROWS) ids.set(name, await world.createMarket(wanted(fields())));
    const aboutCurve = (question: string, expiry: number) =>
      play({ question, tokenAddress: sprout.mint, expireAt: instant(expiry) });
    const completes = 'Will it complete its bonding curve?';
    early = await aboutCurve(completes, completesAt() - 300);
    triggered = await aboutCurve(completes, completesAt() + 3_600);
    never = await aboutCurve('Will it not graduate before expiry?', completesAt() + 600);
    const { comparator, threshold } = chooseThreshold('SOL', startsAt, expiresAt());
    const side = comparator === 'gte' ? 'under' : 'above';
    stays = await play({
      question: `Will SOL stay ${side} $${threshold} until this market ends?`,
      expireAt: instant(expiresAt()),
    });
    expect(await world.detail(stays)).toMatchObject({
      timing: 'never_before',
      condition: { type: 'price_feed', comparator, threshold, timing: 'never_before' },
      details: expect.stringMatching(
        /^Yes if SOL is never .* before .*\n\n.* ends as No; if that does not happen, as Yes\./,
      ),
    });
    const name = "Will OAK's price not double before expiry?";
    ids.set(name, await prepareAndSubmit({ question: name, tokenAddress: oak.mint }));
    for (const [row, fields] of ROWS) {
      const { details, conditionProgress } = await world.detail(ids.get(row) ?? '');
      const { tokenAddress = ABSENT } = fields();
      if (tokenAddress !== ABSENT) expect(details).toContain('Demo data');
      expect(details).not.toContain('attests');
      expect(conditionProgress?.currentCount ?? 0).toBeGreaterThanOrEqual(0);
    }
    await advanceTo(expiresAt() + 1);
  });

  async function prepareAndSubmit(fields: object): Promise<string> {
    const alice = await demoKey(world, 'alice');
    const body = { ...wanted(fields), wallet: alice.address };
    const prepared = await world.post('/markets/prepare', body);
    expect(prepared.status, prepared.text).toBe(200);
    const transaction = await signTransaction(prepared.body.transaction, alice);
    const headers = { 'idempotency-key': randomUUID() };
    const submitted = await world.post('/transactions', { transaction }, { headers });
    expect(submitted.status, submitted.text).toBeLessThan(300);
    return prepared.body.marketId;
  }

  test.each([...ROWS, ["Will OAK's price not double before expiry?", () => ({}), 'Yes'] as const])(
    '%s',
    async (name, _fields, outcome) => {
      const id = ids.get(name) ?? '';
      await expectEnd(id, outcome);
      expect(await replay(world, id)).toBe(outcome);
      const { decidedBy, condition } = await world.detail(id);
      if (decidedBy === 'samples') checkSamples(await readRecord(world, id));
      if (condition.relativeTo === undefined) return;
      const [verification] = await verifyAll(world, [id]);
      expect(listProblems(verification)).toEqual([]);
      expect(verification?.checks.map((check) => check.name)).toContain('value at creation');
    },
  );

  test('a price that must stay on one side ends the market as No when it does not', async () => {
    await expectEnd(stays, 'No');
    expect(await replay(world, stays)).toBe('No');
    const { evidence, moments } = await readRecord(world, stays);
    expect(evidence.samples).toHaveLength(1);
    expect(moments.now).toBeLessThan(expiresAt());
    expect((await world.bet(stays, 'alice', 'Yes', 1)).status).toBe(409);
  });

  test('a curve that is not complete at an earlier expiry: No, and it stays No', async () => {
    await advanceTo(completesAt() - 290);
    await expectEnd(early, 'No');
    const { conditionProgress } = await world.detail(triggered);
    expect(conditionProgress).toMatchObject({ target: 100 });
    expect(conditionProgress.currentCount).toBeGreaterThan(70);
    expect(conditionProgress.currentCount).toBeLessThan(100);
  });

  test('a curve that completes ends markets at once, and bets are refused from then on', async () => {
    await advanceTo(completesAt() + 1);
    const late = await world.bet(triggered, 'bob', 'Yes', 1);
    expect(late.status).toBe(409);
    const codes = ['condition_already_met', 'market_resolved'];
    expect(codes).toContain(late.headers.get('x-error-code'));
    await expectEnd(triggered, 'Yes');
    await expectEnd(never, 'No');
    const { totalVolume, resolvedAt, expireAt } = await world.detail(triggered);
    expect(totalVolume).toBe(2);
    // Long before its expiry.
    expect(Date.parse(resolvedAt)).toBeLessThan(Date.parse(expireAt));
    expect((await world.detail(early)).winningOutcome).toBe('No');
  });
});

test('a market cap that goes up and down ends the market when its median reaches it', async () => {
  const cap = (threshold: string) => ({
    question: `Will OAK's market cap be at least ${threshold} SOL at any time before expiry?`,
    tokenAddress: oak.mint,
    condition: {
      ...{ type: 'market_cap', comparator: 'gte', threshold, unit: 'SOL' },
      timing: 'any_time_before',
    },
  });
  // Around 410.8 SOL it goes up to about 470, and down again, within half an hour.
  const expireAt = instant((await nowSeconds()) + 5_000);
  const never = await play({ ...cap('1000'), expireAt });
  if ((await world.detail(never)).conditionProgress.currentCount > 430) await world.advance(700);
  // Close to its threshold a price is cheap to move, so only little is signed.
  const reached = await play({ ...cap('440'), expireAt }, 0.01);
  const met = await world.post('/markets', wanted({ ...cap('100'), expireAt }), { as: 'alice' });
  expect(met.status, met.text).toBe(409);
  await world.advance(1_900);
  await expectEnd(reached, 'Yes');
  expect((await world.detail(never)).status).toBe('open');
  expect(await replay(world, reached)).toBe('Yes');
  const { evidence } = await readRecord(world, reached);
  expect(evidence.samples.length).toBeGreaterThanOrEqual(3);
  await world.advance(3_200);
  await expectEnd(never, 'No');
  expect(await replay(world, never)).toBe('No');
  const no = await readRecord(world, never);
  // More than an hour passed without an event: only the hashes of its samples are stored.
  expect(no.evidence).toEqual({ samples: [], sampledAt: [] });
  const { count = 0, longestGapSeconds } = no.sampleHashes ?? {};
  expect(count).toBeGreaterThanOrEqual(5_000 / 600);
  expect(longestGapSeconds).toBeLessThanOrEqual(600);
});

test('the longest question, with a first stake, fits into a transaction', async () => {
  // Full-width question marks: three bytes each.
  const question = `Will SOL be above $1 at expiry?${'？'.repeat(156)}`;
  expect(Buffer.byteLength(question)).toBe(499);
  const condition = { type: 'price_feed', feed: 'SOL', comparator: 'gt', threshold: 1.5 };
  const fields = { question: question.replace('$1 ', '$1.5 ').slice(0, -1), condition };
  const expireAt = instant((await nowSeconds()) + 60);
  const initialStake = { outcome: 'Yes', amount: 1 };
  const id = await world.createMarket({ ...fields, initialStake, expireAt });
  await expect
    .poll(async () => (await world.detail(id)).conditionProgress)
    .toMatchObject({ target: 1.5, unit: 'USD', currentCount: expect.any(Number) });
  await world.advance(61);
  await expectEnd(id, 'Yes');
});

test('every resolution of this file can be verified', async () => {
  expect(await replayEverything(world)).toBeGreaterThan(30);
});
