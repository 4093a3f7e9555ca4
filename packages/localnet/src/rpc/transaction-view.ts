import type { Key } from '../ledger/key.ts';
import { readReceipt } from '../ledger/packed-receipt.ts';
import type { Receipt, TokenBalance } from '../ledger/receipt.ts';
import type { TransactionRecord } from '../ledger/record.ts';
import type { TransactionError } from '../ledger/transaction-error.ts';
import { isWritable, readTransaction, type WireTransaction } from '../ledger/wire.ts';
import { addressText, base64, bytesText, signatureText } from './encodings.ts';
import { tokenAmount } from './token-view.ts';

type TransactionEncoding = 'binary' | 'base64' | 'base58' | 'json' | 'jsonParsed';

interface Instruction {
  programIndex: number;
  accounts: Uint8Array;
  data: Uint8Array;
}

type ShowInstruction = (instruction: Instruction, stackHeight: number) => unknown;

const showCompiled: ShowInstruction = ({ programIndex, accounts, data }, stackHeight) => ({
  programIdIndex: programIndex,
  accounts: [...accounts],
  data: bytesText(data),
  stackHeight,
});

const showWithAddresses =
  (keys: readonly string[]): ShowInstruction =>
  ({ programIndex, accounts, data }, stackHeight) => ({
    programId: keys[programIndex],
    accounts: [...accounts].map((index) => keys[index]),
    data: bytesText(data),
    stackHeight,
  });

export const viewStatus = (error: TransactionError | null) =>
  error === null ? { Ok: null } : { Err: error };

export function viewTransaction(
  { bytes, receipt: packed }: TransactionRecord,
  encoding: TransactionEncoding,
): { transaction: unknown; meta: unknown } {
  const isParsed = encoding === 'jsonParsed';
  const receipt = readReceipt(packed);
  const loaded = viewLoaded(receipt.loaded);
  const view = (transaction: WireTransaction) => {
    const statics = transaction.staticKeys.map(addressText);
    const keys = [...statics, ...loaded.writable, ...loaded.readonly];
    const show = isParsed ? showWithAddresses(keys) : showCompiled;
    return {
      transaction: {
        signatures: transaction.signatures.map(signatureText),
        message: isParsed
          ? viewParsedMessage(transaction, loaded, show)
          : viewMessage(transaction, show),
      },
      meta: viewReceipt(receipt, loaded, show, isParsed),
    };
  };
  if (encoding === 'json' || isParsed) return view(readTransaction(bytes));
  const shown = viewReceipt(receipt, loaded, showCompiled, false);
  if (encoding === 'base64') return { transaction: [base64(bytes), 'base64'], meta: shown };
  const inBase58 = bytesText(bytes);
  const transaction = encoding === 'binary' ? inBase58 : [inBase58, 'base58'];
  return { transaction, meta: shown };
}

export function viewResult(packed: Uint8Array) {
  const { error, logs, inner, loaded, returnData } = readReceipt(packed);
  return {
    err: error,
    innerInstructions: viewInner(inner, showCompiled),
    logMessages: logs,
    loadedAddresses: viewLoaded(loaded),
    ...(returnData && { returnData: viewReturnData(returnData) }),
  };
}

const viewLoaded = ({ writable, readonly }: Receipt['loaded']): LoadedTexts => ({
  writable: writable.map(addressText),
  readonly: readonly.map(addressText),
});

interface LoadedTexts {
  writable: string[];
  readonly: string[];
}

function viewMessage(transaction: WireTransaction, show: ShowInstruction) {
  const { requiredSignatures, readonlySigned, readonlyUnsigned } = transaction;
  return {
    header: {
      numRequiredSignatures: requiredSignatures,
      numReadonlySignedAccounts: readonlySigned,
      numReadonlyUnsignedAccounts: readonlyUnsigned,
    },
    accountKeys: transaction.staticKeys.map(addressText),
    ...viewBody(transaction, show),
  };
}

function viewParsedMessage(
  transaction: WireTransaction,
  { writable, readonly }: LoadedTexts,
  show: ShowInstruction,
) {
  const statics = transaction.staticKeys.map((key, index) => ({
    pubkey: addressText(key),
    writable: isWritable(transaction, index),
    signer: index < transaction.requiredSignatures,
    source: 'transaction',
  }));
  const fromTable = (pubkey: string, isWritten: boolean) => ({
    ...{ pubkey, writable: isWritten, signer: false, source: 'lookupTable' },
  });
  return {
    accountKeys: [
      ...statics,
      ...writable.map((key) => fromTable(key, true)),
      ...readonly.map((key) => fromTable(key, false)),
    ],
    ...viewBody(transaction, show),
  };
}

function viewBody(transaction: WireTransaction, show: ShowInstruction) {
  const { version, blockhash, instructions, lookups, config } = transaction;
  return {
    recentBlockhash: addressText(blockhash),
    instructions: instructions.map((instruction) => show(instruction, 1)),
    ...(version === 0 && {
      addressTableLookups: lookups.map(({ table, writable, readonly }) => ({
        accountKey: addressText(table),
        writableIndexes: [...writable],
        readonlyIndexes: [...readonly],
      })),
    }),
    ...(config && {
      transactionConfig: {
        priorityFee: config.priorityFeeLamports || null,
        computeUnitLimit: config.computeUnitLimit || null,
        loadedAccountsDataSizeLimit: config.loadedAccountsDataSizeLimit || null,
        heapSize: config.heapSize || null,
      },
    }),
  };
}

function viewReceipt(
  receipt: Receipt,
  loaded: LoadedTexts,
  show: ShowInstruction,
  isParsed: boolean,
) {
  const { error, returnData, pre, post } = receipt;
  return {
    err: error,
    status: viewStatus(error),
    fee: receipt.fee,
    preBalances: pre.lamports,
    postBalances: post.lamports,
    innerInstructions: viewInner(receipt.inner, show),
    logMessages: receipt.logs,
    preTokenBalances: pre.tokens.map(viewTokenBalance),
    postTokenBalances: post.tokens.map(viewTokenBalance),
    rewards: [],
    // Parsed keys already include the loaded addresses.
    ...(!isParsed && { loadedAddresses: loaded }),
    ...(returnData && { returnData: viewReturnData(returnData) }),
    computeUnitsConsumed: receipt.computeUnits,
  };
}

const viewInner = (inner: Receipt['inner'], show: ShowInstruction) =>
  inner.flatMap((list, index) =>
    list.length === 0
      ? []
      : [{ index, instructions: list.map((one) => show(one, one.stackHeight)) }],
  );

const viewTokenBalance = (balance: TokenBalance) => ({
  accountIndex: balance.account,
  mint: addressText(balance.mint),
  owner: addressText(balance.owner),
  programId: addressText(balance.program),
  uiTokenAmount: tokenAmount(balance.amount, balance.decimals),
});

export const viewReturnData = (returned: { program: Key; data: Uint8Array } | null) =>
  returned && {
    programId: addressText(returned.program),
    data: [base64(returned.data), 'base64'] as const,
  };
