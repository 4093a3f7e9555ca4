// The names by which a question can mean its token: what the mint's metadata says.
import type { TokenNames } from '../condition-input.ts';

/** Words that change what is asked. A token with such a name can be meant only with a $. */
const ORDINARY = new Set(
  (
    'all always any average best big biggest constantly daily dev devs either fair fees final ' +
    'first floor former founder half high highest inverse largest last lead liquidation ' +
    'locked low lowest main max mean median min most neither new next nft no none only other ' +
    'peak people presale rival small staked target team total true two whale whales zero'
  ).split(' '),
);

const LENGTH_MIN = 2;

/** In lower case, as in a normalised question. */
function namesOf({ symbol, name }: TokenNames): string[] {
  return [symbol, name]
    .map((text) => text.normalize('NFKC').toLowerCase().replace(/^\$/, '').replace(/\s+/g, ' '))
    .filter((text) => text.length >= LENGTH_MIN && !ORDINARY.has(text));
}

/** Matches a name, also in the plural; undefined if the token has none that can be meant. */
export function namePattern(names: TokenNames | null | undefined): RegExp | undefined {
  const known = names ? namesOf(names) : [];
  if (known.length === 0) return undefined;
  const escaped = known
    .toSorted((a, b) => b.length - a.length)
    .map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`(?:${escaped.join('|')})s?(?![\\p{L}\\p{N}])`, 'uy');
}

/** A symbol as the ticker of a question: some carry a $ of their own. */
export function tickerOf(symbol: string): string {
  return symbol.replace(/^\$/, '').trim().toUpperCase();
}

/** Whether a $TICKER is the token's own. */
export function isOwnTicker(ticker: string, { symbol }: Pick<TokenNames, 'symbol'>): boolean {
  return tickerOf(symbol) === ticker.toUpperCase();
}
