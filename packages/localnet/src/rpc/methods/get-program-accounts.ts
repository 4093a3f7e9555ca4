import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Account } from '../../ledger/account.ts';
import type { Key } from '../../ledger/key.ts';
import { isTokenProgram } from '../../ledger/receipt.ts';
import { findAccounts, readAhead, readFilters } from '../account-filters.ts';
import { type AccountFormat, readFormat, viewAccount } from '../account-view.ts';
import { type At, type Context, readAt, respond } from '../context.ts';
import { addressText, parseAddress } from '../encodings.ts';
import { bool, config, expectCount, optional, type Params, text } from '../params.ts';

/** How many accounts are formatted at a time. Other requests run in between. */
const SHOWN_AT_ONCE = 1_000;

export async function getProgramAccounts(params: Params, context: Context) {
  expectCount(params, 1, 2);
  const program = parseAddress(text(params[0]));
  const settings = config(params[1]);
  const filters = readFilters(settings.filters);
  const format = readFormat(settings, 'binary', context);
  const isWithContext = optional(settings.withContext, bool) ?? false;
  await readAhead(context.ledger, program, filters);
  // Nothing can change until the search ends, so all accounts are of one moment.
  const at = readAt(context, settings);
  const found = findAccounts(context.ledger, program, filters, at.commitment);
  const isTokens = isTokenProgram(program);
  const accounts: ReturnType<typeof viewKeyed> = [];
  for (let from = 0; from < found.length; from += SHOWN_AT_ONCE) {
    if (from > 0) await yieldToEventLoop();
    const part = found.slice(from, from + SHOWN_AT_ONCE);
    accounts.push(...viewKeyed(context, part, format, at, { isTokens }));
  }
  return isWithContext ? respond(at.slot, accounts) : accounts;
}

/** With `isTokens`, a parsed response omits accounts that cannot be parsed. */
export function viewKeyed(
  { ledger }: Context,
  found: readonly [Key, Account][],
  format: AccountFormat,
  { commitment }: At,
  { isTokens }: { isTokens: boolean },
) {
  const get = (key: Key) => ledger.getAccount(key, commitment);
  const views = found.map(([address, account]) => ({
    pubkey: addressText(address),
    account: viewAccount(account, format, get),
  }));
  if (!isTokens || format.encoding !== 'jsonParsed') return views;
  return views.filter(({ account }) => !Array.isArray(account.data));
}
