// The keeper frees the markets of a disabled oracle by itself, also after a crash, and each once.
import type { Instruction } from '@solana/kit';
import type { Key } from '@tote/chain/key';
import { LiveConfig } from '@tote/chain/live-config';
import { amount } from '@tote/domain';
import { getResolveMarketInstruction, Outcome, type TermsArgs } from '@tote/program-client';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { batchMarketAccounts } from '../../../src/keeper/keeper.ts';
import { DisabledOracles } from '../../../src/markets/disabled-oracles.ts';
import type { MarketView } from '../../../src/store/projection/market-view.ts';
import { type KeeperCrashPoint, TRANSACTION_MOMENTS } from '../../../src/telemetry/crash-points.ts';
import { createDisable, createUpdate } from '../../support/change-config.ts';
import { CrashingKeeper } from '../crashing-keeper.ts';
import {
  balanceOf,
  createBettor,
  createMarket,
  eventually,
  getMarket,
  placeManyBets,
  SOL,
  startInitialized,
  type TestBettor,
} from '../support.ts';

const STAKE = amount(SOL);
const HOUR = 3_600;
const FREED = { kind: 'refunded', outcome: null, refundReason: 'oracle_disabled', burn: 0n };

let base: Parameters<typeof CrashingKeeper.start>[0];
let live: LiveConfig;
let instance: CrashingKeeper;
let bettor: TestBettor;
let sent = 0;
let betId = 0;
beforeAll(async () => {
  const initialized = await startInitialized();
  const { chain } = initialized;
  live = new LiveConfig({ accounts: chain.accounts, first: await chain.accounts.getConfig() });
  const findMarketAccount = batchMarketAccounts(chain);
  const disabledOracles = new DisabledOracles({ clock: chain.clock, live, findMarketAccount });
  base = { ...initialized, disabledOracles };
  instance = await CrashingKeeper.start(base);
});
beforeEach(async () => {
  await update({ oracle: base.keys.oracle.address, vetoSeconds: 0 });
  bettor = await createBettor(instance.world);
});
afterAll(async () => {
  await instance.stop();
  await base.close();
});

/** A different limit makes two equal changes different transactions. */
async function send(instruction: Instruction, ...keys: Key[]): Promise<void> {
  sent += 1;
  const options = { computeUnitLimit: 100_000 + sent };
  const landed = await base.chain.send([instruction], [base.keys.admin, ...keys], options);
  await instance.world.indexer.ingest([landed]);
}

async function update(terms: Partial<TermsArgs>): Promise<void> {
  await send(await createUpdate({ chain: base.chain, admin: base.keys.admin }, terms));
  await live.refresh();
}

async function disableOracle(): Promise<void> {
  const { oracleGeneration: oracle } = await base.chain.accounts.getConfig();
  await send(createDisable({ chain: base.chain, admin: base.keys.admin }, { oracle }));
  await live.refresh();
}

async function open(): Promise<MarketView> {
  const market = await createMarket(instance.world, { expiresIn: HOUR });
  betId += 1;
  const bets = [{ bettor, outcome: 'Yes' as const, stake: STAKE }];
  await placeManyBets(instance.world, { market, betId, bets });
  return market;
}

/** With an outcome that can be vetoed. */
async function propose(): Promise<MarketView> {
  await update({ vetoSeconds: HOUR });
  const market = await open();
  const { oracle } = base.keys;
  const accounts = { market: market.address, config: base.chain.addresses.config };
  const instruction = getResolveMarketInstruction({
    ...{ ...accounts, oracle: oracle.signer },
    ...{ outcome: Outcome.Yes as const, evidenceHash: new Uint8Array(32) },
  });
  await send(instruction, oracle);
  return market;
}

const endOf = async ({ id }: MarketView) => (await getMarket(instance.world, id)).end;
const isPaid = (end: MarketView['end']) => end?.openPositions === 0;
const listEnds = async ({ id }: MarketView) => {
  const { db } = instance.world.store;
  const all = db.selectFrom('market_transactions').select('kind').where('market_id', '=', id);
  const rows = await all.where('kind', '<>', 'closed').orderBy('slot').execute();
  return rows.map(({ kind }) => kind);
};

const POINTS = (['RefundMarket', 'VetoMarket'] as const).flatMap((step) =>
  TRANSACTION_MOMENTS.map((moment) => [step, `${step} ${moment}`] as const),
) satisfies readonly (readonly [string, KeeperCrashPoint])[];

test.each(POINTS)(
  'a keeper that ends in a %s (%s) is continued by the next one',
  async (step, point) => {
    const [before] = await balanceOf(instance.world, bettor);
    const market = step === 'RefundMarket' ? await open() : await propose();
    instance.crashAt(point);
    await disableOracle();
    instance.keeper.wake();
    await instance.crashed;
    await instance.stop();
    instance = await CrashingKeeper.start(base);
    expect(await eventually(() => endOf(market), isPaid)).toMatchObject(FREED);
    expect((await balanceOf(instance.world, bettor))[0]).toBe(before);
    const expected = step === 'RefundMarket' ? ['refunded'] : ['resolved', 'vetoed'];
    expect(await listEnds(market)).toEqual(expected);
  },
);
