import type { Account } from '../../ledger/account.ts';
import type { Key } from '../../ledger/key.ts';
import { isTokenProgram } from '../../ledger/receipt.ts';
import { findAccounts, readFilters } from '../account-filters.ts';
import { type AccountFormat, readFormat, viewAccount } from '../account-view.ts';
import { type At, type Context, readAt, respond } from '../context.ts';
import { addressText, parseAddress } from '../encodings.ts';
import { bool, config, expectCount, optional, type Params, text } from '../params.ts';

export function getProgramAccounts(params: Params, context: Context) {
  expectCount(params, 1, 2);
  const program = parseAddress(text(params[0]));
  const settings = config(params[1]);
  const filters = readFilters(settings.filters);
  const format = readFormat(settings, 'binary');
  const isWithContext = optional(settings.withContext, bool) ?? false;
  const at = readAt(context, settings);
  const found = findAccounts(context.ledger, program, filters, at.commitment);
  const isTokens = isTokenProgram(program);
  const accounts = viewKeyed(context, found, format, at, { isTokens });
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
