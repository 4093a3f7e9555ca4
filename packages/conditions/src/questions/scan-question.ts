// Splits a question into pieces.
import { findFeedByName, type PriceFeed } from '@tote/oracles/price-feeds';
import { readTerm, type Term } from './lexicon.ts';
import type { Clocks, Moment } from './moment.ts';
import { type Amount, readAmount } from './read-amount.ts';
import { readMoment } from './read-moment.ts';

/** Every character of the question belongs to a piece, so that no word is ignored. */
export type Piece =
  | { readonly kind: 'term'; readonly term: Term; readonly text: string }
  | { readonly kind: 'amount'; readonly amount: Amount; readonly text: string }
  | { readonly kind: 'moment'; readonly moment: Moment; readonly text: string }
  | { readonly kind: 'ticker'; readonly ticker: string; readonly text: string }
  | { readonly kind: 'feed'; readonly feed: PriceFeed; readonly text: string }
  | { readonly kind: 'word'; readonly text: string };

const TICKER = /\$([a-z][a-z0-9]{0,14})(?![a-z0-9])/y;
const FEED = /([a-z]+)(?:[/-]?(?:usd|usdt|usdc))?(?![a-z0-9])/y;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}.'&_-]*/uy;
const SYMBOL = /\S/uy;

export function scanQuestion(text: string, clocks: Clocks): Piece[] {
  const pieces: Piece[] = [];
  let position = 0;
  while (position < text.length) {
    if (text[position] === ' ') {
      position += 1;
      continue;
    }
    const piece = readPiece(text, position, clocks);
    pieces.push(piece);
    position += piece.text.length;
  }
  return pieces;
}

function readPiece(text: string, position: number, clocks: Clocks): Piece {
  const cut = (length: number) => text.slice(position, position + length);
  const ticker = match(TICKER, text, position);
  if (ticker) return { kind: 'ticker', ticker: (ticker[1] ?? '').toUpperCase(), text: ticker[0] };
  const moment = readMoment(text, position, clocks);
  const term = readTerm(text, position);
  if (moment && moment.length > (term?.length ?? 0)) {
    return { kind: 'moment', moment: moment.moment, text: cut(moment.length) };
  }
  const amount = readAmount(text, position);
  if (amount) return { kind: 'amount', amount, text: cut(amount.length) };
  const name = match(FEED, text, position);
  const feed = name && findFeedByName(name[1] ?? '');
  if (name && feed && name[0].length > (term?.length ?? 0)) {
    return { kind: 'feed', feed, text: name[0] };
  }
  if (term) return { kind: 'term', term: term.term, text: cut(term.length) };
  const word = match(WORD, text, position) ?? match(SYMBOL, text, position);
  return { kind: 'word', text: word?.[0] ?? text.slice(position) };
}

function match(pattern: RegExp, text: string, position: number): RegExpExecArray | null {
  pattern.lastIndex = position;
  return pattern.exec(text);
}
