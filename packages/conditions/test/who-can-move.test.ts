// Who can move what decides a market, and what that costs, from real accounts.

import { decodeMint } from '@tote/conditions/oracles/layouts/mint';
import { readCurveCost } from '@tote/conditions/oracles/prices/curve-cost';
import { WRAPPED_SOL } from '@tote/conditions/oracles/programs';
import { rational } from '@tote/conditions/oracles/rational';
import { describe, expect, test } from 'vitest';
import type { HolderCountCondition } from '../src/holder-count.ts';
import type { Comparator } from '../src/threshold.ts';
import type { TokenSupplyCondition } from '../src/token-supply.ts';
import { formatSol, warnOfBurning, warnOfBuyers, warnOfNewHolders } from '../src/who-can-move.ts';
import { bytesOf, dump, patched, u64 } from './oracles/support/dumps.ts';

const complete = { launchpad: 'pump', event: 'curve_complete' } as const;
const migrated = { launchpad: 'pump', event: 'migrated' } as const;

function costOf(name: string) {
  const cost = readCurveCost(dump(name));
  if (!cost.ok) throw new Error(cost.reason);
  return cost.value;
}

describe('a bonding curve', () => {
  test('of pump.fun costs what its constant product says', () => {
    // A fresh curve sells 793.1 of 1,073 million virtual tokens against 30 virtual SOL.
    expect(formatSol(costOf('pump_curve_live_115').missing)).toBe('85.01');
    expect(formatSol(costOf('pump_curve_fresh_151').missing)).toBe('85.01');
    // One that has sold more than half: with what it has raised it comes to the same.
    const old = costOf('pump_curve_old_49');
    expect(formatSol(old.missing)).toBe('64.44');
    expect(formatSol(old.missing + 20_574_357_965n)).toBe('85.01');
    expect(costOf('pump_curve_graduated_115')).toMatchObject({ isComplete: true, missing: 0n });
  });

  test('of LaunchLab costs what it has yet to raise, in what it is paired with', () => {
    const pool = dump('raydium_launchlab_pool');
    expect(costOf('raydium_launchlab_pool')).toMatchObject({
      isComplete: false,
      missing: 1_540_045_163n - 1_379_073n,
      quoteDecimals: 6,
    });
    const launch = { launchpad: 'launchlab', event: 'curve_complete' } as const;
    expect(warnOfBuyers(launch, pool)).toEqual([
      'Anybody can buy the launch out: what is missing costs about 1,538.66609 of ' +
        'SNAPcESrvnH8yUdgeMF6xm1hym9b6hW6s8YeqeHdZFz now, without fees.',
    ]);
    const inSol = patched(patched(pool, 237, bytesOf(WRAPPED_SOL)), 69, u64(85_000_000_000n));
    expect(warnOfBuyers(launch, inSol)[0]).toContain('costs about 85 SOL now');
    // It has raised more than its target, but its status is not updated yet.
    const over = patched(pool, 61, u64(2n ** 60n));
    expect(readCurveCost(over)).toMatchObject({ ok: true, value: { missing: 0n } });
    const sold = patched(pool, 17, [1]);
    expect(readCurveCost(sold)).toMatchObject({ value: { isComplete: true, missing: 0n } });
  });

  test('can be bought out by anybody, and so can the migration', () => {
    const live = dump('pump_curve_live_115');
    const sentence =
      'Anybody can buy the bonding curve out: what is missing costs about 85.01 SOL now, ' +
      'without fees.';
    expect(warnOfBuyers(complete, live)).toEqual([sentence]);
    expect(warnOfBuyers(migrated, live)).toEqual([
      `${sentence} Then anybody can have the token migrated.`,
    ]);
    const graduated = dump('pump_curve_graduated_115');
    expect(warnOfBuyers(complete, graduated)).toEqual([]);
    expect(warnOfBuyers(migrated, graduated)).toEqual([
      'The curve is complete: anybody can have the token migrated now, for a network fee.',
    ]);
  });

  test('that cannot be read gives no warning', () => {
    const live = dump('pump_curve_live_115');
    for (const other of [
      { ...live, owner: null },
      { ...live, data: live.data.slice(0, 20) },
      patched(live, 24, u64(2n ** 63n)),
      dump('mint_token_b'),
    ]) {
      expect(warnOfBuyers(complete, other)).toEqual([]);
    }
  });
});

describe('a supply', () => {
  const asked = (comparator: Comparator, threshold: string): TokenSupplyCondition => ({
    ...{ type: 'token_supply', tokenAddress: dump('mint_token_b').address, decimals: 6 },
    ...{ tokenProgram: null, comparator, threshold, unit: 'tokens', timing: 'at_expiry' },
  });
  const mint = decodeMint(dump('mint_token_b'));
  if (!mint.ok) throw new Error(mint.reason);
  const real = { ...mint.value, mintAuthority: null };
  const price = rational(1n, 1_000n);

  test('that is met can be burned below the threshold by any holder', () => {
    const [sentence] = warnOfBurning(asked('gte', '20000'), { ...real, supply: 20_600_000_000n });
    expect(sentence).toBe(
      'Every holder can lower the supply by burning: whoever burns 600.000001 tokens makes it ' +
        'no longer met.',
    );
    const [above] = warnOfBurning(asked('gt', '20000'), { ...real, supply: 20_600_000_000n });
    expect(above).toContain('burns 600 tokens makes');
  });

  test('that is too high can be burned down to it, and that has a price', () => {
    const now = { ...real, supply: 20_600_000_000n };
    const [sentence] = warnOfBurning(asked('lte', '20000'), now, price);
    expect(sentence).toBe(
      'Every holder can lower the supply by burning: whoever burns 600 tokens (about 0.6 SOL) ' +
        'meets the condition.',
    );
    const [below] = warnOfBurning(asked('lt', '20000'), now, price);
    expect(below).toContain('burns 600.000001 tokens (about 0.61 SOL) meets');
    expect(warnOfBurning(asked('lt', '1'), mint.value)[0]).toMatch(/burns [\d,.]+ tokens meets/);
  });

  test('that nobody can raise stays below', () => {
    const low = { ...real, supply: 5_000_000n };
    expect(warnOfBurning(asked('gte', '6'), low)).toEqual([
      'Nobody can mint more of the token, and its supply can only fall: the condition cannot be ' +
        'met.',
    ]);
    expect(warnOfBurning(asked('lt', '6'), low)[0]).toContain('the condition stays met');
    // A mint authority is named elsewhere.
    const minted = { ...low, mintAuthority: dump('mint_token_a').address };
    expect(warnOfBurning(asked('gte', '6'), minted)).toEqual([]);
  });

  test('with a threshold of zero gives no warning', () => {
    expect(warnOfBurning(asked('gte', '0'), { ...real, supply: 5n })).toEqual([]);
    expect(warnOfBurning(asked('gt', '0'), { ...real, supply: 5n })[0]).toContain('0.000005');
  });
});

describe('a number of holders', () => {
  const asked = (fields: Partial<HolderCountCondition> = {}): HolderCountCondition => ({
    ...{ type: 'holder_count', tokenAddress: dump('mint_token_b').address, decimals: 6 },
    ...{ comparator: 'gte', threshold: '1000', unit: 'holders', timing: 'at_expiry' },
    minimumBalance: '0',
    ...fields,
  });
  const rent = 2_039_280n;
  const now = (count: bigint) => ({ count, decimals: 6 });

  test('can be made by anybody, for the rent of their accounts and a little of the token', () => {
    expect(warnOfNewHolders(asked(), now(100n), { rent })).toEqual([
      'Anybody can make holders: the 900 up to the threshold cost about 1.84 SOL for their token ' +
        'accounts and 0.0009 tokens for what they hold.',
    ]);
    const dear = asked({ minimumBalance: '10' });
    const [sentence] = warnOfNewHolders(dear, now(100n), { rent, price: rational(1n, 100n) });
    expect(sentence).toContain('9,000 tokens (about 90 SOL) for what they hold.');
  });

  test.each([
    ['gte', 999n, '1'],
    ['gt', 999n, '2'],
    ['lt', 999n, '1'],
    ['lte', 999n, '2'],
  ] as const)('%s 1000, with %d now: %s more cross it', (comparator, count, more) => {
    const [sentence] = warnOfNewHolders(asked({ comparator }), now(count), { rent });
    expect(sentence).toContain(`the ${more} up to the threshold`);
  });

  test('that is above already is for nobody else to lower', () => {
    expect(warnOfNewHolders(asked(), now(1_000n), { rent })).toEqual([]);
    expect(warnOfNewHolders(asked(), now(5n), {})).toEqual([]);
  });
});

test('SOL is rounded up, so that no cost is shown as zero', () => {
  expect([1n, 10_000_000n, 10_000_001n, 1_234_000_000_000n].map(formatSol)).toEqual([
    ...['0.01', '0.01', '0.02', '1,234'],
  ]);
});
