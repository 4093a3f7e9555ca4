import type { MarketSummary } from '@tote/sdk';
import { choice, defineCommand, text } from '../command.ts';
import { money, percent, time } from '../format.ts';
import { paint, renderTable, type Text } from '../terminal/text.ts';

const SORTS = { newest: 'newest', ending: 'endingSoon', volume: 'volume' } as const;

export const command = defineCommand({
  about: 'Lists open markets and those resolved in the last day, the newest first.',
  options: {
    status: choice(['open', 'resolved'], 'only with this status'),
    q: text('words', 'only questions with all of these words'),
    sort: choice(Object.keys(SORTS), 'the order'),
    currency: choice(['SOL', 'UTILITY'], 'only in this currency'),
    token: text('mint', 'only markets about this token'),
    creator: text('address', 'only markets of this wallet'),
    decided: choice(['fact', 'samples', 'attestation', 'web'], 'only markets decided in this way'),
    limit: text('number', 'how many; default: 20'),
    cursor: text('text', 'the next page, as printed by the previous one'),
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
