import { address } from '@solana/kit';
import type { AccountSnapshot } from '@tote/conditions/oracles/account-snapshot';
import { unixSeconds } from '@tote/domain';
import { describe, expect, test } from 'vitest';
import { compileCondition } from '../src/compile-condition.ts';
import { evaluateCondition, measureCondition } from '../src/evaluate.ts';
import type { Evidence } from '../src/evaluation/verdict.ts';
import { dump, missingAccount, patched, sampleOf } from './oracles/support/dumps.ts';

const CREATED = 1_800_000_000;
const EXPIRY = CREATED + 3_600;
const MINT = 'G9xLug8eKE4dNBNPG3qJNPP7XBZ6mnbyNjSPxxeEpump';
const curve = dump('pump_curve_live_115');
const complete = { ...dump('pump_curve_graduated_115'), address: curve.address };
const stranger = address('Vote111111111111111111111111111111111111111');
const system = address('11111111111111111111111111111111');

async function prepare(structured: object, now: number) {
  const expiresAt = unixSeconds(EXPIRY);
  const input = { question: 'Will it happen?', tokenAddress: MINT, expiresAt };
  const { condition } = await compileCondition({ ...input, condition: structured });
  return {
    condition,
    moments: { createdAt: unixSeconds(CREATED), expiresAt, now: unixSeconds(now) },
  };
}

async function evaluate(structured: object, evidence: Evidence, now = EXPIRY + 1) {
  const { condition, moments } = await prepare(structured, now);
  return evaluateCondition(condition, evidence, moments);
}

const seen = (at: number, account: AccountSnapshot): Evidence => ({
  samples: [sampleOf(at, [account])],
});

describe('a bonding curve', () => {
  const event = { type: 'token_event', event: 'curve_complete', launchpad: 'pump' };
  const late = { ...event, timing: 'at_expiry' };

  test('is met at once in a triggered market', async () => {
    expect(await evaluate(event, seen(CREATED + 5, complete), CREATED + 6)).toMatchObject({
      verdict: 'met',
      at: CREATED + 5,
    });
    expect(await evaluate(late, seen(CREATED + 5, complete), CREATED + 6)).toMatchObject({
      code: 'not_due',
    });
  });

  test('that is not complete later was not complete at the expiry either', async () => {
    for (const at of [EXPIRY, EXPIRY + 120, EXPIRY + 50_000]) {
      const verdict = await evaluate(event, seen(at, curve), at);
      expect(verdict).toMatchObject({ verdict: 'not_met', at });
    }
  });

  test('that is missing is not complete, but decides nothing later: it may have been closed', async () => {
    const { address } = curve;
    const ofNobody = { ...complete, owner: system };
    for (const gone of [missingAccount(address), ofNobody]) {
      for (const at of [EXPIRY, EXPIRY + 120]) {
        const verdict = await evaluate(event, seen(at, gone), at);
        expect(verdict).toMatchObject({ verdict: 'not_met', at });
      }
      for (const at of [EXPIRY - 1, EXPIRY + 121, EXPIRY + 50_000]) {
        const verdict = await evaluate(event, seen(at, gone), at);
        expect(verdict).toMatchObject({ verdict: 'unknown' });
      }
    }
  });

  test('that is complete only later decides nothing about the expiry', async () => {
    const edge = await evaluate(event, seen(EXPIRY + 120, complete), EXPIRY + 120);
    expect(edge).toMatchObject({ verdict: 'met' });
    const after = await evaluate(event, seen(EXPIRY + 121, complete), EXPIRY + 121);
    expect(after).toMatchObject({ verdict: 'unknown' });
  });

  test('not complete before the expiry decides nothing yet', async () => {
    const verdict = await evaluate(event, seen(EXPIRY - 1, curve), EXPIRY);
    expect(verdict).toMatchObject({ verdict: 'unknown' });
  });

  test.each([
    ['of another owner', 'wrong_owner', { ...complete, owner: stranger }],
    ['that is another type', 'invalid', patched(complete, 0, [0])],
    ['at another address', 'missing', { ...complete, address: stranger }],
    [
      'emptied, with another owner',
      'wrong_owner',
      { ...complete, owner: stranger, data: new Uint8Array() },
    ],
  ])('an account %s says nothing', async (_name, code, account) => {
    expect(await evaluate(event, seen(EXPIRY, account))).toMatchObject({
      verdict: 'unknown',
      code,
    });
  });

  test('an address with only lamports counts as missing', async () => {
    const funded = { ...curve, owner: system, data: new Uint8Array() };
    expect(await evaluate(event, seen(EXPIRY, funded))).toMatchObject({ verdict: 'not_met' });
  });

  test('can be measured before a bet', async () => {
    const { condition, moments } = await prepare(event, CREATED + 5);
    const measure = (account: AccountSnapshot) =>
      measureCondition(condition, sampleOf(CREATED + 5, [account]), moments);
    expect(await measure(complete)).toMatchObject({ ok: true, value: { isMet: true } });
    expect(await measure(curve)).toMatchObject({ ok: true, value: { isMet: false } });
    expect(await measure(patched(complete, 0, [0]))).toMatchObject({ ok: false });
  });
});

describe('the migration', () => {
  test('from pump.fun is the canonical pool, and no other', async () => {
    const pool = dump('pumpswap_pool_ansem_301');
    const mint = '9cRCn9rGT8V2imeM2BaKs13yhMEais3ruM3rPvTGpump';
    const expiresAt = unixSeconds(EXPIRY);
    const input = { question: 'Will it happen?', tokenAddress: mint, expiresAt };
    const event = { type: 'token_event', event: 'migrated', launchpad: 'pump' };
    const { condition } = await compileCondition({ ...input, condition: event });
    const moments = { createdAt: unixSeconds(CREATED), expiresAt, now: expiresAt };
    const run = (account: AccountSnapshot) =>
      evaluateCondition(condition, seen(EXPIRY, account), moments);
    expect(await run(pool)).toMatchObject({ verdict: 'met' });
    expect(await run(missingAccount(pool.address))).toMatchObject({ verdict: 'not_met' });
    expect(await run({ ...pool, address: stranger })).toMatchObject({ verdict: 'unknown' });
    expect(await run({ ...pool, owner: stranger })).toMatchObject({ code: 'wrong_owner' });
  });

  test('from LaunchLab is the third stage of its pool', async () => {
    const pool = dump('raydium_launchlab_pool');
    const quoteMint = 'SNAPcESrvnH8yUdgeMF6xm1hym9b6hW6s8YeqeHdZFz';
    const tokenAddress = 'ALvT2usBGUC8C21dDiXpwAGVwA3x1GBKtut3VFWQcX8x';
    const expiresAt = unixSeconds(EXPIRY);
    const moments = { createdAt: unixSeconds(CREATED), expiresAt, now: expiresAt };
    const run = async (event: string, status: number) => {
      const structured = { type: 'token_event', event, launchpad: 'launchlab', quoteMint };
      const input = { question: 'Will it happen?', tokenAddress, expiresAt, condition: structured };
      const { condition } = await compileCondition(input);
      const account = patched(pool, 17, [status]);
      return (await evaluateCondition(condition, seen(EXPIRY, account), moments)).verdict;
    };
    expect(await run('migrated', 0)).toBe('not_met');
    expect(await run('migrated', 1)).toBe('not_met');
    expect(await run('migrated', 2)).toBe('met');
    expect(await run('curve_complete', 0)).toBe('not_met');
    expect(await run('curve_complete', 1)).toBe('met');
    expect(await run('curve_complete', 2)).toBe('met');
  });
});

describe('a fact of any account', () => {
  const fact = {
    type: 'account_fact',
    account: curve.address,
    owner: curve.owner,
    offset: 16,
    dataType: 'u64',
    comparator: 'gt',
    value: '30000000006',
  };

  test('is read at its offset, within two minutes of the expiry', async () => {
    expect(await evaluate(fact, seen(EXPIRY, curve))).toMatchObject({ verdict: 'met' });
    const equal = { ...fact, value: '30000000007' };
    expect(await evaluate(equal, seen(EXPIRY, curve))).toMatchObject({ verdict: 'not_met' });
    const far = { ...fact, offset: 60_000 };
    expect(await evaluate(far, seen(EXPIRY, curve))).toMatchObject({ verdict: 'not_met' });
    const late = await evaluate(equal, seen(EXPIRY + 121, curve), EXPIRY + 121);
    expect(late).toMatchObject({ verdict: 'unknown' });
  });
});

describe('an attestation', () => {
  const attested = { type: 'attested' };
  const by = (createdAt: number): Evidence => ({
    samples: [],
    attestation: { outcome: 'Yes', createdAt: unixSeconds(createdAt) },
  });

  test('up to the expiry is a Yes, without one it is a No', async () => {
    expect(await evaluate(attested, by(EXPIRY))).toMatchObject({ verdict: 'met', at: EXPIRY });
    expect(await evaluate(attested, by(EXPIRY + 1))).toMatchObject({ verdict: 'not_met' });
    expect(await evaluate(attested, { samples: [] })).toMatchObject({ verdict: 'not_met' });
    expect(await evaluate(attested, { samples: [] }, EXPIRY - 1)).toMatchObject({
      code: 'not_due',
    });
  });
});
