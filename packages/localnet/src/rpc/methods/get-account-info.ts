import type { Key } from '../../ledger/key.ts';
import { readFormat, viewAccount } from '../account-view.ts';
import { type Context, readAt, respond } from '../context.ts';
import { parseAddress } from '../encodings.ts';
import { config, expectCount, type Params, text, texts } from '../params.ts';
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
