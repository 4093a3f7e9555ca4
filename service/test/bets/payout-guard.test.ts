// The minimum payout ratio of a bet between its check and its landing: other bets land first, the
// process ends, or the transaction is signed again.
import type { Address } from '@solana/kit';
import type { Lander } from '@tote/chain/landing';
import { unixSeconds } from '@tote/domain';
import { expect, test } from 'vitest';
import { SOL } from '../../../packages/chain/test/world.ts';
import { recordAttestation } from '../../src/store/journal/attestations.ts';
import {
  bet,
  callerOf,
  crashAt,
  createBetting,
  keyed,
  startBetting,
} from '../submissions/betting.ts';

const guarded = (marketId: string) => ({ ...bet(marketId, '1'), minPayoutRatio: 28_000 });

/** A market with 2 SOL on No, so that 1 SOL on Yes would be paid 2.8. */
async function createGuarded(bettors: number) {
  const betting = await createBetting();
  const { world, placeBet, createMarket, context } = betting;
  const market = await createMarket();
  const wallets: Address[] = [];
  while (wallets.length <= bettors) {
    const { wallet } = await world.openBettor();
    await context.bettors.read(wallet.address);
    wallets.push(wallet.address);
  }
  const [other, ...rest] = wallets as [Address, ...Address[]];
  await placeBet(callerOf(other), bet(market.id, '2', 'No'));
  const readPools = async () => (await world.chain.accounts.findMarket(market.address))?.pools;
  const readAvailable = async (wallet: Address) =>
    (await world.chain.accounts.findBettor(wallet))?.available[0];
  return { ...betting, market, wallets: rest, other, readPools, readAvailable };
}

test('the guard survives a crash and a new signature', async () => {
  const { world, store, context, ...rest } = await createGuarded(2);
  const { market, wallets, other, createMarket, placeBet, readPools, readAvailable } = rest;
  const [bettor, neighbour] = wallets as [Address, Address];
  const decided = await createMarket();
  const crash = crashAt('before sending');
  const crashing = await startBetting(world, store, { crash, confirmWaitMs: 300 });
  Object.assign(crashing.context, { bettors: context.bettors });
  crashing.context.log.error = () => undefined;
  await Promise.allSettled([
    crashing.placeBet(callerOf(bettor), guarded(market.id), keyed('one')),
    crashing.placeBet(callerOf(neighbour), bet(decided.id), keyed('one')),
  ]);
  await crashing.stop();

  // Meanwhile the ratio falls, and the market of the neighbour is decided.
  await placeBet(callerOf(other), bet(market.id, '1'));
  const said = { outcome: 'Yes', evidence: 'x', wallet: world.oracle.address } as const;
  const attestation = { marketId: decided.id, ...said, createdAt: unixSeconds(1_800_000_000) };
  await store.write((db) => recordAttestation(db, attestation));

  let landings = 0;
  const land: Lander['land'] = async (...args) => {
    landings += 1;
    return landings === 1 ? { kind: 'expired' } : world.chain.lander.land(...args);
  };
  const next = await startBetting(world, store);
  Object.assign(next.context, { chain: { ...world.chain, lander: { land } } });
  await next.recover();
  expect(landings).toBe(2);
  await next.indexer.catchUp();
  const again = next.placeBet(callerOf(bettor), guarded(market.id), keyed('one'));
  await expect(again).rejects.toMatchObject({ code: 'ratio_too_low', params: { ratio: '1.9' } });
  expect(await readPools()).toEqual([SOL, 2n * SOL]);
  expect(await readAvailable(bettor)).toBe(10n * SOL);
  const failed = await store.db.selectFrom('submitted_bets').select('error').execute();
  expect(failed.map(({ error }) => JSON.parse(error ?? '').code).sort()).toEqual([
    ...['condition_already_met', 'ratio_too_low'],
  ]);
});
