import { UsageError } from '@tote/chain/lib/usage-error';
import type { Tote } from '@tote/sdk';
import { RefusedError } from './failures.ts';
import { marketIdOf } from './format.ts';

/** The shortest addresses that are common; a rarer, shorter one is found in the lists. */
const WHOLE = 'market_'.length + 43;
const [PAGE, PAGES_MAX] = [100, 100];
const SHOWN = 3;

/** The id of the only market whose id begins with the text, with or without `market_`. */
export async function findMarket({ listMarkets }: Tote, text = ''): Promise<string> {
  const beginning = marketIdOf(text);
  if (beginning.length >= WHOLE) return beginning;
  const found = new Set<string>();
  // All of them, because a bet must not depend on which market was created last.
  for (const status of ['open', 'resolved'] as const) {
    let cursor: string | undefined;
    for (let pages = 0; pages === 0 || cursor; pages += 1) {
      if (pages === PAGES_MAX) {
        throw new UsageError(
          'There are too many markets to look for a shortened id. Give all of it.',
        );
      }
      const page = await listMarkets({ status, limit: PAGE, cursor });
      for (const { id } of page) if (id.startsWith(beginning)) found.add(id);
      cursor = page.nextCursor ?? undefined;
    }
  }
  const [id, ...others] = found;
  if (id === undefined) {
    throw new RefusedError(`No market’s id begins with ${text}. tote markets lists them.`);
  }
  // A bare market_ is that of a script whose variable is not set: it names none, even the only one.
  if (others.length === 0 && beginning !== marketIdOf('')) return id;
  const shown = [...found].slice(0, SHOWN).join(', ');
  throw new UsageError(
    `The ids of ${found.size} markets begin with ${text}, such as ${shown}. Give more of it.`,
  );
}
