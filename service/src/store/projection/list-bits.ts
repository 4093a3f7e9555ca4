// Bits by which an index rules most other markets out, without reading their rows: two for each
// word of the question and for each other thing that a list can be limited to. What has all the
// bits of a filter may fit, what lacks one does not. They are stored, so the same text must always
// have the same.
import { wordsOf } from '@tote/conditions/market-keys';
import type { MarketRow } from './market-row.ts';

const BITS = 63;
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** What a list can be limited to. */
interface Items {
  readonly words?: readonly string[];
  readonly creator?: string | null;
  readonly token?: string | null;
  readonly currency?: bigint;
  readonly decidedBy?: string;
}

export function bitsOf({ words = [], ...named }: Items): bigint {
  const others = Object.entries(named).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [`${name}:${value}`],
  );
  return [...words, ...others].reduce((bits, text) => bits | bitsOfText(text), 0n);
}

type Listed = Pick<MarketRow, 'question' | 'creator' | 'token_address' | 'currency' | 'decided_by'>;

export function bitsOfMarket(market: Listed): bigint {
  const { question, creator, token_address: token, currency, decided_by: decidedBy } = market;
  return bitsOf({ words: wordsOf(question), creator, token, currency, decidedBy });
}

function bitsOfText(text: string): bigint {
  const hash = hashOf(text);
  return (1n << BigInt(hash % BITS)) | (1n << BigInt(Math.floor(hash / BITS) % BITS));
}

/** FNV-1a of 32 bits. */
function hashOf(text: string): number {
  let hash = FNV_OFFSET;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), FNV_PRIME);
  }
  return hash >>> 0;
}
