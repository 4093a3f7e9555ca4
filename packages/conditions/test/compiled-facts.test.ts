// vectors/compiled-facts.json in TypeScript: the compiler writes exactly these facts, and our
// verdict on each observation equals the program's.
import { address } from '@solana/kit';
import { unixSeconds } from '@tote/domain';
import { encodeClauses, MarketSource } from '@tote/program-client';
import { describe, expect, test } from 'vitest';
import {
  type CompiledFactCase,
  type FactCase,
  readVectors,
  toClause,
} from '../../../tools/test-setup/vectors.ts';
import { compileCondition } from '../src/compile-condition.ts';
import { evaluateCondition, measureCondition } from '../src/evaluate.ts';
import { readFact } from '../src/evaluation/read-fact.ts';
import { readCondition } from '../src/read-condition.ts';
import { dump, patched, sampleOf } from './oracles/support/dumps.ts';
import * as hour from './support/hour.ts';

const cases = readVectors<CompiledFactCase>('compiled-facts.json');
const somewhere = address('SysvarC1ock11111111111111111111111111111111');
const VERDICTS: Record<string, string> = { Yes: 'met', No: 'not_met' };

describe.each(cases)('$name', (vector) => {
  const expiresAt = unixSeconds(BigInt(vector.expiresAt));

  test('is compiled to its fact', async () => {
    const compiled = await compileCondition({ question: '?', ...inputOf(vector), expiresAt });
    const { decider } = compiled;
    expect(compiled.canonical).toBe(vector.canonical);
    expect(readCondition(vector.canonical)).toEqual(compiled.condition);
    expect(compiled).toMatchObject({
      isTriggered: vector.isTriggered,
      isLatched: vector.isLatched,
      closesEarly: vector.closesEarly,
    });
    if (!('clauses' in decider)) throw new Error('it is not a fact');
    const isTimed = decider.source === MarketSource.TimedFact;
    expect(isTimed ? 'timed' : 'state').toBe(vector.source);
    expect('account' in decider ? decider.account : null).toBe(vector.account);
    expect(decider.factOwner).toBe(vector.factOwner);
    expect(decider.clauses).toHaveLength(vector.clauseCount);
    expect(Buffer.from(encodeClauses(decider.clauses)).toString('hex')).toBe(vector.clauses);
  });

  test.each(vector.observations)('$name: $expected', async (observation) => {
    const condition = readCondition(vector.canonical);
    if (condition.type === 'unknown') throw new Error('the canonical text is not read');
    const now = unixSeconds(expiresAt + Number(observation.secondsAfterExpiry));
    const account = {
      address: vector.account ?? somewhere,
      owner: observation.owner,
      data: Uint8Array.from(Buffer.from(observation.data, 'hex')),
    };
    const moments = { createdAt: unixSeconds(expiresAt - 86_400), expiresAt, now };
    const evidence = { samples: [sampleOf(now, [account])] };
    const { verdict } = await evaluateCondition(condition, evidence, moments);
    expect(verdict).toBe(VERDICTS[observation.expected] ?? 'unknown');
  });
});

function inputOf({ condition, tokenAddress, mint, pythReceiver }: CompiledFactCase) {
  return { condition, tokenAddress, token: { mint }, pythReceiver };
}

test('the state of an account can be measured before a bet', async () => {
  const curve = dump('pump_curve_live_115');
  const complete = { ...dump('pump_curve_graduated_115'), address: curve.address };
  const { condition } = await hour.compile(
    { type: 'token_event', event: 'curve_complete', launchpad: 'pump' },
    { tokenAddress: 'G9xLug8eKE4dNBNPG3qJNPP7XBZ6mnbyNjSPxxeEpump' },
  );
  const measure = (account: typeof curve) =>
    measureCondition(condition, sampleOf(1, [account]), hour.momentsAt(hour.CREATED + 5));
  expect(await measure(complete)).toMatchObject({ ok: true, value: { isMet: true } });
  expect(await measure(curve)).toMatchObject({ ok: true, value: { isMet: false } });
  expect(await measure(patched(complete, 0, [0]))).toMatchObject({ ok: false });
});

const facts = readVectors<FactCase>('facts.json');

describe('readFact reads as the program does', () => {
  test.each(facts)('$name', (vector) => {
    const clauses = vector.clauses.map(toClause);
    expect(Buffer.from(encodeClauses(clauses)).toString('hex')).toBe(vector.encoded);
    const data = vector.account ? dump(vector.account).data : Buffer.from(vector.data ?? '', 'hex');
    expect(readFact(clauses, data, BigInt(vector.expiresAt))).toBe(vector.expected);
  });

  test('there are vectors', () => {
    expect(facts.length).toBeGreaterThan(100);
  });
});
