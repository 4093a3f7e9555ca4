// The vault's own rent is not counted, whatever rent costs today.

import type { Chain } from '@tote/chain/chain';
import { expect, onTestFinished, test } from 'vitest';
import { createWorld, SOL, type World } from '../../../packages/chain/test/world.ts';
import { readReserves } from '../../src/auditor/read-reserves.ts';
import { openStore } from '../../src/store/open-store.ts';

async function createReader() {
  const world = await createWorld();
  const store = await openStore({ wallMs: Date.now });
  onTestFinished(() => store.close());
  await world.openBettor({ sol: 7n * SOL });
  const read = async (chain: Chain = world.chain) =>
    (await readReserves({ chain, store, wallMs: Date.now })).reserves.SOL;
  return { world, read };
}

/** The chain with another price of rent. */
function withRent({ chain }: World, factor: bigint): Chain {
  const rpc = new Proxy(chain.rpc, {
    get(target, name, receiver) {
      if (name !== 'getMinimumBalanceForRentExemption') return Reflect.get(target, name, receiver);
      return (bytes: bigint) => ({
        send: async () =>
          (factor * (await target.getMinimumBalanceForRentExemption(bytes).send())) / 2n,
      });
    },
  });
  return { ...chain, rpc };
}

test('the ten rents in the vault are not counted', async () => {
  const { world, read } = await createReader();
  const { chain } = world;
  const { value } = await chain.rpc.getBalance(chain.addresses.vaultSol).send();
  const rent = await chain.rpc.getMinimumBalanceForRentExemption(152n).send();
  expect(value).toBe(7n * SOL + 10n * rent);
  expect(await read()).toMatchObject({ vault: 7n * SOL, owed: 7n * SOL, surplus: 0n });
});

test('a donation is a surplus, to the lamport', async () => {
  const { world, read } = await createReader();
  const { chain, localnet } = world;
  const at = chain.addresses.vaultSol;
  const { value } = await chain.rpc.getAccountInfo(at, { encoding: 'base64' }).send();
  if (!value) throw new Error('there is no vault');
  const data = new Uint8Array(Buffer.from(value.data[0], 'base64'));
  const { lamports, owner } = value;
  await localnet.sandbox.setAccount(at, { lamports: lamports + 5n, owner, data });
  expect(await read()).toMatchObject({ vault: 7n * SOL + 5n, owed: 7n * SOL, surplus: 5n });
});

test('a higher rent never makes a deficit, and a lower one is a surplus', async () => {
  const { world, read } = await createReader();
  const higher = await read(withRent(world, 4n));
  expect(higher).toMatchObject({ vault: 7n * SOL, owed: 7n * SOL, surplus: 0n });
  const rent = await world.chain.rpc.getMinimumBalanceForRentExemption(152n).send();
  const cheaper = await read(withRent(world, 1n));
  expect(cheaper).toMatchObject({ vault: 7n * SOL + 5n * rent, surplus: 5n * rent });
});
