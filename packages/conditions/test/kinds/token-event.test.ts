import { getAddressDecoder } from '@solana/kit';
import type { AccountSnapshot } from '@tote/conditions/oracles/account-snapshot';
import { readCurveCost } from '@tote/conditions/oracles/prices/curve-cost';
import { WRAPPED_SOL } from '@tote/conditions/oracles/programs';
import { unixSeconds } from '@tote/domain';
import { describe, expect, test } from 'vitest';
import type { TokenHints } from '../../src/condition-input.ts';
import type { KnownCosts } from '../../src/kinds/kind.ts';
import { kindOf } from '../../src/kinds/kind-of.ts';
import { formatSol } from '../../src/kinds/shared/token-subject.ts';
import type { TokenEventCondition } from '../../src/kinds/token-event/index.ts';
import { parseCondition } from '../../src/parse-condition.ts';
import { bytesOf, dump, patched, sampleOf, u64 } from '../oracles/support/dumps.ts';

const MINT = dump('mint_token_b');
const input = { question: '', tokenAddress: MINT.address, expiresAt: unixSeconds(2_000_000_000) };

function moversOf(fields: object, account: AccountSnapshot, costs: KnownCosts = {}) {
  const condition = parseCondition({ type: 'token_event', ...fields }, input);
  return kindOf(condition).movers?.(condition, sampleOf(1, [account]), costs);
}
const buyersOf = (event: string, curve: AccountSnapshot) => moversOf({ event }, MINT, { curve });
const launchBuyersOf = (pool: AccountSnapshot) =>
  moversOf({ event: 'curve_complete', launchpad: 'launchlab' }, pool);

function costOf(name: string) {
  const cost = readCurveCost(dump(name), sampleOf(1, []));
  if (!cost.ok) throw new Error(cost.reason);
  return cost.value;
}

test('a curve of pump.fun costs what its constant product says', () => {
  // A fresh curve sells 793.1 of 1,073 million virtual tokens against 30 virtual SOL.
  expect(formatSol(costOf('pump_curve_live_115').missing)).toBe('85.01');
  expect(formatSol(costOf('pump_curve_fresh_151').missing)).toBe('85.01');
  // One that has sold more than half: with what it has raised it comes to the same.
  const old = costOf('pump_curve_old_49');
  expect(formatSol(old.missing)).toBe('64.44');
  expect(formatSol(old.missing + 20_574_357_965n)).toBe('85.01');
  expect(costOf('pump_curve_graduated_115')).toMatchObject({ isComplete: true, missing: 0n });
});

test('a curve of LaunchLab costs what it has yet to raise, in what it is paired with', () => {
  const pool = dump('raydium_launchlab_pool');
  expect(costOf('raydium_launchlab_pool')).toMatchObject({
    isComplete: false,
    missing: 1_540_045_163n - 1_379_073n,
    quoteDecimals: 6,
  });
  expect(launchBuyersOf(pool)).toEqual([
    'Anybody can buy the launch out: what is missing costs about 1,538.66609 of ' +
      'SNAPcESrvnH8yUdgeMF6xm1hym9b6hW6s8YeqeHdZFz now, without fees.',
  ]);
  const inSol = patched(patched(pool, 237, bytesOf(WRAPPED_SOL)), 69, u64(85_000_000_000n));
  expect(launchBuyersOf(inSol)?.[0]).toContain('costs about 85 SOL now');
  // It has raised more than its target, but its status is not updated yet.
  const over = patched(pool, 61, u64(2n ** 60n));
  expect(readCurveCost(over, sampleOf(1, []))).toMatchObject({ ok: true, value: { missing: 0n } });
  const sold = patched(pool, 17, [1]);
  expect(readCurveCost(sold, sampleOf(1, []))).toMatchObject({
    value: { isComplete: true, missing: 0n },
  });
});

describe('a curve of Meteora', () => {
  const pool = patched(dump('meteora_dbc_migrated_pool'), 308, [0]);
  const config = {
    ...dump('meteora_dbc_config'),
    address: getAddressDecoder().decode(pool.data.slice(72, 104)),
  };
  const launch = { pool: pool.address, poolType: 'virtual' } as const;
  const hints = { launchpad: 'meteora', launch, quoteMint: WRAPPED_SOL } as const;
  const parse = (fields: object, token: TokenHints = hints) =>
    parseCondition(
      { type: 'token_event', event: 'migrated', ...fields },
      { ...input, token },
    ) as TokenEventCondition;

  test('costs what it has yet to raise, as its configuration says', () => {
    const condition = parse({ event: 'curve_complete' });
    const movers = (account: AccountSnapshot, ...others: AccountSnapshot[]) =>
      kindOf(condition).movers?.(condition, sampleOf(1, [account, ...others]), {});
    const half = patched(pool, 240, u64(950_000_000n));
    expect(movers(half, config)).toEqual([
      'Anybody can buy the launch out: what is missing costs about 10 SOL now, without fees.',
    ]);
    expect(movers(patched(pool, 240, u64(2n ** 60n)), config)?.[0]).toContain('about 0 SOL');
    expect(movers(half)).toEqual([]);
    expect(movers(patched(half, 308, [1]), config)).toEqual([]);
  });

  test('is named by the condition, because its address is not derived from the mint', () => {
    expect(parse({})).toMatchObject({ launchpad: 'meteora', ...launch });
    expect(() => parse({ launchpad: 'meteora' }, {})).toThrow('pool');
    expect(parse({}, { launchpad: 'pump' })).not.toHaveProperty('pool');
    const elsewhere = (fields: object) => {
      const condition = parse(fields);
      return kindOf(condition).customReasons?.(condition, { hints, supply: { kind: 'nobody' } });
    };
    expect(elsewhere({})).toEqual([]);
    expect(elsewhere({ pool: MINT.address })).toHaveLength(1);
    expect(elsewhere({ poolType: 'transfer_hook' })).toHaveLength(1);
    expect(elsewhere({ launchpad: 'pump' })).toHaveLength(1);
  });
});

test('a curve can be bought out by anybody, and so can the migration', () => {
  const live = dump('pump_curve_live_115');
  const sentence =
    'Anybody can buy the bonding curve out: what is missing costs about 85.01 SOL now, ' +
    'without fees.';
  expect(buyersOf('curve_complete', live)).toEqual([sentence]);
  expect(buyersOf('migrated', live)).toEqual([
    `${sentence} Then anybody can have the token migrated.`,
  ]);
  const graduated = dump('pump_curve_graduated_115');
  expect(buyersOf('curve_complete', graduated)).toEqual([]);
  expect(buyersOf('migrated', graduated)).toEqual([
    'The curve is complete: anybody can have the token migrated now, for a network fee.',
  ]);
});

test('a curve that cannot be read gives no warning', () => {
  const live = dump('pump_curve_live_115');
  for (const other of [
    { ...live, owner: null },
    { ...live, data: live.data.slice(0, 20) },
    patched(live, 24, u64(2n ** 63n)),
    MINT,
  ]) {
    expect(buyersOf('curve_complete', other)).toEqual([]);
  }
});
