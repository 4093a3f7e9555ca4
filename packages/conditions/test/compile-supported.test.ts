import { address } from '@solana/kit';
import { TOKEN_PROGRAM } from '@tote/conditions/oracles/programs';
import { unixSeconds } from '@tote/domain';
import { expect, test } from 'vitest';
import { compileCondition } from '../src/compile-condition.ts';
import { compileSupported } from '../src/compile-supported.ts';
import type { TokenHints } from '../src/condition-input.ts';

const INPUT = {
  question: 'Will it rain in Lisbon?',
  tokenAddress: null,
  expiresAt: unixSeconds(2_000_000_000),
};
const TOKEN = 'So11111111111111111111111111111111111111112';
const POOL = address('F4bz7J6riCRR11r1z4ENY3DdA7AnYAco1VcbxFnmALPL');

test.each([
  ['Will SOL exceed $250 before expiry?', null, 'price_feed'],
  ['Will it have 10k holders?', TOKEN, 'holder_count'],
  ['Will its market cap be above $1B?', TOKEN, 'market_cap'],
])('what is measured is offered: %s', async (question, tokenAddress, type) => {
  const asked = { ...INPUT, question, tokenAddress };
  expect(await compileSupported(asked)).toEqual(await compileCondition(asked));
  expect((await compileSupported(asked)).condition.type).toBe(type);
});

test('a feed that is not kept up to date is attested, also any time before the expiry', async () => {
  const asked = { ...INPUT, question: 'Will SOL exceed $250 before expiry?' };
  const attested = await compileSupported({ ...asked, coversFeed: () => false });
  expect(attested.condition.type).toBe('attested');
  const sources = { coversFeed: () => false, watchesFeed: () => true };
  expect((await compileSupported({ ...asked, ...sources })).condition.type).toBe('price_feed');
});

test('a token without a pool gives a warning, one that does not exist gives none', async () => {
  const question = 'Will its market cap be above $1B?';
  const mint = { program: TOKEN_PROGRAM, decimals: 6 };
  const warningsOf = async (token: TokenHints | undefined) => {
    const { condition, warnings } = await compileSupported({
      ...{ ...INPUT, question, tokenAddress: TOKEN },
      ...(token && { token }),
    });
    expect(condition.type).toBe('market_cap');
    return warnings.join(' ');
  };
  expect(await warningsOf({ mint, launchpad: null })).toContain('No pool of the token');
  expect(await warningsOf({ mint, launchpad: null, pool: POOL })).not.toContain('No pool');
  expect(await warningsOf({ mint, launchpad: 'pump' })).not.toContain('No pool');
  expect(await warningsOf({})).not.toContain('No pool');
  expect(await warningsOf(undefined)).not.toContain('No pool');
});

test('a feed without updates: a question is attested, a structured condition gets a warning', async () => {
  const coversFeed = () => false;
  const asked = { ...INPUT, question: 'Will SOL be above $250 at expiry?', coversFeed };
  const attested = await compileSupported(asked);
  expect(attested.condition.type).toBe('attested');
  expect(attested.warnings.join(' ')).toContain('no source of SOL/USD');
  const fields = { type: 'price_feed', feed: 'SOL', comparator: 'gt', threshold: '250' };
  const insisted = await compileSupported({ ...INPUT, coversFeed, condition: fields });
  expect(insisted.condition.type).toBe('price_feed');
  expect(insisted.warnings.join(' ')).toContain('all stakes are refunded');
});

test('an attested condition says that it was asked for', async () => {
  const condition = { type: 'attested' };
  const { warnings } = await compileSupported({ ...INPUT, condition });
  expect(warnings).toEqual([expect.stringContaining('The condition asks for an attestation')]);
  const asked = await compileSupported(INPUT);
  expect(asked.warnings.join(' ')).not.toContain('The condition asks');
  expect(asked.warnings.join(' ')).toContain('oracle attests it');
});
