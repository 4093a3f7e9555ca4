// A market with many winners in the whole service: each is paid exactly once.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Address } from '@solana/kit';
import { amount } from '@tote/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { count } from '../../../tools/test-setup/stage.ts';
import {
  type Crowd,
  openServiceChain,
  placeStakes,
  readHoldings,
  type ServiceChain,
  seatCrowd,
} from '../support/crowd.ts';
import { comparePayouts, stakesOf, sumCosts } from '../support/payout-checks.ts';
import { World, worldConfig } from '../support/world.ts';

const WINNERS = count(150, 100_000);
const LOSERS = WINNERS / 10;
const BALANCE = amount(10_000_000_000n);
const LAMPORTS_MAX = 250;

let world: World;
let crowd: Crowd;
let serviceChain: ServiceChain;
beforeAll(async () => {
  const dir = mkdtempSync(join(tmpdir(), 'tote-winners-'));
  crowd = await seatCrowd(worldConfig(dir), WINNERS + LOSERS, BALANCE);
  world = await World.start({}, dir);
  serviceChain = await openServiceChain(dir);
});
afterAll(async () => {
  await serviceChain.chain.close();
  await world.close();
});

test('every winner is paid once, to the base unit, for at most 250 lamports each', async () => {
  const id = await world.createMarket();
  const market = id.slice('market_'.length) as Address;
  const stakes = stakesOf(crowd, WINNERS);
  await placeStakes(serviceChain, market, stakes);
  const evidence = 'https://example.com/rain';
  const attested = await world.post(
    `/markets/${id}/attestations`,
    { outcome: 'Yes', evidence },
    { as: 'oracle' },
  );
  expect(attested.status).toBe(200);
  await expect.poll(openPositions, { interval: 500 }).toBe(0);
  const balances = new Map(crowd.map((bettor) => [bettor, BALANCE]));
  expect(await comparePayouts(serviceChain, stakes, balances)).toEqual({ double: 0, missed: 0 });
  const costs = await sumCosts(serviceChain, market);
  expect(costs.positions).toBe(WINNERS + LOSERS);
  expect(costs.lamportsEach).toBeLessThanOrEqual(LAMPORTS_MAX);
  // The largest batches that fit.
  expect(costs.transactions).toBeLessThanOrEqual(Math.ceil((WINNERS + LOSERS) / 61) * 1.2 + 1);
  // The crowd was seated without deposits: all its money is missing in the rows, and shown so.
  const { SOL } = (await world.get('/reserves')).body;
  const missing = SOL.owed - SOL.balances - SOL.pools - SOL.fees;
  expect(Math.round(missing * 1e9)).toBe(crowd.length * Number(BALANCE));
});

async function openPositions(): Promise<number> {
  const holdings = await readHoldings(serviceChain, crowd);
  return holdings.reduce((sum, holding) => sum + holding.openPositions, 0);
}
