import { Type } from '@sinclair/typebox';
import { formatInstant, LIMITS, perCurrency } from '@tote/domain';
import { presentAmounts } from '../presenters/bet.ts';
import { defineRoute } from '../route.ts';
import * as s from '../schemas/fragments.ts';

const StatsQuery = s.body({
  days: Type.Optional(
    s.queryIntegerIn(1, LIMITS.statsDaysMax, {
      default: LIMITS.statsDaysDefault,
      description: 'How many days are listed, with today.',
    }),
  ),
});

const totals = {
  volume: s.amountOut('The stakes of all bets.'),
  bets: Type.Integer(),
  bettors: s.integer('How many different wallets bet.'),
  paid: s.amountOut('Payouts and refunds.'),
  burned: s.amountOut(
    'Burn shares and dust of markets whose last position was paid. UTILITY is burned; SOL is ' +
      'sold for UTILITY first.',
  ),
};

const StatsResponse = s.response({
  totals: s.perCurrency(
    s.response({
      ...totals,
      openMarkets: s.integer('Listed markets with the status `open`.'),
    }),
  ),
  days: Type.Array(
    s.response({
      day: Type.String({ format: 'date', description: 'In UTC.' }),
      totals: s.perCurrency(s.response(totals)),
    }),
    { description: 'Newest first, today included.' },
  ),
});

const DATE_CHARACTERS = 10;

export const getStats = defineRoute('GET /v1/stats', {
  tag: 'Service',
  summary: 'Get the volume, bettors, payouts and burned amounts, in total and by day',
  query: StatsQuery,
  response: s.named('Stats', StatsResponse),
  errors: ['field_invalid'],
  async handle({ queries }, { query: { days: count = LIMITS.statsDaysDefault } }) {
    const { totals, days } = await queries.getStats(count);
    const { decimals } = queries.config();
    return {
      totals: perCurrency((currency) => presentTotals(totals[currency], decimals[currency])),
      days: days.map(({ day, totals: ofDay }) => ({
        day: formatInstant(day).slice(0, DATE_CHARACTERS),
        totals: perCurrency((currency) => presentTotals(ofDay[currency], decimals[currency])),
      })),
    };
  },
});

type Totals = Record<'volume' | 'bets' | 'bettors' | 'paid' | 'burned', bigint>;

function presentTotals<T extends Totals>(totals: T, decimals: number) {
  const { volume, paid, burned } = totals;
  return {
    ...totals,
    bets: Number(totals.bets),
    bettors: Number(totals.bettors),
    ...presentAmounts({ volume, paid, burned }, decimals),
  };
}
