// Markets that have come to an end, for the tests of what happens afterwards.
import type { Address } from '@solana/kit';
import { Currency, Outcome } from '@tote/program-client';
import { bettorAddress, type MarketInput } from './build.ts';
import { keys } from './genesis.ts';
import type { Key } from './key.ts';
import type { World } from './world.ts';

export interface EndedMarket extends MarketInput {
  /** Alice's stake. She wins. */
  yes?: bigint;
  /** Bob's stake. */
  no?: bigint;
}

/** Opens a Bettor for each, unless there is one, and gives it this much of both currencies. */
export function fund(world: World, amount: bigint, ...wallets: Key[]): void {
  for (const wallet of wallets) {
    if (!world.findAccount(bettorAddress(wallet))) world.bettor(wallet, { isDelegated: false });
    world.must(world.build.deposit(wallet, Currency.Sol, amount));
    world.must(world.build.deposit(wallet, Currency.Utility, amount));
  }
}

/** Alice bets on Yes, Bob on No, and the oracle says Yes. Nobody is paid yet. */
export function resolvedMarket(world: World, { yes = 0n, no = 0n, ...input }: EndedMarket = {}) {
  const { alice, bob } = keys;
  fund(world, yes > no ? yes : no, ...(yes + no > 0n ? [alice, bob] : []));
  const market = world.createMarket(input);
  if (yes > 0n) world.bet(alice, market, Outcome.Yes, yes);
  if (no > 0n) world.bet(bob, market, Outcome.No, no);
  world.resolve(market, Outcome.Yes);
  return market;
}

/** The same, with everybody settled. */
export function settledMarket(world: World, input: EndedMarket): Address {
  const market = resolvedMarket(world, input);
  const wallets = [...(input.yes ? [keys.alice] : []), ...(input.no ? [keys.bob] : [])];
  if (wallets.length > 0) world.settle(market, ...wallets);
  return market;
}

/** The same, closed: its fees are in the vault. */
export function closedMarket(world: World, input: EndedMarket): Address {
  const market = settledMarket(world, input);
  world.must(world.build.closeMarket(market));
  return market;
}
