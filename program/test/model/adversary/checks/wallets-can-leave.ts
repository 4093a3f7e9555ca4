import type { Address } from '@solana/kit';
import { Currency } from '@tote/program-client';
import { bettorAddress } from '../../../support/build.ts';
import { findKey, type Key } from '../../../support/key.ts';
import { attacker, DAY, HORIZON, listBettors } from '../cast.ts';
import type { Stage } from '../stage.ts';
import { violate } from './violation.ts';

const CHECK = 'every wallet can take out what it owns and close, without help';
const REFUND_SECONDS_MAX = 30n * DAY;
const TOKEN_ACCOUNT_BYTES = 165;
const { Sol, Utility } = Currency;

/** Within the time in which everything ends that others bet for it, and against dust. */
export function walletsCanLeave(stage: Stage): void {
  for (const wallet of listBettors(stage.world)) {
    const problem = stage.world.whatIf(() => leave(stage, wallet));
    if (problem) violate(CHECK, `${wallet.name} ${problem}`);
  }
}

/** Returns what went wrong. */
function leave(stage: Stage, wallet: Key): string | undefined {
  const { world } = stage;
  const { build } = world;
  stage.try(build.setDelegate(wallet, null));
  world.advance(HORIZON + REFUND_SECONDS_MAX);
  for (const market of new Set(positionsOf(stage, wallet))) {
    stage.try(build.refundMarket(market));
    stage.try(build.settlePositions(market, [wallet]));
  }
  const { available, rentPayer } = stage.getBettor(wallet);
  const before = [Sol, Utility].map((currency) => world.getCoins(wallet, currency));
  for (const currency of [Sol, Utility]) {
    // Somebody leaves dust in front of each transaction that the wallet signs.
    stage.try(build.deposit(wallet, currency, 1n, { authority: attacker }));
    const amount = available[currency] ?? 0n;
    if (amount > 0n) stage.try(build.withdraw(wallet, currency, amount));
  }
  const isForfeiting = true;
  stage.try(build.closeBettor(wallet, { rentPayer: findKey(rentPayer), isForfeiting }));
  if (world.findAccount(bettorAddress(wallet))) return 'cannot close its Bettor';
  for (const currency of [Sol, Utility]) {
    const owned = available[currency] ?? 0n;
    const received = world.getCoins(wallet, currency) - (before[currency] ?? 0n);
    const dust = world.rent(currency === Sol ? 0 : TOKEN_ACCOUNT_BYTES);
    if (received < owned && owned >= dust) return `got ${received} of ${owned}`;
  }
  return undefined;
}

function positionsOf(stage: Stage, wallet: Key): Address[] {
  const { slots } = stage.getBettor(wallet);
  return slots
    .filter(({ stakeYes, stakeNo }) => stakeYes + stakeNo > 0n)
    .map(({ market }) => market);
}
