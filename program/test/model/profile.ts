import fc from 'fast-check';
import { AUCTION, TERMS, type Terms } from '../support/terms.ts';

/** How large the amounts of a run are. */
export interface Profile {
  readonly name: string;
  readonly terms: Terms;
  readonly auction: typeof AUCTION;
  /** What each of the wallets holds at the start, in base units of each currency. */
  readonly walletCoins: readonly bigint[];
  /** What a prologue puts on each balance. */
  readonly firstDeposit: bigint;
  readonly stakes: fc.Arbitrary<bigint>;
  readonly deposits: fc.Arbitrary<bigint>;
  readonly minimumStakes: readonly bigint[];
  /** Minimums of states that only this profile reaches: see run.ts. */
  readonly ownMinimums: Readonly<Record<string, number>>;
}

/** A few base units: here a rounding error is as large as the stake. */
export const SMALL_AMOUNTS: Profile = {
  name: 'small amounts',
  terms: { ...TERMS, vetoSeconds: 60, minimumStakeSol: 2n, minimumStakeUtility: 1n },
  auction: { lot: 5n, firstPrice: 40n, roundSeconds: 600n },
  walletCoins: [10n ** 12n, 10n ** 12n, 10n ** 12n, 10n ** 12n],
  firstDeposit: 211n,
  stakes: fc.bigInt({ min: 1n, max: 60n }),
  deposits: fc.bigInt({ min: 1n, max: 300n }),
  minimumStakes: [1n, 2n, 7n],
  ownMinimums: { 'UTILITY left behind': 100 },
};

const LARGE = 2n ** 62n;

/** Up to 2^63 - 1 together: here the products need 128 bits, and sums meet their bounds. */
export const LARGE_AMOUNTS: Profile = {
  name: 'large amounts',
  terms: { ...TERMS, vetoSeconds: 60 },
  auction: AUCTION,
  walletCoins: [2n ** 63n, 2n ** 62n, 2n ** 61n, 2n ** 60n],
  firstDeposit: 20_000_000_000n,
  stakes: fc.oneof(
    { weight: 3, arbitrary: fc.bigInt({ min: 100_000n, max: 3_000_000_000n }) },
    { weight: 1, arbitrary: fc.bigInt({ min: 1n, max: LARGE / 4n }) },
  ),
  deposits: fc.oneof(
    fc.bigInt({ min: 1n, max: 20_000_000_000n }),
    fc.bigInt({ min: 1n, max: LARGE }),
  ),
  minimumStakes: [1n, 1_000n, 100_000n],
  ownMinimums: { 'refused: TotalTooLarge': 10 },
};
