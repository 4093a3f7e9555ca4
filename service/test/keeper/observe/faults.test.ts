// The fault table of sampled sources: bad accounts decide nothing. The market waits, says why, and
// is refunded.

import { findPumpCurveAddress } from '@tote/conditions/oracles/derived-addresses';
import { PYTH_OFFSETS } from '@tote/conditions/oracles/layouts/pyth-price-update';
import { PUMP_PROGRAM } from '@tote/conditions/oracles/programs';
import { DomainError } from '@tote/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { curveAccount } from '../../../src/embedded/demo-world/token-accounts.ts';
import type { Keeper } from '../../../src/keeper/keeper.ts';
import type { MarketView } from '../../../src/store/projection/market-view.ts';
import { createGate } from '../../../src/submissions/check-gate.ts';
import { awaitEnd, awaitFailure, getMarket, startWorld, type World } from '../support.ts';
import {
  type Account,
  advance,
  createMeasured,
  LAMPORTS_PER_SOL,
  makeToken,
  setAccounts,
  showPrice,
  type TestToken,
} from './support.ts';

let world: World;
let keeper: Keeper;
beforeAll(async () => {
  world = await startWorld();
  keeper = world.keeper();
  keeper.start();
});
afterAll(() => world.close());

type Break = (token: TestToken) => readonly Account[] | Promise<readonly Account[]>;

const withAmount = (account: Account, amount: bigint): Account => {
  const data = Buffer.from(account.data ?? []);
  data.writeBigUInt64LE(amount, 64);
  return { ...account, data };
};
const withByte = (account: Account, offset: number, byte: number): Account => {
  const data = Buffer.from(account.data ?? []);
  data.writeUInt8(byte, offset);
  return { ...account, data };
};
const gone = ({ address }: Account): Account => ({ address, lamports: 0n }) as Account;

/** What overwrites the good accounts of a token; packages/conditions tests every fault. */
const FAULTS: [name: string, reason: RegExp, change: Break][] = [
  [
    'a thin pool',
    /holds only 9999999999 lamports/,
    ({ accounts: { quote } }) => [withAmount(quote, 10n * LAMPORTS_PER_SOL - 1n)],
  ],
  ['a vault that is gone', /no account/, ({ accounts: { quote } }) => [gone(quote)]],
  [
    'other decimals',
    /had 6 decimals and has 9/,
    ({ accounts: { mint } }) => [withByte(mint, 44, 9)],
  ],
  [
    'two pools that disagree',
    /differ by over 5 %/,
    async ({ mint }) => [
      curveAccount(await findPumpCurveAddress(mint), {
        ...{ virtualTokens: 10n ** 14n, virtualLamports: 106n * LAMPORTS_PER_SOL },
        ...{ realTokens: 1n, realLamports: 1n, supply: 10n ** 15n, isComplete: false },
        creator: mint as never,
      }),
    ],
  ],
];

const capOf = (timing: string, threshold = '1', unit = 'SOL') => {
  return { type: 'market_cap', comparator: 'gte', threshold, unit, timing };
};

const endOf = async ({ id }: MarketView) => (await getMarket(world, id)).end;
test('pools that are broken decide nothing, at expiry or before; sound ones do', async () => {
  // The triggers are never met: no token was ever worth that much.
  const never = '1000000';
  const good = await makeToken('good');
  await setAccounts(world, Object.values(good.accounts));
  const sound = {
    yes: await createMeasured(world, {
      ...{ tokenAddress: good.mint, expiresIn: 700, condition: capOf('at_expiry', '1000') },
    }),
    no: await createMeasured(world, {
      ...{ tokenAddress: good.mint, expiresIn: 700, condition: capOf('at_expiry', '1001') },
    }),
    trigger: await createMeasured(world, {
      ...{ tokenAddress: good.mint, expiresIn: 700 },
      condition: capOf('any_time_before', never),
    }),
  };
  const broken: { reason: RegExp; markets: MarketView[]; token: TestToken }[] = [];
  for (const [name, reason, change] of FAULTS) {
    const token = await makeToken(name);
    await setAccounts(world, Object.values(token.accounts));
    const about = { tokenAddress: token.mint, expiresIn: 700 };
    const markets = [
      await createMeasured(world, { ...about, condition: capOf('at_expiry') }),
      await createMeasured(world, { ...about, condition: capOf('any_time_before', never) }),
    ];
    await setAccounts(world, await change(token));
    broken.push({ reason, markets, token });
  }
  await advance(world, keeper, 701);
  expect(await awaitEnd(world, sound.yes)).toMatchObject({ kind: 'resolved', outcome: 'Yes' });
  expect(await awaitEnd(world, sound.no)).toMatchObject({ kind: 'resolved', outcome: 'No' });
  expect(await awaitEnd(world, sound.trigger)).toMatchObject({ kind: 'resolved', outcome: 'No' });
  const checkGate = createGate(world.chain, { readNow: async () => [] });
  for (const { reason, markets } of broken) {
    for (const market of markets) {
      expect(await awaitFailure(keeper, market)).toMatch(reason);
      expect(await endOf(market)).toBeNull();
    }
    const gated = markets[1] as MarketView;
    await expect(checkGate(gated)).rejects.toMatchObject({
      ...{ code: 'condition_unreadable', status: 503 },
      message: expect.stringMatching(reason),
    });
  }
  await advance(world, keeper, 3_600);
  for (const market of broken.flatMap(({ markets }) => markets)) {
    const end = await awaitEnd(world, market);
    expect(end).toMatchObject({ kind: 'refunded', outcome: null, refundReason: 'deadline' });
  }
});

const { price, confidence, publishedAt } = PYTH_OFFSETS;

const FEED_FAULTS: [name: string, change: Parameters<typeof showPrice>[1], owner?: string][] = [
  ['stale', (data, now) => data.writeBigInt64LE(now - 61n, publishedAt)],
  ['wide', (data) => data.writeBigUInt64LE(data.readBigUInt64LE(price) / 99n, confidence)],
  ['of another owner', () => undefined, PUMP_PROGRAM],
];

describe('a price of SOL that is', () => {
  let token: TestToken;
  beforeAll(async () => {
    token = await makeToken('priced in USD');
    await setAccounts(world, Object.values(token.accounts));
  });

  test.each([...FEED_FAULTS])('%s turns no price into USD', async (_name, change, owner) => {
    const condition = capOf('at_expiry', '1', 'USD');
    const market = await createMeasured(world, {
      ...{ tokenAddress: token.mint, condition, expiresIn: 70 },
    });
    const show = () => showPrice(world, change, owner as never);
    await show();
    await advance(world, keeper, 71, show);
    expect(await awaitFailure(keeper, market)).toMatch(/\.$/);
    expect(await endOf(market)).toBeNull();
  });

  test('good turns it into USD', async () => {
    const condition = capOf('at_expiry', '1', 'USD');
    const market = await createMeasured(world, {
      ...{ tokenAddress: token.mint, condition, expiresIn: 70 },
    });
    await showPrice(world);
    await advance(world, keeper, 71, () => showPrice(world));
    expect(await awaitEnd(world, market)).toMatchObject({ kind: 'resolved', outcome: 'Yes' });
  });

  test.each([...FEED_FAULTS])('%s meets nothing before the expiry', async (_, change, owner) => {
    const condition = {
      ...{ type: 'price_feed', feed: 'SOL', comparator: 'gt', threshold: '1' },
      timing: 'any_time_before',
    };
    const market = await createMeasured(world, { tokenAddress: null, condition, expiresIn: 70 });
    await showPrice(world, change, owner as never);
    await keeper.sampler.sampleNow();
    expect(await endOf(market)).toBeNull();
    const refusal = await createGate(world.chain, { readNow: async () => [] })(market)?.catch(
      (error: unknown) => error,
    );
    expect(refusal).toBeInstanceOf(DomainError);
    expect(refusal).toMatchObject({ code: 'condition_unreadable' });
  });
});
