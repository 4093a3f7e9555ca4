// What a question is about: an asset with a price feed, or the market's token.

import { type Address, isAddress } from '@solana/kit';
import { findFeed, findFeedByMint, type PriceFeed } from '../oracles/price-feeds.ts';
import { parseQuestion } from './parse-question.ts';
import { type Mention, type QuestionInput, Refused, type Said } from './said.ts';
import { isOwnTicker, tickerOf } from './token-names.ts';

/** An asset may be the market's token, too: then its holders can be counted. */
export type Subject =
  | { readonly kind: 'feed'; readonly symbol: string; readonly isToken: boolean }
  | { readonly kind: 'token' /** It has the name of this asset. */; readonly like?: string };

const ADDRESS_MISSING = 'it is about a token, and tokenAddress is missing';

/** Throws `Refused` unless all names mean the same thing. */
export function resolveSubject(
  { subject = [], pronoun }: { readonly subject?: readonly Mention[]; readonly pronoun?: 'token' },
  input: QuestionInput,
): Subject {
  const found = subject.map((mention) => resolveMention(mention, input));
  if (pronoun) found.push(requireToken(input));
  const [first, ...others] = found;
  if (!first) return requireToken(input);
  const nameOf = (each: Subject) => (each.kind === 'feed' ? each.symbol : 'token');
  if (others.some((other) => nameOf(other) !== nameOf(first))) {
    throw new Refused('it is about more than one thing');
  }
  return first;
}

function requireToken({ tokenAddress }: QuestionInput): Subject {
  if (tokenAddress === null) throw new Refused(ADDRESS_MISSING);
  const feed = findFeedByMint(tokenAddress);
  return feed ? { kind: 'feed', symbol: feed.symbol, isToken: true } : { kind: 'token' };
}

function resolveMention({ by, name }: Mention, input: QuestionInput): Subject {
  const { tokenAddress, token } = input;
  if (by === 'stranger') throw stranger(name, input);
  if (by === 'address') {
    if (name !== tokenAddress) throw new Refused('it names another address than tokenAddress');
    return requireToken(input);
  }
  if (by === 'name') return requireToken(input);
  const feed = findFeed(name);
  if (tokenAddress === null) {
    if (feed) return { kind: 'feed', symbol: feed.symbol, isToken: false };
    throw new Refused(ADDRESS_MISSING);
  }
  const isOwn = token?.names ? isOwnTicker(name, token.names) : undefined;
  if (feed) return resolveAsset(feed, isOwn, input);
  if (isOwn === false) throw stranger(name, input);
  // Anybody can make a token with any symbol.
  if (isOwn === undefined) throw new Refused(`it is not known whether tokenAddress is $${name}`);
  return requireToken(input);
}

/** With a tokenAddress an asset is meant only if it is that token. */
function resolveAsset(feed: PriceFeed, isOwn: boolean | undefined, input: QuestionInput): Subject {
  const ofMint = findFeedByMint(input.tokenAddress ?? '');
  if (feed === ofMint) return { kind: 'feed', symbol: feed.symbol, isToken: true };
  // Anybody can call a token JUP: its holders mean it, with its address.
  const isToken = feed.mint !== undefined && feed.symbol !== 'SOL' && isOwn === true;
  if (isToken) return { kind: 'token', like: feed.symbol };
  throw new Refused(`it is about ${feed.symbol}, tokenAddress is another token`);
}

function stranger(name: string, { tokenAddress, token }: QuestionInput): Refused {
  const said = name.toUpperCase();
  if (tokenAddress === null) return new Refused(`no source measures ${said}`);
  const symbol = token?.names ? tickerOf(token.names.symbol) : tokenAddress;
  return new Refused(`it says ${said}, the address is ${symbol}`);
}

/** The mint of an asset of our own list. Wrapped SOL is not what SOL means. */
function mintOf(name: string): string | undefined {
  const feed = findFeed(name);
  return feed?.symbol === 'SOL' ? undefined : feed?.mint;
}

/** The address of the token that the market's is compared with. */
export function resolveOther(mentions: readonly Mention[], input: QuestionInput): string {
  const { token, otherToken, tokenAddress } = input;
  const byAddress = mentions.filter(({ by }) => by === 'address');
  const named = mentions.filter(({ by }) => by !== 'address');
  const [address, more] = byAddress;
  const [name, another] = named;
  if (more || another) throw new Refused('it is about more than two tokens');
  const other = address?.name ?? (name && mintOf(name.name));
  if (other === undefined) {
    throw new Refused(
      `there may be many tokens $${(name?.name ?? '').toUpperCase()}: ` +
        'name it by the address of its mint',
    );
  }
  if (other === tokenAddress) throw new Refused('it compares a token with itself');
  const names = otherToken?.address === other ? otherToken.hints.names : undefined;
  if (address && name && !(names && isOwnTicker(name.name, names))) {
    throw new Refused(`it is not known whether ${other} is ${name.name}`);
  }
  const symbol = names?.symbol ?? findFeedByMint(other)?.symbol;
  if (symbol !== undefined && token?.names && isOwnTicker(tickerOf(symbol), token.names)) {
    throw new Refused('both tokens have the same symbol');
  }
  return other;
}

/** Its address in the question, or of a name of our own list. Undefined unless there is one. */
export function findOtherToken(
  input: Pick<QuestionInput, 'question' | 'tokenAddress' | 'expiresAt' | 'now'>,
): Address | undefined {
  if (input.tokenAddress === null) return undefined;
  const found = new Set<string>();
  for (const { meaning } of parseQuestion(input).readings) {
    for (const { by, name } of (meaning as Said).other?.subject ?? []) {
      const listed = by === 'address' ? name : mintOf(name);
      if (listed !== undefined) found.add(listed);
    }
  }
  found.delete(input.tokenAddress);
  const [other, ...more] = found;
  return other !== undefined && more.length === 0 && isAddress(other) ? other : undefined;
}
