// Recorded transactions as they are shown.
import { type Key, toKey } from '../ledger/key.ts';
import type { Meta, TokenBalance, TransactionRecord } from '../ledger/record.ts';
import type { TransactionError } from '../ledger/transaction-error.ts';
import { isWritable, readTransaction, type WireTransaction } from '../ledger/wire.ts';
import { addressText, base64, bytesText } from './texts.ts';
import { tokenAmount } from './token-view.ts';

export type TransactionEncoding = 'binary' | 'base64' | 'base58' | 'json' | 'jsonParsed';

interface Instruction {
  programIndex: number;
  accounts: Uint8Array;
  data: Uint8Array;
}

/** Shows an instruction: with indexes, or with the addresses that they stand for. */
type ShowInstruction = (instruction: Instruction, stackHeight: number) => unknown;

const showCompiled: ShowInstruction = ({ programIndex, accounts, data }, stackHeight) => ({
  programIdIndex: programIndex,
  accounts: [...accounts],
  data: bytesText(data),
  stackHeight,
});

export const showWithAddresses =
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
  { bytes, meta }: TransactionRecord,
  encoding: TransactionEncoding,
): { transaction: unknown; meta: unknown } {
  const isParsed = encoding === 'jsonParsed';
  const loaded = meta.loaded.map((list) => list.map(addressFromBase64)) as [string[], string[]];
  const view = (transaction: WireTransaction) => {
    const keys = [...transaction.staticKeys.map((key) => keyText(key)), ...loaded.flat()];
    const show = isParsed ? showWithAddresses(keys) : showCompiled;
    return {
      transaction: {
        signatures: transaction.signatures.map(bytesText),
        message: isParsed
          ? viewParsedMessage(transaction, loaded, show)
          : viewMessage(transaction, show),
      },
      meta: viewMeta(meta, loaded, show, isParsed),
    };
  };
  if (encoding === 'json' || isParsed) return view(readTransaction(bytes));
  const shown = viewMeta(meta, loaded, showCompiled, false);
  if (encoding === 'base64') return { transaction: [base64(bytes), 'base64'], meta: shown };
  const inBase58 = bytesText(bytes);
  const transaction = encoding === 'binary' ? inBase58 : [inBase58, 'base58'];
  return { transaction, meta: shown };
}

const keyText = (bytes: Uint8Array) => addressText(toKey(bytes));
const addressFromBase64 = (text: string) => keyText(Buffer.from(text, 'base64'));

function viewMessage(transaction: WireTransaction, show: ShowInstruction) {
  const { requiredSignatures, readonlySigned, readonlyUnsigned } = transaction;
  return {
    header: {
      numRequiredSignatures: requiredSignatures,
      numReadonlySignedAccounts: readonlySigned,
      numReadonlyUnsignedAccounts: readonlyUnsigned,
    },
    accountKeys: transaction.staticKeys.map(keyText),
    ...viewBody(transaction, show),
  };
}

function viewParsedMessage(
  transaction: WireTransaction,
  [writable, readonly]: [string[], string[]],
  show: ShowInstruction,
) {
  const statics = transaction.staticKeys.map((key, index) => ({
    pubkey: keyText(key),
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
    recentBlockhash: bytesText(blockhash),
    instructions: instructions.map((instruction) => show(instruction, 1)),
    ...(version === 0 && {
      addressTableLookups: lookups.map(({ table, writable, readonly }) => ({
        accountKey: keyText(table),
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

function viewMeta(
  meta: Meta,
  [writable, readonly]: [string[], string[]],
  show: ShowInstruction,
  isParsed: boolean,
) {
  const { error, returnData } = meta;
  return {
    err: error,
    status: viewStatus(error),
    fee: BigInt(meta.fee),
    preBalances: meta.pre.map(BigInt),
    postBalances: meta.post.map(BigInt),
    innerInstructions: viewInner(meta.inner, show),
    logMessages: meta.logs,
    preTokenBalances: meta.preTokens.map(viewTokenBalance),
    postTokenBalances: meta.postTokens.map(viewTokenBalance),
    rewards: [],
    // With parsed keys these are among them.
    ...(!isParsed && { loadedAddresses: { writable, readonly } }),
    ...(returnData && {
      returnData: { programId: addressFromBase64(returnData[0]), data: [returnData[1], 'base64'] },
    }),
    computeUnitsConsumed: BigInt(meta.computeUnits),
  };
}

function viewInner(inner: Meta['inner'], show: ShowInstruction) {
  const byIndex = new Map<number, unknown[]>();
  for (const [index, programIndex, accounts, data, height] of inner) {
    const shown = show(
      {
        programIndex,
        accounts: Buffer.from(accounts, 'base64'),
        data: Buffer.from(data, 'base64'),
      },
      height,
    );
    const list = byIndex.get(index);
    if (list) list.push(shown);
    else byIndex.set(index, [shown]);
  }
  return [...byIndex].map(([index, instructions]) => ({ index, instructions }));
}

export const viewTokenBalance = (balance: TokenBalance) => ({
  accountIndex: balance.account,
  mint: balance.mint,
  owner: balance.owner,
  programId: balance.program,
  uiTokenAmount: tokenAmount(BigInt(balance.amount), balance.decimals),
});

export const viewReturnData = (returned: { program: Key; data: Uint8Array } | null) =>
  returned && {
    programId: addressText(returned.program),
    data: [base64(returned.data), 'base64'] as const,
  };
