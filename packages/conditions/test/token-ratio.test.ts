import { type Address, address } from '@solana/kit';
import type { AccountSnapshot, Sample } from '@tote/conditions/oracles/account-snapshot';
import { findPumpCurveAddress } from '@tote/conditions/oracles/derived-addresses';
import { TOKEN_PROGRAM } from '@tote/conditions/oracles/programs';
import { unixSeconds } from '@tote/domain';
import { beforeAll, describe, expect, test } from 'vitest';
import { compileSupported } from '../src/compile-supported.ts';
import type { TokenHints } from '../src/condition-input.ts';
import { listCustomReasons, warnOfSupplyKey } from '../src/custom-reasons.ts';
import { describeProgress, measureCondition, outcomeOf } from '../src/evaluate.ts';
import type { Evidence } from '../src/evaluation/verdict.ts';
import { conditionKey } from '../src/market-keys.ts';
import {
  dump,
  mintAccount,
  missingAccount,
  patched,
  sampleOf,
  u64,
} from './oracles/support/dumps.ts';
import * as hour from './support/hour.ts';

const { CREATED, EXPIRY, MINT, momentsAt } = hour;
const OTHER = address('G9xLug8eKE4dNBNPG3qJNPP7XBZ6mnbyNjSPxxeEpump');
const POOL = address('F4bz7J6riCRR11r1z4ENY3DdA7AnYAco1VcbxFnmALPL');
const ONE_SOL = 1_000_000_000n;
const VIRTUAL_LAMPORTS_OFFSET = 16;

let curves: Record<'own' | 'other', Address>;
beforeAll(async () => {
  curves = { own: await findPumpCurveAddress(MINT), other: await findPumpCurveAddress(OTHER) };
});

interface Token {
  /** In the curve; both curves have the same tokens. */
  lamports?: bigint;
  supply?: bigint;
  decimals?: number;
  isComplete?: boolean;
  hasMint?: boolean;
}
type World = Partial<Record<'own' | 'other', Token>>;

function accountsOf(mint: Address, curve: Address, token: Token = {}): AccountSnapshot[] {
  const { lamports = 40n * ONE_SOL, supply = 10n ** 15n, decimals = 6 } = token;
  const sold = dump(token.isComplete ? 'pump_curve_graduated_115' : 'pump_curve_live_115');
  const live = { ...sold, address: curve };
  return [
    token.hasMint === false ? missingAccount(mint) : mintAccount(mint, { supply, decimals }),
    token.isComplete ? live : patched(live, VIRTUAL_LAMPORTS_OFFSET, u64(lamports)),
  ];
}

const sample = (at: number, { own, other }: World = {}): Sample =>
  sampleOf(at, [...accountsOf(MINT, curves.own, own), ...accountsOf(OTHER, curves.other, other)]);

const window = (...worlds: World[]) => ({
  samples: worlds.map((world, index) => sample(EXPIRY - 10 * (worlds.length - 1 - index), world)),
});
const same = (world: World) => window(world, world, world);

const hints: TokenHints = { mint: { program: TOKEN_PROGRAM, decimals: 6 } };
const cap = { type: 'token_ratio', metric: 'market_cap', other: OTHER, comparator: 'gt' };
const price = { ...cap, metric: 'price' };

const BOTH = { token: hints, otherToken: { address: OTHER, hints } };
const compile = (condition: object, more: object = {}) =>
  hour.compile(condition, { ...BOTH, ...more });

async function evaluate(structured: object, evidence: Evidence, now = EXPIRY + 1) {
  const { condition } = await compile(structured);
  const verdict = await hour.evaluate(structured, evidence, { ...BOTH, now });
  return {
    ...verdict,
    ...(verdict.verdict !== 'unknown' && { outcome: outcomeOf(condition, verdict) }),
  };
}

describe('at expiry', () => {
  test.each([
    ['gte', 'Yes'],
    ['gt', 'No'],
    ['lte', 'Yes'],
    ['lt', 'No'],
  ])('two equal ones, %s: %s', async (comparator, outcome) => {
    for (const condition of [cap, price]) {
      const verdict = await evaluate({ ...condition, comparator }, same({}));
      expect(verdict).toMatchObject({ outcome, value: '1', at: EXPIRY });
    }
  });

  test('one lamport decides, on either side', async () => {
    const more = { lamports: 40n * ONE_SOL + 1n };
    for (const condition of [cap, price]) {
      expect(await evaluate(condition, same({ own: more }))).toMatchObject({ outcome: 'Yes' });
      expect(await evaluate(condition, same({ other: more }))).toMatchObject({ outcome: 'No' });
      const less = { ...condition, comparator: 'lt' };
      expect(await evaluate(less, same({ other: more }))).toMatchObject({ outcome: 'Yes' });
    }
  });

  test('the supply counts for the capitalisation, and not for the price', async () => {
    const evidence = same({ own: { supply: 2n * 10n ** 15n } });
    expect(await evaluate(cap, evidence)).toMatchObject({ outcome: 'Yes', value: '2' });
    expect(await evaluate(price, evidence)).toMatchObject({ outcome: 'No', value: '1' });
  });

  test('a factor', async () => {
    const twice = { ...price, threshold: '2', comparator: 'gte' };
    const doubled = { own: { lamports: 80n * ONE_SOL } };
    const nearly = { own: { lamports: 80n * ONE_SOL - 1n } };
    expect(await evaluate(twice, same(doubled))).toMatchObject({ outcome: 'Yes' });
    expect(await evaluate(twice, same(nearly))).toMatchObject({ outcome: 'No' });
  });

  test.each<[string, string, Token]>([
    ['thin', 'thin', { lamports: 10n * ONE_SOL - 1n }],
    ['no pool any more', 'inactive', { isComplete: true }],
    ['other decimals', 'decimals_changed', { decimals: 9 }],
  ])('%s, on either side: unknown, and it says which token', async (_, code, token) => {
    for (const comparator of ['gte', 'gt', 'lte', 'lt']) {
      for (const [side, mint] of [
        ['own', MINT],
        ['other', OTHER],
      ] as const) {
        const verdict = await evaluate({ ...cap, comparator }, same({ [side]: token }));
        expect(verdict).toMatchObject({ verdict: 'unknown', code });
        expect(verdict).toHaveProperty('reason', expect.stringContaining(mint));
      }
    }
  });

  test('the curve of the other is never the token’s own', async () => {
    const accounts = sample(EXPIRY).accounts.filter(({ address: at }) => at !== curves.own);
    const samples = [20, 10, 0].map((ago) => sampleOf(EXPIRY - ago, accounts));
    expect(await evaluate(cap, { samples })).toMatchObject({ verdict: 'unknown', code: 'missing' });
  });

  test('a token that does not exist is not above another; nothing is above one', async () => {
    const absent = { hasMint: false };
    for (const comparator of ['gt', 'lt']) {
      const condition = { ...cap, comparator };
      expect(await evaluate(condition, same({ own: absent }))).toMatchObject({ outcome: 'No' });
      const other = await evaluate(condition, same({ other: absent }));
      expect(other).toMatchObject({ verdict: 'unknown', code: 'missing' });
    }
    const stays = { ...cap, comparator: 'lte', timing: 'never_before' };
    const { condition } = await compile(stays);
    const unborn = sample(CREATED + 5, { own: absent });
    const measured = await measureCondition(condition, unborn, momentsAt(CREATED + 5));
    expect(measured).toMatchObject({ ok: false, code: 'missing' });
  });

  test('a token that is worth nothing cannot be compared with', async () => {
    const verdict = await evaluate(cap, same({ other: { supply: 0n } }));
    expect(verdict).toMatchObject({ verdict: 'unknown', code: 'not_positive' });
    expect(await evaluate(cap, same({ own: { supply: 0n } }))).toMatchObject({ outcome: 'No' });
  });
});

describe('before the expiry', () => {
  const seconds = Array.from({ length: 359 }, (_, index) => CREATED + 10 * (index + 1));
  const above = { own: { lamports: 50n * ONE_SOL } };
  const run = (isAbove: (at: number) => boolean) => ({
    samples: seconds.map((at) => sample(at, isAbove(at) ? above : {})),
  });

  test.each([
    ['any_time_before', 'Yes', 'No'],
    ['never_before', 'No', 'Yes'],
  ])('%s: %s once the median is above, otherwise %s', async (timing, met, never) => {
    const condition = { ...cap, timing };
    const long = run((at) => at > CREATED + 1_000 && at <= CREATED + 1_060);
    expect(await evaluate(condition, long, CREATED + 1_100)).toMatchObject({ outcome: met });
    const spike = run((at) => at === CREATED + 1_000);
    expect(await evaluate(condition, spike)).toMatchObject({ outcome: never, value: 'never' });
  });
});

test('progress shows both values', async () => {
  const { condition } = await compile(price);
  const world = { own: { lamports: 80n * ONE_SOL } };
  const measured = await measureCondition(condition, sample(CREATED, world), momentsAt(CREATED));
  if (!measured.ok) throw new Error(measured.reason);
  expect(describeProgress(condition, measured.value)).toMatchObject({
    ...{ current: '2', target: '1', unit: 'ratio' },
    compared: {
      value: expect.stringMatching(/^0\.00000007/),
      other: expect.stringMatching(/^0\.00000003/),
      unit: 'SOL',
    },
  });
});

describe('the condition', () => {
  test('must compare two tokens', async () => {
    await expect(compile({ ...cap, other: MINT })).rejects.toThrow('must be another token');
    await expect(compile({ ...cap, other: 'WIF' })).rejects.toThrow('base58');
    await expect(compile({ ...cap, metric: 'holders' })).rejects.toThrow('price, market_cap');
    const { condition } = await compile(cap);
    expect(condition).toMatchObject({ threshold: '1', otherDecimals: 6, otherPool: null });
  });

  test('says both tokens, and that both are read together', async () => {
    const { condition } = await compile({ ...cap, threshold: '2', timing: 'any_time_before' });
    expect(conditionKey(condition)).not.toBe(conditionKey((await compile(price)).condition));
    const pooled = { address: OTHER, hints: { ...hints, pool: POOL } };
    const later = (await compile(cap, { otherToken: pooled })).condition;
    expect(later).toMatchObject({ otherPool: POOL });
    expect(conditionKey(later)).toBe(conditionKey((await compile(cap)).condition));
  });

  test('is custom with a pool that its creator chose, on either side', async () => {
    const reasons = async (condition: object) => {
      const compiled = await compile(condition);
      const doubts = { compiled, agreement: 'same', hints, supply: { kind: 'nobody' } } as const;
      return listCustomReasons({
        ...doubts,
        ...{ knownPrograms: [], other: { hints, supply: { kind: 'nobody' } } },
      });
    };
    expect(await reasons(cap)).toEqual([]);
    expect(await reasons({ ...cap, pool: POOL })).toHaveLength(1);
    expect(await reasons({ ...cap, otherPool: POOL })).toHaveLength(1);
    expect(await reasons({ ...cap, samplesMin: 1 })).toHaveLength(1);
  });

  test('warns of a key that can mint either', async () => {
    const key = { kind: 'key', address: POOL, power: 'mint as many as it likes' } as const;
    const nobody = { kind: 'nobody' } as const;
    const warnings = async (condition: object, supply: object, other: object) =>
      warnOfSupplyKey({
        ...{ compiled: await compile(condition), agreement: 'same', hints, supply },
        ...{ other: { hints, supply: other }, knownPrograms: [] },
      } as never);
    expect(await warnings(cap, nobody, nobody)).toEqual([]);
    expect(await warnings(cap, key, nobody)).toHaveLength(1);
    expect(await warnings(cap, nobody, key)).toHaveLength(1);
    expect(await warnings(price, key, key)).toEqual([]);
  });

  test('a question about a token that does not exist is attested, a condition is warned of', async () => {
    const asked = {
      ...{ question: `Will it flip ${OTHER}?`, tokenAddress: MINT, token: hints },
      ...{ expiresAt: unixSeconds(EXPIRY), otherToken: { address: OTHER, hints: {} } },
    };
    const attested = await compileSupported(asked);
    expect(attested.condition.type).toBe('attested');
    expect(attested.warnings.join()).toContain(`no token ${OTHER}`);
    const stated = await compileSupported({ ...asked, condition: cap });
    expect(stated.condition.type).toBe('token_ratio');
    expect(stated.warnings.join()).toContain('unless it is created, all stakes are refunded');
    const known = await compileSupported({ ...asked, otherToken: { address: OTHER, hints } });
    expect(known.condition).toMatchObject({ ...cap, timing: 'any_time_before' });
    const poolless = { address: OTHER, hints: { ...hints, launchpad: null } };
    const warned = await compileSupported({ ...asked, otherToken: poolless });
    expect(warned.warnings.join()).toContain('No pool of the token');
  });
});
