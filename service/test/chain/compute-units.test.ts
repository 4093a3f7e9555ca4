import type { Address } from '@solana/kit';
import { Outcome } from '@tote/program-client';
import { expect, test } from 'vitest';
import { placeBetsUnits } from '../../src/chain/compute-units.ts';
import { PlaceBetsTemplate } from '../../src/chain/place-bets-template.ts';
import { createWorld, MINIMUM_SOL } from './world.ts';

test('the limit suffices when every hint is wrong and every slot has to be looked at', async () => {
  const world = await createWorld();
  const { chain, relayer } = world;
  const market = await world.createMarket();
  const slots = 200;
  const bettors = await Promise.all(Array.from({ length: 4 }, () => world.openBettor({ slots })));
  const template = new PlaceBetsTemplate({
    programAddress: chain.programAddress,
    delegate: relayer.address,
    market,
    currency: 0,
    gate: chain.addresses.config,
  });
  const place = async (betId: number, slot: number) => {
    const bets = await Promise.all(
      bettors.map(async ({ wallet, bettor }) => {
        const account = await chain.accounts.findBettor(wallet.address);
        const { epoch = 0n } = account ?? {};
        return { bettor, outcome: Outcome.Yes, amount: MINIMUM_SOL, epoch, betId, slot };
      }),
    );
    const limit = placeBetsUnits(bets.map(() => slots));
    const signed = template.sign(bets, await chain.blockhashes.latest(), relayer, limit);
    const landing = await chain.lander.land(signed);
    if (landing.kind !== 'landed' || landing.landed.error) throw new Error('it did not land');
    return { limit, used: unitsOf(landing.landed.logs, chain.programAddress) };
  };
  const first = await place(1, slots - 1);
  const second = await place(2, 0);
  for (const { used, limit } of [first, second]) {
    expect(used).toBeGreaterThan(0);
    expect(used).toBeLessThan(limit / 2);
  }
});

function unitsOf(logs: readonly string[], programAddress: Address): number {
  const line = logs.find((one) => one.startsWith(`Program ${programAddress} consumed`));
  return Number(line?.split(' ')[3] ?? 0);
}
