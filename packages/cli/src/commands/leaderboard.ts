import { choice, defineCommand, text } from '../command.ts';
import { money } from '../format.ts';
import { renderTable, type Text } from '../terminal/text.ts';

export const command = defineCommand({
  about: 'Lists the wallets with the highest profits after fees. Stakes on both sides net out.',
  options: {
    window: choice(['day', 'week', 'all'], 'when the markets were settled; default: all'),
    currency: choice(['SOL', 'UTILITY'], 'default: SOL'),
    limit: text('number', 'how many; default: 20'),
    cursor: text('text', 'the next page, as printed by the previous one'),
  },
  examples: ['leaderboard --window week'],
  async run({ values: { window, currency, limit, cursor }, session }) {
    const page = await session.tote.getLeaderboard({
      window: window as 'day' | undefined,
      currency: currency as 'SOL' | undefined,
      // The service validates the number.
      limit: limit as unknown as number | undefined,
      cursor,
    });
    const { nextCursor } = page;
    session.show({ leaders: [...page], nextCursor }, () => {
      if (page.length === 0) return [['Nobody has a settled position yet.']];
      const rows = page.map((each): Text[] => [
        String(each.rank),
        money(each.profit, each.currency),
        each.wallet,
      ]);
      return renderTable(['Rank', 'Profit', 'Wallet'], rows);
    });
    if (nextCursor && !session.isJson) session.note(`More: --cursor ${nextCursor}`);
  },
});
