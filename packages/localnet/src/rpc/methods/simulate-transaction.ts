import type { AccountMap, MaybeAccount } from '../../ledger/account.ts';
import { feeOf } from '../../ledger/fees.ts';
import { type Key, keyBytes } from '../../ledger/key.ts';
import { NOTHING_LOADED } from '../../ledger/lookup-tables.ts';
import { isProgram, programDataOf } from '../../ledger/programs.ts';
import { readTokenBalances } from '../../ledger/receipt.ts';
import { accountsOf, type TransactionAccounts } from '../../ledger/transaction-accounts.ts';
import { type Execution, TransactionRefused } from '../../ledger/vm.ts';
import { readTransaction, type WireTransaction } from '../../ledger/wire.ts';
import { type AccountFormat, readFormat, viewAccount } from '../account-view.ts';
import { type Context, readAt, respond } from '../context.ts';
import { addressText, parseAddress } from '../encodings.ts';
import { bool, type Config, config, expectCount, optional, type Params, texts } from '../params.ts';
import { checkInvalid } from '../refusals.ts';
import { invalidParams } from '../rpc-error.ts';
import { readTransactionParam } from '../transaction-input.ts';
import {
  showWithAddresses,
  viewInner,
  viewReturnData,
  viewTokenBalance,
} from '../transaction-view.ts';

type Simulation = Execution & { accounts: AccountMap };

/** Runs on the newest state at any commitment, because a real transaction would too. */
export function simulateTransaction(params: Params, context: Context) {
  expectCount(params, 1, 2);
  const settings = config(params[1]);
  const flag = (name: string) => optional(settings[name], bool) ?? false;
  const isReplaced = flag('replaceRecentBlockhash');
  const checkSignatures = flag('sigVerify');
  const isWithInner = flag('innerInstructions');
  const wanted = readWanted(settings, context);
  const given = readTransactionParam(params[0], settings.encoding);
  const { slot } = readAt(context, settings);
  if (isReplaced && checkSignatures) {
    throw invalidParams('sigVerify may not be used with replaceRecentBlockhash');
  }
  const { ledger } = context;
  const { blockhashes } = ledger;
  const transaction = isReplaced ? withBlockhash(given, blockhashes.latest) : given;
  const checks = { checkSignatures, checkBlockhash: !isReplaced };
  const simulation = simulate(context, transaction, checks);
  const accounts = accountsNamed(context, transaction, simulation);
  if (wanted && wanted.addresses.length > accounts.keys.length) {
    throw invalidParams(`Too many accounts provided; max ${accounts.keys.length}`);
  }
  return respond(slot, {
    err: simulation.error,
    logs: simulation.logs,
    accounts: wanted ? viewWanted(context, wanted, simulation) : null,
    unitsConsumed: simulation.computeUnits,
    returnData: viewReturnData(simulation.returnData),
    innerInstructions: isWithInner
      ? viewInner(simulation.inner, showWithAddresses(accounts.keys.map(addressText)))
      : null,
    replacementBlockhash: isReplaced
      ? {
          blockhash: addressText(blockhashes.latest),
          lastValidBlockHeight: blockhashes.lastValidHeight(ledger.clock.slot),
        }
      : null,
    fee: feeOf(transaction),
    ...viewEffects(context, transaction, accounts, simulation),
  });
}

interface Wanted {
  addresses: Key[];
  format: AccountFormat;
}

function readWanted({ accounts }: Config, context: Context): Wanted | undefined {
  return optional(accounts, (value) => {
    const settings = config(value);
    const format = readFormat({ encoding: settings.encoding }, 'base64', context);
    if (format.encoding === 'binary' || format.encoding === 'base58') {
      throw invalidParams('base58 encoding not supported');
    }
    return { addresses: texts(settings.addresses).map(parseAddress), format };
  });
}

function withBlockhash({ bytes, blockhashAt }: WireTransaction, latest: Key): WireTransaction {
  const changed = new Uint8Array(bytes);
  changed.set(keyBytes(latest), blockhashAt);
  return readTransaction(changed);
}

function simulate(
  { ledger }: Context,
  transaction: WireTransaction,
  checks: { checkSignatures: boolean; checkBlockhash: boolean },
): Simulation {
  try {
    const simulation = ledger.simulate(transaction, checks);
    const signature = transaction.signatures[0] as Key;
    if (!ledger.findStatus(signature, { searchHistory: false })) return simulation;
    return { ...NOT_RUN, error: 'AlreadyProcessed' };
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    checkInvalid(error.error);
    return { ...NOT_RUN, ...error.execution, error: error.error };
  }
}

const NOT_RUN: Omit<Simulation, 'error'> = {
  logs: [],
  computeUnits: 0n,
  inner: [],
  returnData: null,
  accounts: new Map(),
};

function accountsNamed(
  { ledger }: Context,
  transaction: WireTransaction,
  { error }: Simulation,
): TransactionAccounts {
  // A refused transaction may mention accounts that cannot be loaded.
  const isRefused = error !== null && typeof error === 'string';
  return isRefused ? accountsOf(transaction, NOTHING_LOADED) : ledger.loadAccounts(transaction);
}

const after =
  ({ ledger }: Context, { accounts }: Simulation) =>
  (key: Key): MaybeAccount => {
    const written = accounts.get(key);
    return written === undefined ? ledger.getAccount(key, 'processed') : written;
  };

function viewWanted(context: Context, { addresses, format }: Wanted, simulation: Simulation) {
  if (simulation.error !== null) return addresses.map(() => null);
  const get = after(context, simulation);
  return addresses.map((address) => {
    const account = get(address);
    return account && viewAccount(account, format, get);
  });
}

function viewEffects(
  context: Context,
  transaction: WireTransaction,
  { keys, loaded }: TransactionAccounts,
  simulation: Simulation,
) {
  const before = (key: Key) => context.ledger.getAccount(key, 'processed');
  const lamports = (get: (key: Key) => MaybeAccount) => keys.map((key) => get(key)?.lamports ?? 0n);
  const tokens = (get: (key: Key) => MaybeAccount) =>
    readTokenBalances(keys.map(get), get).map(viewTokenBalance);
  const isDone = simulation.error === null;
  const get = after(context, simulation);
  return {
    loadedAccountsDataSize: loadedSize(keys, transaction.lookups.length, before),
    loadedAddresses: {
      writable: loaded.writable.map(addressText),
      readonly: loaded.readonly.map(addressText),
    },
    preBalances: isDone ? lamports(before) : null,
    postBalances: isDone ? lamports(get) : null,
    preTokenBalances: isDone ? tokens(before) : null,
    postTokenBalances: isDone ? tokens(get) : null,
  };
}

const ACCOUNT_BASE_BYTES = 64;
const LOOKUP_TABLE_BYTES = 8_248;

function loadedSize(
  keys: readonly Key[],
  lookupTables: number,
  getAccount: (address: Key) => MaybeAccount,
): number {
  const counted = new Set<Key>(keys);
  let bytes = lookupTables * LOOKUP_TABLE_BYTES;
  for (const key of keys) {
    const account = getAccount(key);
    if (!account) continue;
    bytes += ACCOUNT_BASE_BYTES + account.data.length;
    // A program's code is loaded with it, once.
    const code = isProgram(account) ? programDataOf(account) : undefined;
    const codeAccount = code && !counted.has(code) ? getAccount(code) : null;
    if (!code || !codeAccount) continue;
    counted.add(code);
    bytes += ACCOUNT_BASE_BYTES + codeAccount.data.length;
  }
  return bytes;
}
