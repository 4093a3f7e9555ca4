import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Key } from '../../ledger/key.ts';
import { isTokenProgram } from '../../ledger/receipt.ts';
import { findAccounts, readAhead, readFilters } from '../account-filters.ts';
import { readFormat, viewAccount, viewKeyed } from '../account-view.ts';
import { type Context, readAt, respond } from '../context.ts';
import { parseAddress } from '../encodings.ts';
import { bool, config, expectCount, optional, type Params, text, texts } from '../params.ts';
import { invalidParams } from '../rpc-error.ts';

const ACCOUNTS_MAX = 100;

export function getAccountInfo(params: Params, context: Context) {
  expectCount(params, 1, 2);
  const address = parseAddress(text(params[0]));
  const settings = config(params[1]);
  const format = readFormat(settings, 'binary', context);
  const { commitment, slot } = readAt(context, settings);
  const get = (key: Key) => context.ledger.getAccount(key, commitment);
  const account = get(address);
  return respond(slot, account && viewAccount(account, format, get));
}

export function getMultipleAccounts(params: Params, context: Context) {
  expectCount(params, 1, 2);
  const list = texts(params[0]);
  const settings = config(params[1]);
  const format = readFormat(settings, 'base64', context);
  if (list.length > ACCOUNTS_MAX) {
    throw invalidParams(`Too many inputs provided; max ${ACCOUNTS_MAX}`);
  }
  const addresses = list.map(parseAddress);
  const { commitment, slot } = readAt(context, settings);
  const get = (key: Key) => context.ledger.getAccount(key, commitment);
  const view = (address: Key) => {
    const account = get(address);
    return account && viewAccount(account, format, get);
  };
  // An address that is repeated is read once.
  const views = new Map([...new Set(addresses)].map((address) => [address, view(address)]));
  return respond(
    slot,
    addresses.map((address) => views.get(address)),
  );
}

export function getBalance(params: Params, context: Context) {
  expectCount(params, 1, 2);
  const address = parseAddress(text(params[0]));
  const { commitment, slot } = readAt(context, config(params[1]));
  return respond(slot, context.ledger.getAccount(address, commitment)?.lamports ?? 0n);
}

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
