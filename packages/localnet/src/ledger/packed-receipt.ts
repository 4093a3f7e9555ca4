// A receipt as bytes. It is packed once, after its transaction has executed, and unpacked on
// request. Until it is indexed it stays in memory, where bytes need less space than objects.
import { ByteReader, ByteWriter } from './bytes.ts';
import type { Key } from './key.ts';
import { NOTHING_LOADED } from './lookup-tables.ts';
import type { Balances, Receipt, TokenBalance } from './receipt.ts';
import type { TransactionError } from './transaction-error.ts';
import type { InnerInstruction } from './vm.ts';

const KEY_BYTES = 32;
const writer = new ByteWriter();

export function packReceipt(receipt: Receipt): Uint8Array {
  const { error, loaded, returnData } = receipt;
  writer.reset();
  // The fields that indexing needs come first.
  writer.text(error === null ? '' : JSON.stringify(error));
  writeKeys(loaded.writable);
  writeKeys(loaded.readonly);
  writer.u64(receipt.fee);
  writer.u64(receipt.computeUnits);
  writer.u32(receipt.logs.length);
  for (const line of receipt.logs) writer.text(line);
  writeBalances(receipt.pre);
  writeBalances(receipt.post);
  writer.u32(receipt.inner.length);
  for (const list of receipt.inner) writeInner(list);
  writer.u8(returnData ? 1 : 0);
  if (returnData) {
    writer.key(returnData.program);
    writer.blob(returnData.data);
  }
  return writer.copy();
}

function writeKeys(keys: readonly Key[]): void {
  writer.u32(keys.length);
  for (const key of keys) writer.key(key);
}

function writeBalances({ lamports, tokens }: Balances): void {
  writer.u32(lamports.length);
  for (const amount of lamports) writer.u64(amount);
  writer.u32(tokens.length);
  for (const token of tokens) {
    writer.u8(token.account);
    writer.key(token.mint);
    writer.key(token.owner);
    writer.key(token.program);
    writer.u64(token.amount);
    writer.u8(token.decimals);
  }
}

function writeInner(list: readonly InnerInstruction[]): void {
  writer.u32(list.length);
  for (const { programIndex, accounts, data, stackHeight } of list) {
    writer.u8(programIndex);
    writer.blob(accounts);
    writer.blob(data);
    writer.u8(stackHeight);
  }
}

export function readReceipt(packed: Uint8Array): Receipt {
  const reader = new ByteReader(packed);
  const { error, loaded } = readHead(reader);
  const fee = reader.u64();
  const computeUnits = reader.u64();
  const logs = reader.list(readText);
  const pre = readBalances(reader);
  const post = readBalances(reader);
  const inner = reader.list((outer) => outer.list(readInner));
  const isReturned = reader.u8() === 1;
  const returnData = isReturned
    ? { program: reader.key(KEY_BYTES), data: new Uint8Array(reader.blob()) }
    : null;
  return { error, fee, computeUnits, logs, pre, post, inner, returnData, loaded };
}

export const readReceiptHead = (packed: Uint8Array) => readHead(new ByteReader(packed));

function readHead(reader: ByteReader): Pick<Receipt, 'error' | 'loaded'> {
  const text = reader.text();
  const error = text === '' ? null : (JSON.parse(text) as TransactionError);
  const writable = reader.list(readKey);
  const readonly = reader.list(readKey);
  const isNothing = writable.length + readonly.length === 0;
  return { error, loaded: isNothing ? NOTHING_LOADED : { writable, readonly } };
}

const readText = (reader: ByteReader) => reader.text();
const readKey = (reader: ByteReader) => reader.key(KEY_BYTES);

const readBalances = (reader: ByteReader): Balances => ({
  lamports: reader.list((each) => each.u64()),
  tokens: reader.list(readTokenBalance),
});

const readTokenBalance = (reader: ByteReader): TokenBalance => ({
  account: reader.u8(),
  mint: reader.key(KEY_BYTES),
  owner: reader.key(KEY_BYTES),
  program: reader.key(KEY_BYTES),
  amount: reader.u64(),
  decimals: reader.u8(),
});

const readInner = (reader: ByteReader): InnerInstruction => ({
  programIndex: reader.u8(),
  accounts: reader.blob(),
  data: reader.blob(),
  stackHeight: reader.u8(),
});
