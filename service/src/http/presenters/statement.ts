import { formatInstant } from '@tote/domain';
import type { StatementEntry, StatementRecord } from '../../use-cases/ledger.ts';
import { writeAmount } from '../json/serialize.ts';
import type { StatementResponse } from '../schemas/ledger.ts';
import { type Decimals, presentPerCurrency } from './amounts.ts';

export function presentStatement(
  { wallet, opening, closing, entries }: StatementRecord,
  decimals: Decimals,
): StatementResponse {
  return {
    wallet,
    opening: presentPerCurrency(opening, decimals),
    closing: presentPerCurrency(closing, decimals),
    entries: entries.map(({ at, amount, balance, ...entry }) => ({
      ...entry,
      at: formatInstant(at),
      amount: { value: amount, decimals: decimals[entry.currency] },
      balance: { value: balance, decimals: decimals[entry.currency] },
    })),
  };
}

const COLUMNS = 'time,type,market,bet,outcome,amount,currency,balance,transaction';

/** By RFC 4180. No value has a character that needs quotes, or would be a formula. */
export function writeStatementCsv({ entries }: StatementRecord, decimals: Decimals): string {
  const lines = entries.map((entry) => toLine(entry, decimals));
  return [COLUMNS, ...lines, ''].join('\r\n');
}

function toLine(entry: StatementEntry, allDecimals: Decimals): string {
  const { at, type, marketId, betId, outcome, amount, currency, balance, transactionId } = entry;
  const decimals = allDecimals[currency];
  const show = (value: bigint) => writeAmount({ value, decimals });
  return [
    ...[formatInstant(at), type, marketId ?? '', betId ?? '', outcome ?? ''],
    ...[show(amount), currency, show(balance), transactionId],
  ].join(',');
}
