import type { MarketSummary } from '@tote/sdk';
import { defineCommand } from '../command.ts';
import { money, percent, time } from '../format.ts';
import { renderTable } from '../terminal/table.ts';
import { paint, type Text } from '../terminal/text.ts';

const SORTS = { newest: 'newest', ending: 'endingSoon', volume: 'volume' } as const;

export const command = defineCommand({
  about: 'Lists open markets and those resolved in the last day, the newest first.',
  takes: [],
  options: {
    status: { type: 'string', about: 'only with this status', choices: ['open', 'resolved'] },
    q: { type: 'string', value: 'words', about: 'only questions with all of these words' },
    sort: { type: 'string', about: 'the order', choices: Object.keys(SORTS) },
    currency: { type: 'string', about: 'only in this currency', choices: ['SOL', 'UTILITY'] },
    token: { type: 'string', value: 'mint', about: 'only markets about this token' },
    creator: { type: 'string', value: 'address', about: 'only markets of this wallet' },
    decided: {
      type: 'string',
      about: 'only markets decided in this way',
      choices: ['fact', 'samples', 'attestation', 'web'],
    },
    limit: { type: 'string', value: 'number', about: 'how many; default: 20' },
    cursor: { type: 'string', about: 'the next page, as printed by the previous one' },
  },
  examples: ['markets --sort ending --currency SOL', "markets --q 'SOL above' --json"],
  async run({ values, session }) {
    const { status, q, sort, currency, token, creator, decided, limit, cursor } = values;
    const page = await session.tote.listMarkets({
      ...{ q, creator, cursor },
      status: status as 'open' | undefined,
      currency: currency as 'SOL' | undefined,
      decidedBy: decided as 'fact' | undefined,
      tokenAddress: token,
      sort: sort === undefined ? undefined : SORTS[sort as keyof typeof SORTS],
      // The service validates the number.
      limit: limit as unknown as number | undefined,
    });
    const { nextCursor } = page;
    session.show({ markets: [...page], nextCursor }, () =>
      page.length === 0 ? [['No markets match.']] : renderMarkets(page, session.screen),
    );
    if (nextCursor && !session.isJson) session.note(`More: --cursor ${nextCursor}`);
    return undefined;
  },
});

function renderMarkets(
  markets: readonly MarketSummary[],
  screen: { readonly columns: number } | undefined,
): Text[][] {
  const rows = markets.map((market): Text[] => [
    market.id,
    percent(market.odds.Yes),
    money(market.totalVolume, market.currency),
    market.bettingOpen ? paint('green', 'open') : market.status === 'open' ? 'closed' : 'resolved',
    time(market.expireAt),
    market.question,
  ]);
  const head = ['Market', 'Yes', 'Volume', 'State', 'Expires', 'Question'];
  return renderTable(head, rows, screen?.columns);
}
