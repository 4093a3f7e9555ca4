// Markets that count the tokens of the demo launchpad, from creation to payout and verification.

import type { Address } from '@solana/kit';
import { openNewWallet } from '@tote/cli/demo/new-wallet';
import { TOTE_PROGRAM_ADDRESS } from '@tote/program-client';
import { decimal } from '@tote/sdk';
import { parseMarket } from '@tote/verify/addresses';
import { fetchReceipt } from '@tote/verify/fetch-receipt';
import { createNode } from '@tote/verify/history/node';
import { verifyReceipt } from '@tote/verify/verify-market';
import { beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../../../../tools/test-setup/until.ts';
import { useWorld } from '../../../support/use-world.ts';

const world = useWorld();
let [soon, few, many] = ['', '', ''];

beforeAll(async () => {
  const { now } = (await world.get('/config')).body;
  const expireAt = new Date(Date.parse(now) + 3_000_000).toISOString();
  const create = (comparator: string, threshold: number) =>
    world.createMarket({
      ...{ question: 'Will it be so?', expireAt, currency: 'SOL' },
      condition: {
        ...{ type: 'launchpad_count', launchpad: 'demo', event: 'migrated' },
        ...{ comparator, threshold },
      },
    });
  soon = await create('gte', 2);
  few = await create('lt', 1_000);
  many = await create('gt', 1_000);
  const { tote } = await openNewWallet(world.service.baseUrl, { SOL: '30' });
  for (const outcome of ['Yes', 'No'] as const) {
    for (const marketId of [soon, few, many]) {
      const bet = { marketId, outcome, amount: decimal('1') };
      await tote.placeBet({ ...bet, signedBy: 'wallet', wait: 'confirmed' });
    }
  }
});

test('the count is shown with its target, and ends the market as soon as it is reached', async () => {
  const { conditionProgress, status } = await world.detail(many);
  expect(status).toBe('open');
  expect(conditionProgress).toEqual({
    currentCount: expect.any(Number),
    target: 1_000,
    unit: 'migrations',
  });
  await world.advance(900);
  await until(async () => expect((await world.detail(soon)).winningOutcome).toBe('Yes'));
  expect((await world.detail(few)).status).toBe('open');
  expect((await world.detail(many)).conditionProgress.currentCount).toBeGreaterThanOrEqual(2);
});

describe('after a restart, at the end', () => {
  beforeAll(async () => {
    Object.assign(world, await world.restart());
    await world.advance(2_200);
  });

  test('the final count decides, also what was not to happen', async () => {
    await until(async () => expect((await world.detail(few)).winningOutcome).toBe('Yes'));
    await until(async () => expect((await world.detail(many)).winningOutcome).toBe('No'));
  });

  test('the receipt has the count, and the launches are served', async () => {
    const { body: receipt } = await world.get(`/markets/${few}/resolution`);
    const [{ launches }] = receipt.observations;
    const { body: leaves } = await world.get(`/markets/${few}/launches`);
    expect(launches).toMatchObject({ launchpad: 'demo', event: 'migrated', nodes: 1 });
    expect(leaves.length).toBe(launches.count);
    expect(launches.count).toBeGreaterThan(2);
    expect((await world.get(`/markets/${few}/samples`)).body).toEqual([]);
    const { body: some } = await world.get(`/markets/${soon}/launches`);
    expect(leaves.slice(0, some.length)).toEqual(some);
  });

  test('anyone can count again, and a launch that is left out or changed is noticed', async () => {
    const chain = { node: createNode(world.demo.rpcUrl), programAddress: TOTE_PROGRAM_ADDRESS };
    const { baseUrl } = world.service;
    for (const id of [soon, few, many]) {
      const served = await fetchReceipt(baseUrl, id);
      const verify = async (launches = served.launches) => {
        const market = parseMarket(id) as Address;
        const { checks } = await verifyReceipt(chain, market, { ...served, launches });
        return checks.filter(({ status }) => status === 'different').map(({ name }) => name);
      };
      expect(await verify()).toEqual([]);
      expect(await verify(served.launches.slice(1))).toContain('launches');
      const [first, second] = served.launches as { mint: string }[];
      const swapped = [{ ...first, mint: second?.mint }, ...served.launches.slice(1)];
      const unsigned = await verify([{ ...first, signature: 'none' }] as typeof served.launches);
      expect(unsigned).toContain('launch none');
      const found = await verify(swapped as typeof served.launches);
      expect(found).toContain('launches');
      expect(found.some((name) => name.startsWith('launch '))).toBe(true);
    }
  });
});
