// What bets came to: wallets, leaderboard, activity, stats, statements.
import { Type } from '@sinclair/typebox';
import { type Currency, LIMITS } from '@tote/domain';
import {
  ACTIVITY_TYPES,
  type ActivityType,
  MOVEMENT_KINDS,
  WINDOWS,
} from '../../use-cases/ledger.ts';
import {
  addressOut,
  amountOut,
  body,
  choiceOut,
  currencyOut,
  instantIn,
  instantOut,
  orNull,
  outcomeOut,
  perCurrency,
  queryChoiceIn,
  queryIntegerIn,
  response,
  type Static,
} from './fragments.ts';
import { Position } from './market.ts';
import { limit } from './query.ts';

const cursor = Type.Unsafe<string>({
  tote: 'cursor',
  openapi: { type: 'string', description: 'The `X-Next-Cursor` of the page before.' },
});

export const WalletQuery = body({ limit: Type.Optional(limit), cursor: Type.Optional(cursor) });
export type WalletQuery = Static<typeof WalletQuery>;

const results = response({
  profit: amountOut('Payouts less stakes, after fees. Negative for a loss.'),
  staked: amountOut('The stakes of settled positions.'),
  paid: amountOut('Their payouts and refunds.'),
  won: Type.Integer({ description: 'Settled positions with a payout.' }),
  lost: Type.Integer({ description: 'Settled positions without one.' }),
  refunded: Type.Integer({ description: 'Positions whose stakes went back.' }),
});

export const WalletResponse = response({
  wallet: addressOut(),
  results: perCurrency(results),
  staked: perCurrency(amountOut('Stakes that are not settled.')),
  positions: Type.Array(Position, {
    description: 'All open ones, then those that were settled last.',
  }),
});
export type WalletResponse = Static<typeof WalletResponse>;

export const LeaderboardQuery = body({
  window: Type.Optional(
    queryChoiceIn(WINDOWS, {
      default: 'all',
      description:
        'When positions were settled, in days of UTC. day: today. week: today and the six days ' +
        'before.',
    }),
  ),
  currency: Type.Optional(
    Type.Unsafe<Currency>({
      tote: 'currency',
      openapi: { enum: ['SOL', 'UTILITY'], default: 'SOL', description: 'Of the profits.' },
    }),
  ),
  limit: Type.Optional(limit),
  cursor: Type.Optional(cursor),
});
export type LeaderboardQuery = Static<typeof LeaderboardQuery>;

export const LeaderResponse = response({
  rank: Type.Integer({ minimum: 1 }),
  wallet: addressOut(),
  bettor: addressOut(),
  profit: amountOut('Payouts less stakes of settled positions. Negative for a loss.'),
  currency: currencyOut(),
});
export type LeaderResponse = Static<typeof LeaderResponse>;

export const ActivityQuery = body({
  type: Type.Optional(
    queryChoiceIn(Object.keys(ACTIVITY_TYPES) as ActivityType[], {
      description: 'Only bets, outcomes of markets or payouts.',
    }),
  ),
  limit: Type.Optional(limit),
  cursor: Type.Optional(
    Type.Unsafe<bigint>({
      tote: 'eventId',
      openapi: {
        type: 'string',
        description: 'Only what is older than the event with this id, as `X-Next-Cursor` names it.',
      },
    }),
  ),
});
export type ActivityQuery = Static<typeof ActivityQuery>;

export const StatsQuery = body({
  days: Type.Optional(
    queryIntegerIn(1, LIMITS.statsDaysMax, {
      default: LIMITS.statsDaysDefault,
      description: 'How many days are listed, with today.',
    }),
  ),
});
export type StatsQuery = Static<typeof StatsQuery>;

const totals = {
  volume: amountOut('The stakes of all bets.'),
  bets: Type.Integer(),
  bettors: Type.Integer({ description: 'How many different wallets bet.' }),
  paid: amountOut('Payouts and refunds.'),
  burned: amountOut(
    'Burn shares and dust of markets whose last position was paid. UTILITY is burned; SOL is ' +
      'sold for UTILITY first.',
  ),
};

export const StatsResponse = response({
  totals: perCurrency(
    response({
      ...totals,
      openMarkets: Type.Integer({ description: 'Listed markets with the status `open`.' }),
    }),
  ),
  days: Type.Array(
    response({
      day: Type.String({ format: 'date', description: 'In UTC.' }),
      totals: perCurrency(response(totals)),
    }),
    { description: 'Newest first, today included.' },
  ),
});
export type StatsResponse = Static<typeof StatsResponse>;

export const StatementQuery = body({
  from: Type.Optional(instantIn('Only what happened from then on. Default: from the beginning.')),
  to: Type.Optional(instantIn('Only what happened before. Default: until now.')),
  format: Type.Optional(queryChoiceIn(['json', 'csv'], { default: 'json' })),
});
export type StatementQuery = Static<typeof StatementQuery>;

const entry = response({
  at: instantOut('The time of the transaction.'),
  type: choiceOut(
    MOVEMENT_KINDS,
    'A forfeit is a rest that was left behind when the account was closed.',
  ),
  currency: currencyOut(),
  amount: amountOut('What it added to the balance. Negative if it took away.'),
  balance: amountOut('The balance in this currency afterwards.'),
  marketId: orNull(Type.String()),
  betId: orNull(Type.String()),
  outcome: orNull(outcomeOut(), { description: 'What a bet is on.' }),
  transactionId: Type.String(),
});

export const StatementResponse = response({
  wallet: addressOut(),
  opening: perCurrency(amountOut('The balance before the first entry.')),
  closing: perCurrency(amountOut('The balance after the last entry.')),
  entries: Type.Array(entry, { description: 'Oldest first.' }),
});
export type StatementResponse = Static<typeof StatementResponse>;

export const StatementCsv = Type.Unsafe<string>({
  type: 'string',
  openapi: {
    type: 'string',
    description:
      'A line of names, then one per entry: time, type, market, bet, outcome, amount, currency, ' +
      'balance, transaction.',
  },
});
