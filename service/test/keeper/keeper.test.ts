import { amount } from '@tote/domain';
import { expect, test } from 'vitest';
import { createKeeper } from '../../src/keeper/keeper.ts';
import { recordAttestation } from '../../src/store/journal/attestations.ts';
import type { MarketView } from '../../src/store/projection/market-view.ts';
import { SILENT_LOG } from '../support/silent-log.ts';
import {
  balanceOf,
  createBettor,
  createMarket,
  eventually,
  getMarket,
  passTime,
  placeBet,
  SOL,
  useWorld,
  type World,
} from './support.ts';

const world = useWorld();

const isGone = (market: MarketView) => () =>
  world.chain.accounts.findMarket(market.address).then((account) => account === null);
const awaitGone = (market: MarketView) => eventually(isGone(market), (gone) => gone);

test('at the expiry: attested in time while no keeper ran: Yes', async () => {
  const market = await createMarket(world);
  await world.store.write((db) => recordAttestation(db, attestationOf(market)));
  await passTime(world, 3_600);
  world.keeper().start();
  await awaitGone(market);
  expect((await getMarket(world, market.id)).end?.outcome).toBe('Yes');
});

const attestationOf = (market: MarketView) => ({
  marketId: market.id,
  outcome: 'Yes' as const,
  evidence: 'It rained.',
  wallet: world.keys.oracle.address,
  createdAt: market.createdAt,
});

test('before the expiry: an unused attestation ends the market as Yes; the rent is returned at the expiry', async () => {
  const [yes, no] = [await createBettor(world), await createBettor(world)];
  const market = await createMarket(world);
  await placeBet(world, market, yes, { outcome: 'Yes', stake: amount(10n * SOL) });
  await placeBet(world, market, no, { outcome: 'No', stake: amount(20n * SOL) });
  await world.store.write((db) => recordAttestation(db, attestationOf(market)));
  world.keeper().start();
  const settled = await eventually(
    () => getMarket(world, market.id),
    (view) => view.end?.areFeesMoved === true,
  );
  expect(settled.end).toMatchObject({ kind: 'resolved', outcome: 'Yes', developer: SOL });
  expect((await balanceOf(world, yes))[0]).toBe(118n * SOL);
  expect(await isGone(market)()).toBe(false);
  await passTime(world, 3_600);
  await awaitGone(market);
});

test('a market that fails is retried and blocks no other', async () => {
  const [stuck, other] = [
    await createMarket(world, { expiresIn: 100 }),
    await createMarket(world, { expiresIn: 200 }),
  ];
  let isBroken = true;
  const sign: World['chain']['sign'] = async (instructions, ...rest) => {
    const isStuck = instructions.some(({ accounts = [] }) =>
      accounts.some(({ address }) => address === stuck.address),
    );
    if (isBroken && isStuck) throw new Error('the key is unavailable');
    return world.chain.sign(instructions, ...rest);
  };
  const chain = { ...world.chain, sign };
  const keeper = createKeeper({ ...world, chain, log: SILENT_LOG });
  keeper.start();
  await passTime(world, 300);
  await awaitGone(other);
  const status = await keeper.findResolutionStatus(stuck.id);
  expect(status?.lastFailure).not.toBeNull();
  expect(status?.nextTryAt).toBeGreaterThanOrEqual(world.chain.clock.now());
  isBroken = false;
  await awaitGone(stuck);
  await keeper.stop();
});
