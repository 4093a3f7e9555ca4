import { defineCommand, MARKET, WALLET_OPTIONS } from '../command.ts';
import { marketIdOf } from '../format.ts';
import { paint } from '../terminal/text.ts';

export const command = defineCommand({
  about: 'Shows a hidden market again, as an operator. That it was hidden stays public.',
  takes: [MARKET],
  options: WALLET_OPTIONS,
  examples: ['unhide market_6zEV6FdU93Wpq7VXWf8MMwtZstDQJ8evL58zdwdif88Q'],
  async run({ places: [id = ''], session }) {
    const marketId = marketIdOf(id);
    const shown = await (await session.connect()).unhideMarket({ marketId });
    session.show(shown, () => [[paint('green', 'Shown again: '), marketId]]);
  },
});
