// The buyer of the buyback on its own: what it takes, what it leaves, and that it never takes more.
import { fetchMint, getMintToInstruction } from '@solana-program/token';
import { addSeconds, amount } from '@tote/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Buyer, buyBack, findSale } from '../../src/commands/buy-back.ts';
import { openBuyer } from '../../src/genesis/buyer.ts';
import { loadKey } from '../../src/genesis/keys.ts';
import { ensureUtility, findTokenAccount } from '../../src/genesis/utility-mint.ts';
import type { Platform } from '../../src/platform.ts';
import { SILENT_LOG } from '../../src/telemetry/log.ts';
import {
  createBettor,
  createMarket,
  eventually,
  passTime,
  placeBet,
  SOL,
  startWorld,
  type World,
} from '../keeper/support.ts';

const LOT = SOL / 10n;
/** What the first lot costs at the beginning of its round. */
const START_PRICE = 2_000_000_000n;

let world: World;
let platform: Platform;
beforeAll(async () => {
  world = await startWorld();
  const { chain, keys, keysDir } = world;
  const programConfig = await chain.accounts.getConfig();
  const keysFolder = { dir: keysDir, mayCreate: false };
  // As on a cluster: nothing is made by itself.
  platform = { chain, keys, keysFolder, programConfig, localnet: undefined, close: async () => {} };
});
afterAll(() => world.close());

const vault = async () => (await world.chain.accounts.getVaults()).sol;
const supply = async () => (await fetchMint(world.chain.rpc, world.utilityMint)).data.supply;
const context = () => ({ ...world, log: SILENT_LOG });

let buyer: Buyer;

test('on a cluster the key must be there', async () => {
  await expect(openBuyer(platform, '20000')).rejects.toThrow('The buyer key is missing');
  await loadKey({ dir: world.keysDir, mayCreate: true }, 'buyer');
  buyer = await openBuyer(platform, '20000');
  expect(buyer.limitOf(LOT)).toBe(START_PRICE);
});

test('an empty reserve has no sale', async () => {
  expect(await findSale(context(), buyer)).toBeUndefined();
  await buyBack(context(), buyer, { number: 0n });
  expect(await vault()).toMatchObject({ feesBurn: 0n, burnedTotal: 0n });
});

test('a buyer without UTILITY says so, and nothing is bought', async () => {
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
  expect(sale?.at).toBeLessThanOrEqual(world.chain.clock.now());
  const refused = buyBack(context(), buyer, { number: 0n });
  await expect(refused).rejects.toThrow(/holds 0 UTILITY .* the lot costs/);
  expect(await vault()).toMatchObject({ feesBurn: 2n * LOT, burnedTotal: 0n });
});

test('the same lot is bought once, however often it is tried', async () => {
  const { admin } = world.keys;
  const [mint, owner] = [world.utilityMint, buyer.key.address];
  await ensureUtility(world.chain, { admin, mint, owners: [owner] });
  const token = await findTokenAccount(owner, mint);
  const funds = { mint, token, mintAuthority: admin.signer, amount: 10n * START_PRICE };
  await world.chain.send([getMintToInstruction(funds)], [admin]);
  const before = await supply();
  const sale = { number: 0n };
  await Promise.all([1, 2, 3].map(() => buyBack(context(), buyer, sale)));
  await buyBack(context(), buyer, sale);
  const { utilityBurnedTotal, ...sol } = await vault();
  expect(sol).toMatchObject({ feesBurn: LOT, burnedTotal: LOT });
  expect(utilityBurnedTotal).toBeLessThanOrEqual(START_PRICE);
  expect(before - (await supply())).toBe(utilityBurnedTotal);
});

test('the next one is left alone while it costs more than the limit', async () => {
  const sale = await findSale(context(), buyer);
  expect(sale?.number).toBe(1n);
  expect(sale?.at).toBeGreaterThan(world.chain.clock.now());
  const before = await supply();
  await buyBack(context(), buyer, { number: 1n });
  expect(await supply()).toBe(before);
  expect(await vault()).toMatchObject({ feesBurn: LOT, burnedTotal: LOT });
  // By a clock that is ahead it would be cheap enough; the program has the last word.
  const { chain } = world;
  const clock = { now: () => addSeconds(chain.clock.now(), 59), slot: () => chain.clock.slot() };
  const ahead = { ...chain, clock: { ...clock, refresh: () => chain.clock.refresh() } };
  expect((await findSale({ chain: ahead }, buyer))?.at).toBe(ahead.clock.now());
  await buyBack({ ...context(), chain: ahead }, buyer, { number: 1n });
  expect(await supply()).toBe(before);
  expect(await vault()).toMatchObject({ feesBurn: LOT, burnedTotal: LOT });
});
