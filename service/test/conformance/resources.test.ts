// Every field of every resource of the specification, on responses of the real service. The cases
// are the rows of spec-tables.md; what a row says beyond its type is checked by a rule.
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../../tools/test-setup/until.ts';
import { useWorld } from '../support/use-world.ts';
import { type Answer, type Json, MARKET } from '../support/world.ts';
import { expectRefusal } from './support/refusal.ts';
import { hasSpecType, readDecisions, readSpecTable, type SpecRow } from './support/spec-table.ts';

type Rules = Readonly<Record<string, (value: Json, whole: Json) => void>>;

const TOKEN = 'So11111111111111111111111111111111111111112';

const world = useWorld();
/** The responses that the tables describe. */
const seen: Record<string, Json> = { first: [] };

beforeAll(async () => {
  const created = await world.create({ tokenAddress: TOKEN });
  const { id } = created.body;
  seen.created = created.body;
  seen.untouched = (await world.get(`/markets/${id}`)).body;
  const { betId, transactionId } = (await world.bet(id, 'bob', 'No', 6)).body;
  const first = [`/bets/${betId}`, `/transactions/${transactionId}`, `/markets/${id}/bets`];
  for (const path of first) seen.first.push((await world.get(path)).body);
  seen.bet = (await world.bet(id, 'alice', 'Yes', 15)).body;
  seen.open = (await world.get(`/markets/${id}`)).body;
  seen.global = (await world.create()).body;
  const list = (await world.get('/markets')).body;
  seen.summary = list.find((each: Json) => each.id === id);
  seen.globalSummary = list.find((each: Json) => each.id === seen.global.id);
  await world.attest(id);
  seen.resolved = (await world.get(`/markets/${id}`)).body;
  seen.winner = (await world.get(`/markets/${id}/result`, { as: 'alice' })).body;
  seen.loser = (await world.get(`/markets/${id}/result`, { as: 'bob' })).body;
  await until(async () => {
    seen.paidWinner = (await world.get(`/markets/${id}/result`, { as: 'alice' })).body;
    expect(seen.paidWinner.claimable).toBe(false);
  });
  seen.resolvedSummary = (await world.get('/markets?status=resolved')).body[0];
});

function eachRow(heading: string, check: (row: SpecRow) => void | Promise<void>): SpecRow[] {
  const rows = readSpecTable(heading);
  test.each(rows.map((row) => [row.sentence, row] as const))('%s', (_, row) => check(row));
  return rows;
}

/** One test per row: the field has its type, and the rest of the row is true too. */
function checkRows(heading: string, names: readonly string[], rules: Rules): void {
  const rows = eachRow(heading, (row) => {
    for (const name of names) {
      const whole = seen[name];
      const value = whole[row.field];
      expect(hasSpecType(row.type, value), `${name}: ${JSON.stringify(value)}`).toBe(true);
      rules[row.field]?.(value, whole);
    }
  });
  test('no rule is about a field that the table does not have', () => {
    const fields = rows.map(({ field }) => field);
    expect(Object.keys(rules).filter((field) => !fields.includes(field))).toEqual([]);
  });
}

const isAddress = (value: string) => /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(value);

const BASE_RULES: Rules = {
  id: (id) => expect(id).toMatch(/^market_\w+$/),
  question: (question) => expect(question).toBe(MARKET.question),
  tokenAddress: (address, { id }) => {
    expect(address).toBe(id === seen.global.id ? null : TOKEN);
  },
  currency: (currency) => expect(['SOL', 'UTILITY']).toContain(currency),
  expireAt: (at, { id }) => expect(at).toBe(id === seen.global.id ? at : seen.created.expireAt),
};

describe('Market (detail response, GET /markets/{id} and creation response)', () => {
  checkRows('Market (detail)', ['created', 'untouched', 'open', 'global'], {
    ...BASE_RULES,
    details: (details) => expect(details).toContain('oracle attests'),
    outcomes: (outcomes) =>
      expect(outcomes.map(({ name }: Json) => name)).toEqual([...MARKET.outcomes]),
    status: (status) => expect(status).toBe('open'),
    createdAt: (at, { expireAt }) => expect(Date.parse(at)).toBeLessThan(Date.parse(expireAt)),
    creator: (creator) => expect(creator).toBe(world.wallet('alice').address),
    feePercentage: (fees) => expect(fees).toEqual({ burn: 0.05, developer: 0.05 }),
    totalVolume: (volume, { outcomes }) =>
      expect(volume).toBe(outcomes[0].totalStake + outcomes[1].totalStake),
  });

  test('the creation response is the detail of the market, with transactionId and state', () => {
    const { transactionId, state, ...detail } = seen.created;
    expect(detail).toEqual(seen.untouched);
    expect(detail.warnings).toEqual([expect.stringContaining('oracle attests it')]);
    expect([typeof transactionId, state]).toEqual(['string', 'confirmed']);
  });
});

describe('Outcome', () => {
  const RULES: Rules = {
    name: (name) => expect(['Yes', 'No']).toContain(name),
    odds: (odds) => {
      expect(odds).toBeGreaterThanOrEqual(0);
      expect(odds).toBeLessThanOrEqual(1);
      expect(String(odds)).toMatch(/^[01](\.\d{1,4})?$/);
    },
    totalStake: (stake) => expect(stake).toBeGreaterThanOrEqual(0),
  };
  eachRow('Outcome', ({ field, type }) => {
    for (const outcome of [...seen.untouched.outcomes, ...seen.open.outcomes]) {
      expect(hasSpecType(type, outcome[field])).toBe(true);
      RULES[field]?.(outcome[field], outcome);
    }
  });

  test('"Both outcomes start at 0.5 when there is no initial stake"; stakes start at 0', () => {
    expect(seen.created.outcomes).toEqual([
      { name: 'Yes', odds: 0.5, totalStake: 0 },
      { name: 'No', odds: 0.5, totalStake: 0 },
    ]);
  });

  test('"odds of a side = stake on that side / total stake of the market"', () => {
    expect(seen.open.outcomes).toEqual([
      { name: 'Yes', odds: 0.7143, totalStake: 15 },
      { name: 'No', odds: 0.2857, totalStake: 6 },
    ]);
  });
});

describe('Market summary (list response item)', () => {
  checkRows('Market summary', ['summary', 'globalSummary', 'resolvedSummary'], {
    ...BASE_RULES,
    status: (status) => expect(['open', 'resolved']).toContain(status),
    odds: (odds) => {
      expect(Object.keys(odds)).toEqual(['Yes', 'No']);
      expect(odds.Yes + odds.No).toBe(1);
    },
  });
});

describe('Resolved market (same detail endpoint after resolution)', () => {
  checkRows('Resolved market', ['resolved'], {
    resolvedAt: (at, { createdAt, expireAt }) => {
      expect(Date.parse(at)).toBeGreaterThanOrEqual(Date.parse(createdAt));
      expect(Date.parse(at)).toBeLessThan(Date.parse(expireAt));
    },
    winningOutcome: (outcome) => expect(outcome).toBe('Yes'),
    outcomes: (outcomes) =>
      expect(outcomes).toEqual([
        { name: 'Yes', totalStake: 15 },
        { name: 'No', totalStake: 6 },
      ]),
    // 1 + (6 - 0.3 - 0.3) / 15
    payoutRatio: (ratio) => expect(ratio).toEqual({ Yes: 1.36, No: 0 }),
    feesCollected: (fees) => expect(fees).toEqual({ burned: '0.3 SOL', developer: '0.3 SOL' }),
  });

  test('"The resolved response also carries the other base fields"', () => {
    const base = ['id', 'question', 'tokenAddress', 'currency', 'expireAt'];
    for (const field of base) expect(seen.resolved[field]).toEqual(seen.open[field]);
    expect(seen.resolved.status).toBe('resolved');
  });
});

describe('Optional progress field', () => {
  test('conditionProgress, if there is one, has currentCount, target and unit', () => {
    for (const { conditionProgress: progress } of [seen.open, seen.resolved]) {
      if (progress === undefined) continue;
      expect(typeof progress.currentCount).toBe('number');
      expect(typeof progress.target).toBe('number');
      expect(typeof progress.unit).toBe('string');
    }
    expect(seen.resolved.conditionProgress, '"While a market is open"').toBeUndefined();
  });
});

describe('Bet confirmation (response of placing a bet)', () => {
  checkRows('Bet confirmation', ['bet'], {
    marketId: (id) => expect(id).toBe(seen.created.id),
    outcome: (outcome) => expect(outcome).toBe('Yes'),
    amountStaked: (amount) => expect(amount).toBe(15),
    newTotalStake: (stakes) => expect(stakes).toEqual({ Yes: 15, No: 6 }),
    newOdds: (odds) => expect(odds).toEqual({ Yes: 0.7143, No: 0.2857 }),
    transactionId: (id) => expect(id).toMatch(/^[1-9A-HJ-NP-Za-km-z]{86,88}$/),
    message: (message) => expect(message).toBe('Staked 15 SOL on Yes.'),
  });
});

describe('Market result (user-specific)', () => {
  checkRows('Market result', ['winner', 'loser', 'paidWinner'], {
    marketId: (id) => expect(id).toBe(seen.created.id),
    winningOutcome: (outcome) => expect(outcome).toBe('Yes'),
    resolvedAt: (at) => expect(at).toBe(seen.resolved.resolvedAt),
  });

  test('"Winner payout = own stake + (own stake / winning-side stake) x (losing pool - fees)"', () => {
    expect(seen.winner.yourWinnings).toBe(20.4);
  });
  test('"yourWinnings: 0 for a loser"', () => expect(seen.loser.yourWinnings).toBe(0));
  test('"claimable: false when winnings were already transferred automatically"', () => {
    expect(seen.paidWinner).toMatchObject({ yourWinnings: 20.4, claimable: false });
    expect(seen.loser.claimable).toBe(false);
  });
});

/** A field of a request: wrong values are 400, and without it the request is so or accepted. */
const checkField =
  (wrong: Record<string, unknown[]>, send: (fields: object) => Promise<Answer>) =>
  async ({ field, rest }: SpecRow) => {
    for (const value of wrong[field] ?? []) {
      const answer = await send({ [field]: value });
      expect(answer.status, `${field}: ${JSON.stringify(value)}`).toBe(400);
    }
    const without = await send({ [field]: undefined });
    if (rest[0] === 'yes') {
      expectRefusal(without, 400, 'field_missing');
      expect(without.body.error).toContain(field);
    } else expect(without.status).toBe(201);
  };

describe('Market (creation request)', () => {
  const WRONG = {
    question: [5, null, '', {}, 'ab'],
    tokenAddress: [5, '', 'not an address', {}],
    outcomes: [null, 'Yes', [], ['Yes'], ['Yes', 'No', 'Maybe'], ['Up', 'Down']],
    expireAt: [5, null, '', 'tomorrow', '2020-01-01T00:00:00Z'],
    currency: [5, null, '', 'EUR', 'sol'],
  };
  const create = (fields: object) => world.create(fields);
  eachRow('Market (creation request)', checkField(WRONG, create));
});

describe('Bet (request)', () => {
  const WRONG = {
    outcome: [5, null, '', 'yes', 'Maybe'],
    amount: [null, '', 'much', 0, -1, [1], {}, true],
    currency: [5, '', 'UTILITY', 'EUR'],
  };
  const bet = (fields: object) => {
    const body = { outcome: 'Yes', amount: 0.001, currency: 'SOL', ...fields };
    return world.post(`/markets/${seen.global.id}/bets`, body, { as: 'alice' });
  };
  eachRow('Bet (request)', checkField(WRONG, bet));
});

describe('Limits', () => {
  const CHECKS: Record<string, () => void> = {
    'Burn fee': () => expect(seen.resolved.feePercentage.burn).toBe(0.05),
    'Developer fee': () => expect(seen.resolved.feePercentage.developer).toBe(0.05),
    'Total fee': () => expect(seen.resolved.feesCollected.burned).toBe('0.3 SOL'),
    'Initial odds with no stake': () => expect(seen.created.outcomes[1].odds).toBe(0.5),
    'Outcomes of a binary market': () => expect(seen.created.outcomes).toHaveLength(2),
    Pagination: () => expect(seen.summary.id).toBe(seen.created.id),
  };
  eachRow('Limits', ({ field }) => {
    const check = CHECKS[field];
    expect(check).toBeDefined();
    check?.();
  });
});

describe('Beside the specification', () => {
  test('GET /account: balances, stakes, delegate and positions', async () => {
    const { status, body } = await world.get('/account', { as: 'alice' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      wallet: world.wallet('alice').address,
      balances: { SOL: expect.any(Number), UTILITY: 100_000 },
      staked: { SOL: expect.any(Number), UTILITY: 0 },
      delegate: {
        address: expect.any(String),
        expiresAt: expect.stringMatching(/Z$/),
        allowance: { SOL: expect.any(Number), UTILITY: expect.any(Number) },
      },
      autoWithdraw: false,
    });
    const position = body.positions.find((each: Json) => each.marketId === seen.created.id);
    expect(position).toMatchObject({ stakes: { Yes: 15, No: 0 }, status: 'won', payout: 20.4 });
    expect([position.payoutIfYes, position.payoutIfNo]).toEqual([20.4, 0]);
    const other = await world.get('/account', { as: 'carol' });
    expect(other.body).toMatchObject({ open: false, delegate: null, positions: [] });
    expect(other.body.balances).toEqual({ SOL: 0, UTILITY: 0 });
  });

  test('the market detail carries `yours` for an authenticated caller only', async () => {
    const path = `/markets/${seen.created.id}`;
    const { body } = await world.get(path, { as: 'bob' });
    expect(body.yours).toMatchObject({ stakes: { Yes: 0, No: 6 }, status: 'lost', payout: 0 });
    expect((await world.get(path, { as: 'carol' })).body.yours).toBeNull();
    expect((await world.get(path)).body).not.toHaveProperty('yours');
  });

  test('GET /bets/{id}, /transactions/{id}, /markets/{id}/bets and /history agree', async () => {
    const { betId, transactionId, marketId } = seen.bet;
    const bet = (await world.get(`/bets/${betId}`)).body;
    expect(bet).toMatchObject({
      ...{ betId, transactionId, marketId, outcome: 'Yes', amount: 15, currency: 'SOL' },
      ...{ state: 'confirmed', wallet: world.wallet('alice').address },
      ...{ totalStake: { Yes: 15, No: 6 }, odds: { Yes: 0.7143, No: 0.2857 } },
    });
    const transaction = (await world.get(`/transactions/${transactionId}`)).body;
    expect(transaction).toMatchObject({ transactionId, bets: [bet] });
    expect(['confirmed', 'finalized']).toContain(transaction.state);
    expect(transaction.slot).toBeGreaterThan(0);
    const bets = (await world.get(`/markets/${marketId}/bets`)).body;
    expect(bets.map(({ amount }: Json) => amount)).toEqual([15, 6]);
    expect(bets[0]).toEqual(bet);
    const history = (await world.get(`/markets/${marketId}/history`)).body;
    expect(history[0]).toMatchObject({ totalStake: bet.totalStake, odds: bet.odds, amount: 15 });
    const idsOf = (list: Json[]) => list.map((each) => each.betId);
    expect(idsOf(history)).toEqual(idsOf(bets));
  });

  test('GET /config has limits, addresses, decimals, origin and time', async () => {
    const { body } = await world.get('/config');
    for (const name of ['program', 'utilityMint', 'delegate', 'oracle', 'treasury']) {
      expect(isAddress(body[name]), name).toBe(true);
    }
    expect(body).toMatchObject({
      decimals: { SOL: 9, UTILITY: 6 },
      minimumStake: { SOL: 0.0001, UTILITY: 0.001 },
      feePercentage: { burn: 0.05, developer: 0.05 },
      origin: new URL(world.service.baseUrl).origin,
      genesisHash: expect.any(String),
      now: expect.stringMatching(/Z$/),
      limits: { questionCharactersMax: 300, pageSizeMax: 100, marketDurationSecondsMax: 315360000 },
    });
  });
});

test('every decision of decisions.md has its tests in this folder', () => {
  const folder = new URL('.', import.meta.url);
  const tests = readdirSync(folder).filter((name) => name.endsWith('.test.ts'));
  const texts = tests.map((name) => readFileSync(new URL(name, folder), 'utf8')).join('\n');
  const titles = readDecisions();
  expect(titles.length).toBeGreaterThan(25);
  expect(titles.filter((title) => !texts.includes(`describe('${title}'`))).toEqual([]);
});

test('the largest positions come first, by both stakes of all bets', async () => {
  const id = await world.createMarket();
  const path = `/markets/${id}/positions`;
  expect((await world.get(path)).body).toEqual([]);
  await world.bet(id, 'alice', 'Yes', '2.5');
  for (let bets = 0; bets < 3; bets += 1) await world.bet(id, 'bob', bets ? 'No' : 'Yes', 1);
  const { body, text } = await world.get(path);
  const of = (name: 'alice' | 'bob', Yes: number, No: number) => ({
    ...{ wallet: world.wallet(name).address, stakes: { Yes, No }, bettor: expect.any(String) },
  });
  expect(body, text).toEqual([of('bob', 1, 2), of('alice', 2.5, 0)]);
  expect((await world.get(`${path}?limit=1`)).body).toEqual([of('bob', 1, 2)]);
  // A paid position keeps its stakes.
  await world.advance(3_601);
  await expect.poll(async () => (await world.get(`/markets/${id}`)).body.settled).toBe(true);
  expect((await world.get(path)).body).toEqual(body);
  expect((await world.get(`${path}?limit=-1`)).status).toBe(400);
  expect((await world.get('/markets/market_nothing/positions')).status).toBe(404);
});

const price = { type: 'price_feed', feed: 'SOL', comparator: 'gt', threshold: '100' };
const createOnFeed = () =>
  world.createMarket({ question: 'Will SOL be above $100 at expiry?', condition: price });

test('values that were measured are there for later readers, in markets of the feed too', async () => {
  const id = await createOnFeed();
  const { body: first } = await world.get(`/markets/${id}`);
  await world.advance(60);
  await world.get(`/markets/${id}`);
  const other = await createOnFeed();
  const { body: values } = await world.get(`/markets/${other}/values`);
  expect(values[0].value).toBe(first.conditionProgress.currentCount);
  expect(values.length).toBeGreaterThanOrEqual(2);
  const times = values.map(({ at }: { at: string }) => Date.parse(at));
  for (const [index, at] of times.slice(1).entries()) {
    expect(at - times[index]).toBeGreaterThanOrEqual(5_000);
  }
});

test('a market without a number has none', async () => {
  const id = await world.createMarket({ question: 'Will it hail in Faro?' });
  expect((await world.get(`/markets/${id}/values`)).body).toEqual([]);
  expect((await world.get('/markets/market_nothing/values')).status).toBe(404);
});

// Streams that are refused, and reads that see every write. story/feed.test.ts has the events.
test('an invalid filter is refused before the stream starts', async () => {
  expectRefusal(await world.get('/events?marketId=x'), 404, 'market_not_found');
  expectRefusal(await world.get('/events?wallet=x'), 400, 'address_invalid');
  expectRefusal(await world.get('/events?lastEventId=-1'), 400, 'field_invalid');
  const headers = { 'last-event-id': 'x' };
  expectRefusal(await world.get('/events', { headers }), 400, 'field_invalid');
});

describe('read your own writes', () => {
  test('the first bet after a start has its wallet at once', () => {
    const [bet, transaction, listed] = seen.first;
    const wallets = [bet, ...transaction.bets, ...listed].map(({ wallet }) => wallet);
    expect(wallets).toEqual(Array(3).fill(world.wallet('bob').address));
  });

  test('right after a 201 every read shows the bet', async () => {
    const id = await world.createMarket();
    for (let bets = 1; bets <= 10; bets += 1) {
      const { body } = await world.bet(id, 'alice', 'Yes', 0.1);
      const [market, bet, transaction, list, history, account] = await Promise.all([
        world.get(`/markets/${id}`, { as: 'alice' }),
        world.get(`/bets/${body.betId}`),
        world.get(`/transactions/${body.transactionId}`),
        world.get(`/markets/${id}/bets?limit=1`),
        world.get(`/markets/${id}/history?limit=100`),
        world.get('/account', { as: 'alice' }),
      ]);
      expect(market.body.betCount).toBe(bets);
      expect(market.body.outcomes[0].totalStake).toBe(body.newTotalStake.Yes);
      expect(market.body.yours.stakes.Yes).toBe(body.newTotalStake.Yes);
      const wallet = world.wallet('alice').address;
      expect([bet.body.wallet, list.body[0].wallet]).toEqual([wallet, wallet]);
      expect([bet.body.state, list.body[0].betId]).toEqual(['confirmed', body.betId]);
      expect(transaction.body.bets).toMatchObject([{ betId: body.betId }]);
      expect(history.body).toHaveLength(bets);
      expect(account.body.positions[0].marketId).toBe(id);
    }
  });
});
