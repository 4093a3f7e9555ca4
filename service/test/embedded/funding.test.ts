// The service's own keys do not depend on the faucet, which anybody may use.
import { join } from 'node:path';
import { createSolanaRpc, lamports } from '@solana/kit';
import { createKey } from '@tote/chain/key';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadEmbeddedKeys, loadKey } from '../../src/settings/keys.ts';
import { World } from '../support/world.ts';
import { onChain } from './support.ts';

const SOL = 1_000_000_000n;
const confirmed = { commitment: 'confirmed' } as const;

let world: World;
beforeEach(async () => {
  world = await World.start();
});
afterEach(() => world.close());

const folder = () => ({ dir: join(world.dir, 'keys'), mayCreate: false });

test('a new chain begins with funded keys: nothing was taken from the faucet', async () => {
  const { admin, relayer, oracle, keeper } = await loadEmbeddedKeys(folder());
  const treasury = await loadKey(folder(), 'treasury');
  await world.service.close();
  await onChain(world.dir, async ({ rpc, faucetAddress }) => {
    expect(await rpc.getSignaturesForAddress(faucetAddress, confirmed).send()).toEqual([]);
    const rent = await rpc.getMinimumBalanceForRentExemption(0n).send();
    expect((await rpc.getBalance(treasury.address, confirmed).send()).value).toBeGreaterThanOrEqual(
      rent,
    );
    for (const { address } of [admin, relayer, oracle, keeper]) {
      expect((await rpc.getBalance(address, confirmed).send()).value).toBeGreaterThan(9_000n * SOL);
    }
  });
});

test.each([0n, 1_000_000n])(
  'a service with drained keys and a faucet that holds %d lamports starts again and works',
  async (left) => {
    const { admin, relayer, oracle, keeper } = await loadEmbeddedKeys(folder());
    await world.service.close();
    await onChain(world.dir, async ({ sandbox, faucetAddress }) => {
      await sandbox.setAccount(faucetAddress, { lamports: left });
      for (const { address } of [admin, relayer, oracle, keeper]) {
        await sandbox.setAccount(address, { lamports: 2_000_000n });
      }
    });
    world = await World.start({}, world.dir);
    const id = await world.createMarket();
    expect((await world.bet(id, 'alice', 'Yes', 1)).status).toBe(201);
    const { status } = await world.post(
      '/faucet',
      { currency: 'SOL', amount: 1_000 },
      { as: 'bob' },
    );
    expect(status).toBe(200);
    const { rpcUrl } = world.demo;
    const { address } = await createKey();
    await createSolanaRpc(rpcUrl).requestAirdrop(address, lamports(SOL)).send();
  },
);
