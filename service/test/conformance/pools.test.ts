// Extreme pools, through the API and on chain: every payout equals that of `packages/domain`, to
// the base unit, and no unit is lost.
import { address } from '@solana/kit';
import { fetchMint } from '@solana-program/token';
import {
  amount,
  type Currency,
  DECIMALS,
  decideSettlement,
  dust,
  formatAmount,
  type Outcome,
  type Position,
  payout,
} from '@tote/domain';
import { findBettorAddress } from '@tote/program-client';
import { beforeAll, describe, expect, test } from 'vitest';
import { creditBettor } from '../../src/embedded/credit.ts';
import { eventually } from '../keeper/support.ts';
import { useWorld } from '../support/use-world.ts';
import { type Answer, MARKET } from '../support/world.ts';
import { useChainAccess } from './support/chain-access.ts';
import { expectRefusal } from './support/refusal.ts';
import { act, createWallet, demoKey, type TestWallet } from './support/wallets.ts';

const TOTAL_MAX = 2n ** 63n - 1n;
const FEES = { burnBps: 500, developerBps: 500 };
const SECONDS = 900;
const SMALLEST = 100_000n;
const LARGEST = 'everything that there can be';

interface Case {
  readonly name: string;
  readonly currency: Currency;
  readonly outcome: Outcome;
  /** On Yes and on No, of one wallet after the other. */
  readonly stakes: readonly (readonly [yes: bigint, no: bigint])[];
}

const SOL_CASES: readonly Case[] = (
  [
    ['nobody on the winning side', 'No', SMALLEST, 0n, 1_000_000_007n, 0n],
    ['nobody on the losing side', 'No', 0n, SMALLEST, 0n, 999_999_999n],
    ['no bets', 'No'],
    ['the smallest stake loses', 'No', SMALLEST, 0n, 0n, 3_000_000_001n],
    ['the smallest stake wins', 'Yes', SMALLEST, 0n, 0n, 3_000_000_001n],
    ['the creator stakes on both sides', 'No', SMALLEST + 1n, SMALLEST + 2n, 1_000_000_007n, 0n],
    ['one unit more than the smallest', 'No', SMALLEST + 1n, 0n, 0n, SMALLEST],
    [
      ...(['what is left by rounding is nobody’s', 'No'] as const),
      ...[SMALLEST + 7n, 0n, 0n, SMALLEST, 0n, SMALLEST + 1n, SMALLEST, SMALLEST + 3n],
    ],
  ] as readonly [name: string, outcome: Outcome, ...stakes: bigint[]][]
).map(([name, outcome, ...stakes]) => ({
  ...{ name, currency: 'SOL', outcome },
  stakes: stakes.flatMap((yes, at) => (at % 2 === 0 ? [[yes, stakes[at + 1] ?? 0n]] : [])),
}));

const world = useWorld();
const access = useChainAccess(world);
let wallets: TestWallet[];
let ended: readonly Ended[];
beforeAll(async () => {
  wallets = await Promise.all(Array.from({ length: 4 }, openWallet));
  const largest = await fillVault();
  ended = await endAll([...SOL_CASES, largest]);
});

async function openWallet(): Promise<TestWallet> {
  const wallet = await createWallet(world);
  const expiresAt = await world.inSeconds(86_400);
  const allowance = { SOL: '1000', UTILITY: render(TOTAL_MAX, 'UTILITY') };
  const delegate = { type: 'delegate', expiresAt, allowance };
  await act(world, wallet.key, [{ type: 'open' }, delegate]);
  await world.post('/faucet', { currency: 'SOL', amount: 100 }, wallet.as);
  return wallet;
}

/** The largest amount of UTILITY that the program accepts, staked in one market. */
async function fillVault(): Promise<Case> {
  const { chain, admin, relayer } = access;
  const { utility } = await chain.accounts.getVaults();
  const left = TOTAL_MAX - utility.owed;
  const shares = [left - 2n * (left / 3n) - 1n, left / 3n, left / 3n, 1n];
  const keys = { admin, relayer, oracle: admin, keeper: admin };
  for (const [index, share] of shares.entries()) {
    const bettor = await findBettorAddress((wallets[index] as TestWallet).key.address);
    const wanted = { bettor, currency: 'UTILITY', amount: amount(share) } as const;
    await chain.send(await creditBettor({ chain, keys }, wanted), [relayer, admin]);
  }
  const owed = (await chain.accounts.getVaults()).utility.owed;
  expect(owed).toBe(TOTAL_MAX);
  const bettor = await findBettorAddress((wallets[0] as TestWallet).key.address);
  const more = { bettor, currency: 'UTILITY', amount: amount(1n) } as const;
  const credit = await creditBettor({ chain, keys }, more);
  await expect(chain.send(credit, [relayer, admin])).rejects.toThrow('failed');
  const [a = 0n, b = 0n, c = 0n] = shares;
  const stakes = [
    [0n, a],
    [b, 0n],
    [0n, c],
  ] as const;
  return { name: LARGEST, currency: 'UTILITY', outcome: 'No', stakes };
}

interface Ended extends Case {
  readonly id: string;
}

/** Places the bets, moves the clock, and waits until all positions are paid. */
async function endAll(cases: readonly Case[]): Promise<readonly Ended[]> {
  const expireAt = await world.inSeconds(SECONDS);
  const all: Ended[] = [];
  for (const each of cases) {
    const { currency, stakes, outcome } = each;
    const [first = [0n, 0n]] = stakes;
    const isFirstOnBoth = first.every((stake) => stake > 0n);
    const id = isFirstOnBoth
      ? await createWithStakes(expireAt, currency, first)
      : await world.createMarket({ expireAt, currency });
    for (const [index, [yes, no]] of stakes.entries()) {
      if (index === 0 && isFirstOnBoth) continue;
      if (yes > 0n) await bet(id, index, { outcome: 'Yes', amount: render(yes, currency) });
      if (no > 0n) await bet(id, index, { outcome: 'No', amount: render(no, currency) });
    }
    if (outcome === 'Yes') {
      expect((await world.attest(id)).status).toBe(200);
    }
    all.push({ ...each, id });
  }
  await world.advance(SECONDS + 1);
  for (const { id } of all) {
    const settled = async () => (await world.get(`/markets/${id}`)).body.settled;
    await eventually(settled, (isSettled) => isSettled === true);
  }
  return all;
}

async function createWithStakes(
  expireAt: string,
  currency: Currency,
  [yes, no]: readonly [bigint, bigint],
): Promise<string> {
  const initialStake = { Yes: render(yes, currency), No: render(no, currency) };
  const market = { ...MARKET, expireAt, currency, initialStake };
  const answer = await world.post('/markets', market, wallets[0]?.as);
  expect([answer.status, answer.body.betCount], answer.text).toEqual([201, 2]);
  return answer.body.id;
}

async function bet(id: string, index: number, body: object): Promise<void> {
  const { as } = wallets[index] as TestWallet;
  const answer = await world.post(`/markets/${id}/bets`, body, as);
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
}

function settle({ stakes, outcome }: Case) {
  const positions = stakes.map(
    ([yes, no]): Position => ({ stakeYes: amount(yes), stakeNo: amount(no) }),
  );
  const sum = (side: 'stakeYes' | 'stakeNo') =>
    amount(positions.reduce((total, position) => total + position[side], 0n));
  const pools = { yes: sum('stakeYes'), no: sum('stakeNo') };
  const settlement = decideSettlement(pools, { kind: 'outcome', outcome }, FEES);
  return { positions, settlement, pools };
}

test.each([...SOL_CASES.map(({ name }) => name), LARGEST])(
  '%s: every result is exact',
  async (name) => {
    const each = ended.find((one) => one.name === name) as Ended;
    const { positions, settlement, pools } = settle(each);
    const { currency, id, outcome } = each;
    const { text, body } = await world.get(`/markets/${id}`);
    expect([body.status, body.winningOutcome]).toEqual(['resolved', outcome]);
    expect(text).toContain(`"totalVolume":${render(pools.yes + pools.no, currency)},`);
    const fees = settlement.kind === 'paid' ? settlement : { burn: 0n, developer: 0n };
    expect(body.feesCollected).toEqual({
      burned: `${render(fees.burn, currency)} ${currency}`,
      developer: `${render(fees.developer, currency)} ${currency}`,
    });
    for (const [at, position] of positions.entries()) {
      const result = await world.get(`/markets/${id}/result`, (wallets[at] as TestWallet).as);
      const winnings = render(payout(settlement, position), currency);
      expect(result.text).toContain(`"yourWinnings":${winnings},`);
    }
  },
);

test('balances on chain are exact, to the base unit', async () => {
  for (const currency of ['SOL', 'UTILITY'] as const) {
    const own = ended.filter((each) => each.currency === currency);
    const before = currency === 'SOL' ? () => 100_000_000_000n : ownUtility;
    for (const [at, { key }] of wallets.entries()) {
      const changes = own.map((each) => {
        const { positions, settlement } = settle(each);
        const position = positions[at];
        if (!position) return 0n;
        return payout(settlement, position) - position.stakeYes - position.stakeNo;
      });
      const due = changes.reduce((total, change) => total + change, before(at));
      const { available } = (await access.chain.accounts.findBettor(key.address)) ?? {};
      expect(available?.[currency === 'SOL' ? 0 : 1]).toBe(due);
    }
  }
  for (const currency of ['SOL', 'UTILITY'] as const) {
    const sums = async () => readReserves(currency);
    await expect.poll(async () => (await sums()).surplus).toBe(0n);
    const { owed = 0n, balances = 0n, pools = 0n, fees = 0n } = await sums();
    expect(owed).toBe(balances + pools + fees);
  }
});

test('dust is burned with the fees, and nothing is lost', async () => {
  const { chain } = access;
  const { utilityMint } = await chain.accounts.getConfig();
  const left = async () => {
    const { sol, utility } = await chain.accounts.getVaults();
    return [sol.feesDeveloper, utility.feesDeveloper, utility.feesBurn];
  };
  await expect.poll(left).toEqual([0n, 0n, 0n]);
  const { utility } = await chain.accounts.getVaults();
  const { settlement, positions } = settle(ended.at(-1) as Ended);
  if (settlement.kind !== 'paid') throw new Error('somebody wins in this one');
  const gone = settlement.burn + settlement.developer + dust(settlement, positions);
  expect(utility.owed).toBe(TOTAL_MAX - gone);
  const { supply } = (await fetchMint(chain.rpc, address(utilityMint))).data;
  expect(supply).toBeGreaterThanOrEqual(utility.owed + settlement.developer);
});

/** Base units from the text: such amounts do not fit a JavaScript number. */
async function readReserves(currency: Currency): Promise<Record<string, bigint>> {
  const { text } = await world.get('/reserves');
  const own = new RegExp(`"${currency}":\\{([^}]*)\\}`).exec(text)?.[1] ?? '';
  const fields = [...own.matchAll(/"(\w+)":(\d+)(?:\.(\d+))?/g)];
  return Object.fromEntries(
    fields.map(([, name = '', whole = '', fraction = '']) => {
      return [name, BigInt(whole + fraction.padEnd(DECIMALS[currency], '0'))];
    }),
  );
}

function ownUtility(at: number): bigint {
  const { stakes } = ended.at(-1) as Ended;
  const [yes = 0n, no = 0n] = stakes[at] ?? [];
  return at === 3 ? 1n : yes + no;
}

const render = (units: bigint, currency: Currency) =>
  formatAmount(amount(units), DECIMALS[currency]);

// The minimum payout ratio of a bet: the program compares it when the bet lands.
type Bettor = 'alice' | 'bob';

function ask(id: string, as: Bettor, bet: object, key?: string): Promise<Answer> {
  const body = { outcome: 'Yes', amount: 1, ...bet };
  return world.post(`/markets/${id}/bets`, body, { as, idempotencyKey: key });
}

const sol = async (as: Bettor) => (await world.balances(as)).SOL;
const detail = async (id: string) => (await world.get(`/markets/${id}`)).body;

/** Checks that a refused bet left the pools, the balance and the list of bets as they were. */
async function expectUnchanged(id: string, as: Bettor, run: () => Promise<Answer>, ratio: string) {
  const read = async () => {
    const { outcomes, totalVolume, betCount } = await detail(id);
    return { outcomes, totalVolume, betCount, sol: await sol(as) };
  };
  const before = await read();
  const answer = await run();
  expectRefusal(answer, 409, 'ratio_too_low');
  expect(answer.body.error).toContain(` is ${ratio}, below `);
  expect(await read()).toEqual(before);
}

describe('minPayoutRatio', () => {
  test('an empty other side pays 1: 1 is placed, 1.0001 is refused', async () => {
    const id = await world.createMarket();
    const low = () => ask(id, 'alice', { minPayoutRatio: 1.0001 });
    await expectUnchanged(id, 'alice', low, '1');
    expect((await ask(id, 'alice', { minPayoutRatio: 1 })).status).toBe(201);
    const again = () => ask(id, 'alice', { minPayoutRatio: '1.00001' });
    await expectUnchanged(id, 'alice', again, '1');
  });

  test('counts its own stake and the fees, to the fourth decimal', async () => {
    const id = await world.createMarket();
    await world.bet(id, 'bob', 'No', 2);
    // 1 on Yes would get itself and 90 % of 2.
    const low = () => ask(id, 'alice', { minPayoutRatio: 2.8001 });
    await expectUnchanged(id, 'alice', low, '2.8');
    // Rounded up, as the ratio is rounded down: 2.80000000000000004 is more than 2.8.
    const longer = () => ask(id, 'alice', { minPayoutRatio: '2.80000000000000004' });
    await expectUnchanged(id, 'alice', longer, '2.8');
    expect((await ask(id, 'alice', { minPayoutRatio: 2.8 })).status).toBe(201);
    // 1 and 2 on Yes share 1.8: 1.6 each.
    const more = { amount: '2', minPayoutRatio: '1.6001' };
    await expectUnchanged(id, 'alice', () => ask(id, 'alice', more), '1.6');
    expect((await ask(id, 'alice', { ...more, minPayoutRatio: '1.6' })).status).toBe(201);
  });

  test.each([0, '0', 0.5, 1, 1e-7, '0.9999', '1.0000'])('%j asks for nothing more', async (min) => {
    const id = await world.createMarket();
    expect((await ask(id, 'bob', { minPayoutRatio: min })).status).toBe(201);
  });

  test('the highest that the program can compare is 429496.7295', async () => {
    const id = await world.createMarket();
    const most = () => ask(id, 'bob', { minPayoutRatio: 429_496.7295 });
    await expectUnchanged(id, 'bob', most, '1');
    for (const value of ['429496.7296', '"429496.72951"', '1e999999999', '-1', '-0']) {
      const rawBody = `{"outcome":"Yes","amount":1,"minPayoutRatio":${value}}`;
      const answer = await world.call('POST', `/markets/${id}/bets`, { rawBody, as: 'bob' });
      expectRefusal(answer, 400, 'field_invalid');
      expect(answer.body.error).toContain('minPayoutRatio');
      expect(answer.body.error).toContain('0 to 429496.7295');
    }
    for (const value of ['1e1', '', ' 2', '1,5', '+2', true, [2], {}, 'two']) {
      expectRefusal(await ask(id, 'bob', { minPayoutRatio: value }), 400, 'field_invalid');
    }
    expect((await detail(id)).betCount).toBe(0);
  });

  test('in one group only the bet whose ratio fell is refused, and stays so by its key', async () => {
    const id = await world.createMarket();
    await world.bet(id, 'bob', 'No', 2);
    // Each would pay 2.8 if it came first.
    const guarded = { minPayoutRatio: 2.8 };
    const sendAll = () =>
      Promise.all([
        ...[1, 2, 3].map((each) => ask(id, 'alice', guarded, `guarded ${each} in ${id}`)),
        ask(id, 'bob', { outcome: 'No', amount: '0.5' }, `beside them in ${id}`),
      ]);
    const answers = await sendAll();
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
    expect((await detail(id)).outcomes).toMatchObject([{ totalStake: 1 }, { totalStake: 2.5 }]);
    const repeated = await sendAll();
    for (const [at, { status, text }] of answers.entries()) {
      const again = repeated[at] as Answer;
      if (status === 201) expect([again.status, again.text]).toEqual([201, text]);
      else expectRefusal(again, 409, 'ratio_too_low');
    }
    expect((await detail(id)).betCount).toBe(3);
  });

  test('prepare says it in the summary, and refuses what the pools do not pay', async () => {
    const id = await world.createMarket();
    await world.bet(id, 'bob', 'No', 2);
    const prepare = (minPayoutRatio: unknown) =>
      world.post(
        `/markets/${id}/bets/prepare`,
        { outcome: 'Yes', amount: 1, minPayoutRatio },
        { as: 'alice' },
      );
    await expectUnchanged(id, 'alice', () => prepare(2.8001), '2.8');
    const prepared = await prepare('2.8');
    expect(prepared.status).toBe(200);
    expect(prepared.body.summary.at(-1)).toBe(
      'Stakes 1 SOL on Yes, at a payout ratio of at least 2.8.',
    );
    const alice = await demoKey(world, 'alice');
    const submit = (one: Answer) => world.submit(alice, one, `/markets/${id}/bets`);
    // Meanwhile others take a part of what it would have been paid.
    await world.bet(id, 'bob', 'Yes', 1);
    await expectUnchanged(id, 'alice', () => submit(prepared), '1.9');
    const placed = await submit(await prepare(1.9));
    expect([placed.status, placed.body.newTotalStake]).toEqual([201, { Yes: 2, No: 2 }]);
  });
});
