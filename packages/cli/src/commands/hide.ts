import { UsageError } from '@tote/chain/lib/usage-error';
import { ASKING_OPTIONS, defineCommand, MARKET, text, WALLET_OPTIONS } from '../command.ts';
import { findMarket } from '../find-market.ts';
import { paint } from '../terminal/text.ts';

export const command = defineCommand({
  about: `Hides a market, as an operator, from lists, search and cards. It takes no bets through
the service while it is hidden; money, outcome and payouts are not affected. The reason is public.`,
  takes: [MARKET],
  options: {
    ...WALLET_OPTIONS,
    ...ASKING_OPTIONS,
    reason: text('text', 'a sentence that everybody sees'),
  },
  examples: ['hide market_6zEV6FdU93Wpq7VXWf8MMwtZstDQJ8evL58zdwdif88Q --reason "It is spam."'],
  async run({ places: [id = ''], values, session }) {
    const { reason } = values;
    if (reason === undefined) throw new UsageError('--reason is missing. See tote hide --help.');
    const marketId = await findMarket(session.tote, id);
    const { question } = await session.tote.getMarket({ marketId });
    session.tell(paint('bold', question));
    await session.confirm('Hide this market?', values.yes);
    const hidden = await (await session.connect()).hideMarket({ marketId, reason });
    session.show(hidden, () => [[paint('green', 'Hidden: '), marketId]]);
  },
});
