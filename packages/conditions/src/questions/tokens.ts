// Splits a question into tokens. Several may begin at the same place: "may" is a month and a word,
// "SOL" an asset and the unit of an amount. The grammar decides which of them fits.
import { findFeedByName } from '../oracles/price-feeds.ts';
import type { Token } from './chart.ts';
import type { Clocks } from './moment.ts';
import { ADDRESS_WORD } from './normalise-question.ts';
import { type Amount, readAmount } from './read-amount.ts';
import { readMoment, readPeriod } from './read-moment.ts';

interface TokenContext extends Clocks {
  /** Matches the token's own names. */
  readonly name?: RegExp;
  /** The addresses of the question, in order. */
  readonly addresses?: readonly string[];
  /** Words that mean something to the grammar. They name nothing. */
  readonly words: ReadonlySet<string>;
}

const TICKER = /\$([a-z][a-z0-9]{0,14})(?![a-z0-9])/y;
const PAIR = /([a-z]+)(?: ?\/ ?|-)([a-z]+)(?![a-z0-9])/y;
/** Not the stablecoins jupUSD and crvUSD. */
const QUOTED_IN_USD =
  /(?!(?:jup|crv)usd(?![a-z0-9]))([a-z]+)(?:[/-]?(?:usd|usdt|usdc))(?![a-z0-9])/y;
const WORD = /'s(?![\p{L}\p{N}])|[<>]=?|[\p{L}\p{N}][\p{L}\p{N}.&_'-]*(?<![.'-])|\S/uy;
const STRANGER = /^[\p{L}][\p{L}\p{N}]*$/u;

/** By the place where they begin: the number of the character. */
export function tokenise(text: string, context: TokenContext): Map<number, Token[]> {
  const tokens = new Map<number, Token[]>();
  const addresses = [...(context.addresses ?? [])];
  const [open, done] = [[0], new Set<number>()];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (done.has(at) || at >= text.length) continue;
    done.add(at);
    const found = readTokens(text, at, context);
    tokens.set(at, found);
    open.push(...found.map(({ next }) => next));
  }
  // Each address in the order of the sentence.
  for (const at of [...tokens.keys()].sort((a, b) => a - b)) {
    const list = tokens.get(at) ?? [];
    if (list.some(({ text: word }) => word === ADDRESS_WORD)) {
      const address = addresses.shift() ?? '';
      const [{ next }] = list as [Token];
      tokens.set(at, [token('address', ADDRESS_WORD, next, mention('address', address))]);
    }
  }
  return tokens;
}

const token = (kind: string, text: string, next: number, meaning: object): Token => ({
  ...{ kind, text, next, meaning: meaning as Token['meaning'] },
});

/** One of the names of what the question is about. */
const mention = (by: string, name: string) => ({ subject: [{ by, name }] });

function readTokens(text: string, at: number, context: TokenContext): Token[] {
  const found: Token[] = [];
  const add = (kind: string, length: number, meaning: object) => {
    const end = at + length;
    const next = text[end] === ' ' ? end + 1 : end;
    found.push(token(kind, text.slice(at, end), next, meaning));
  };
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at;
    return pattern.exec(text) ?? undefined;
  };
  const ticker = match(TICKER);
  if (ticker) {
    add('ticker', ticker[0].length, mention('ticker', (ticker[1] ?? '').toUpperCase()));
    return found;
  }
  const moment = readMoment(text, at, context);
  if (moment) add('when', moment.length, { when: [moment.moment] });
  const period = readPeriod(text, at, context);
  if (period) add('period', period.length, { when: [period.moment] });
  const amount = readAmount(text, at);
  if (amount) addAmount(amount, add);
  const word = match(WORD)?.[0] ?? text.slice(at, at + 1);
  const pair = match(PAIR);
  const [one, other] = [pair?.[1], pair?.[2]].map((name) => name && findFeedByName(name));
  if (pair && one && other) {
    add('pair', pair[0].length, {
      ...mention('asset', one.symbol),
      other: mention('asset', other.symbol),
    });
  }
  const inUsd = match(QUOTED_IN_USD);
  for (const [name, length] of [
    [inUsd?.[1], inUsd?.[0].length],
    ...assetNames(text, at),
    [word, word.length],
  ] as const) {
    const feed = name === undefined ? undefined : findFeedByName(name);
    if (!feed || length === undefined) continue;
    add('asset', length, mention('asset', feed.symbol));
    break;
  }
  const name = context.name && match(context.name)?.[0];
  if (name) add('name', name.length, mention('name', name));
  add('word', word.length, {});
  const isStranger = STRANGER.test(word) && !context.words.has(word);
  if (isStranger && !found.some(({ kind }) => kind !== 'word')) {
    add('stranger', word.length, mention('stranger', word));
  }
  return found;
}

/** Names of two words: "binance coin". */
function assetNames(text: string, at: number): [string, number][] {
  const [two] = /^[a-z]+ [a-z]+(?![a-z0-9])/.exec(text.slice(at, at + 40)) ?? [];
  return two === undefined ? [] : [[two, two.length]];
}

function addAmount(amount: Amount, add: (kind: string, length: number, meaning: object) => void) {
  const { kind, value, isRound, isOpenEnded, asset, length } = amount;
  const open = isOpenEnded ? { cmp: 'gte' } : {};
  if (kind === 'percent' || kind === 'multiple') add(kind, length, { [kind]: value, ...open });
  else if (kind !== 'unclear') {
    const unit = { money: 'USD', sol: 'SOL', number: null, assets: asset }[kind];
    add(kind, length, { amount: { value, unit, isRound }, ...open });
  }
}
