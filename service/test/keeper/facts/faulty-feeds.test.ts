// The fault table of price feeds: bad updates decide nothing, and the market is refunded.

import { createKey } from '@tote/chain/key';
import { compileCondition } from '@tote/conditions/compile-condition';
import { DEMO_FEEDS, type DemoPriceFeed } from '@tote/conditions/oracles/demo-prices';
import { PYTH_OFFSETS } from '@tote/conditions/oracles/layouts/pyth-price-update';
import type { PriceUpdates } from '@tote/conditions/oracles/price-updates';
import { PUMP_PROGRAM } from '@tote/conditions/oracles/programs';
import { addSeconds, amount, unixSeconds } from '@tote/domain';
import {
  expectedTermsOf,
  findMarketAddress,
  getCreateMarketInstruction,
  Currency as ProgramCurrency,
} from '@tote/program-client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { demoAddress } from '../../../src/embedded/demo-world/demo-address.ts';
import { priceUpdateAccount } from '../../../src/embedded/demo-world/price-update-account.ts';
import { createKeeper } from '../../../src/keeper/keeper.ts';
import type { MarketView } from '../../../src/store/projection/market-view.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';
import { eventually, getMarket, passTime, startWorld, type World } from '../support.ts';

const [SOL] = DEMO_FEEDS as readonly [DemoPriceFeed];
const AT = demoAddress('an update that somebody has posted');
const POSTED: PriceUpdates = { covers: () => true, post: async () => AT };

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.close());

/** Will SOL be above $1? It would be, by every update here that counts. */
async function createPriceMarket(decidedBy?: string): Promise<MarketView> {
  const { chain, keys, indexer } = world;
  const { programAddress } = chain;
  const expiresAt = addSeconds(await chain.clock.refresh(), 100);
  const question = 'Will SOL be above $1 at expiry?';
  const compiled = await compileCondition({ question, tokenAddress: null, expiresAt });
  const fact = { question: decidedBy ?? question, tokenAddress: null, expiresAt };
  const { decider } = await compileCondition(fact);
  const creator = (await createKey()).address;
  const seeds = { creator, nonce: 1n, expiresAt: BigInt(expiresAt) };
  const market = await findMarketAddress(seeds, { programAddress });
  const instruction = getCreateMarketInstruction(
    {
      payer: keys.relayer.signer,
      authority: keys.relayer.signer,
      operator: keys.relayer.signer,
      terms: expectedTermsOf(await chain.accounts.getConfig(), ProgramCurrency.Sol),
      market,
      config: chain.addresses.config,
      currency: ProgramCurrency.Sol,
      ...compiled,
      decider,
      ...seeds,
      closesAt: BigInt(expiresAt - 60),
      refundAt: BigInt(expiresAt + 3_600),
      question,
      condition: compiled.canonical,
    },
    { programAddress },
  );
  await indexer.ingest([await chain.send([instruction], [keys.relayer])]);
  return getMarket(world, `market_${market}`);
}

type Change = (data: Buffer, expiresAt: bigint) => void;

async function post(market: MarketView, change: Change, owner?: string): Promise<void> {
  const second = BigInt(market.expiresAt);
  const account = priceUpdateAccount(AT, SOL, { second, slot: 1n });
  const data = Buffer.from(account.data ?? []);
  change(data, second);
  const owned = owner === undefined ? account : { ...account, owner };
  await world.localnet.sandbox.setAccounts([{ ...owned, data }]);
}

function startKeeper() {
  const { chain, store, keys, reads, indexer, wallMs } = world;
  const parts = { chain, store, keys, reads, indexer, wallMs };
  const keeper = createKeeper({ ...parts, log: SILENT_LOG, priceUpdates: POSTED });
  keeper.start();
  return keeper;
}

const { price, confidence, exponent, publishedAt, previousPublishedAt, feedId } = PYTH_OFFSETS;

const FAULTS: [name: string, change: Change, owner?: string][] = [
  ['stale', (data, at) => data.writeBigInt64LE(at - 1n, publishedAt)],
  ['too late', (data, at) => data.writeBigInt64LE(at + 61n, publishedAt)],
  ['not the first', (data, at) => data.writeBigInt64LE(at, previousPublishedAt)],
  ['wide', (data) => data.writeBigUInt64LE(50_000_001n, confidence)],
  ['zero', (data) => data.writeBigInt64LE(0n, price)],
  ['negative', (data) => data.writeBigInt64LE(-1n, price)],
  ['of another exponent', (data) => data.writeInt32LE(-9, exponent)],
  ['of another feed', (data) => data.writeUInt8(0, feedId)],
  ['partly verified', (data) => data.writeUInt8(0, PYTH_OFFSETS.verificationLevel)],
  ['of another type', (data) => data.writeUInt8(0, 0)],
  ['of another owner', () => undefined, PUMP_PROGRAM],
];

describe('an update that is', () => {
  test.each([...FAULTS])(
    '%s decides nothing; the market is refunded',
    async (_name, change, owner) => {
      const market = await createPriceMarket();
      await post(market, change, owner);
      await passTime(world, 100);
      const keeper = startKeeper();
      const failure = await eventually(
        async () => (await keeper.findResolutionStatus(market.id))?.lastFailure,
        (text) => typeof text === 'string',
      );
      expect(failure).toMatch(/no update/i);
      expect((await getMarket(world, market.id)).end).toBeNull();
      await passTime(world, 3_600);
      keeper.wake();
      const { end } = await eventually(
        () => getMarket(world, market.id),
        (view) => view.end !== null,
      );
      expect(end).toMatchObject({ kind: 'refunded', outcome: null, refundReason: 'deadline' });
      await keeper.stop();
    },
  );

  test('good, after a bad one, decides', async () => {
    const market = await createPriceMarket();
    await post(market, (data) => data.writeBigInt64LE(0n, price));
    await passTime(world, 100);
    const keeper = startKeeper();
    await eventually(
      async () => (await keeper.findResolutionStatus(market.id))?.lastFailure,
      (text) => typeof text === 'string',
    );
    await post(market, () => undefined);
    const { end } = await eventually(
      () => getMarket(world, market.id),
      (view) => view.end !== null,
    );
    expect(end).toMatchObject({ kind: 'resolved', outcome: 'Yes', burn: amount(0n) });
    expect(end?.resolvedAt).toBeGreaterThanOrEqual(unixSeconds(market.expiresAt));
    await keeper.stop();
  });
});

test('a market whose clauses are not what its text says is refunded and nothing else', async () => {
  const lie = await createPriceMarket('Will SOL be above $1,000,000 at expiry?');
  const honest = await createPriceMarket();
  expect(honest.mismatch).toBeNull();
  expect(lie.mismatch).toMatch(/^The clauses on chain /);
  await post(honest, () => undefined);
  await passTime(world, 100);
  const keeper = startKeeper();
  const ended = (id: MarketView['id']) =>
    eventually(
      () => getMarket(world, id),
      (view) => view.end !== null,
    );
  expect((await ended(honest.id)).end).toMatchObject({ kind: 'resolved', outcome: 'Yes' });
  expect((await getMarket(world, lie.id)).end).toBeNull();
  expect(await keeper.findResolutionStatus(lie.id)).toEqual({
    waitingFor: 'its refund date, because its condition is not what decides it',
    lastFailure: null,
    nextTryAt: null,
  });
  await passTime(world, 3_600);
  expect((await ended(lie.id)).end).toMatchObject({ kind: 'refunded', refundReason: 'deadline' });
  await keeper.stop();
});
