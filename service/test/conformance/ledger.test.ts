// What bets came to, over HTTP: wallets, the leaderboard, activity, stats, statements; and what
// `autoWithdraw` sends of it, said before it does.
import { createSolanaRpc } from '@solana/kit';
import { createKey } from '@tote/chain/key';
import { findTokenAccount } from '@tote/program-client';
import { beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../../tools/test-setup/until.ts';
import { openNewWallet } from '../support/new-wallet.ts';
import { useWorld } from '../support/use-world.ts';
import type { Json } from '../support/world.ts';
import { expectRefusal } from './support/refusal.ts';
import { type Action, act } from './support/wallets.ts';

type Name = 'alice' | 'bob' | 'carol';

const world = useWorld();
/** Alice is on both sides, Bob wins and Carol loses. */
let paid: string;
let open: string;
let carol: Awaited<ReturnType<typeof openNewWallet>>;

const chainMs = async () => Date.parse((await world.get('/config')).body.now);
/** A wallet of the demo, or Carol, who is new. */
const credential = (as: Name) => ({ as: as === 'carol' ? carol : as });
const get = async (path: string, as?: Name): Promise<Json> =>
  (await world.get(path, as && credential(as))).body;
const addressOf = (name: Name): string =>
  name === 'carol' ? carol.key.address : world.wallet(name).address;
const bet = async (marketId: string, as: Name, outcome: string, amount: number) => {
  const body = { outcome, amount };
  const { status, text } = await world.post(`/markets/${marketId}/bets`, body, credential(as));
  expect(status, text).toBe(201);
};
const units = (amount: number, decimals = 9) => Math.round(amount * 10 ** decimals);

beforeAll(async () => {
  carol = await openNewWallet(world.service.baseUrl, { SOL: '10' });
  open = await world.createMarket({ question: '=1+1, "will" it rain in Lisbon?' });
  await bet(open, 'carol', 'Yes', 0.5);
  paid = await world.createMarket({ expireAt: await world.inSeconds(60) });
  await bet(paid, 'alice', 'Yes', 1);
  await bet(paid, 'alice', 'No', 1);
  await bet(paid, 'bob', 'No', 0.123456789);
  await bet(paid, 'carol', 'Yes', 2);
  await world.advance(61);
  await until(async () => expect((await get(`/markets/${paid}`)).settled).toBe(true));
});

const payoutOf = async (name: Name): Promise<number> =>
  (await get(`/markets/${paid}/result`, name)).yourWinnings;

describe('wallet page', () => {
  test('positions and results of anybody, without a credential', async () => {
    const loser = await get(`/wallets/${addressOf('carol')}`);
    expect(loser).toMatchObject({
      wallet: addressOf('carol'),
      results: {
        SOL: { profit: -2, staked: 2, paid: 0, won: 0, lost: 1, refunded: 0 },
        UTILITY: { profit: 0, staked: 0, paid: 0, won: 0, lost: 0, refunded: 0 },
      },
      staked: { SOL: 0.5, UTILITY: 0 },
    });
    expect(loser.positions.map(({ marketId, status }: Json) => [marketId, status])).toEqual([
      [open, 'open'],
      [paid, 'lost'],
    ]);
    const bob = await get(`/wallets/${addressOf('bob')}`);
    const won = await payoutOf('bob');
    expect(bob.results.SOL).toMatchObject({ staked: 0.123456789, paid: won, won: 1, lost: 0 });
    expect(units(bob.results.SOL.profit)).toBe(units(won) - units(0.123456789));
    const { positions } = await get('/account', 'bob');
    expect(bob.positions).toEqual(positions);
  });

  test('a stranger has nothing; what is no address is refused', async () => {
    const { address } = await createKey();
    const { results, positions } = await get(`/wallets/${address}`);
    expect(results.SOL).toMatchObject({ profit: 0, won: 0 });
    expect(positions).toEqual([]);
    expectRefusal(await world.get('/wallets/nobody'), 404, 'resource_not_found');
    expectRefusal(await world.get(`/wallets/${address}?cursor=x`), 400, 'cursor_invalid');
    expectRefusal(await world.get(`/wallets/${address}?limit=-1`), 400, 'limit_out_of_range');
  });
});

describe('leaderboard', () => {
  test('by profit after fees, and both sides of one wallet net out', async () => {
    const board = await get('/leaderboard?window=day');
    const wallets = ['bob', 'alice', 'carol'].map((name) => addressOf(name as Name));
    const [first] = board;
    expect(board.map(({ wallet }: Json) => wallet).sort()).toEqual([...wallets].sort());
    expect(board.map(({ rank }: Json) => rank)).toEqual([1, 2, 3]);
    expect(board.at(-1)).toMatchObject({ wallet: addressOf('carol'), profit: -2 });
    const alice = board.find(({ wallet }: Json) => wallet === addressOf('alice'));
    expect(units(alice.profit)).toBe(units(await payoutOf('alice')) - units(2));
    expect(first.profit).toBeGreaterThan(0);
    expect(await get('/leaderboard?window=week')).toEqual(board);
    expect(await get('/leaderboard')).toEqual(board);
    expect(await get('/leaderboard?currency=UTILITY')).toEqual([]);
  });
});

describe('activity', () => {
  test('bets, outcomes and payouts, newest first, by the ids of the feed', async () => {
    const all = await get('/activity?limit=100');
    const ids = all.map(({ id }: Json) => Number(id));
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
    const count = (type: string) => all.filter((each: Json) => each.type === type).length;
    expect(count('bet.confirmed')).toBe(5);
    expect(count('market.resolved')).toBe(1);
    // Carol was paid nothing.
    expect(count('position.settled')).toBe(2);
    expect(all).toHaveLength(8);
    const placed = all.find((each: Json) => each.data.amount === 0.123456789);
    expect(placed).toMatchObject({ marketId: paid, data: { wallet: addressOf('bob') } });

    const pages: Json[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const { body, headers } = await world.get(`/activity?limit=3${query}`);
      pages.push(...body);
      cursor = headers.get('x-next-cursor');
    }
    expect(pages).toEqual(all);
  });

  test('of one type', async () => {
    const payouts = await get('/activity?type=payout');
    expect(payouts.map(({ data }: Json) => data.state)).toEqual(['won', 'won']);
    expect(await get('/activity?type=outcome')).toMatchObject([{ marketId: paid }]);
    expectRefusal(await world.get('/activity?type=odds'), 400, 'field_invalid');
    expectRefusal(await world.get('/activity?cursor=x'), 400, 'field_invalid');
    expect(await get('/activity?cursor=0')).toEqual([]);
  });
});

describe('stats', () => {
  test('per currency, in total and by day', async () => {
    const volume = 4.623456789;
    const expected = { volume, bets: 5, bettors: 3, openMarkets: 1 };
    await expect.poll(async () => (await get('/stats')).totals.SOL.openMarkets).toBe(1);
    const { totals, days } = await get('/stats?days=2');
    expect(totals.SOL).toMatchObject(expected);
    const payouts = units(await payoutOf('alice')) + units(await payoutOf('bob'));
    expect(units(totals.SOL.paid)).toBe(payouts);
    expect(totals.UTILITY).toMatchObject({ volume: 0, bets: 0, bettors: 0, paid: 0 });
    expect(days).toHaveLength(2);
    expect(days[0].day).toBe(new Date(await chainMs()).toISOString().slice(0, 10));
    const sum = days.reduce((all: number, { totals: day }: Json) => all + units(day.SOL.volume), 0);
    expect(sum).toBe(units(volume));
    expect((await get('/stats')).days).toHaveLength(30);
    // The burn share and the dust, when the last position was paid and the fees had moved.
    const burned = async () => units((await get('/stats')).totals.SOL.burned);
    const { feesCollected } = await get(`/markets/${paid}`);
    await expect
      .poll(burned)
      .toBeGreaterThanOrEqual(units(Number.parseFloat(feesCollected.burned)));
  });

  test('between 1 and 366 days', async () => {
    expect((await get('/stats?days=1')).days).toHaveLength(1);
    expect((await get('/stats?days=366')).days).toHaveLength(366);
    for (const days of ['0', '367', '-1', '1.5', 'x']) {
      expectRefusal(await world.get(`/stats?days=${days}`), 400, 'field_invalid');
    }
  });
});

describe('thinned history', () => {
  test('has the first and the last bet, and at most this many points', async () => {
    const all = await get(`/markets/${paid}/history`);
    expect(all).toHaveLength(4);
    expect(await get(`/markets/${paid}/history?points=4`)).toEqual(all);
    expect(await get(`/markets/${paid}/history?points=500`)).toEqual(all);
    expect(await get(`/markets/${paid}/history?points=2`)).toEqual([all[0], all[3]]);
    const three = await get(`/markets/${paid}/history?points=3`);
    expect([three[0], three.at(-1)]).toEqual([all[0], all[3]]);
    expect(three.length).toBeLessThanOrEqual(3);
    const empty = await world.createMarket();
    expect(await get(`/markets/${empty}/history?points=2`)).toEqual([]);
    for (const points of ['1', '501', 'x']) {
      const refused = world.get(`/markets/${paid}/history?points=${points}`);
      expectRefusal(await refused, 400, 'field_invalid');
    }
    const both = world.get(`/markets/${paid}/history?points=2&limit=2`);
    expectRefusal(await both, 400, 'fields_exclusive');
  });
});

describe('statement', () => {
  test('the same as CSV', async () => {
    const { entries } = await get('/account/statement', 'alice');
    const { text, headers } = await world.get('/account/statement?format=csv', { as: 'alice' });
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe('attachment; filename="statement.csv"');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    const [names, ...lines] = text.trimEnd().split('\r\n');
    expect(names).toBe('time,type,market,bet,outcome,amount,currency,balance,transaction,question');
    expect(lines).toHaveLength(entries.length);
    for (const [index, entry] of entries.entries()) {
      const [time, type, market, betId, outcome, amount, currency, balance, transaction, question] =
        lines[index]?.split(',') ?? [];
      expect(question === '""').toBe(entry.marketId === null);
      expect({
        ...{ at: time, type, currency, transactionId: transaction },
        amount: Number(amount),
        balance: Number(balance),
        marketId: market || null,
        betId: betId || null,
        outcome: outcome || null,
      }).toEqual(entry);
    }
    const carols = await world.get('/account/statement?format=csv', credential('carol'));
    expect(carols.text).toContain(`,"'=1+1, ""will"" it rain in Lisbon?"\r\n`);
  });

  test('only your own, with a credential', async () => {
    expectRefusal(await world.get('/account/statement'), 401, 'credential_missing');
    const refused = (query: string) => world.get(`/account/statement?${query}`, { as: 'bob' });
    expectRefusal(await refused('from=yesterday'), 400, 'timestamp_malformed');
    expectRefusal(await refused('format=pdf'), 400, 'field_invalid');
  });
});

describe('autoWithdraw', () => {
  let as: Awaited<ReturnType<typeof openNewWallet>>;
  beforeAll(async () => {
    as = await openNewWallet(world.service.baseUrl, { SOL: '10', UTILITY: '10' });
  });

  const account = async () => (await world.get('/account', { as })).body;
  const rpc = () => createSolanaRpc(world.demo.rpcUrl);
  const lamports = async () =>
    Number((await rpc().getBalance(as.key.address, { commitment: 'confirmed' }).send()).value);

  async function tokenBalance(): Promise<number | undefined> {
    const { utilityMint, tokenProgram } = (await world.get('/config')).body;
    const address = await findTokenAccount(as.key.address, { utilityMint, tokenProgram });
    const settings = { commitment: 'confirmed', encoding: 'jsonParsed' } as const;
    const { value } = await rpc().getAccountInfo(address, settings).send();
    // biome-ignore lint/suspicious/noExplicitAny: an account as the node describes it
    return value === null ? undefined : (value.data as any).parsed.info.tokenAmount.uiAmount;
  }

  /** The wallet stakes 1 against 1 of bob and wins: 1.9 are paid. */
  async function win(currency: 'SOL' | 'UTILITY'): Promise<void> {
    const id = await world.createMarket({ currency });
    const bet = { outcome: 'Yes', amount: 1 };
    expect((await world.post(`/markets/${id}/bets`, bet, { as })).status).toBe(201);
    await world.bet(id, 'bob', 'No', 1);
    await world.attest(id);
    const result = async () => (await world.get(`/markets/${id}/result`, { as })).body;
    await expect.poll(result).toMatchObject({ yourWinnings: 1.9, claimable: false });
  }

  async function prepare(...actions: Action[]): Promise<string[]> {
    const answer = await world.post('/account/transactions', { wallet: as.key.address, actions });
    expect(answer.status, answer.text).toBe(200);
    return answer.body.summary;
  }
  const ON = { type: 'autoWithdraw', enabled: true };
  const withdraw = (currency: string, amount: number) => ({ type: 'withdraw', currency, amount });
  const AS_THEY_COME = 'Sends winnings to the wallet as they come.';

  async function sweepFailures(): Promise<number> {
    const text = await (await fetch(world.service.metricsUrl)).text();
    const line = /^tote_keeper_failed_total\{task="sweep-winnings"\} (\d+)$/m.exec(text);
    expect(line).not.toBeNull();
    return Number(line?.[1]);
  }

  test('says nothing of earlier winnings while there are none', async () => {
    expect((await account()).sweepable).toEqual({ SOL: 0, UTILITY: 0 });
    expect(await prepare(ON)).toEqual([AS_THEY_COME]);
  });

  test('says what of earlier winnings it sends, to the unit, before it does', async () => {
    await win('SOL');
    await win('UTILITY');
    const before = await account();
    expect(before).toMatchObject({
      autoWithdraw: false,
      balances: { SOL: 10.9, UTILITY: 10.9 },
      sweepable: { SOL: 1.9, UTILITY: 1.9 },
    });
    const held = await lamports();
    expect(await prepare(ON)).toEqual([
      AS_THEY_COME,
      'Sends the 1.9 SOL of earlier winnings within a minute.',
      expect.stringMatching(/^Sends the 1\.9 UTILITY of earlier winnings once the wallet has a/),
    ]);
    // What the same transaction withdraws is not sent again, and a withdrawal makes an account.
    expect(await prepare(ON, withdraw('SOL', 10), withdraw('UTILITY', 1))).toEqual([
      AS_THEY_COME,
      'Withdraws 10 SOL to the wallet.',
      'Withdraws 1 UTILITY to the wallet.',
      'Sends the 0.9 SOL of earlier winnings within a minute.',
      'Sends the 1.9 UTILITY of earlier winnings within a minute.',
    ]);
    expect(await prepare({ ...ON, enabled: false })).toEqual([
      'No longer sends winnings to the wallet.',
    ]);
    expect(await account(), 'preparing sends nothing').toEqual(before);
    expect(await lamports()).toBe(held);
  });

  test('sends exactly that; UTILITY stays while the wallet has no token account', async () => {
    const held = await lamports();
    await act(world, as.key, [ON]);
    await win('SOL');
    await expect.poll(lamports).toBe(held + 3.8e9);
    const { balances, sweepable, autoWithdraw } = await account();
    expect({ balances, sweepable, autoWithdraw }).toEqual({
      balances: { SOL: 8, UTILITY: 10.9 },
      sweepable: { SOL: 0, UTILITY: 1.9 },
      autoWithdraw: true,
    });
    expect(await tokenBalance()).toBeUndefined();
    expect(await sweepFailures(), 'and nothing is sent in vain').toBe(0);
  });

  test('sends UTILITY as soon as a withdrawal has made the token account', async () => {
    await act(world, as.key, [withdraw('UTILITY', 0.5)]);
    expect(await tokenBalance()).toBeGreaterThanOrEqual(0.5);
    await win('UTILITY');
    await expect.poll(tokenBalance).toBe(0.5 + 2 * 1.9);
    const { balances, sweepable } = await account();
    expect([balances, sweepable]).toEqual([
      { SOL: 8, UTILITY: 7.5 },
      { SOL: 0, UTILITY: 0 },
    ]);
    expect(await sweepFailures()).toBe(0);
  });
});
