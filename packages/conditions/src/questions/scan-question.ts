// Splits a question into pieces.
import { findFeedByName, type PriceFeed } from '../oracles/price-feeds.ts';
import { readTerm, type Term } from './lexicon.ts';
import type { Clocks, Moment } from './moment.ts';
import { ADDRESS_WORD } from './normalise-question.ts';
import { type Amount, readAmount } from './read-amount.ts';
import { readMoment } from './read-moment.ts';

/** Every character of the question belongs to a piece, so that no word is ignored. */
export type Piece =
  | { readonly kind: 'term'; readonly term: Term; readonly text: string }
  | { readonly kind: 'amount'; readonly amount: Amount; readonly text: string }
  | { readonly kind: 'moment'; readonly moment: Moment; readonly text: string }
  | { readonly kind: 'ticker'; readonly ticker: string; readonly text: string }
  | { readonly kind: 'feed'; readonly feed: PriceFeed; readonly text: string }
  /** The token's symbol or name. */
  | { readonly kind: 'name'; readonly text: string }
  /** Not understood. */
  | { readonly kind: 'word'; readonly text: string };

const TICKER = /\$([a-z][a-z0-9]{0,14})(?![a-z0-9])/y;
const FEED = /([a-z]+)(?:[/-]?(?:usd|usdt|usdc))?(?![a-z0-9])/y;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}.'&_-]*/uy;
const SYMBOL = /\S/uy;

interface ScanContext extends Clocks {
  /** Matches the token's own names. */
  readonly name?: RegExp;
  /** The addresses of the question, in order, and the market's token. */
  readonly addresses?: readonly string[];
  readonly tokenAddress?: string | null;
}

/** No question that can be measured has more. */
const PIECES_MAX = 80;
const MOMENTS_MAX = 3;
const TOO_LONG = { kind: 'beyond', why: 'it says too much at once' } as const;

export function scanQuestion(text: string, context: ScanContext): Piece[] {
  const pieces: Piece[] = [];
  let position = 0;
  let moments = 0;
  while (position < text.length) {
    if (pieces.length === PIECES_MAX || moments > MOMENTS_MAX) {
      pieces.push({ kind: 'term', term: TOO_LONG, text: text.slice(position) });
      break;
    }
    if (text[position] === ' ') {
      position += 1;
      continue;
    }
    const piece = readPiece(text, position, context);
    pieces.push(piece);
    if (piece.kind === 'moment') moments += 1;
    position += piece.text.length;
  }
  return nameAddresses(pieces, context);
}

/** Says which address each of them is. */
function nameAddresses(
  pieces: readonly Piece[],
  { addresses = [], tokenAddress }: ScanContext,
): Piece[] {
  const left = [...addresses];
  return pieces.map((piece) => {
    if (piece.kind !== 'term' || piece.text !== ADDRESS_WORD) return piece;
    const address = left.shift();
    if (address === undefined || address === tokenAddress) return piece;
    return { ...piece, term: { kind: 'pronoun', isToken: false, other: address } };
  });
}

function readPiece(text: string, position: number, context: ScanContext): Piece {
  const cut = (length: number) => text.slice(position, position + length);
  const ticker = match(TICKER, text, position);
  if (ticker) return { kind: 'ticker', ticker: (ticker[1] ?? '').toUpperCase(), text: ticker[0] };
  const moment = readMoment(text, position, context);
  const term = readTerm(text, position);
  if (moment && moment.length > (term?.length ?? 0)) {
    return { kind: 'moment', moment: moment.moment, text: cut(moment.length) };
  }
  const amount = readAmount(text, position);
  if (amount) return { kind: 'amount', amount, text: cut(amount.length) };
  const asset = match(FEED, text, position);
  const feed = asset && findFeedByName(asset[1] ?? '');
  const name = context.name && match(context.name, text, position)?.[0];
  const longest = Math.max(term?.length ?? 0, name?.length ?? 0);
  if (asset && feed && asset[0].length >= longest && asset[0].length > (term?.length ?? 0)) {
    return { kind: 'feed', feed, text: asset[0] };
  }
  // A word that means something else is a name only with a $.
  if (name && name.length > (term?.length ?? 0)) return { kind: 'name', text: name };
  if (term) return { kind: 'term', term: term.term, text: cut(term.length) };
  const word = match(WORD, text, position) ?? match(SYMBOL, text, position);
  return { kind: 'word', text: word?.[0] ?? text.slice(position) };
}

function match(pattern: RegExp, text: string, position: number): RegExpExecArray | null {
  pattern.lastIndex = position;
  return pattern.exec(text);
}
