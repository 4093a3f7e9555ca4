// What decides on chain compared with what the condition says: all equal, and one part changed at a
// time.
import { address } from '@solana/kit';
import {
  PUMPSWAP_PROGRAM,
  PYTH_RECEIVER_2026,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from '@tote/conditions/oracles/programs';
import { unixSeconds } from '@tote/domain';
import {
  type Clause,
  encodeClauses,
  MARKET_FLAGS,
  MarketSource,
  NO_ADDRESS,
} from '@tote/program-client';
import { describe, expect, test } from 'vitest';
import { compileCondition } from '../src/compile-condition.ts';
import { CONDITION_SCHEMA } from '../src/condition-schema.ts';
import { findMismatch as findMismatchOf, type RuleOnChain } from '../src/find-mismatch.ts';
import { isOracleMarket } from '../src/oracle-market.ts';
import { readCondition } from '../src/read-condition.ts';

const TOKEN = 'G9xLug8eKE4dNBNPG3qJNPP7XBZ6mnbyNjSPxxeEpump';
const ORACLE = address('4Nd1mYvKzPJwk5ZbPhDDwWX8zx8tS1kFhCM3Xo9wWzbM');
const OTHER = address('9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin');
const EXPIRY = 1_893_003_600n;

/** With the text of its condition. */
type Rule = Omit<RuleOnChain, 'parsedCondition'> & { readonly condition: string };

const findMismatch = ({ condition, ...rule }: Rule) =>
  findMismatchOf({ ...rule, parsedCondition: readCondition(condition) });

/** As the program would create it. */
async function ruleOf(condition: object): Promise<Rule> {
  const compiled = await compileCondition({
    question: '?',
    tokenAddress: TOKEN,
    expiresAt: unixSeconds(EXPIRY),
    condition,
    token: { mint: { program: TOKEN_PROGRAM, decimals: 6 } },
  });
  const { decider, isTriggered, isLatched, canonical } = compiled;
  const isOracle = isOracleMarket(decider);
  return {
    condition: canonical,
    source: decider.source,
    subject: isOracle ? ORACLE : 'account' in decider ? decider.account : NO_ADDRESS,
    factOwner: 'factOwner' in decider ? decider.factOwner : NO_ADDRESS,
    clauses: encodeClauses('clauses' in decider ? decider.clauses : []),
    flags:
      (isTriggered ? MARKET_FLAGS.triggered : 0) |
      (isLatched ? MARKET_FLAGS.latched : 0) |
      (isOracle && isTriggered ? MARKET_FLAGS.gated : 0),
  };
}

const ONCE = ['attested', 'range', 'change', 'launchpad_count'];
const TIMINGS = CONDITION_SCHEMA.examples.flatMap((example) =>
  ONCE.includes(example.type)
    ? [example]
    : [
        { ...example, timing: 'at_expiry' },
        { ...example, timing: 'any_time_before' },
      ],
);

describe('a market as its condition says', () => {
  test.each(TIMINGS)('has no mismatch: $type $timing', async (condition) => {
    const rule = await ruleOf(condition);
    expect(await findMismatch(rule)).toBeNull();
    // The creator may have made it custom, and bets may stop earlier.
    const flags = rule.flags | MARKET_FLAGS.custom;
    expect(await findMismatch({ ...rule, flags })).toBeNull();
  });

  test.each(TIMINGS)(
    'and any other source, flag or clause is one: $type $timing',
    async (asked) => {
      const rule = await ruleOf(asked);
      const isOracle = isOracleMarket(rule);
      for (const source of [MarketSource.Oracle, MarketSource.TimedFact, MarketSource.StateFact]) {
        const isSame = source === rule.source;
        expect((await findMismatch({ ...rule, source })) === null, `${source}`).toBe(isSame);
      }
      for (const flag of ['triggered', 'latched', 'gated', 'inverted'] as const) {
        const flags = rule.flags ^ MARKET_FLAGS[flag];
        expect(await findMismatch({ ...rule, flags }), flag).toMatch(/^By its condition it is /);
      }
      for (const at of rule.clauses.keys()) {
        const clauses = Uint8Array.from(rule.clauses);
        clauses[at] = (clauses[at] ?? 0) ^ 1;
        expect(await findMismatch({ ...rule, clauses })).toMatch(/^The clauses on chain /);
      }
      if (isOracle) return;
      expect(await findMismatch({ ...rule, subject: OTHER })).toContain(OTHER);
      expect(await findMismatch({ ...rule, factOwner: OTHER })).toContain(OTHER);
      const more = Uint8Array.from([...rule.clauses, ...rule.clauses]);
      expect(await findMismatch({ ...rule, clauses: more })).not.toBeNull();
      expect(await findMismatch({ ...rule, clauses: new Uint8Array(0) })).not.toBeNull();
    },
  );
});

test('the condition does not say which oracle it is', async () => {
  const rule = await ruleOf({ type: 'attested' });
  expect(await findMismatch({ ...rule, subject: OTHER })).toBeNull();
  expect(await findMismatch({ ...rule, source: MarketSource.NamedOracle })).toBeNull();
});

test('the words of another threshold, program or decimals are a mismatch', async () => {
  const feed = { type: 'price_feed', feed: 'SOL', comparator: 'gt', threshold: '100000' };
  const { condition } = await ruleOf(feed);
  const lie = await ruleOf({ ...feed, threshold: '1' });
  expect(await findMismatch({ ...lie, condition })).toMatch(/^The clauses on chain /);
  const elsewhere = await ruleOf({ ...feed, receiver: PYTH_RECEIVER_2026 });
  expect(await findMismatch({ ...elsewhere, condition })).toContain(PYTH_RECEIVER_2026);
  const supply = { type: 'token_supply', comparator: 'lt', threshold: '5' };
  const tokens = await ruleOf(supply);
  const others = await ruleOf({ ...supply, tokenProgram: TOKEN_2022_PROGRAM });
  expect(await findMismatch({ ...others, condition: tokens.condition })).not.toBeNull();
  // Without the decimals an oracle decides.
  const unread = {
    ...tokens,
    condition: tokens.condition.replace('"decimals":6', '"decimals":null'),
  };
  expect(await findMismatch(unread)).toMatch(/^By its condition an oracle decides it/);
});

test.each([
  ['', 'not in the form'],
  ['{"tokenAddress":null,"type":"attested","version":2}', 'has the version 2'],
  ['{"version":9007199254740993}', 'not in the form'],
])('a text that is not ours is a mismatch: %j', async (condition, expected) => {
  const rule = await ruleOf({ type: 'attested' });
  expect(await findMismatch({ ...rule, condition })).toContain(expected);
});

test('the fact that a pool exists is latched, as in the program', async () => {
  const fact = { account: OTHER, owner: PUMPSWAP_PROGRAM, offset: 0, dataType: 'u64' };
  const exists = { type: 'account_fact', ...fact, comparator: 'eq' };
  const value = Buffer.from('f19a6d0411b16dbc', 'hex').readBigUInt64LE().toString();
  const rule = await ruleOf({ ...exists, value });
  expect(rule.flags).toBe(MARKET_FLAGS.latched);
  expect((await ruleOf({ ...exists, value: '1' })).flags).toBe(0);
  expect((await ruleOf({ ...exists, value, owner: OTHER })).flags).toBe(0);
  const clause: Clause = { offset: 0, type: 'u64', comparator: 'eq', value: BigInt(value) };
  expect(rule.clauses).toEqual(encodeClauses([clause]));
});
