import { address } from '@solana/kit';
import { KNOWN_PROGRAMS } from '@tote/chain/deployment/known-programs';
import { PYTH_RECEIVER_2026, TOKEN_PROGRAM } from '@tote/conditions/oracles/programs';
import { unixSeconds } from '@tote/domain';
import { describe, expect, test } from 'vitest';
import { compileCondition } from '../src/compile-condition.ts';
import type { SupplyControl, TokenHints } from '../src/condition-input.ts';
import { type CustomInput, listCustomReasons, warnOfSupplyKey } from '../src/custom-reasons.ts';

const TOKEN = 'G9xLug8eKE4dNBNPG3qJNPP7XBZ6mnbyNjSPxxeEpump';
const KEY = address('9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin');

const supply = { type: 'token_supply', comparator: 'lt', threshold: '5' };
const cap = { type: 'market_cap', comparator: 'lt', threshold: '5', unit: 'USD' };
const curve = { type: 'token_event', event: 'curve_complete' };
const NOBODY: SupplyControl = { kind: 'nobody' };
const MINTER: SupplyControl = { kind: 'key', address: KEY, power: 'mint as many as it likes' };

async function inputOf(condition: object, given: Partial<CustomInput> = {}): Promise<CustomInput> {
  const hints: TokenHints = { mint: { program: TOKEN_PROGRAM, decimals: 6 } };
  const asked = { question: '?', tokenAddress: TOKEN, expiresAt: unixSeconds(2_000_000_000) };
  const compiled = await compileCondition({ ...asked, condition, token: hints });
  const rest = { agreement: 'same', hints, supply: NOBODY } as const;
  return { ...rest, knownPrograms: KNOWN_PROGRAMS, compiled, ...given };
}

async function reasonsOf(condition: object, given?: Partial<CustomInput>): Promise<string[]> {
  return listCustomReasons(await inputOf(condition, given));
}

test.each([
  { type: 'attested' },
  { type: 'price_feed', feed: 'SOL', comparator: 'gt', threshold: '5' },
  { type: 'token_price', comparator: 'gt', threshold: '5', unit: 'USD' },
  { type: 'holder_count', comparator: 'gt', threshold: '5' },
  cap,
  supply,
  curve,
])('a market on %o is not custom', async (condition) => {
  expect(await reasonsOf(condition)).toEqual([]);
});

test('a condition that the question does not state is custom', async () => {
  const reasons = await reasonsOf(cap, { agreement: 'unstated' });
  expect(reasons).toEqual([expect.stringContaining('We could not match the rule to the question')]);
});

test('every account_fact is custom, also of a known program', async () => {
  const fact = { owner: TOKEN_PROGRAM, offset: 64, dataType: 'u64', comparator: 'gt', value: '5' };
  const reasons = await reasonsOf({ type: 'account_fact', account: KEY, ...fact });
  expect(reasons).toEqual([`Whoever controls the account ${KEY} decides the market.`]);
});

describe('the supply of a mint', () => {
  test.each<[SupplyControl, string]>([
    [MINTER, `${KEY} can change the supply at will: it can mint as many as it likes.`],
    [{ kind: 'absent' }, 'The mint does not exist yet'],
    [{ kind: 'unread' }, 'The mint cannot be read'],
  ])('is with %o', async (control, expected) => {
    const reasons = await reasonsOf(supply, { supply: control });
    expect(reasons).toEqual([expect.stringContaining(expected)]);
  });

  test('that one key can change gives a warning in a market about the capitalisation', async () => {
    const given = { supply: MINTER };
    expect(await reasonsOf(cap, given)).toEqual([]);
    const text = `${KEY} can mint as many as it likes: the market capitalisation changes with it.`;
    expect(warnOfSupplyKey(await inputOf(cap, given))).toEqual([text]);
    expect(warnOfSupplyKey(await inputOf(cap))).toEqual([]);
    expect(warnOfSupplyKey(await inputOf(curve, given))).toEqual([]);
  });
});

test('a launch that the token does not have is custom', async () => {
  const elsewhere = [expect.stringContaining('another launch')];
  const hints = { launchpad: 'pump', quoteMint: KEY } as const;
  expect(await reasonsOf({ ...curve, quoteMint: KEY }, { hints })).toEqual([]);
  expect(await reasonsOf(curve, { hints })).toEqual(elsewhere);
  const other = { ...curve, launchpad: 'launchlab', quoteMint: KEY };
  expect(await reasonsOf(other, { hints })).toEqual(elsewhere);
  // Nothing is known about a token that does not exist.
  expect(await reasonsOf(other, { hints: {} })).toEqual([]);
  expect(await reasonsOf(other, { hints: { launchpad: null } })).toEqual([]);
});

describe('a price', () => {
  const chosen = [expect.stringContaining('The creator chose the pool')];
  const hasty = [expect.stringContaining('fewer than 3 samples or less than 60 seconds')];
  const hints = { pool: address(TOKEN) };

  test('of another pool than the deepest is custom', async () => {
    expect(await reasonsOf({ ...cap, pool: TOKEN }, { hints })).toEqual([]);
    expect(await reasonsOf({ ...cap, pool: KEY }, { hints })).toEqual(chosen);
    expect(await reasonsOf({ ...cap, pool: null }, { hints })).toEqual(chosen);
    expect(await reasonsOf({ ...cap, pool: KEY })).toEqual(chosen);
    expect(await reasonsOf({ ...cap, pool: null })).toEqual([]);
  });

  test('over a shorter window or fewer samples is custom, over a longer one is not', async () => {
    expect(await reasonsOf({ ...cap, windowSeconds: 60, samplesMin: 3 })).toEqual([]);
    expect(await reasonsOf({ ...cap, windowSeconds: 3_600, samplesMin: 60 })).toEqual([]);
    expect(await reasonsOf({ ...cap, windowSeconds: 59 })).toEqual(hasty);
    expect(await reasonsOf({ ...cap, samplesMin: 2 })).toEqual(hasty);
  });
});

test('a program that the Config does not know is custom', async () => {
  const feed = { type: 'price_feed', feed: 'SOL', comparator: 'gt', threshold: '5' };
  const reasons = await reasonsOf({ ...feed, receiver: PYTH_RECEIVER_2026 });
  expect(reasons).toEqual([expect.stringContaining(PYTH_RECEIVER_2026)]);
});
