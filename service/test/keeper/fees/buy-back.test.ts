// The buyer of the buyback alone: which lots it buys, which it leaves, and that it buys none twice.
import { inspect } from 'node:util';
import { fetchMint, getMintToInstruction } from '@solana-program/token';
import { ensureUtility } from '@tote/chain/deployment/utility-mint';
import { AMOUNT_MAX, amount, type UnixSeconds } from '@tote/domain';
import { findTokenAccount } from '@tote/program-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Buyer, limitPerLot, openBuyer } from '../../../src/embedded/buyer.ts';
import type { Platform } from '../../../src/embedded/platform.ts';
import { buyBack, findSale } from '../../../src/keeper/tasks/fill-buyback.ts';
import { loadKey } from '../../../src/settings/keys.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';
import {
  createBettor,
  createMarket,
  eventually,
  passTime,
  placeBet,
  SOL,
  startWorld,
  type World,
} from '../support.ts';

const LOT = SOL / 10n;
/** The price of the first lot at the start of its round: eight times the first price. */
const START_PRICE = 8_000_000_000n;
const ROUND_SECONDS = 60n;

let world: World;
let platform: Platform;
beforeAll(async () => {
  world = await startWorld();
  const { chain, keys, keysDir } = world;
  const programConfig = await chain.accounts.getConfig();
  const keysFolder = { dir: keysDir, mayCreate: false };
  // As on a cluster: nothing is created automatically.
  platform = {
    ...{ chain, keys, embeddedKeys: undefined, keysFolder, programConfig },
    ...{ localnet: undefined, close: async () => {} },
  };
});
afterAll(() => world.close());

const vault = async () => (await world.chain.accounts.getVaults()).sol;
const supply = async () => (await fetchMint(world.chain.rpc, world.utilityMint)).data.supply;
const context = () => ({ ...world, log: SILENT_LOG });

let buyer: Buyer;

test('on a cluster the key must exist', async () => {
  await expect(openBuyer(platform, '80000')).rejects.toThrow('The buyer key is missing');
  await loadKey({ dir: world.keysDir, mayCreate: true }, 'buyer');
  buyer = await openBuyer(platform, '80000');
  expect(buyer.limitOf(LOT)).toBe(START_PRICE);
});

test('an empty reserve has no sale', async () => {
  expect(await findSale(context(), buyer)).toBeUndefined();
  await buyBack(context(), buyer, { number: 0n });
  expect(await vault()).toMatchObject({ feesBurn: 0n, burnedTotal: 0n });
});

test('a buyer without UTILITY throws, and nothing is bought', async () => {
  const [yes, no] = [await createBettor(world), await createBettor(world)];
  const market = await createMarket(world);
  await placeBet(world, market, yes, { outcome: 'Yes', stake: amount(4n * SOL) });
  await placeBet(world, market, no, { outcome: 'No', stake: amount(SOL) });
  const keeper = world.keeper();
  keeper.start();
  await passTime(world, 3_600);
  await eventually(vault, ({ feesBurn }) => feesBurn === 2n * LOT);
  await keeper.stop();
  const sale = await findSale(context(), buyer);
  expect(sale?.number).toBe(0n);
  expect(sale?.at).toBeLessThanOrEqual(await world.chain.clock.refresh());
  const refused = buyBack(context(), buyer, { number: 0n });
  await expect(refused).rejects.toThrow(/holds 0 UTILITY .* the lot costs/);
  expect(await vault()).toMatchObject({ feesBurn: 2n * LOT, burnedTotal: 0n });
});

test('the same lot is bought once, even if it is tried again', async () => {
  const { admin } = world.keys;
  const owner = buyer.key.address;
  const utility = await world.chain.accounts.getUtility();
  await ensureUtility(world.chain, { admin, ...utility, owners: [owner] });
  const token = await findTokenAccount(owner, utility);
  const { utilityMint: mint } = utility;
  const funds = { mint, token, mintAuthority: admin.signer, amount: 10n * START_PRICE };
  await world.chain.send([getMintToInstruction(funds)], [admin]);
  const before = await supply();
  const sale = { number: 0n };
  await Promise.all([1, 2, 3].map(() => buyBack(context(), buyer, sale)));
  await buyBack(context(), buyer, sale);
  const { utilityBurnedTotal, ...sol } = await vault();
  expect(sol).toMatchObject({ feesBurn: LOT, burnedTotal: LOT, clearingPrice: utilityBurnedTotal });
  expect(utilityBurnedTotal).toBeLessThanOrEqual(START_PRICE);
  expect(before - (await supply())).toBe(utilityBurnedTotal);
});

/** A context whose clock is ahead of the chain. */
function withClockAt(now: UnixSeconds) {
  const refusals: unknown[] = [];
  const { chain } = world;
  const clock = { ...chain.clock, now: () => now };
  const info = ({ refusal }: { refusal?: unknown }) => refusals.push(refusal);
  const log = { ...SILENT_LOG, info, warn: fail, error: fail };
  return { context: { ...world, chain: { ...chain, clock }, log }, refusals };
}

const fail = (fields: object, message: string) => expect.fail(`${message} ${inspect(fields)}`);

async function expectNothingBought(act: () => Promise<void>): Promise<void> {
  const before = { supply: await supply(), vault: await vault() };
  await act();
  expect({ supply: await supply(), vault: await vault() }).toEqual(before);
}

test('the second lot waits for the next round, without an error', async () => {
  const { chain } = world;
  const sale = await findSale(context(), buyer);
  const { roundStartedAt } = await vault();
  expect(roundStartedAt).toBeGreaterThan(chain.clock.now());
  expect(roundStartedAt).toBeLessThanOrEqual(BigInt(chain.clock.now()) + ROUND_SECONDS);
  expect(sale?.number).toBe(1n);
  // A round starts at eight times what was just paid, which is above the limit.
  expect(sale?.at).toBeGreaterThan(Number(roundStartedAt));
  expect(sale?.at).toBeLessThan(Number(roundStartedAt + ROUND_SECONDS));
  await expectNothingBought(() => buyBack(context(), buyer, { number: 1n }));
  // By a clock that is ahead it would be for sale, but the program refuses it.
  const ahead = withClockAt(sale?.at ?? chain.clock.now());
  expect((await findSale(ahead.context, buyer))?.at).toBe(sale?.at);
  await expectNothingBought(() => buyBack(ahead.context, buyer, { number: 1n }));
  expect(ahead.refusals).toEqual(['RoundSold']);
});

test('in the next round it is not bought while it costs more than the limit', async () => {
  const { chain } = world;
  const { roundStartedAt } = await vault();
  const sale = await findSale(context(), buyer);
  await passTime(world, Number(roundStartedAt) - chain.clock.now());
  expect((await findSale(context(), buyer))?.at).toBe(sale?.at);
  await expectNothingBought(() => buyBack(context(), buyer, { number: 1n }));
  const ahead = withClockAt(sale?.at ?? chain.clock.now());
  await expectNothingBought(() => buyBack(ahead.context, buyer, { number: 1n }));
  expect(ahead.refusals).toEqual(['PriceAboveLimit']);
  await passTime(world, (sale?.at ?? 0) - chain.clock.now());
  await buyBack(context(), buyer, { number: 1n });
  const sold = await vault();
  expect(sold).toMatchObject({ feesBurn: 0n, burnedTotal: 2n * LOT });
  expect(sold.clearingPrice).toBeLessThanOrEqual(START_PRICE);
  expect(sold.roundStartedAt).toBe(roundStartedAt + ROUND_SECONDS);
  expect(await findSale(context(), buyer)).toBeUndefined();
});

test.each([
  ['10000', LOT, 6, 1_000_000_000n],
  ['12.5', LOT, 6, 1_250_000n],
  ['0.00001', LOT, 6, 1n],
  // Rounded down to whole base units.
  ['0.000019999', LOT, 6, 1n],
  ['0.000009', LOT, 6, 0n],
  ['3', 333_333_333n, 0, 0n],
  ['4', 333_333_333n, 0, 1n],
  ['9999999999999999999999', LOT, 6, AMOUNT_MAX],
])('%s UTILITY per SOL for %d lamports, %d decimals: %d', (limit, lot, decimals, price) => {
  expect(limitPerLot(limit, lot, decimals)).toBe(price);
});
