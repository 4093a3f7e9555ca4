// A relayer that cannot pay, in the seconds before the watch notices: an answer that says so.
import { address } from '@solana/kit';
import { DomainError } from '@tote/domain';
import { expect, test } from 'vitest';
import { bet, callerOf, createBetting, keyed } from './betting.ts';
import { marketInput } from './prepared-world.ts';

const SYSTEM = address('11111111111111111111111111111111');
const OUT_OF_FUNDS = { code: 'relayer_out_of_funds', status: 503 };

async function start() {
  const betting = await createBetting();
  const { localnet, relayer } = betting.world;
  const setFunds = (lamports: bigint) =>
    localnet.sandbox.setAccount(relayer.address, {
      ...{ lamports, owner: SYSTEM, data: new Uint8Array() },
    });
  return { ...betting, setFunds };
}

test.each([0n, 3_000n])('a bet with %s lamports for its fee', async (lamports) => {
  const { world, placeBet, createMarket, setFunds } = await start();
  const { id } = await createMarket();
  const { wallet } = await world.openBettor();
  const before = await world.chain.accounts.findBettor(wallet.address);
  const place = () => placeBet(callerOf(wallet.address), bet(id), keyed('one'));
  await setFunds(lamports);
  await expect(place()).rejects.toMatchObject(OUT_OF_FUNDS);
  expect(await world.chain.accounts.findBettor(wallet.address)).toEqual(before);
  await setFunds(10_000_000_000n);
  // A failure of the service may be tried again with the same key.
  expect(await place()).toMatchObject({ state: 'confirmed' });
});

test('a market whose rent is more than there is', async () => {
  const { world, create, setFunds } = await start();
  const { wallet } = await world.openBettor();
  const market = marketInput(world);
  await setFunds(2_000_000n);
  const creating = create(callerOf(wallet.address), market);
  await expect(creating).rejects.toMatchObject(OUT_OF_FUNDS);
  await expect(creating).rejects.toBeInstanceOf(DomainError);
  await setFunds(10_000_000_000n);
  const created = await create(callerOf(wallet.address), market);
  expect(created.market).toMatchObject({ question: market.question });
});
