// The token that a question compares its own with, before anything is known about it.
import { type Address, isAddress } from '@solana/kit';
import type { ConditionInput } from '../condition-input.ts';
import { findFeed } from '../oracles/price-feeds.ts';
import { normaliseQuestion } from './normalise-question.ts';
import { mintOf } from './read-other.ts';
import { scanQuestion } from './scan-question.ts';

/** Its address in the question, or of a name of our own list. Undefined unless there is one. */
export function findOtherToken(
  input: Pick<ConditionInput, 'question' | 'tokenAddress' | 'expiresAt' | 'now'>,
): Address | undefined {
  const { question, tokenAddress, expiresAt, now } = input;
  if (tokenAddress === null) return undefined;
  const { text, addresses } = normaliseQuestion(question);
  const given = new Set(addresses.filter((address) => address !== tokenAddress));
  const found = given.size > 0 ? given : listMints(scanQuestion(text, { expiresAt, now }));
  found.delete(tokenAddress);
  const [other, ...more] = found;
  return other !== undefined && more.length === 0 && isAddress(other) ? other : undefined;
}

function listMints(pieces: ReturnType<typeof scanQuestion>): Set<string> {
  const feeds = pieces.map((piece) => {
    if (piece.kind === 'feed') return piece.feed;
    return piece.kind === 'ticker' ? findFeed(piece.ticker) : undefined;
  });
  return new Set(feeds.flatMap((feed) => mintOf(feed) ?? []));
}
