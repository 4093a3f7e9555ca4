// Who takes part in an attack, and the terms that they meet.
import { bettorAddress } from '../../support/build.ts';
import { keys } from '../../support/genesis.ts';
import { createKey, type Key } from '../../support/key.ts';
import { TERMS } from '../../support/terms.ts';
import type { World } from '../../support/world.ts';

export const DAY = 86_400n;

/** Decides the market that names an oracle of its own. */
export const referee = createKey('referee');
export const { alice } = keys;
/** Has no SOL: the operator opened its Bettor. */
export const poor = keys.bob;
/** The wallet of whoever attacks, which has all it needs next to the stolen key. */
export const attacker = keys.carol;
export const wallets: readonly Key[] = [alice, poor];

/** The wallets that have a Bettor now. */
export const listBettors = (world: World): Key[] =>
  wallets.filter((wallet) => world.findAccount(bettorAddress(wallet)));

/** Each of these keys is stolen in turn. */
export const stealable: readonly Key[] = [
  alice,
  keys.creator,
  keys.keeper,
  keys.operator,
  keys.oracle,
  keys.guardian,
  keys.admin,
  keys.treasury,
];
export const everybody: readonly Key[] = [...stealable, poor, attacker, referee];

/** Whoever bets for others may do so in markets that end within this time. */
export const HORIZON = 400n * DAY;
/** As on a cluster: an outcome waits for an hour, a change for two days. */
export const STAGE_TERMS = {
  ...TERMS,
  vetoSeconds: 3_600,
  changeDelay: 172_800,
  leadSeconds: 30,
  horizonSeconds: Number(HORIZON),
};
/** The treasury owns it, but it is not its associated token account. */
export const secondToken = createKey('second token account of the treasury').address;

export const counter = createKey('observed counter').address;
export const curve = createKey('observed curve').address;
/** Prices at the expiry of the timed fact's market. */
export const prices = { met: createKey('high price').address, not: createKey('low price').address };
