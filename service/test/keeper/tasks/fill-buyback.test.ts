// The demo wallet of the embedded chain fills the buyback: it buys each lot when its price has
// fallen to the wallet's limit, and the UTILITY is burned.

import { fetchMint, fetchToken } from '@solana-program/token';
import { readKeyFile } from '@tote/chain/key';
import { formatAmount } from '@tote/domain';
import { findEvents, findTokenAccount } from '@tote/program-client';
import { expect, test } from 'vitest';
import { keyFile } from '../../../src/settings/keys.ts';
import { restartWith, useChainAccess } from '../../conformance/support/chain-access.ts';
import { useWorld } from '../../support/use-world.ts';

const LOT = 100_000_000n;
/** The limit of 10,000 UTILITY per SOL, for a lot. */
const LIMIT = 1_000_000_000n;
const ROUND_SECONDS = 60n;

// A tenth of a UTILITY per lot: the auction's first round never gets there.
const world = useWorld({ TOTE_BUYBACK_LIMIT: '1' });
const access = useChainAccess(world);
let marketId: string;

const detail = () => world.detail(marketId);
const vault = async () => (await access.chain.accounts.getVaults()).sol;
const supply = async () => {
  const { utilityMint } = await access.chain.accounts.getUtility();
  return (await fetchMint(access.chain.rpc, utilityMint)).data.supply;
};
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

/** The price and the time of each lot that the share of the market is a part of. */
async function listSales() {
  const { body: receipt } = await world.get(`/markets/${marketId}/resolution`);
  const ids = receipt.transactions.flatMap(
    ({ kind, transactionId }: { kind: string; transactionId: string }) =>
      kind === 'bought_back' ? [transactionId] : [],
  );
  const { fetchLanded, programAddress } = access.chain;
  return Promise.all(
    ids.map(async (id: string) => {
      const { logs = [], blockTime = 0n } = (await fetchLanded(id)) ?? {};
      const event = findEvents(logs, programAddress).find(({ name }) => name === 'BoughtBack');
      return { id, price: event?.name === 'BoughtBack' ? event.price : 0n, blockTime };
    }),
  );
}

const IN_SOL = { burned: '0.25 SOL', developer: '0.25 SOL' };
let before: { supply: bigint; owed: bigint; lamports: bigint; utility: bigint };

test('a lot above the limit is not bought', async () => {
  marketId = await world.createMarket();
  await world.bet(marketId, 'alice', 'Yes', 5);
  await world.bet(marketId, 'bob', 'No', 1);
  await world.advance(3_600);
  const feesBurn = (5n * LOT) / 2n;
  await expect.poll(async () => (await vault()).feesBurn).toBe(feesBurn);
  await expect.poll(async () => (await vault()).feesDeveloper).toBe(0n);
  before = { supply: await supply(), owed: (await vault()).owed, ...(await buyerHolds()) };
  await world.advance(5);
  expect(await vault()).toMatchObject({ feesBurn, burnedTotal: 0n, owed: before.owed });
  expect(await supply()).toBe(before.supply);
  expect((await detail()).feesCollected).toEqual(IN_SOL);
  await expectConserved();
});

test('after a restart with a higher limit each round sells one lot, and less than a lot waits', async () => {
  const { roundStartedAt } = await vault();
  await restartWith(world, access);
  await world.finishBuyback();
  const { utilityBurnedTotal: total, ...sol } = await vault();
  const sold = 2n * LOT;
  expect(sol).toMatchObject({ feesBurn: LOT / 2n, burnedTotal: sold, owed: before.owed - sold });
  expect(await supply()).toBe(before.supply - total);
  const { lamports, utility } = before;
  expect(await buyerHolds()).toEqual({ lamports: lamports + sold, utility: utility - total });
  const [first, second, ...more] = await listSales();
  expect(more).toEqual([]);
  expect(first.price + second.price).toBe(total);
  for (const { price } of [first, second]) {
    expect(price).toBeGreaterThan(0n);
    expect(price).toBeLessThanOrEqual(LIMIT);
  }
  const roundOf = (at: bigint) => (at - roundStartedAt) / ROUND_SECONDS;
  expect(roundOf(second.blockTime)).toBeGreaterThan(roundOf(first.blockTime));
  // A part of the share is left.
  expect((await detail()).feesCollected).toEqual(IN_SOL);
  await expectConserved();
});

test('the next lot turns the whole share into UTILITY, burned to the base unit', async () => {
  const next = await world.createMarket();
  await world.bet(next, 'alice', 'Yes', 1);
  await world.bet(next, 'bob', 'No', 1);
  await world.advance(3_600);
  const received = async () => {
    const { feesBurn, burnedTotal } = await vault();
    return feesBurn + burnedTotal;
  };
  await expect.poll(received).toBe(3n * LOT);
  await world.finishBuyback();
  const [first, second, third] = await listSales();
  const burned = first.price + second.price + third.price / 2n;
  await expect
    .poll(async () => (await detail()).feesCollected)
    .toEqual({
      ...IN_SOL,
      burnedUtility: `${formatAmount(burned, 6)} UTILITY`,
      burnTransactionId: third.id,
    });
  expect(await supply()).toBe(before.supply - first.price - second.price - third.price);
  await expectConserved();
});
