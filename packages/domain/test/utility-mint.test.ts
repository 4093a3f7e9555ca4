import { expect, test } from 'vitest';
import { readVectors, type VectorCase } from '../../../tools/test-setup/vectors.ts';
import {
  CLASSIC_TOKEN_PROGRAM,
  checkUtilityMint,
  DomainError,
  TOKEN_2022_PROGRAM,
  tokenAccountBytes,
} from '../src/index.ts';
import { refusalOf } from './support/refusals.ts';

interface MintCase extends VectorCase {
  address: string;
  owner: string;
  sizeBytes: string;
  isInitialized: boolean;
  hasFreezeAuthority: boolean;
  decimals: string;
  extensions: string[];
  expected?: string;
  error?: string;
}

test.each(readVectors<MintCase>('utility-mints.json'))(
  'vectors/utility-mints.json: $name',
  (vector) => {
    const mint = {
      ...vector,
      sizeBytes: Number(vector.sizeBytes),
      decimals: Number(vector.decimals),
      extensions: vector.extensions.map(Number),
    };
    if (vector.error !== undefined) {
      expect(refusalOf(() => checkUtilityMint(mint))).toBe(vector.error);
    } else {
      expect(checkUtilityMint(mint)).toBe(Number(vector.expected));
    }
  },
);

const mint = {
  address: 'FwYeTKZRuuAPv3JWJXVbVe8WrrA5bv1sqRFMHU7VvKRe',
  owner: CLASSIC_TOKEN_PROGRAM,
  sizeBytes: 82,
  isInitialized: true,
  hasFreezeAuthority: false,
  decimals: 6,
  extensions: [],
};

test('18 decimals are the maximum', () => {
  expect(checkUtilityMint({ ...mint, decimals: 18 })).toBe(18);
  for (const decimals of [19, -1, 1.5, Number.NaN]) {
    const action = () => checkUtilityMint({ ...mint, decimals });
    expect(refusalOf(action)).toBe('utility_mint_unsupported');
  }
});

test.each([
  [1, 'TransferFeeConfig'],
  [3, 'MintCloseAuthority'],
  [6, 'DefaultAccountState'],
  [12, 'PermanentDelegate'],
  [14, 'TransferHook'],
  [17, 'ConfidentialTransferFeeAmount'],
  [24, 'ConfidentialMintBurn'],
  [26, 'Pausable'],
  [28, 'PermissionedBurn'],
  [29, 'number 29'],
  [65_535, 'number 65535'],
])('extension %i is refused as %s', (type, name) => {
  const extended = { ...mint, owner: TOKEN_2022_PROGRAM, sizeBytes: 400 };
  const check = () => checkUtilityMint({ ...extended, extensions: [18, type, 19] });
  expect(check).toThrow(DomainError);
  expect(check).toThrow(`it has the extension ${name}.`);
});

test('a new token account has 165 bytes, and 170 with Token-2022', () => {
  expect(tokenAccountBytes(CLASSIC_TOKEN_PROGRAM)).toBe(165n);
  expect(tokenAccountBytes(TOKEN_2022_PROGRAM)).toBe(170n);
});
