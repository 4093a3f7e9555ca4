import type { AccountSnapshot } from '@tote/conditions/oracles/account-snapshot';
import { describe, expect, test } from 'vitest';
import { measureCondition } from '../src/evaluate.ts';
import type { Evidence } from '../src/evaluation/verdict.ts';
import { dump, missingAccount, patched, sampleOf } from './oracles/support/dumps.ts';
import { CREATED, compile, EXPIRY, evaluate, momentsAt, STRANGER } from './support/hour.ts';

const ABOUT = { tokenAddress: 'G9xLug8eKE4dNBNPG3qJNPP7XBZ6mnbyNjSPxxeEpump' };
const curve = dump('pump_curve_live_115');
const complete = { ...dump('pump_curve_graduated_115'), address: curve.address };

const seen = (at: number, account: AccountSnapshot): Evidence => ({
  samples: [sampleOf(at, [account])],
});

describe('a bonding curve', () => {
  const event = { type: 'token_event', event: 'curve_complete', launchpad: 'pump' };

  test.each([
    ['of another owner', 'wrong_owner', { ...complete, owner: STRANGER }],
    ['that is another type', 'invalid', patched(complete, 0, [0])],
    ['at another address', 'missing', { ...complete, address: STRANGER }],
    [
      'emptied, with another owner',
      'wrong_owner',
      { ...complete, owner: STRANGER, data: new Uint8Array() },
    ],
  ])('an account %s says nothing', async (_name, code, account) => {
    const verdict = await evaluate(event, seen(EXPIRY, account), ABOUT);
    expect(verdict).toMatchObject({ verdict: 'unknown', code });
  });

  test('long after the expiry only one that is incomplete shows what was', async () => {
    const now = EXPIRY + 1_000;
    const at = (seconds: number, account: AccountSnapshot) =>
      evaluate(event, seen(EXPIRY + seconds, account), { now, ...ABOUT });
    expect(await at(120, complete)).toMatchObject({ verdict: 'met' });
    expect(await at(121, complete)).toMatchObject({ verdict: 'unknown' });
    expect(await at(121, curve)).toMatchObject({ verdict: 'not_met' });
    // It may have been complete, and closed since.
    const gone = missingAccount(curve.address);
    expect(await at(120, gone)).toMatchObject({ verdict: 'not_met' });
    expect(await at(121, gone)).toMatchObject({ verdict: 'unknown' });
  });

  test('can be measured before a bet', async () => {
    const { condition } = await compile(event, ABOUT);
    const measure = (account: AccountSnapshot) =>
      measureCondition(condition, sampleOf(CREATED + 5, [account]), momentsAt(CREATED + 5));
    expect(await measure(complete)).toMatchObject({ ok: true, value: { isMet: true } });
    expect(await measure(curve)).toMatchObject({ ok: true, value: { isMet: false } });
    expect(await measure(patched(complete, 0, [0]))).toMatchObject({ ok: false });
  });
});
