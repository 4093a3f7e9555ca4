import { getAddressDecoder } from '@solana/kit';
import type { AccountSnapshot } from '@tote/conditions/oracles/account-snapshot';
import { readCurveCost } from '@tote/conditions/oracles/prices/curve-cost';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM, WRAPPED_SOL } from '@tote/conditions/oracles/programs';
import { rational } from '@tote/conditions/oracles/rational';
import { unixSeconds } from '@tote/domain';
import { describe, expect, test } from 'vitest';
import { compileCondition } from '../../src/compile-condition.ts';
import type { TokenHints } from '../../src/condition-input.ts';
import type { KnownCosts } from '../../src/kinds/kind.ts';
import { kindOf } from '../../src/kinds/kind-of.ts';
import type { Comparator } from '../../src/kinds/shared/threshold.ts';
import { formatSol } from '../../src/kinds/shared/token-subject.ts';
import type { TokenEventCondition } from '../../src/kinds/token-event/index.ts';
import { parseCondition } from '../../src/parse-condition.ts';
import { bytesOf, dump, patched, sampleOf, u64 } from '../oracles/support/dumps.ts';

const MINT = dump('mint_token_b');
const input = { question: '', tokenAddress: MINT.address, expiresAt: unixSeconds(1_893_456_000) };

type Costs = KnownCosts & { readonly count?: bigint };

function moversOf(fields: object, account: AccountSnapshot, { count, ...costs }: Costs = {}) {
  const condition = parseCondition({ ...fields }, input);
  const counted = { mint: MINT.address, minimumBaseUnits: 0n, isComplete: true };
  const holders = count === undefined ? {} : { holders: { ...counted, count } };
  const sample = { ...sampleOf(1, [account]), ...holders };
  return kindOf(condition).movers?.(condition, sample, costs);
}

describe('an authority', () => {
  const question = 'Will the mint authority be revoked by 2030-01-01?';
  const unknown = { ...input, question };
  const asked = { ...unknown, token: { mint: { program: TOKEN_PROGRAM, decimals: 6 } } };

  test('in a question is a fact about the mint, by the program that owns it', async () => {
    const compiled = await compileCondition(asked);
    expect(compiled.condition).toMatchObject({ type: 'authority', tokenProgram: TOKEN_PROGRAM });
    expect(compiled).toMatchObject({ isLatched: true, isTriggered: true });
    const token = { mint: { program: TOKEN_2022_PROGRAM, decimals: 6 } };
    const other = await compileCondition({ ...asked, token });
    expect(other.condition).toMatchObject({ tokenProgram: TOKEN_2022_PROGRAM });
    expect(other).toMatchObject({ isLatched: false, isTriggered: true });
  });

  test('of a token that does not exist cannot be revoked', async () => {
    const condition = { type: 'authority', authority: 'mint' };
    await expect(compileCondition({ ...unknown, condition })).rejects.toThrow(
      'is not a token that exists',
    );
    expect((await compileCondition(unknown)).condition.type).toBe('attested');
  });

  const holderOf = (authority: string, account: AccountSnapshot) =>
    moversOf({ type: 'authority', authority, tokenProgram: TOKEN_PROGRAM }, account);
  const held = patched(MINT, 46, [1, 0, 0, 0, ...new Uint8Array(32).fill(7)]);

  test('has its holder named, as long as somebody holds it', () => {
    expect(holderOf('mint', patched(MINT, 0, [0, 0, 0, 0]))).toEqual([]);
    expect(holderOf('freeze', MINT)).toEqual([]);
    expect(holderOf('freeze', held)).toEqual([
      'US517G5965aydkZ46HS38QLi7UQiSojurfbQfKCELFx holds the authority, and decides the market alone.',
    ]);
  });

  test('has no known holder if the mint cannot be read', () => {
    expect(holderOf('freeze', { ...held, data: held.data.slice(0, 20) })).toEqual([]);
    expect(holderOf('freeze', { ...held, owner: null })).toEqual([]);
  });
});

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

const buyersOf = (event: string, curve: AccountSnapshot) =>
  moversOf({ type: 'token_event', event }, MINT, { curve });
const launchBuyersOf = (pool: AccountSnapshot) =>
  moversOf({ type: 'token_event', event: 'curve_complete', launchpad: 'launchlab' }, pool);

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
