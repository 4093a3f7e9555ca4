import type { AccountSnapshot } from '@tote/conditions/oracles/account-snapshot';
import { rational } from '@tote/conditions/oracles/rational';
import { unixSeconds } from '@tote/domain';
import { describe, expect, test } from 'vitest';
import type { KnownCosts } from '../../src/kinds/kind.ts';
import { kindOf } from '../../src/kinds/kind-of.ts';
import type { Comparator } from '../../src/kinds/shared/threshold.ts';
import { formatSol } from '../../src/kinds/shared/token-subject.ts';
import { parseCondition } from '../../src/parse-condition.ts';
import { dump, patched, sampleOf, u64 } from '../oracles/support/dumps.ts';

const MINT = dump('mint_token_b');
const input = { question: '', tokenAddress: MINT.address, expiresAt: unixSeconds(2_000_000_000) };

function moversOf(
  fields: Readonly<Record<string, unknown>>,
  account: AccountSnapshot,
  { count, ...costs }: KnownCosts & { count?: bigint } = {},
) {
  const condition = parseCondition(fields, input);
  const counted = { mint: MINT.address, minimumBaseUnits: 0n, isComplete: true };
  const holders = count === undefined ? {} : { holders: { ...counted, count } };
  const sample = { ...sampleOf(1, [account]), ...holders };
  return kindOf(condition).movers?.(condition, sample, costs);
}

describe('a supply', () => {
  const unminted = patched(MINT, 0, [0, 0, 0, 0]);
  const burnersOf = (
    [comparator, threshold]: readonly [Comparator, string],
    supply: bigint,
    { mint = unminted, ...costs }: KnownCosts & { mint?: AccountSnapshot } = {},
  ) =>
    moversOf(
      { type: 'token_supply', comparator, threshold },
      patched(mint, 36, u64(supply)),
      costs,
    );
  const price = rational(1n, 1_000n);

  test.each([
    [['gte', '20000'], {}, '600.000001 tokens makes it no longer met.'],
    [['gt', '20000'], {}, '600 tokens makes it no longer met.'],
    [['lte', '20000'], { price }, '600 tokens (about 0.6 SOL) meets the condition.'],
    [['lt', '20000'], { price }, '600.000001 tokens (about 0.61 SOL) meets the condition.'],
  ] as const)('above the threshold can be burned below it: %o', (asked, costs, expected) => {
    expect(burnersOf(asked, 20_600_000_000n, costs)).toEqual([
      `Every holder can lower the supply by burning: whoever burns ${expected}`,
    ]);
  });

  test('that nobody can raise stays below', () => {
    expect(burnersOf(['gte', '6'], 5_000_000n)).toEqual([
      'Nobody can mint more of the token, and its supply can only fall: the condition cannot be ' +
        'met.',
    ]);
    expect(burnersOf(['lt', '6'], 5_000_000n)?.[0]).toContain('the condition stays met');
    // A mint authority is named elsewhere.
    const mint = patched(MINT, 0, [1, 0, 0, 0]);
    expect(burnersOf(['gte', '6'], 5_000_000n, { mint })).toEqual([]);
  });

  test('with a threshold of zero gives no warning', () => {
    expect(burnersOf(['gte', '0'], 5n)).toEqual([]);
    expect(burnersOf(['gt', '0'], 5n)?.[0]).toContain('0.000005');
  });
});

describe('a number of holders', () => {
  const asked = { type: 'holder_count', comparator: 'gte', threshold: '1000' };
  const tokenAccountRent = 2_039_280n;

  test('can be made by anybody, for the rent of their accounts and a little of the token', () => {
    expect(moversOf(asked, MINT, { count: 100n, tokenAccountRent })).toEqual([
      'Anybody can make holders: the 900 up to the threshold cost about 1.84 SOL for their token ' +
        'accounts and 0.0009 tokens for what they hold.',
    ]);
    const costs = { count: 100n, tokenAccountRent, price: rational(1n, 100n) };
    const [sentence] = moversOf({ ...asked, minimumBalance: '10' }, MINT, costs) ?? [];
    expect(sentence).toContain('9,000 tokens (about 90 SOL) for what they hold.');
  });

  test.each([
    ['gte', '1'],
    ['gt', '2'],
    ['lt', '1'],
    ['lte', '2'],
  ])('%s 1000, with 999 now: %s more cross it', (comparator, more) => {
    const now = { count: 999n, tokenAccountRent };
    const [sentence] = moversOf({ ...asked, comparator }, MINT, now) ?? [];
    expect(sentence).toContain(`the ${more} up to the threshold`);
  });

  test('that is above already is for nobody else to lower', () => {
    expect(moversOf(asked, MINT, { count: 1_000n, tokenAccountRent })).toEqual([]);
    expect(moversOf(asked, MINT, { count: 5n })).toEqual([]);
    expect(moversOf(asked, MINT, { tokenAccountRent })).toEqual([]);
  });
});

test('SOL is rounded up, so that no cost is shown as zero', () => {
  expect([1n, 10_000_000n, 10_000_001n, 1_234_000_000_000n].map(formatSol)).toEqual([
    ...['0.01', '0.01', '0.02', '1,234'],
  ]);
});
