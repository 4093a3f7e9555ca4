import { type UnixSeconds, unixSeconds } from '@tote/domain';
import { isObject } from './canonical-json.ts';
import type { MarketMoments, Verdict } from './evaluation/verdict.ts';

type Json = Readonly<Record<string, unknown>>;

export interface EvidenceHead {
  readonly marketId: string;
  readonly condition: string;
  readonly moments: MarketMoments;
  readonly verdict: Verdict;
}

/** Undefined unless the text is exactly what `render` writes. So `read` need not check types. */
export function readExactly<T>(
  text: string,
  read: (value: Json) => T,
  render: (record: T) => string,
): T | undefined {
  try {
    const record = read(asObject(JSON.parse(text)));
    return render(record) === text ? record : undefined;
  } catch {
    return undefined;
  }
}

export function readHead({ marketId, condition, moments, verdict }: Json): EvidenceHead {
  const { createdAt, expiresAt, now } = asObject(moments);
  return {
    marketId: String(marketId),
    condition: String(condition),
    moments: { createdAt: readTime(createdAt), expiresAt: readTime(expiresAt), now: readTime(now) },
    // Not trusted: readers of the evidence compute the verdict again and compare.
    verdict: verdict as Verdict,
  };
}

export const readTime = (value: unknown): UnixSeconds => unixSeconds(Number(value));

export function asObject(value: unknown): Json {
  if (isObject(value)) return value;
  throw new RangeError('not an object');
}

export function listOf<T>(value: unknown, read: (each: unknown) => T): T[] {
  if (Array.isArray(value)) return value.map(read);
  throw new RangeError('not a list');
}
