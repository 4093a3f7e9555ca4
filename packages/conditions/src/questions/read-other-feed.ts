// Reads a question that compares two assets with price feeds: "Will SOL's price be above ETH's?"
import type { PriceFeed } from '@tote/oracles/price-feeds';
import { Refused } from './refused.ts';
import { kindsOf, type Parts, terms } from './statement-parts.ts';

/** The asset behind the comparison; undefined if the question is about one. */
export function readOtherFeed(parts: Parts): PriceFeed | undefined {
  const feeds = parts.pieces.flatMap((piece) => (piece.kind === 'feed' ? [piece.feed] : []));
  const [first, other, ...more] = feeds;
  if (!first || !other || more.length > 0 || parts.amounts.length > 0) return undefined;
  const metrics = terms(parts, 'metric');
  // "Will ETH flip BTC?" is about market capitalisations, which nothing measures.
  if (metrics.length === 0 || metrics.some(({ metric }) => metric !== 'price')) return undefined;
  const kinds = kindsOf(parts);
  const comparison = kinds.findIndex((kind) => kind === 'move' || kind === 'comparator');
  const isInOrder = kinds.indexOf('feed') < comparison && comparison < kinds.lastIndexOf('feed');
  if (!isInOrder || first === other) throw new Refused('its word order is not understood');
  return other;
}
