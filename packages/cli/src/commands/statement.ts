import type { Statement } from '@tote/sdk';
import { defineCommand, flag, text, WALLET_OPTIONS } from '../command.ts';
import { money, readInstant, time } from '../format.ts';
import { renderTable, type Text } from '../terminal/text.ts';

export const command = defineCommand({
  about: 'Lists the changes of the wallet’s balances, with the balance after each change.',
  options: {
    ...WALLET_OPTIONS,
    from: text('time', 'only entries from this time on'),
    to: text('time', 'only entries before this time'),
    csv: flag('prints CSV'),
  },
  examples: ['statement', 'statement --from 2026-01-01T00:00:00Z --csv > statement.csv'],
  async run({ values, session }) {
    const now = new Date().toISOString();
    const at = (option: 'from' | 'to') => {
      const text = values[option];
      return text === undefined ? undefined : readInstant(`--${option}`, text, now);
    };
    const period = { from: at('from'), to: at('to') };
    const tote = await session.connect();
    if (values.csv) {
      session.output.write(await tote.getStatement({ ...period, format: 'csv' }));
      return;
    }
    const statement = await tote.getStatement(period);
    session.show(statement, () => describe(statement));
  },
});

function describe({ opening, closing, entries }: Statement): Text[][] {
  const rows = entries.map((entry): Text[] => [
    time(entry.at),
    entry.outcome ? `${entry.type} on ${entry.outcome}` : entry.type,
    money(entry.amount, entry.currency),
    money(entry.balance, entry.currency),
    entry.marketId ?? '',
  ]);
  const both = (amounts: Statement['opening']) => `${amounts.SOL} SOL, ${amounts.UTILITY} UTILITY`;
  return [
    [`Before: ${both(opening)}`],
    ...renderTable(['Time', 'What', 'Amount', 'Balance', 'Market'], rows),
    [`After: ${both(closing)}`],
  ];
}
