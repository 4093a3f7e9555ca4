import { Type } from '@sinclair/typebox';
import { formatInstant, printable } from '@tote/domain';
import type { StatementEntry } from '../../queries/get-statement.ts';
import { MOVEMENT_KINDS } from '../../store/projection/ledger.ts';
import { callerOf } from '../access.ts';
import { writeAmount } from '../json/serialize.ts';
import { type Decimals, presentPerCurrency } from '../presenters/bet.ts';
import { defineRoute } from '../route.ts';
import * as s from '../schemas/fragments.ts';

const StatementQuery = s.body({
  from: Type.Optional(s.instantIn('Only what happened from then on. Default: from the beginning.')),
  to: Type.Optional(s.instantIn('Only what happened before. Default: until now.')),
  format: Type.Optional(s.choiceIn(['json', 'csv'], { default: 'json' })),
});

const entry = s.response({
  at: s.instantOut('The time of the transaction.'),
  type: s.choiceOut(
    MOVEMENT_KINDS,
    'A forfeit is a remainder that was left behind when the account was closed.',
  ),
  currency: s.currencyOut(),
  amount: s.amountOut('The change of the balance; negative if it went down.'),
  balance: s.amountOut('The balance in this currency afterwards.'),
  marketId: s.orNull(Type.String()),
  betId: s.orNull(Type.String()),
  outcome: s.orNull(s.outcomeOut(), { description: 'What a bet is on.' }),
  transactionId: Type.String(),
});

const StatementResponse = s.response({
  wallet: s.addressOut(),
  opening: s.perCurrency(s.amountOut('The balance before the first entry.')),
  closing: s.perCurrency(s.amountOut('The balance after the last entry.')),
  entries: Type.Array(entry, { description: 'Oldest first.' }),
});

const StatementCsv = Type.Unsafe<string>({
  type: 'string',
  openapi: {
    type: 'string',
    description:
      'A line of names, then one per entry: time, type, market, bet, outcome, amount, currency, ' +
      'balance, transaction, question. A question that a spreadsheet would take for a formula ' +
      'begins with an apostrophe.',
  },
});

export const getStatement = defineRoute('GET /v1/account/statement', {
  tag: 'Account',
  summary: 'Get everything that changed your balances in a period, as JSON or CSV',
  scope: 'read',
  query: StatementQuery,
  response: s.named('Statement', StatementResponse),
  otherMediaTypes: { 'text/csv': StatementCsv },
  errors: ['field_invalid', 'timestamp_malformed', 'statement_too_long'],
  async handle({ queries }, request, reply) {
    const { from, to, format = 'json' } = request.query;
    const statement = await queries.getStatement(callerOf(request).wallet, { from, to });
    const { opening, closing, entries } = statement;
    const { decimals } = queries.config();
    if (format === 'csv') {
      reply.type('text/csv; charset=utf-8');
      reply.header('content-disposition', 'attachment; filename="statement.csv"');
      const questions = await queries.findQuestions(entries.map(({ marketId }) => marketId));
      return reply.send(writeCsv(entries, decimals, questions));
    }
    return {
      ...statement,
      opening: presentPerCurrency(opening, decimals),
      closing: presentPerCurrency(closing, decimals),
      entries: entries.map((each) => ({
        ...each,
        amount: { value: each.amount, decimals: decimals[each.currency] },
        balance: { value: each.balance, decimals: decimals[each.currency] },
      })),
    };
  },
});

const COLUMNS = 'time,type,market,bet,outcome,amount,currency,balance,transaction,question';
/** What a spreadsheet takes for a formula. */
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/;

function writeCsv(
  entries: readonly StatementEntry[],
  decimals: Decimals,
  questions: ReadonlyMap<string | null, string>,
): string {
  const lines = entries.map((each) => {
    const { at, type, marketId, betId, outcome, amount, currency, balance, transactionId } = each;
    const show = (value: bigint) => writeAmount({ value, decimals: decimals[currency] });
    const what = [formatInstant(at), type, marketId ?? '', betId ?? '', outcome ?? ''];
    const money = [show(amount), currency, show(balance)];
    return [...what, ...money, transactionId, quote(questions.get(marketId) ?? '')].join(',');
  });
  return [COLUMNS, ...lines, ''].join('\r\n');
}

function quote(text: string): string {
  const shown = printable(text);
  return `"${FORMULA.test(shown) ? "'" : ''}${shown.replaceAll('"', '""')}"`;
}
