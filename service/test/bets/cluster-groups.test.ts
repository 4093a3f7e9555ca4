// Groups of bets as they are on a cluster: large, not simulated under load, with priority fees.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Lander, SignedTransaction } from '@tote/chain/landing';
import { readWire } from '@tote/chain/wire';
import { unixSeconds } from '@tote/domain';
import { expect, test } from 'vitest';
import type { GroupLimits } from '../../src/bets/bet-groups.ts';
import { bet, callerOf, createBetting, startBetting } from '../submissions/betting.ts';

const PRICE = 1_000_000n;
const SECONDS = 3_600;
/** As long as the confirmation of a cluster takes. */
const LANDING_MS = 400;
const POLL = { interval: 5 };

interface ClusterOptions {
  readonly wallets?: number;
  readonly secondsLeft?: number;
  readonly expires?: number;
  readonly limits?: Partial<GroupLimits>;
}

/** What waits meanwhile is one group, however slow the machine is. */
const ONE_AT_A_TIME = { overall: 1 };

async function createCluster(given: ClusterOptions = {}) {
  const { wallets = 30, secondsLeft = 3_000, expires = 0, limits } = given;
  const { world, store } = await createBetting();
  const opened = await Promise.all(Array.from({ length: wallets }, () => world.openBettor()));
  const signed: SignedTransaction[] = [];
  const { lander, rpc, clock } = world.chain;
  const allWait = () =>
    signed.length > 1
      ? undefined
      : expect.poll(() => betting.groups.waiting, POLL).toBe(wallets - 1);
  const land: Lander['land'] = async (transaction, signal) => {
    signed.push(transaction);
    if (signed.length <= expires) return { kind: 'expired' };
    await (limits ? allWait() : sleep(LANDING_MS));
    return lander.land(transaction, signal);
  };
  const latest = async () =>
    (await rpc.getLatestBlockhash({ commitment: 'confirmed' }).send()).value;
  const tries: number[] = [];
  const quote = async (_: unknown, count = 1) => {
    tries.push(count);
    return { priceFor: () => PRICE * BigInt(count) };
  };
  // It stands still, so that a slow machine does not reach the cutoff.
  const now = unixSeconds(clock.now() + SECONDS - secondsLeft);
  const still = {
    now: () => now,
    shown: () => now,
    onSecond: () => () => undefined,
    slot: () => clock.slot(),
    offset: async () => 0,
    refresh: async () => now,
  };
  const chain = { ...world.chain, clock: still, lander: { land }, blockhashes: { latest } };
  const options = { isCluster: true, fees: { quote } as never, groups: limits };
  const betting = await startBetting({ ...world, chain }, store, options);
  const market = await betting.createMarket({ seconds: SECONDS });
  const callers = opened.map(({ wallet }) => callerOf(wallet.address));
  const place = (caller: (typeof callers)[number]) => betting.placeBet(caller, bet(market.id));
  /** One that is under way, and the others. */
  const placeAll = async () => {
    const [first, ...others] = callers;
    const placing = [place(first as (typeof callers)[number])];
    await expect.poll(() => signed.length, POLL).toBe(1);
    placing.push(...others.map(place));
    return Promise.all(placing);
  };
  return { ...betting, world, market, callers, place, placeAll, signed, tries };
}

const isVersion1 = ({ wire }: SignedTransaction) => wire[0] === 0x81;
const betsIn = ({ wire }: SignedTransaction) => readWire(wire).instructions.at(-1)?.data[2] ?? 0;

test('many bets share large transactions, each counts once, and both kinds pay priority fees', async () => {
  const { placeAll, context, world, market, callers, signed } = await createCluster({
    limits: ONE_AT_A_TIME,
  });
  const readBalance = () => world.chain.rpc.getBalance(world.relayer.address).send();
  const before = (await readBalance()).value;
  const placed = await placeAll();
  const paid = before - (await readBalance()).value;
  expect(placed.map(({ state }) => state)).toEqual(callers.map(() => 'confirmed'));
  const large = signed.filter(isVersion1);
  expect(Math.max(...large.map(betsIn))).toBeGreaterThan(17);
  expect(signed.reduce((sum, one) => sum + betsIn(one), 0)).toBe(callers.length);
  const staked = BigInt(callers.length) * 10_000_000n;
  expect((await context.findMarket(market.id))?.pools).toEqual({ yes: staked, no: 0n });
  const account = await world.chain.accounts.findMarket(market.address);
  expect(account?.pools[0]).toBe(staked);
  expect(new Set(signed.map(isVersion1))).toEqual(new Set([false, true]));
  // A lamport per unit, of which each bet has more than a thousand.
  expect(paid).toBeGreaterThan(BigInt(signed.length * 5_000 + callers.length * 1_000));
});

test('a bet alone is simulated; bets beside others are not', async () => {
  const { placeAll, signed } = await createCluster();
  await placeAll();
  const [first, ...others] = signed.map(({ preflight }) => preflight);
  expect(first).toBeUndefined();
  expect(new Set(others)).toEqual(new Set(['none']));
});

test('near the cutoff every bet is simulated', async () => {
  const { placeAll, signed } = await createCluster({ wallets: 3, secondsLeft: 14 });
  await placeAll();
  expect(signed.map(({ preflight }) => preflight)).not.toContain('none');
});

test('what expired is signed again with a higher fee and the same bets', async () => {
  const { place, world, callers, signed, tries } = await createCluster({ wallets: 1, expires: 1 });
  const [caller] = callers as [(typeof callers)[number]];
  expect(await place(caller)).toMatchObject({ state: 'confirmed' });
  expect(tries).toEqual([1, 2]);
  const [before, after] = signed as [SignedTransaction, SignedTransaction];
  expect(after.signature).not.toBe(before.signature);
  const datas = ({ wire }: SignedTransaction) =>
    readWire(wire).instructions.map(({ data }) => Buffer.from(data).toString('hex'));
  const [limit, price, bets] = datas(before);
  expect(datas(after)).toEqual([limit, expect.not.stringMatching(price as string), bets]);
  const bettor = await world.chain.accounts.findBettor(caller.wallet);
  expect(bettor?.available[0]).toBe(9_990_000_000n);
});
