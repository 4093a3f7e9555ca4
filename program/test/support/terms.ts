import { Currency, NO_ADDRESS, type Settings } from '@tote/program-client';
import { keys } from './genesis.ts';

/** The terms of the tests' markets: 5 % burned, 5 % to the developer, no veto time, no lead. */
export const TERMS = {
  burnBps: 500,
  developerBps: 500,
  vetoSeconds: 0,
  changeDelay: 0,
  leadSeconds: 0,
  horizonSeconds: 3_650 * 86_400,
  minimumStakeSol: 100_000n,
  minimumStakeUtility: 1_000n,
  operator: keys.operator.address,
  oracle: keys.oracle.address,
  guardian: keys.guardian.address,
  treasury: keys.treasury.address,
};

export type Terms = typeof TERMS;

/** The generation of a delegate or oracle that is no key of the Config. */
export const FOREIGN = 2 ** 32 - 1;

/** What stands in the Config before a change was ever announced. */
export const NO_SETTINGS: Settings = {
  burnBps: 0,
  developerBps: 0,
  vetoSeconds: 0,
  minimumStake: [0n, 0n],
  changeDelay: 0,
  knownProgramsLen: 0,
  leadSeconds: 0,
  horizonSeconds: 0,
  admin: NO_ADDRESS,
  operator: NO_ADDRESS,
  oracle: NO_ADDRESS,
  guardian: NO_ADDRESS,
  treasury: NO_ADDRESS,
  knownPrograms: Array(16).fill(NO_ADDRESS),
};

/** The buyback: lots of 0.1 SOL, the first for about 1,000 UTILITY, an hour per round. */
export const AUCTION = { lot: 100_000_000n, firstPrice: 1_000_000_000n, roundSeconds: 3_600n };

/** For tests of both. */
export const CURRENCIES = [
  ['SOL', Currency.Sol],
  ['UTILITY', Currency.Utility],
] as const;
