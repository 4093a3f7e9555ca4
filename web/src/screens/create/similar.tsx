import { useSignal } from '@preact/signals';
import { type MarketSummary, ToteError } from '@tote/sdk';
import { useEffect } from 'preact/hooks';
import { Countdown } from '../../components/countdown.tsx';
import { tote } from '../../data/tote.ts';
import { percent } from '../../format/amounts.ts';
import { plainText } from '../../format/words.ts';
import { href } from '../../navigation/router.ts';
import { draft } from './draft.ts';

const PAUSE_MS = 600;
const SHOWN = 3;

/** Open markets about the same subject, so that the pool is not split. */
export function Similar() {
  const found = useSignal<readonly MarketSummary[]>([]);
  const searches = listSearches(draft.value.question).join('\n');
  const tokenAddress = draft.value.tokenAddress.trim();
  useEffect(() => {
    const controller = new AbortController();
    const timer = setTimeout(() => {
      readSimilar(searches.split('\n'), tokenAddress, controller.signal).then((list) => {
        if (!controller.signal.aborted) found.value = list;
      });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [searches, tokenAddress, found]);
  if (found.value.length === 0) return null;
  return (
    <section class="similar stack" aria-label="Similar open markets">
      <h2>Already open</h2>
      <ul class="pairs">
        {found.value.map((market) => (
          <li key={market.id}>
            <a href={href(`/m/${market.id}`)} dir="auto">
              {plainText(market.question)}
            </a>
            <span class="quiet">
              Yes {percent(market.odds.Yes)}, ends in <Countdown to={market.expireAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Optional: shows nothing if the search fails. */
async function readSimilar(searches: string[], tokenAddress: string, signal: AbortSignal) {
  const isAddress = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(tokenAddress);
  const abouts = isAddress ? [{ tokenAddress }] : searches.filter(Boolean).map((q) => ({ q }));
  try {
    for (const about of abouts) {
      const query = { ...about, status: 'open', limit: SHOWN } as const;
      const found = await tote.value.listMarkets(query, { signal });
      if (found.length > 0) return found;
    }
  } catch (error) {
    if (!(error instanceof ToteError)) throw error;
  }
  return [];
}

const COMMON = new Set(
  (
    'will would can could does do did is are was be been being have has had get gets go ' +
    'goes the a an this that its it in on at of to by for from with than then or and not ' +
    'no never ever any time before after until till during within end ends expiry ' +
    'expiration today tomorrow week month year day hour above below over under more less ' +
    'least most reach reaches hit hits exceed exceeds stay stays price prices market cap ' +
    'mcap token coin holders supply usd dollars million billion'
  ).split(' '),
);

/** Searches, narrowest first, because the market list matches all words of a search. */
function listSearches(question: string): string[] {
  const words = question.match(/[\p{L}][\p{L}\p{N}]+/gu) ?? [];
  const telling = words.filter((word) => !COMMON.has(word.toLowerCase()));
  const [first, second] = new Set(telling);
  if (first === undefined) return [];
  if (second === undefined) return [first];
  // Longer words are more specific.
  const [more, less] = second.length > first.length ? [second, first] : [first, second];
  return [`${first} ${second}`, more, less];
}
