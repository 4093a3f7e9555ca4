// The end of markets, with the sandbox clock: the state table of the specification and the rows of
// decisions.md about resolution, money and time.
import { parseAmount } from '@tote/domain';
import { findTokenAccount, getBuyBackInstruction } from '@tote/program-client';
import { beforeAll, describe, expect, test } from 'vitest';
import { replayEverything } from '../keeper/facts/replay.ts';
import { useWorld } from '../support/use-world.ts';
import { type Json, MARKET, World } from '../support/world.ts';
import {
  betOnChain,
  createForeignMarket,
  setVetoSeconds,
  useChainAccess,
} from './support/chain-access.ts';
import { expectRefusal } from './support/refusal.ts';
import { readSpecTable } from './support/spec-table.ts';
import { act, callSigned, createWallet, demoKey } from './support/wallets.ts';

const DAY = 86_400;

const world = useWorld();
const access = useChainAccess(world);

const iso = (ms: number) => new Date(ms).toISOString().replace('.000', '');
const chainMs = async () => Date.parse((await world.get('/config')).body.now);
const inSeconds = (seconds: number) => world.inSeconds(seconds);
const detail = (id: string) => world.detail(id);
const sol = async (as: 'alice' | 'bob') => (await world.balances(as)).SOL;
const result = (id: string, as: 'alice' | 'bob' | 'carol') =>
  world.get(`/markets/${id}/result`, { as });

async function market(seconds: number, fields: object = {}): Promise<string> {
  return world.createMarket({ expireAt: await inSeconds(seconds), ...fields });
}

const settled = (id: string) => expect.poll(async () => (await detail(id)).settled).toBe(true);

describe('feesCollected', () => {
  test('fixed at resolution; once it is sold, what was burned for it stands beside it', async () => {
    const id = await market(60);
    await world.bet(id, 'alice', 'Yes', 2);
    await world.bet(id, 'bob', 'No', 1);
    await world.advance(61);
    const fees = { burned: '0.1 SOL', developer: '0.1 SOL' };
    expect((await detail(id)).feesCollected).toEqual(fees);
    await settled(id);
    expect((await detail(id)).feesCollected).toEqual(fees);
    const { utilityMint: mint } = await access.chain.accounts.getUtility();
    const supply = async () =>
      BigInt((await access.chain.rpc.getTokenSupply(mint).send()).value.amount);
    const before = await supply();
    await expect.poll(() => buyBack()).toBe('sold');
    await expect.poll(async () => (await detail(id)).feesCollected).toHaveProperty('burnedUtility');
    const { burnedUtility, burnTransactionId, ...kept } = (await detail(id)).feesCollected;
    expect(kept).toEqual(fees);
    // The share was one lot, so all that it was sold for is gone.
    const [, amount = ''] = /^([\d.]+) UTILITY$/.exec(burnedUtility) ?? [];
    expect(parseAmount(amount, 6)).toBe(before - (await supply()));
    const { body: receipt } = await world.get(`/markets/${id}/resolution`);
    expect(receipt.fees.burn).toBe(0.1);
    expect(receipt.buyback).toEqual({ converted: 0.1, utilityBurned: +amount, complete: true });
    expect(receipt.transactions.at(-1)).toMatchObject({
      ...{ kind: 'bought_back', transactionId: burnTransactionId },
    });
    expect((await world.get(`/transactions/${burnTransactionId}`)).status).toBe(200);
  });

  test('a burn share in UTILITY is burned itself: there is nothing beside it', async () => {
    const id = await market(60, { currency: 'UTILITY' });
    await world.bet(id, 'alice', 'Yes', 2);
    await world.bet(id, 'bob', 'No', 1);
    await world.advance(61);
    await settled(id);
    const fees = { burned: '0.1 UTILITY', developer: '0.1 UTILITY' };
    expect((await detail(id)).feesCollected).toEqual(fees);
  });

  /** Alice buys a lot in the buyback, once the burn share is in the reserve. */
  async function buyBack(): Promise<string> {
    const alice = await demoKey(world, 'alice');
    const { chain } = access;
    const utility = await chain.accounts.getUtility();
    const buyerToken = await findTokenAccount(alice.address, utility);
    const account = await chain.rpc.getAccountInfo(buyerToken, { encoding: 'base64' }).send();
    if (account.value === null) {
      await act(world, alice, [{ type: 'withdraw', currency: 'UTILITY', amount: 8_000 }]);
    }
    const { vaultSol, config } = chain.addresses;
    const accounts = { vaultSol, config, ...utility, buyerToken, buyer: alice.signer };
    const instruction = getBuyBackInstruction({ ...accounts, maxPrice: 8_000_000_000n });
    return access.send([instruction], alice).then(
      () => 'sold',
      (error) => String(error),
    );
  }
});

describe('States and transitions', () => {
  test.each(readSpecTable('States and transitions').map(({ sentence }) => [sentence]))(
    '%s',
    async (sentence) => {
      const id = await market(300);
      const before = await detail(id);
      expect(before.status).toBe('open');
      if (sentence.startsWith('(none)')) {
        expect(before.outcomes.map(({ odds }: Json) => odds)).toEqual([0.5, 0.5]);
        expect(before.feePercentage).toEqual({ burn: 0.05, developer: 0.05 });
        for (const field of ['winningOutcome', 'resolvedAt', 'payoutRatio', 'feesCollected']) {
          expect(before).not.toHaveProperty(field);
        }
        return;
      }
      await world.bet(id, 'alice', 'Yes', 4);
      await world.bet(id, 'bob', 'No', 2);
      const bob = await sol('bob');
      await world.advance(301);
      const after = await detail(id);
      expect(after).toMatchObject({
        status: 'resolved',
        winningOutcome: 'No',
        resolvedAt: expect.stringMatching(/Z$/),
        payoutRatio: { Yes: 0, No: 2.8 },
        feesCollected: { burned: '0.2 SOL', developer: '0.2 SOL' },
      });
      expectRefusal(await world.bet(id, 'alice', 'No', 1), 409, 'market_resolved');
      await expect.poll(() => sol('bob')).toBeCloseTo(bob + 5.6, 9);
    },
  );
});

describe('status between cutoff and resolution', () => {
  test('open, with bettingOpen false, in the summary too; bets are 409', async () => {
    const bettingClosesAt = await inSeconds(100);
    const id = await market(200, { bettingClosesAt });
    await world.bet(id, 'alice', 'Yes', 1);
    expect(await detail(id)).toMatchObject({ status: 'open', bettingOpen: true });
    await world.advance(101);
    const body = await detail(id);
    expect(body).toMatchObject({ status: 'open', bettingOpen: false, bettingClosesAt });
    expect(body.outcomes[0].odds).toBe(1);
    const [summary] = (await world.get('/markets?limit=1&status=open')).body;
    expect(summary).toMatchObject({ id, status: 'open', bettingOpen: false });
    const late = await world.bet(id, 'bob', 'No', 1);
    expectRefusal(late, 409, 'market_closed');
    expect(late.body.error).toContain(bettingClosesAt);
    expectRefusal(await result(id, 'alice'), 409, 'result_not_ready');
    const { positions } = (await world.get('/account', { as: 'alice' })).body;
    const yours = positions.find(({ marketId }: Json) => marketId === id);
    expect(yours.status).toBe('closed');
  });
});

describe('fee base, payoutRatio', () => {
  // Stakes on Yes and No, the winner, payoutRatio of Yes and No, each fee.
  const CASES = [
    ['0.6', '0.4', 'No', 0, 2.35, '0.03 SOL'],
    ['0.4', '0.6', 'Yes', 2.35, 0, '0.03 SOL'],
    ['0.7', '0.1', 'Yes', 1.1285, 0, '0.005 SOL'],
    ['3', '0.0001', 'Yes', 1, 0, '0.000005 SOL'],
    ['0.000100001', '0.0001', 'No', 0, 1.9, '0.000005 SOL'],
    [null, '0.5', 'No', 0, 1, '0 SOL'],
    [null, null, 'No', 0, 1, '0 SOL'],
    [null, null, 'Yes', 1, 0, '0 SOL'],
  ] as const;
  const ids: string[] = [];
  beforeAll(async () => {
    const expireAt = await inSeconds(900);
    for (const [yes, no, winner] of CASES) {
      const id = await world.createMarket({ expireAt });
      ids.push(id);
      if (yes !== null) await world.bet(id, 'alice', 'Yes', yes);
      if (no !== null) await world.bet(id, 'bob', 'No', no);
      if (winner === 'Yes') expect((await world.attest(id)).status).toBe(200);
    }
    await world.advance(901);
  });
  test.each(CASES.map((each, index) => [...each, index] as const))(
    'stakes of %s and %s, %s wins: ratios %d and %d, fees of %s each',
    async (_yes, _no, winningOutcome, ratioYes, ratioNo, fee, index) => {
      const body = await detail(ids[index] as string);
      expect(body).toMatchObject({ status: 'resolved', winningOutcome });
      expect(body.payoutRatio).toEqual({ Yes: ratioYes, No: ratioNo });
      expect(body.feesCollected).toEqual({ burned: fee, developer: fee });
      expect(body).not.toHaveProperty('refunded');
    },
  );
});

describe('yourWinnings, claimable', () => {
  test('stake plus share for a winner, 0 for a loser or another wallet; then it is credited', async () => {
    const id = await market(3_600);
    await world.bet(id, 'alice', 'Yes', '1.000000001');
    await world.bet(id, 'alice', 'No', '0.5');
    await world.bet(id, 'bob', 'No', '0.333333333');
    const before = await sol('alice');
    await world.attest(id);
    // 1.000000001 + floor of 0.833333333 without two fees of 0.041666666
    const winner = await result(id, 'alice');
    expect(winner.text).toContain('"yourWinnings":1.750000002,');
    expect((await result(id, 'bob')).body).toMatchObject({ yourWinnings: 0, claimable: false });
    expect((await result(id, 'carol')).body).toMatchObject({ yourWinnings: 0, claimable: false });
    await settled(id);
    const { body: payouts } = await world.get(`/markets/${id}/payouts`);
    const states = payouts.map(({ payout, state }: Json) => [payout, state]).sort();
    expect(states).toEqual([
      [0, 'lost'],
      [1.750000002, 'credited'],
    ]);
    const paid = await result(id, 'alice');
    expect(paid.body).toMatchObject({ yourWinnings: 1.750000002, claimable: false });
    expect(Math.round(((await sol('alice')) - before) * 1e9)).toBe(1_750_000_002);
  });

  test('claimable is true until they are credited; winnings are final from the resolution', async () => {
    await using idle = await World.start({ TOTE_KEEPER: '0' });
    const id = await idle.createMarket();
    await idle.bet(id, 'alice', 'Yes', 1);
    await idle.bet(id, 'bob', 'No', 1);
    await idle.attest(id);
    const winner = await idle.get(`/markets/${id}/result`, { as: 'alice' });
    expect(winner.body).toMatchObject({ yourWinnings: 1.9, claimable: true });
    const loser = await idle.get(`/markets/${id}/result`, { as: 'bob' });
    expect(loser.body).toMatchObject({ yourWinnings: 0, claimable: false });
    const { body: receipt } = await idle.get(`/markets/${id}/resolution`);
    expect(receipt).toMatchObject({
      fees: { burn: 0.05, dust: null },
      settlement: { positions: 2, credited: 0, pending: 2, paid: 0 },
      buyback: null,
    });
    const pending = { transactionId: null, creditedAt: null };
    for (const payout of receipt.payouts) expect(payout).toMatchObject(pending);
    const due = receipt.payouts.map(({ payout, state }: Json) => [payout, state]).sort();
    expect(due).toEqual([
      [0, 'lost'],
      [1.9, 'pending'],
    ]);
    expect(await replayEverything(idle)).toBe(1);
  });
});

describe('refund', () => {
  test('nobody on the winning side: every stake back, no fee', async () => {
    const id = await market(300);
    const [alice, bob] = [await sol('alice'), await sol('bob')];
    await world.bet(id, 'alice', 'Yes', 3);
    await world.bet(id, 'bob', 'Yes', 0.5);
    const opened = await detail(id);
    await world.advance(301);
    expect(await detail(id)).toMatchObject({
      status: 'resolved',
      winningOutcome: 'No',
      refunded: true,
      refundReason: 'nobody_won',
      payoutRatio: { Yes: 1, No: 0 },
      feesCollected: { burned: '0 SOL', developer: '0 SOL' },
    });
    const words = 'The outcome is No, but nobody bet on it. All stakes are refunded.';
    const refund = { yourWinnings: 3, refunded: true, refundReason: 'nobody_won', message: words };
    expect((await result(id, 'alice')).body).toMatchObject(refund);
    const nothing = (await result(id, 'carol')).body;
    expect(nothing).toMatchObject({ yourWinnings: 0, claimable: false, message: words });
    expect(nothing).not.toHaveProperty('paidTo');
    const [rule, terms, why, ...rest] = (await detail(id)).details.split('\n\n');
    expect([rule, terms].join('\n\n')).toBe(opened.details);
    expect([why, rest]).toEqual([words, []]);
    await settled(id);
    const paid = { ...refund, claimable: false, paidTo: 'balance' };
    expect((await result(id, 'alice')).body).toMatchObject(paid);
    expect([await sol('alice'), await sol('bob')]).toEqual([alice, bob]);
  });

  test('paidTo: the balance, or the wallet once autoWithdraw has sent it on', async () => {
    const { key, as } = await createWallet(world);
    const expiresAt = await inSeconds(DAY);
    const delegate = { type: 'delegate', expiresAt, allowance: { SOL: 1 } };
    await act(world, key, [{ type: 'open' }, delegate]);
    await world.post('/faucet', { currency: 'SOL', amount: 1 }, as);
    const ids = [await market(600), await market(900)];
    for (const id of ids) {
      await world.bet(id, 'alice', 'No', 1);
      const bet = { outcome: id === ids[0] ? 'Yes' : 'No', amount: '0.25' };
      expect((await world.post(`/markets/${id}/bets`, bet, as)).status).toBe(201);
    }
    const [lost, won] = ids as [string, string];
    const read = async (id: string) => (await world.get(`/markets/${id}/result`, as)).body;
    const atWallet = async () => (await access.chain.rpc.getBalance(key.address).send()).value;
    await world.bet(won, 'bob', 'Yes', 1);
    await world.advance(901);
    for (const id of ids) await settled(id);
    expect(await read(lost)).toMatchObject({ yourWinnings: 0, claimable: false });
    expect(await read(lost)).not.toHaveProperty('paidTo');
    // A fifth of the winners' stakes gets a fifth of 0.9.
    const winnings = { yourWinnings: 0.43, claimable: false };
    const credited = await read(won);
    expect(credited).toMatchObject({ ...winnings, paidTo: 'balance', refunded: false });
    expect(credited).not.toHaveProperty('message');
    const before = await atWallet();
    await act(world, key, [{ type: 'withdraw', currency: 'SOL', amount: '0.05' }]);
    expect(await read(won), 'what the wallet withdraws itself').toMatchObject({
      paidTo: 'balance',
    });
    await act(world, key, [{ type: 'autoWithdraw', enabled: true }]);
    await expect.poll(() => read(won)).toMatchObject({ paidTo: 'wallet' });
    expect(await read(won)).toMatchObject(winnings);
    expect((await atWallet()) - before).toBe(480_000_000n);
    const { entries } = (await world.get('/account/statement', as)).body;
    const types = entries.map(({ type }: Json) => type);
    expect(types).toEqual([...['deposit', 'bet', 'bet', 'payout', 'withdrawal', 'withdrawal']]);
  });
});

describe('data missing, stale or contradictory at expiry', () => {
  test('never No: it waits, says what for, and refunds at refundAt', async () => {
    const creator = await demoKey(world, 'alice');
    const times = { seconds: 300, refundSeconds: 600 };
    const id = await createForeignMarket(access, creator, times);
    await expect.poll(async () => (await world.get(`/markets/${id}`)).status).toBe(200);
    expect((await detail(id)).details).toContain('paradox');
    const [alice, bob] = [await sol('alice'), await sol('bob')];
    // Delegates do not bet on a condition that cannot be verified; wallets may.
    expectRefusal(await world.bet(id, 'bob', 'No', 1), 403, 'market_mismatch');
    await betOnChain(access, creator, id, { outcome: 'Yes', amount: 2_000_000_000n });
    const other = await demoKey(world, 'bob');
    await betOnChain(access, other, id, { outcome: 'No', amount: 1_000_000_000n });
    await world.advance(301);
    const waiting = await detail(id);
    expect(waiting).toMatchObject({ status: 'open', bettingOpen: false });
    expect(waiting).toMatchObject({ custom: true, mismatch: true });
    expect(waiting).toMatchObject({ condition: null, timing: null });
    expect(Date.parse(waiting.refundAt)).toBe(Date.parse(waiting.expireAt) + 600_000);
    expect(waiting.resolution).toMatchObject({
      waitingFor: expect.stringMatching(/^its refund at .* UTC, because we cannot verify/),
      lastFailure: null,
      nextTryAt: null,
    });
    await world.advance(600);
    await expect.poll(async () => (await detail(id)).status).toBe('resolved');
    expect(await detail(id)).toMatchObject({
      winningOutcome: null,
      refunded: true,
      refundReason: 'deadline',
      payoutRatio: { Yes: 1, No: 1 },
      feesCollected: { burned: '0 SOL', developer: '0 SOL' },
    });
    const { body: receipt } = await world.get(`/markets/${id}/resolution`);
    expect(receipt).toMatchObject({
      ...{ winningOutcome: null, refunded: true, refundReason: 'deadline', evidence: null },
      ...{ evidenceHashOnChain: null, observations: [], fees: { burn: 0, distributed: 0 } },
    });
    expect(receipt.transactions[1].kind).toBe('refunded');
    const yours = (await result(id, 'bob')).body;
    expect(yours).toMatchObject({ winningOutcome: null, yourWinnings: 1, refunded: true });
    expect(yours.message).toBe('There was no outcome by the refund date. All stakes are refunded.');
    expect((await detail(id)).details.split('\n\n')[2]).toBe(yours.message);
    await settled(id);
    expect([await sol('alice'), await sol('bob')]).toEqual([alice, bob]);
  });
});

describe('a question that states no measurable fact', () => {
  test('Yes at once when the oracle attests; a repetition gets the same response', async () => {
    const id = await market(3_600);
    await world.bet(id, 'bob', 'No', 1);
    await world.bet(id, 'alice', 'Yes', 1);
    const longest = 'x'.repeat(2_000);
    const answer = await world.attest(id, 'Yes', longest);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ id, status: 'resolved', winningOutcome: 'Yes' });
    expect(await detail(id)).toMatchObject({ status: 'resolved', winningOutcome: 'Yes' });
    expect((await world.attest(id, 'Yes', longest)).status).toBe(200);
    expectRefusal(await world.attest(id, 'Yes', 'Another.'), 409, 'attestation_given');
    expectRefusal(await world.bet(id, 'alice', 'Yes', 1), 409, 'market_resolved');
  });
  test('only by the oracle, only Yes, only with evidence, only before expireAt', async () => {
    const id = await market(300);
    const alice = await demoKey(world, 'alice');
    const body = { outcome: 'Yes', evidence: 'I would like it.' };
    const path = `/markets/${id}/attestations`;
    expectRefusal(await world.post(path, body, { as: 'alice' }), 403, 'not_allowed');
    expectRefusal(await callSigned(world, alice, 'POST', path, { body }), 403, 'oracle_required');
    const empty = await world.post(path, { outcome: 'Yes' }, { as: 'oracle' });
    expectRefusal(empty, 400, 'field_missing');
    expectRefusal(await world.attest(id, 'No'), 400, 'attestation_invalid');
    expectRefusal(await world.attest(id, 'Yes', ''), 400, 'field_invalid');
    expectRefusal(await world.attest(id, 'Yes', 'x'.repeat(2_001)), 400, 'field_invalid');
    expectRefusal(await world.post(path, body), 401, 'credential_missing');
    expect((await detail(id)).status).toBe('open');
    await world.advance(301);
    expect(await detail(id)).toMatchObject({ status: 'resolved', winningOutcome: 'No' });
    expectRefusal(await world.attest(id), 409, 'attestation_too_late');
  });
});

describe('list', () => {
  test('without status: the open ones and those resolved in the last 24 h', async () => {
    const open = await market(3 * DAY);
    const ended = await market(600);
    await world.bet(ended, 'alice', 'Yes', 0.3);
    await world.bet(ended, 'bob', 'No', 0.1);
    await world.advance(601);
    const ids = async (query: string) =>
      (await world.get(`/markets?limit=100${query}`)).body.map(({ id }: Json) => id);
    expect(await ids('')).toEqual(expect.arrayContaining([open, ended]));
    expect(await ids('&status=open')).not.toContain(ended);
    expect(await ids('&status=resolved')).toContain(ended);
    expect(await ids('&status=resolved')).not.toContain(open);
    const resolved = (await world.get('/markets?status=resolved&limit=100')).body;
    const summary = resolved.find(({ id }: Json) => id === ended);
    expect(summary, 'Summaries keep odds after resolution').toMatchObject({
      status: 'resolved',
      odds: { Yes: 0.75, No: 0.25 },
      winningOutcome: 'No',
    });
    await world.advance(DAY - 30);
    expect(await ids('')).toContain(ended);
    await world.advance(60);
    expect(await ids('')).not.toContain(ended);
    expect(await ids('')).toContain(open);
    expect(await ids('&status=resolved')).toContain(ended);
    expect((await detail(ended)).status).toBe('resolved');
  });
});

describe('clocks', () => {
  test("markets and expireAt go by the chain's time", async () => {
    const wall = new Date(Date.now() + 3_600_000).toISOString();
    expect(Date.parse(wall)).toBeLessThan(await chainMs());
    const answer = await world.post('/markets', { ...MARKET, expireAt: wall }, { as: 'alice' });
    expectRefusal(answer, 400, 'expire_at_not_future');
  });
  test('so do delegates', async () => {
    const { key, as } = await createWallet(world);
    const id = await market(3_600);
    const expiresAt = await inSeconds(600);
    await act(world, key, [
      { type: 'open' },
      { type: 'delegate', expiresAt, allowance: { SOL: 1 } },
    ]);
    await world.post('/faucet', { currency: 'SOL', amount: 1 }, as);
    const path = `/markets/${id}/bets`;
    const ask = () => world.post(path, { outcome: 'Yes', amount: 0.1 }, as);
    expect((await ask()).status).toBe(201);
    await world.advance(601);
    expectRefusal(await ask(), 402, 'delegate_expired');
  });
  test('request signatures and API keys go by wall time', async () => {
    const alice = await demoKey(world, 'alice');
    const expiresAt = iso(Math.floor(Date.now() / 1_000) * 1_000 + 3_600_000);
    const body = { name: 'an hour of wall time', scopes: ['read'], expiresAt };
    const { status, body: made } = await callSigned(world, alice, 'POST', '/api-keys', { body });
    expect([status, made.expiresAt]).toEqual([200, expiresAt]);
    expect(Date.parse(expiresAt)).toBeLessThan(await chainMs());
    const headers = { authorization: `Bearer ${made.key}` };
    expect((await world.get('/account', { headers })).status).toBe(200);
  });
});

describe('veto time running', () => {
  beforeAll(() => setVetoSeconds(access, 600));
  async function propose(): Promise<string> {
    const id = await market(3_600);
    await world.bet(id, 'alice', 'Yes', 1);
    await world.bet(id, 'bob', 'No', 1);
    expect((await world.attest(id)).status).toBe(200);
    return id;
  }
  test('open, bettingOpen false, proposedOutcome, vetoEndsAt; result 409; then resolved', async () => {
    const id = await propose();
    const body = await detail(id);
    expect(body).toMatchObject({ status: 'open', bettingOpen: false, proposedOutcome: 'Yes' });
    expect(body.outcomes[0].odds).toBe(0.5);
    const verdict = await detail(await market(3_600, { attestation: { silence: 'refund' } }));
    for (const [{ deadlines }, answered, seconds] of [
      [body, body.expireAt, 120],
      [verdict, verdict.attestation.endsAt, 0],
    ]) {
      expect(Date.parse(deadlines.resolvesBy)).toBe(Date.parse(answered) + (seconds + 600) * 1_000);
    }
    for (const field of ['winningOutcome', 'resolvedAt', 'payoutRatio', 'feesCollected']) {
      expect(body).not.toHaveProperty(field);
    }
    expectRefusal(await result(id, 'alice'), 409, 'result_not_ready');
    expectRefusal(await world.get(`/markets/${id}/resolution`), 409, 'result_not_ready');
    expectRefusal(await world.bet(id, 'alice', 'Yes', 1), 409, 'market_closed');
    await world.advance(601);
    const after = await detail(id);
    expect(after).toMatchObject({ status: 'resolved', winningOutcome: 'Yes' });
    expect(after.resolvedAt).toBe(body.vetoEndsAt);
    expect((await result(id, 'alice')).body.yourWinnings).toBe(1.9);
  });
});

test('afterwards the reserves add up and the vault covers what is owed', async () => {
  const { body } = await world.get('/reserves');
  for (const { vault, owed, balances, pools, fees, surplus } of Object.values<Json>(body)) {
    expect(balances + pools + fees).toBeCloseTo(owed, 6);
    expect(vault - owed).toBeCloseTo(surplus, 6);
    expect(surplus).toBeGreaterThanOrEqual(0);
  }
});

test('afterwards every outcome and every payout can be verified', async () => {
  expect(await replayEverything(world)).toBeGreaterThan(15);
});
