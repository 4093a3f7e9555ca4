// The demo wallet of the embedded chain fills the buyback: it buys each lot when its price has
// fallen to the wallet's limit, and the UTILITY is burned.

import type { Address } from '@solana/kit';
import { fetchMint, fetchToken } from '@solana-program/token';
import { readKeyFile } from '@tote/chain/key';
import { formatAmount } from '@tote/domain';
import { findTokenAccount } from '@tote/program-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keyFile } from '../../../src/settings/keys.ts';
import { type ChainAccess, openChainAccess } from '../../conformance/support/chain-access.ts';
import { World } from '../../support/world.ts';

const LOT = 100_000_000n;
/** The limit of 10,000 UTILITY per SOL, for a lot. */
const LIMIT = 1_000_000_000n;
/** There the price falls by an eighth of it every second: a busy machine buys a little later. */
const NEAR_LIMIT = LIMIT / 4n;

let world: World;
let access: ChainAccess;
let utilityMint: Address;
let marketId: string;

beforeAll(async () => {
  // A tenth of a UTILITY per lot: the auction's first round never gets there.
  world = await World.start({ TOTE_BUYBACK_LIMIT: '1' });
  access = await openChainAccess(world);
  ({ utilityMint } = (await world.get('/config')).body);
});
afterAll(async () => {
  await access.close();
  await world.close();
});

const detail = async () => (await world.get(`/markets/${marketId}`)).body;
const vault = async () => (await access.chain.accounts.getVaults()).sol;
const supply = async () => (await fetchMint(access.chain.rpc, utilityMint)).data.supply;
const buyerHolds = async () => {
  const { address } = await readKeyFile(keyFile(`${world.dir}/keys`, 'buyer'));
  const token = await findTokenAccount(address, await access.chain.accounts.getUtility());
  const { value } = await access.chain.rpc.getBalance(address).send();
  const { data } = await fetchToken(access.chain.rpc, token);
  return { lamports: value as bigint, utility: data.amount };
};

async function expectConserved(): Promise<void> {
  const { SOL, UTILITY } = (await world.get('/reserves')).body;
  for (const { vault, owed, balances, pools, fees, surplus } of [SOL, UTILITY]) {
    expect(surplus).toBe(0);
    expect(vault).toBe(owed);
    expect(balances + pools + fees).toBeCloseTo(owed, 9);
  }
}

async function restart(env: Record<string, string>): Promise<void> {
  await access.close();
  world = await world.restart(env);
  access = await openChainAccess(world);
}

let before: { supply: bigint; owed: bigint; lamports: bigint; utility: bigint };

test('a lot above the limit is not bought', async () => {
  marketId = await world.createMarket();
  await world.bet(marketId, 'alice', 'Yes', 4);
  await world.bet(marketId, 'bob', 'No', 1);
  await world.advance(3_600);
  await expect.poll(async () => (await vault()).feesBurn).toBe(2n * LOT);
  await expect.poll(async () => (await vault()).feesDeveloper).toBe(0n);
  before = { supply: await supply(), owed: (await vault()).owed, ...(await buyerHolds()) };
  await world.advance(5);
  expect(await vault()).toMatchObject({ feesBurn: 2n * LOT, burnedTotal: 0n, owed: before.owed });
  expect(await supply()).toBe(before.supply);
  expect((await detail()).feesCollected).toEqual({ burned: '0.2 SOL', developer: '0.2 SOL' });
  await expectConserved();
});

test('after a restart with a higher limit one lot is bought at it, and no more', async () => {
  await restart({});
  // The price falls from eight times the limit, and is there after 54 seconds of the round's 60.
  await world.advance(55);
  const { utilityBurnedTotal, ...sol } = await vault();
  expect(sol).toMatchObject({ feesBurn: LOT, burnedTotal: LOT, owed: before.owed - LOT });
  expect(utilityBurnedTotal).toBeLessThanOrEqual(LIMIT);
  expect(utilityBurnedTotal).toBeGreaterThan(NEAR_LIMIT);
  expect(sol).toMatchObject({ clearingPrice: utilityBurnedTotal });
  expect(await supply()).toBe(before.supply - utilityBurnedTotal);
  expect(await buyerHolds()).toEqual({
    lamports: before.lamports + LOT,
    utility: before.utility - utilityBurnedTotal,
  });
  expect((await detail()).feesCollected).toEqual({ burned: '0.2 SOL', developer: '0.2 SOL' });
  await expectConserved();
});

test('the next lot turns the whole share into UTILITY, burned to the base unit', async () => {
  const { utilityBurnedTotal: first, roundStartedAt } = await vault();
  // Far beyond that time: the clock stops where the wallet buys, so it pays the same.
  await world.advance(86_400);
  const { utilityBurnedTotal: total, ...sol } = await vault();
  expect(sol).toMatchObject({ feesBurn: 0n, burnedTotal: 2n * LOT });
  // One round sells one lot: this one was bought in the next.
  expect(sol.roundStartedAt).toBe(roundStartedAt + 60n);
  expect(total - first).toBeLessThanOrEqual(LIMIT);
  expect(total - first).toBeGreaterThan(NEAR_LIMIT);
  expect(await supply()).toBe(before.supply - total);
  const { body: receipt } = await world.get(`/markets/${marketId}/resolution`);
  const sales = receipt.transactions.filter(({ kind }: { kind: string }) => kind === 'bought_back');
  expect(sales).toHaveLength(2);
  expect((await detail()).feesCollected).toEqual({
    ...{ burned: '0.2 SOL', developer: '0.2 SOL' },
    burnedUtility: `${formatAmount(total as never, 6)} UTILITY`,
    burnTransactionId: sales[1].transactionId,
  });
  await expectConserved();
});

test('less than a lot waits for more', async () => {
  const { utilityBurnedTotal } = await vault();
  const small = await world.createMarket();
  await world.bet(small, 'alice', 'Yes', '1.9');
  await world.bet(small, 'bob', 'No', 1);
  await world.advance(3_600);
  await expect.poll(async () => (await vault()).feesBurn).toBe(95_000_000n);
  await world.advance(600);
  expect(await vault()).toMatchObject({ feesBurn: 95_000_000n, utilityBurnedTotal });
  const { feesCollected } = (await world.get(`/markets/${small}`)).body;
  expect(feesCollected).toEqual({ burned: '0.095 SOL', developer: '0.095 SOL' });
});
