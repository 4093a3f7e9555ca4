// The keeper crashes at every step of a market's end, and the next one continues: the outcome is
// right, each winner is paid exactly once, the market is closed and its fees are collected once.
// test/faults/keeper-kills.test.ts does the same to whole processes.
import type { Address } from '@solana/kit';
import { amount, decideSettlement, type Outcome, type Position, payout } from '@tote/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isLong } from '../../../tools/test-setup/stage.ts';
import { initializeEmbedded } from '../../src/embedded/initialize.ts';
import { findEvidence } from '../../src/store/journal/evidence.ts';
import type { MarketView } from '../../src/store/projection/market-view.ts';
import type { KeeperCrashPoint } from '../../src/telemetry/crash-points.ts';
import { startEmptyWorld } from '../embedded/support.ts';
import { KEEPER_CRASH_POINTS } from '../faults/support/keeper-crash-points.ts';
import { CrashingKeeper } from './crashing-keeper.ts';
import {
  createBettor,
  createMarket,
  eventually,
  getMarket,
  passTime,
  placeManyBets,
  type TestBettor,
} from './support.ts';

const POINTS: readonly KeeperCrashPoint[] = isLong
  ? KEEPER_CRASH_POINTS
  : [
      'Observed',
      'ResolveMarket signed',
      'ResolveMarket confirmed',
      'SettlePositions sent',
      'SettlePositions confirmed',
      'Withdraw confirmed',
      'CloseMarket confirmed',
      'CollectFees confirmed',
    ];
/** So many that settling takes more than one transaction. */
const BETTORS = 28;
const SECONDS = 600;
const FEES = { burnBps: 500, developerBps: 500 };
const PUMP = '6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P';

type Base = Parameters<typeof CrashingKeeper.start>[0];

let base: Base;
let instance: CrashingKeeper;
let bettors: TestBettor[];
let account: Address;
beforeAll(async () => {
  const empty = await startEmptyWorld();
  const treasury = empty.treasury.address;
  const config = await initializeEmbedded({ chain: empty.chain, keys: empty.keys, treasury });
  base = { ...empty, utilityMint: config.utilityMint };
  instance = await CrashingKeeper.start(base);
  bettors = await Promise.all(
    // The first one has auto_withdraw.
    Array.from({ length: BETTORS }, (_, index) => createBettor(instance.world, index === 0)),
  );
  account = empty.keys.oracle.address;
  const data = Uint8Array.of(1);
  const fact = { lamports: 10_000_000n, owner: PUMP, data };
  await empty.localnet.sandbox.setAccount(account, { ...fact, owner: PUMP as Address });
});
afterAll(async () => {
  await instance.stop();
  await base.close();
});

/** Alternates: a market that an account decides as Yes, and one that is not attested, so No. */
function createNext(round: number): Promise<MarketView> {
  const condition = { type: 'account_fact', account, owner: PUMP };
  const fact = { offset: 0, dataType: 'u8', comparator: 'eq', value: '1', timing: 'at_expiry' };
  const asked = { ...condition, ...fact };
  return createMarket(instance.world, { expiresIn: SECONDS, ...(isFact(round) && { asked }) });
}
const isFact = (round: number) => round % 2 === 0;

function positionOf(index: number): Position {
  const stake = amount(100_000_000n + BigInt(index) * 7n);
  const isYes = index % 3 !== 0;
  const zero = amount(0n);
  // The first one bets on both sides, so that it always wins something.
  if (index === 0) return { stakeYes: stake, stakeNo: stake };
  return { stakeYes: isYes ? stake : zero, stakeNo: isYes ? zero : stake };
}

async function placeBets(market: MarketView, round: number): Promise<void> {
  for (const [index, side] of (['Yes', 'No'] as const).entries()) {
    const bets = bettors.map((bettor, at) => {
      const { stakeYes, stakeNo } = positionOf(at);
      return { bettor, outcome: side, stake: side === 'Yes' ? stakeYes : stakeNo };
    });
    const staked = bets.filter(({ stake }) => stake > 0n);
    await placeManyBets(instance.world, { market, betId: 2 * round + index, bets: staked });
  }
}

/** Balance plus wallet of each: a sweep moves money from one to the other. */
async function readWealth(): Promise<bigint[]> {
  const { rpc, accounts } = base.chain;
  return Promise.all(
    bettors.map(async ({ key }) => {
      const { value } = await rpc.getBalance(key.address, { commitment: 'confirmed' }).send();
      return value + ((await accounts.findBettor(key.address))?.available[0] ?? 0n);
    }),
  );
}

const readTreasury = async () => {
  const { address } = base.treasury;
  return (await base.chain.rpc.getBalance(address, { commitment: 'confirmed' }).send()).value;
};

function settlementOf(outcome: Outcome) {
  const sum = (side: 'stakeYes' | 'stakeNo') =>
    bettors.reduce((total, _, index) => total + positionOf(index)[side], 0n);
  const pools = { yes: amount(sum('stakeYes')), no: amount(sum('stakeNo')) };
  const settlement = decideSettlement(pools, { kind: 'outcome', outcome }, FEES);
  if (settlement.kind !== 'paid') throw new Error('somebody wins in these');
  return settlement;
}

/** What the vault owes is exactly the sum of its parts. */
async function expectBalanced(): Promise<void> {
  const { sol } = await base.chain.accounts.getVaults();
  const accounts = await Promise.all(
    bettors.map(({ key }) => base.chain.accounts.findBettor(key.address)),
  );
  const balances = accounts.reduce((total, each) => total + (each?.available[0] ?? 0n), 0n);
  expect(sol.owed).toBe(balances + sol.feesBurn + sol.feesDeveloper);
}

test.each(POINTS.map((point, round) => [point, round] as const))(
  'it crashes at: %s',
  async (point, round) => {
    const outcome = isFact(round) ? 'Yes' : 'No';
    const market = await createNext(round);
    await placeBets(market, round);
    const [wealth, treasury] = [await readWealth(), await readTreasury()];
    instance.crashAt(point);
    await passTime(instance.world, SECONDS);
    instance.keeper.wake();
    await instance.crashed;
    await instance.stop();

    instance = await CrashingKeeper.start(base);
    const settlement = settlementOf(outcome);
    await eventually(readTreasury, (now) => now === treasury + settlement.developer);
    const isGone = async () => (await base.chain.accounts.findMarket(market.address)) === null;
    expect(await isGone()).toBe(true);
    const paid = wealth.map((before, index) => before + payout(settlement, positionOf(index)));
    await eventually(readWealth, (now) => now.every((each, index) => each === paid[index]));
    const view = await eventually(
      () => getMarket(instance.world, market.id),
      ({ end }) => end?.areFeesMoved === true,
    );
    const { burn, developer } = settlement;
    const end = { kind: 'resolved', outcome, burn, developer, openPositions: 0 };
    expect(view.end).toMatchObject(end);
    if (isFact(round)) {
      const hash = view.end?.evidenceHash ?? '';
      expect(await findEvidence(instance.world.store.db, market.id, hash)).toContain(market.id);
    }
    await expectBalanced();
  },
);
