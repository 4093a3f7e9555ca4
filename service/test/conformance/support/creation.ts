// Creates markets with some fields changed, and says what a refused request could have changed.
import type { ErrorCode } from '@tote/domain';
import { expect, test } from 'vitest';
import type { World } from '../../support/world.ts';
import { expectRefusal } from './refusal.ts';

export const HOUR = 3_600;
export const YEARS_10 = 3_650 * 86_400;

export const iso = (seconds: number) => new Date(seconds * 1_000).toISOString().replace('.000', '');

/** Either refused with this code, or accepted and answered as this. */
export type FieldCase = readonly [
  value: unknown,
  expected: { readonly code: ErrorCode } | { readonly answered: unknown },
];

export function requestsTo(world: World) {
  const chainNow = async () => Date.parse((await world.get('/config')).body.now) / 1_000;
  const create = (...given: Parameters<World['create']>) => world.create(...given);

  /** The whole state that a refused request could have changed. */
  async function fingerprint(): Promise<string> {
    const accounts = [];
    for (const as of ['alice', 'bob', 'carol'] as const) {
      accounts.push((await world.get('/account', { as })).text);
    }
    const markets = (await world.get('/markets?limit=100')).text;
    return JSON.stringify([accounts, markets]);
  }

  function checkField(field: string, cases: readonly FieldCase[]): void {
    const named = cases.map((each) => [JSON.stringify(each[0]) ?? 'left out', ...each] as const);
    test.each(named)(`${field}: %s`, async (_, value, expected) => {
      const answer = await create({ [field]: value });
      if ('code' in expected) return expectRefusal(answer, 400, expected.code);
      expect(answer.status, answer.text).toBe(201);
      expect(answer.body[field]).toEqual(expected.answered);
    });
  }

  return { chainNow, create, fingerprint, checkField };
}
