import { unixSeconds } from '@tote/domain';
import type { FetchedCondition } from '../../src/evaluate.ts';
import type { WebFetch, WebRound } from '../../src/web/web-round.ts';

export const CREATED = unixSeconds(1_893_452_400);
export const EXPIRY = unixSeconds(1_893_456_000);

export const hostAt = (index: number) => `https://${'abcde'[index]}.example/v`;

/** As many sources as asked for, with a pointer to `v`. */
export function conditionOf(
  count: number,
  fields: Partial<FetchedCondition> = {},
): FetchedCondition {
  return {
    ...{ type: 'web_value', tokenAddress: null, comparator: 'gte' },
    ...{ value: '4', valueType: 'number', timing: 'at_expiry', delaySeconds: 0 },
    sources: Array.from({ length: count }, (_, index) => ({ url: hostAt(index), pointer: '/v' })),
    quorum: count >= 3 ? count - 1 : count,
    ...fields,
  } as FetchedCondition;
}

interface Answered {
  readonly status?: number;
  readonly type?: string;
  readonly at?: number;
}

export function answer(url: string, body: string, { status, type, at }: Answered = {}): WebFetch {
  const startedAt = unixSeconds(at ?? EXPIRY);
  return {
    ...{ url, startedAt, endedAt: startedAt },
    answer: {
      status: status ?? 200,
      headers: { 'content-type': type ?? 'application/json' },
      body: Uint8Array.from(Buffer.from(body)),
      certificate: 'ab'.repeat(32),
    },
  };
}

/** A number as JSON has it, or null for a source that does not answer. */
export function roundOf(values: readonly (string | null)[], at: number = EXPIRY): WebRound {
  return values.map((value, index) => {
    const url = hostAt(index);
    if (value !== null) return answer(url, `{"v":${value}}`, { at });
    const startedAt = unixSeconds(at);
    return { url, startedAt, endedAt: startedAt, failure: 'it cannot be reached' };
  });
}
