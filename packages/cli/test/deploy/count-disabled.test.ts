import { Currency, MarketSource } from '@tote/program-client';
import { expect, test } from 'vitest';
import { createHistory, SOL } from '../../../../service/test/support/history.ts';
import { countDelegations, countFreed } from '../../src/deploy/config/count-disabled.ts';

test('counts what a disabled oracle frees: not facts, not what is final or disabled', async () => {
  const history = await createHistory();
  const { chain, oracle, admin, relayer } = history.world;
  const alice = await history.bettor();
  await history.depositUtility(alice, 10n ** 9n);
  const bet = { by: alice, outcome: 'Yes', amount: SOL } as const;
  const before = await history.market();
  await history.bets(before, [bet]);
  await history.disableOracle();
  await history.update({ oracle: oracle.address, vetoSeconds: 600 });
  const [open, proposed, final] = [
    ...[await history.market(), await history.market(), await history.market()],
  ] as const;
  for (const market of [open, proposed, final]) await history.bets(market, [bet]);
  const fact = await history.market({
    isTriggered: false,
    decider: {
      ...{ source: MarketSource.StateFact, account: admin.address, factOwner: oracle.address },
      clauses: [{ offset: 0, type: 'u8', comparator: 'eq', value: 1n }],
    },
  });
  await history.ownBet(fact, bet);
  const utility = await history.market({ currency: Currency.Utility });
  await history.bets(utility, [{ ...bet, amount: 1_500_000n }]);
  await history.resolve(final, 'Yes');
  await history.advance(600);
  await history.resolve(proposed, 'Yes');
  await history.update({ oracle: admin.address });
  await history.bets(await history.market(), [bet]);

  const config = await chain.accounts.getConfig();
  expect(config).toMatchObject({ oracleGeneration: 2, oracleDisabledBelow: 1 });
  const none = { markets: 0, outcomes: 0, stakes: { SOL: '0', UTILITY: '0' } };
  expect(await countFreed(chain, config, 0)).toEqual(none);
  const stakes = { SOL: '2', UTILITY: '1.5' };
  expect(await countFreed(chain, config, 1)).toEqual({ markets: 2, outcomes: 1, stakes });
  const all = { markets: 3, outcomes: 1, stakes: { ...stakes, SOL: '3' } };
  expect(await countFreed(chain, config, 2)).toEqual(all);

  const delegations = (generation: number) => countDelegations(chain, config, generation);
  expect(await delegations(0)).toBe(1);
  const { world } = history;
  const expiresAt = BigInt(chain.clock.now() + 100);
  await world.openBettor({ delegate: admin.address });
  await world.openBettor({ expiresAt });
  await world.openBettor();
  expect(await delegations(0)).toBe(3);
  await history.advance(100);
  expect(await delegations(0)).toBe(2);
  const disabled = { ...config, operatorDisabledBelow: 1 };
  expect(await countDelegations(chain, disabled, 0)).toBe(0);
  expect(relayer.address).toBe(config.operator);
});
