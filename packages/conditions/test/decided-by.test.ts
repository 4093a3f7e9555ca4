import { address } from '@solana/kit';
import { TOKEN_PROGRAM } from '@tote/conditions/oracles/programs';
import { unixSeconds } from '@tote/domain';
import { MarketSource, NO_ADDRESS } from '@tote/program-client';
import { describe, expect, test } from 'vitest';
import { compileCondition } from '../src/compile-condition.ts';
import {
  type DecidedBy,
  decidedBy,
  deciderOnChain,
  describeAwaited,
  isDecidedByFact,
  isDecidedHere,
} from '../src/decided-by.ts';
import { DECIDED_BY_WORDS, decidedByWord } from '../src/decided-by-word.ts';
import { readCondition } from '../src/read-condition.ts';

const OURS = address('4Nd1mYvKzPJwk5ZbPhDDwWX8zx8tS1kFhCM3Xo9wWzbM');
const OTHER = address('9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin');
const TOKEN = 'G9xLug8eKE4dNBNPG3qJNPP7XBZ6mnbyNjSPxxeEpump';
const EXPIRY = unixSeconds(2_000);

/** As the program would create it, with our oracle if it needs one. */
async function marketOf(fields: object) {
  const { canonical, decider } = await compileCondition({
    question: 'Will it happen?',
    tokenAddress: TOKEN,
    expiresAt: EXPIRY,
    condition: fields,
    token: { mint: { program: TOKEN_PROGRAM, decimals: 6 } },
  });
  const isOracle = decider.source === MarketSource.Oracle;
  return {
    source: decider.source,
    subject: isOracle ? OURS : 'account' in decider ? decider.account : NO_ADDRESS,
    factOwner: 'factOwner' in decider ? decider.factOwner : NO_ADDRESS,
    parsedCondition: readCondition(canonical),
    mismatch: null as string | null,
  };
}

const price = { type: 'price_feed', feed: 'SOL', comparator: 'gt', threshold: '100' };
const attested = await marketOf({ type: 'attested' });
const measured = await marketOf({ ...price, timing: 'any_time_before' });
const state = await marketOf({ type: 'token_supply', comparator: 'lt', threshold: '5' });
const timed = await marketOf(price);
const unknown = readCondition('as I say');
const named = { source: MarketSource.NamedOracle, subject: OTHER };
const covers = () => true;

interface Case {
  readonly name: string;
  readonly market: typeof attested;
  readonly decided: DecidedBy | object;
  readonly awaited: string;
  readonly isHere: boolean;
  readonly onChain: 'attested' | 'oracle' | 'fact';
}

const cases: readonly Case[] = [
  {
    name: 'what our oracle attests',
    market: attested,
    decided: { by: 'attestation' },
    awaited: 'the confirmation of its outcome',
    isHere: true,
    onChain: 'attested',
  },
  {
    name: 'what our oracle measures',
    market: measured,
    decided: {
      by: 'samples',
      sampled: { condition: measured.parsedCondition, isTriggered: true },
    },
    awaited: 'enough good samples of what it is about',
    isHere: true,
    onChain: 'oracle',
  },
  {
    name: 'the state of an account',
    market: state,
    decided: { by: 'account', account: TOKEN, condition: state.parsedCondition },
    awaited: `an observation of the account that decides it, ${TOKEN}`,
    isHere: true,
    onChain: 'fact',
  },
  {
    name: 'the price at the expiry',
    market: timed,
    decided: { by: 'price_update', condition: timed.parsedCondition },
    awaited: 'the first Pyth SOL/USD price at or after 1970-01-01 00:33:20 UTC',
    isHere: true,
    onChain: 'fact',
  },
  {
    name: 'what another oracle attests',
    market: { ...attested, ...named },
    decided: { by: 'other_oracle', oracle: OTHER },
    awaited: `the outcome of its own oracle, ${OTHER}`,
    isHere: false,
    onChain: 'attested',
  },
  {
    name: 'another oracle, with a text that is not what decides it',
    market: { ...measured, ...named, mismatch: 'They differ.' },
    decided: { by: 'other_oracle', oracle: OTHER },
    awaited: `the outcome of its own oracle, ${OTHER}`,
    isHere: false,
    onChain: 'oracle',
  },
  {
    name: 'our oracle, with a text that means nothing to us',
    market: { ...attested, parsedCondition: unknown, mismatch: 'It is not in the form.' },
    decided: { by: 'nobody', why: 'condition_unknown' },
    awaited: 'its refund at 1970-01-01 00:50 UTC, because we cannot verify its condition',
    isHere: false,
    onChain: 'oracle',
  },
  {
    name: 'our oracle, with a text that is not what decides it',
    market: { ...attested, mismatch: 'They differ.' },
    decided: { by: 'nobody', why: 'mismatch' },
    awaited: 'its refund at 1970-01-01 00:50 UTC, because its condition is not what decides it',
    isHere: false,
    onChain: 'attested',
  },
  {
    name: 'a fact that is not what the text says',
    market: { ...state, mismatch: 'They differ.' },
    decided: { by: 'nobody', why: 'mismatch' },
    awaited: 'its refund at 1970-01-01 00:50 UTC, because its condition is not what decides it',
    isHere: false,
    onChain: 'fact',
  },
];

test.each([
  ['attestation', attested],
  ['samples', measured],
  ['fact', state],
  ['fact', timed],
  ['attestation', { ...attested, ...named }],
  ['samples', { ...measured, ...named }],
  ['attestation', { ...measured, parsedCondition: unknown }],
  ['fact', { ...state, parsedCondition: unknown }],
] as const)('the word is %s', (word, market) => {
  expect(decidedByWord(market)).toBe(word);
  expect(DECIDED_BY_WORDS).toContain(word);
});

const moments = { expiresAt: EXPIRY, refundAt: unixSeconds(3_000), now: EXPIRY };

test.each([
  [attested, 999, 'the confirmation of its outcome;'],
  [
    await marketOf({ type: 'attested', silence: 'refund' }),
    86_400,
    'the answer of its oracle, due',
  ],
  [
    await marketOf({ type: 'attested', silence: 'refund' }),
    86_401,
    'its outcome by an answer that',
  ],
  [measured, 10, 'enough good samples'],
  [measured, 11, 'its outcome by the samples that were taken in time;'],
  [state, 120, 'an observation of the account'],
  [state, 121, 'its outcome by what was observed in time;'],
  [
    await marketOf({ type: 'token_event', event: 'migrated' }),
    121,
    'an observation of the account',
  ],
])('what comes next depends on the time: %#', (market, seconds, words) => {
  const now = unixSeconds(EXPIRY + seconds);
  expect(describeAwaited(decidedBy(market, OURS), { ...moments, now })).toContain(words);
});

describe('decidedBy', () => {
  test.each(cases)('$name', ({ market, decided: expected, awaited, isHere, onChain }) => {
    const decided = decidedBy(market, OURS);
    expect(decided).toMatchObject(expected);
    const refund = 'all stakes are refunded at 1970-01-01 00:50 UTC';
    expect(describeAwaited(decided, moments)).toBe(
      awaited.startsWith('its refund') ? awaited : `${awaited}; without it, ${refund}`,
    );
    expect(isDecidedHere(decided, covers)).toBe(isHere);
    expect(deciderOnChain(market).source).toBe(onChain);
    expect(isDecidedByFact(decided)).toBe(isHere && onChain === 'fact');
  });

  test('is nobody where the text and the source do not match', () => {
    const nobody = { by: 'nobody', why: 'mismatch' };
    const { parsedCondition } = state;
    expect(decidedBy({ ...attested, parsedCondition }, OURS)).toEqual(nobody);
    expect(decidedBy({ ...timed, parsedCondition }, OURS)).toEqual(nobody);
  });

  test('a price is decided here only if this service gets its updates', () => {
    const decided = decidedBy(timed, OURS);
    const asked: string[] = [];
    const isHere = isDecidedHere(decided, (feedId) => {
      asked.push(feedId);
      return false;
    });
    expect(isHere).toBe(false);
    expect(timed.parsedCondition).toMatchObject({ feedId: asked[0] });
  });
});

test('the decider on chain names the account, its owner or the oracle', () => {
  expect(deciderOnChain(attested)).toEqual({ source: 'attested', oracle: OURS });
  expect(deciderOnChain(measured)).toEqual({ source: 'oracle', oracle: OURS });
  expect(deciderOnChain(state)).toEqual({
    ...{ source: 'fact', kind: 'state', account: TOKEN, owner: TOKEN_PROGRAM },
  });
  expect(deciderOnChain(timed)).toMatchObject({ source: 'fact', kind: 'timed', account: null });
});

test('a text is parsed once', () => {
  const text = '{"tokenAddress":null,"type":"attested","version":1}';
  expect(readCondition(text)).toBe(readCondition(text));
  expect(unknown).toBe(readCondition('as I say'));
});
