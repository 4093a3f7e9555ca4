import { decimal, type Quote } from '@tote/sdk';
import {
  ASKING_OPTIONS,
  defineCommand,
  flag,
  MARKET,
  OUTCOME,
  text,
  WALLET_OPTIONS,
} from '../command.ts';
import { findMarket } from '../find-market.ts';
import { facts, money, outcomeOf, percent } from '../format.ts';
import { paint } from '../terminal/text.ts';

export const command = defineCommand({
  about: `Shows what a bet would pay after fees, including its own effect on the odds, then asks and
places it. The service bets for the wallet within the allowance of tote wallet allow; with --self
the wallet signs the bet itself. Other bets may land first: --min-ratio refuses a bet whose payout
ratio has fallen below it. Later bets can still lower it.`,
  takes: [MARKET, OUTCOME, { name: 'amount' }],
  options: {
    ...WALLET_OPTIONS,
    ...ASKING_OPTIONS,
    self: flag('the wallet signs the bet; needs no allowance'),
    more: text('amount', 'also shows the payout if others stake this much'),
    'min-ratio': text('ratio', 'refuses the bet if it would pay less per unit when it lands'),
    quote: flag('only shows the quote'),
    key: text('text', 'idempotency key: the same key bets only once'),
  },
  examples: [
    'bet market_6zEV6FdU93Wpq7VXWf8MMwtZstDQJ8evL58zdwdif88Q yes 1.5',
    'bet market_6zEV6FdU93Wpq7VXWf8MMwtZstDQJ8evL58zdwdif88Q no 0.25 --self --yes --json',
  ],
  async run({ places: [id, side, text = ''], values, session }) {
    const [outcome, amount] = [outcomeOf(side), decimal(text)];
    const more = values.more === undefined ? undefined : decimal(values.more);
    const minRatio = values['min-ratio'];
    const marketId = await findMarket(session.tote, id);
    const market = await session.tote.getMarket({ marketId });
    const quote = await session.tote.quote({ marketId, outcome, amount, more });
    if (values.quote && session.isJson) session.show(quote, () => []);
    else {
      session.tell(paint('bold', market.question));
      for (const line of describe(quote, market.currency, more)) session.tell(...line);
    }
    if (values.quote) return;
    const stake = money(amount, market.currency);
    await session.confirm(`Stake ${stake} on ${outcome} at ${session.url}?`, values.yes);
    const tote = values.self ? (await session.connectWallet()).tote : await session.connect();
    const order = {
      marketId,
      outcome,
      amount,
      currency: market.currency,
      ...(minRatio !== undefined && { minPayoutRatio: decimal(minRatio) }),
      wait: 'confirmed',
    } as const;
    const bet = await tote.placeBet(values.self ? { ...order, signedBy: 'wallet' } : order, {
      idempotencyKey: values.key,
    });
    session.show({ quote, bet }, () => [
      [paint('green', 'Placed: '), `${stake} on ${outcome}, ${bet.betId}`],
      [`Odds now: Yes ${percent(bet.newOdds.Yes)}, No ${percent(bet.newOdds.No)}`],
    ]);
  },
});

function describe(quote: Quote, currency: string, more: string | undefined) {
  const { outcome, payout, payoutIfMore, payoutRatio, breakEven } = quote;
  return facts([
    ['Stake', money(quote.amount, currency)],
    [`If ${outcome} wins`, `${money(payout, currency)}, if nobody else bets`],
    ...(more === undefined
      ? []
      : (['Yes', 'No'] as const).map(
          (side) =>
            [`… ${more} more on ${side}`, money(payoutIfMore[side], currency)] as [string, string],
        )),
    ['Payout ratio', payoutRatio],
    ['Break-even', `probability of ${percent(breakEven)}`],
  ]);
}
