// Choices that several commands make, and what they mean in a model.
import type { Address } from '@solana/kit';
import fc from 'fast-check';
import { addresses, keys } from '../../support/genesis.ts';
import { findKey, type Key } from '../../support/key.ts';
import type { Bettor, Market, Model } from '../model.ts';

const CHOICES_MAX = 59;

/** Any number: which one of a list that is not known yet. */
export const choice = fc.nat(CHOICES_MAX);

export const currency = fc.constantFrom(0 as const, 1 as const);

/** True once in the given number of times. */
export function rarely(times: number): fc.Arbitrary<boolean> {
  return fc.nat(times - 1).map((value) => value === times - 1);
}

/** Null, but for once in the given number of times. */
export function sometimes<T>(arbitrary: fc.Arbitrary<T>, times: number): fc.Arbitrary<T | null> {
  return fc.oneof({ weight: times - 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });
}

/** Null is the right one. A wrong one must cost compute units only, wherever it points. */
export const hint = sometimes(fc.constantFrom(0, 1, 2, 3, 4, 5, 6, 7, 8, 65_535), 4);

export function pick<T>(list: readonly T[], index: number): T | undefined {
  return list[index % list.length];
}

/** From a list that is never empty. */
export function choose<T>(list: readonly T[], index: number): T {
  return list[index % list.length] as T;
}

export function bettorAt(model: Model, index: number): Bettor {
  const bettor = pick(model.bettors, index);
  if (!bettor) throw new Error('there are no bettors');
  return bettor;
}

/** Usually one of those that the command is meant for, sometimes any. */
export const marketChoice = fc.record({ index: choice, isAny: rarely(8) });

export function marketAt(
  model: Model,
  { index, isAny }: { index: number; isAny: boolean },
  isMeant: (market: Market) => boolean,
): Market | undefined {
  const { markets } = model;
  return pick(
    isAny ? markets : markets.filter((market) => !market.isGone && isMeant(market)),
    index,
  );
}

/** Whoever has the key; a stranger tries where nobody does, because it is disabled. */
export function keyOf(address: Address): Key {
  return findKey(address) ?? keys.stranger;
}

/** Accounts that are no Bettors. */
export const strangers: readonly Address[] = [
  keys.stranger.address,
  addresses.vaultSol,
  addresses.config,
];

/** An amount that depends on what there is. */
export type Size =
  | { kind: 'units'; units: bigint }
  | { kind: 'eighths'; count: bigint }
  | { kind: NamedSize };

type NamedSize = 'all' | 'too much' | 'zero' | 'minimum' | 'below minimum';

/** `all` is how likely everything is, in twentieths. */
export function sizes(units: fc.Arbitrary<bigint>, all = 2): fc.Arbitrary<Size> {
  const named = (kind: NamedSize) => fc.constant<Size>({ kind });
  return fc.oneof(
    { weight: 12 - all, arbitrary: units.map((value): Size => ({ kind: 'units', units: value })) },
    {
      weight: 4,
      arbitrary: fc.bigInt({ min: 1n, max: 7n }).map((count): Size => ({ kind: 'eighths', count })),
    },
    { weight: all, arbitrary: named('all') },
    { weight: 1, arbitrary: named('too much') },
    { weight: 1, arbitrary: named('zero') },
    { weight: 1, arbitrary: named('minimum') },
    { weight: 1, arbitrary: named('below minimum') },
  );
}

const U64_MAX = 2n ** 64n - 1n;

export function amountOf(size: Size, available: bigint, minimum = 1n): bigint {
  switch (size.kind) {
    case 'units':
      return size.units;
    case 'eighths':
      return (available * size.count) / 8n;
    case 'all':
      return available;
    case 'too much':
      return available < U64_MAX ? available + 1n : U64_MAX;
    case 'zero':
      return 0n;
    case 'minimum':
      return minimum;
    case 'below minimum':
      return minimum - 1n;
  }
}
