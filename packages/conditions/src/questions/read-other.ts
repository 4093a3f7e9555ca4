// Reads what a question compares its subject with: "Will SOL's price be above ETH's?", "Will $AAA
// flip <address>?"
import type { Address } from '@solana/kit';
import { findFeed, type PriceFeed } from '../oracles/price-feeds.ts';
import { Refused } from './refused.ts';
import type { Piece } from './scan-question.ts';
import { has, kindsOf, type Parts, terms } from './statement-parts.ts';

/** An asset with a price feed, or a token. */
export type Other = (OtherFeed | OtherToken) & {
  /** What names it. All other names are of the subject. */
  readonly pieces: readonly Piece[];
};

interface OtherFeed {
  readonly kind: 'feed';
  readonly feed: PriceFeed;
}

export interface OtherToken {
  readonly kind: 'token';
  readonly address: string;
  /** The $TICKER that stands next to its address; it must be its symbol. */
  readonly ticker: string | null;
}

const COMPARISONS = ['move', 'comparator', 'flip'];

/** Undefined if the question is about one thing. */
export function readOther(parts: Parts): Other | undefined {
  if (parts.amounts.length > 0) return undefined;
  const other = readOtherFeed(parts) ?? readOtherToken(parts);
  if (other) checkParts(parts);
  return other;
}

/** Nothing but one comparison of one thing. */
function checkParts(parts: Parts): void {
  for (const kind of ['change', 'trend', 'minimum', 'tokens', 'event', 'curve'] as const) {
    if (has(parts, kind)) throw new Refused('it says more than one thing');
  }
}

function readOtherFeed(parts: Parts): Other | undefined {
  const found = parts.pieces.filter((piece) => piece.kind === 'feed');
  const [first, other, ...more] = found;
  if (!first || !other || more.length > 0) return undefined;
  const metrics = terms(parts, 'metric');
  // "Will ETH flip BTC?" is about market capitalisations, which nothing measures.
  if (metrics.length === 0 || metrics.some(({ metric }) => metric !== 'price')) return undefined;
  const kinds = kindsOf(parts);
  const comparison = kinds.findIndex((kind) => kind === 'move' || kind === 'comparator');
  const isInOrder = kinds.indexOf('feed') < comparison && comparison < kinds.lastIndexOf('feed');
  if (!isInOrder || first.feed === other.feed)
    throw new Refused('its word order is not understood');
  return { kind: 'feed', feed: other.feed, pieces: [other] };
}

const isOtherAddress = (piece: Piece) =>
  piece.kind === 'term' && piece.term.kind === 'pronoun' && piece.term.other !== undefined;

/**
 * By its address, or by a name of our own list. Any other $TICKER may be that of many tokens, and
 * anybody can make one more.
 */
function readOtherToken(parts: Parts): Other | undefined {
  const { pieces } = parts;
  const place = kindsOf(parts).findIndex((kind) => COMPARISONS.includes(kind));
  const behind = pieces.slice(place + 1);
  if (place < 0) return undefined;
  const named = behind.filter(({ kind }) => kind === 'ticker' || kind === 'feed');
  const isAddressed = behind.some(isOtherAddress);
  const other = isAddressed ? readAddressed(behind, named) : readListed(parts, named);
  if (!other) return undefined;
  const [first, last] = [other.pieces.at(0), other.pieces.at(-1)].map((piece) =>
    pieces.indexOf(piece as Piece),
  ) as [number, number];
  const isNext = last - first === other.pieces.length - 1;
  const isClear = pieces.slice(place + 1, first).every(mayStandBefore);
  if (!isNext || !isClear) throw new Refused('its word order is not understood');
  return other;
}

/** "Above the market cap of": between the comparison and what follows. */
function mayStandBefore(piece: Piece): boolean {
  if (piece.kind !== 'term') return false;
  if (piece.term.kind === 'filler') return ['the', 'that'].includes(piece.text);
  return ['of', 'to', 'metric', 'comparator', 'noun'].includes(piece.term.kind);
}

function readAddressed(behind: readonly Piece[], named: readonly Piece[]): Other {
  const [address, more] = behind.filter(isOtherAddress);
  const [name, another] = named;
  if (address?.kind !== 'term' || address.term.kind !== 'pronoun' || more || another) {
    throw new Refused('it is about more than two tokens');
  }
  const ticker = name ? tickerOf(name) : null;
  const pieces = behind.filter((piece) => piece === address || piece === name);
  return { kind: 'token', address: address.term.other ?? '', ticker, pieces };
}

function tickerOf(piece: Piece): string | null {
  if (piece.kind === 'feed') return piece.feed.symbol;
  return piece.kind === 'ticker' ? piece.ticker : null;
}

function readListed(parts: Parts, named: readonly Piece[]): Other | undefined {
  const [name, another] = named;
  const isCompared = has(parts, 'flip') || has(parts, 'metric');
  if (!name || another || !isCompared) return undefined;
  const feed = name.kind === 'feed' ? name.feed : findFeed(tickerOf(name) ?? '');
  if (!feed && name.kind === 'ticker') {
    const why = `there may be many tokens $${name.ticker}: name it by the address of its mint`;
    throw new Refused(why);
  }
  const mint = mintOf(feed);
  return mint && { kind: 'token', address: mint, ticker: null, pieces: [name] };
}

/** The mint of an asset that is a token here. Nobody counts how much SOL there is. */
export function mintOf(feed: PriceFeed | undefined): Address | undefined {
  return feed?.symbol === 'SOL' ? undefined : feed?.mint;
}
