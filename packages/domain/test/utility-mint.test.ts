import { describe, expect, test } from 'vitest';
import { CLASSIC_TOKEN_PROGRAM, checkUtilityMint } from '../src/index.ts';
import { refusalOf } from './support/refusals.ts';
import { readVectors, type VectorCase } from './support/vectors.ts';

interface MintCase extends VectorCase {
  owner: string;
  sizeBytes: string;
  isInitialized: boolean;
  hasFreezeAuthority: boolean;
  decimals: string;
  expected?: string;
  error?: string;
}

describe('vectors/utility-mints.json', () => {
  test.each(readVectors<MintCase>('utility-mints.json'))('$name', (vector) => {
    const mint = {
      ...vector,
      sizeBytes: Number(vector.sizeBytes),
      decimals: Number(vector.decimals),
    };
    if (vector.error !== undefined) {
      expect(refusalOf(() => checkUtilityMint(mint))).toBe(vector.error);
    } else {
      expect(checkUtilityMint(mint)).toBe(Number(vector.expected));
    }
  });
});

test('18 decimals are the maximum', () => {
  const mint = {
    owner: CLASSIC_TOKEN_PROGRAM,
    sizeBytes: 82,
    isInitialized: true,
    hasFreezeAuthority: false,
  };
  expect(checkUtilityMint({ ...mint, decimals: 18 })).toBe(18);
  for (const decimals of [19, -1, 1.5, Number.NaN]) {
    const action = () => checkUtilityMint({ ...mint, decimals });
    expect(refusalOf(action)).toBe('utility_mint_unsupported');
  }
});
