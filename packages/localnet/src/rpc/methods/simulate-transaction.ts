import type { AccountMap, MaybeAccount } from '../../ledger/account.ts';
import { feeOf } from '../../ledger/fees.ts';
import { type Key, keyBytes } from '../../ledger/key.ts';
import { isProgram, programDataOf } from '../../ledger/programs.ts';
import { type Execution, TransactionRefused } from '../../ledger/vm.ts';
import { readTransaction, type WireTransaction } from '../../ledger/wire.ts';
import { type AccountFormat, readFormat, viewAccount } from '../account-view.ts';
import { type Context, readAt, respond } from '../context.ts';
import { addressText, parseAddress } from '../encodings.ts';
import { bool, type Config, config, expectCount, optional, type Params, texts } from '../params.ts';
import { findInvalid } from '../refusals.ts';
import { invalidParams } from '../rpc-error.ts';
import { readTransactionParam } from '../transaction-input.ts';
import { viewReturnData } from '../transaction-view.ts';

type Simulation = Execution & { accounts: AccountMap };

/** Runs on the newest state at any commitment, because a real transaction would too. */
export function simulateTransaction(params: Params, context: Context) {
  expectCount(params, 1, 2);
  const settings = config(params[1]);
  const flag = (name: string) => optional(settings[name], bool) ?? false;
  const isReplaced = flag('replaceRecentBlockhash');
  const checkSignatures = flag('sigVerify');
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
  const keys = listAddresses(context, transaction, simulation);
  if (wanted && wanted.addresses.length > keys.length) {
    throw invalidParams(`Too many accounts provided; max ${keys.length}`);
  }
  return respond(slot, {
    err: simulation.error,
    logs: simulation.logs,
    accounts: wanted ? viewWanted(context, wanted, simulation) : null,
    unitsConsumed: simulation.computeUnits,
    returnData: viewReturnData(simulation.returnData),
    replacementBlockhash: isReplaced
      ? {
          blockhash: addressText(blockhashes.latest),
          lastValidBlockHeight: blockhashes.lastValidHeight(ledger.clock.slot),
        }
      : null,
    fee: feeOf(transaction),
    loadedAccountsDataSize: loadedSize(context, keys, transaction.lookups.length),
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
    const invalid = findInvalid(error.error);
    if (invalid) throw invalid;
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

function listAddresses(
  { ledger }: Context,
  transaction: WireTransaction,
  { error }: Simulation,
): Key[] {
  // A refused transaction may mention accounts that cannot be loaded.
  return typeof error === 'string' ? transaction.staticKeys : ledger.loadAccounts(transaction).keys;
}

function viewWanted(
  { ledger }: Context,
  { addresses, format }: Wanted,
  { error, accounts }: Simulation,
) {
  if (error !== null) return addresses.map(() => null);
  const get = (key: Key): MaybeAccount => {
    const written = accounts.get(key);
    return written === undefined ? ledger.getAccount(key, 'processed') : written;
  };
  return addresses.map((address) => {
    const account = get(address);
    return account && viewAccount(account, format, get);
  });
}

const ACCOUNT_BASE_BYTES = 64;
const LOOKUP_TABLE_BYTES = 8_248;

function loadedSize({ ledger }: Context, keys: readonly Key[], lookupTables: number): number {
  const getAccount = (key: Key) => ledger.getAccount(key, 'processed');
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
