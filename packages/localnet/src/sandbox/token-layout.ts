// Mints and token accounts of the classic token program, byte for byte.
import { type Key, keyBytes } from '../ledger/key.ts';

const MINT_BYTES = 82;
const TOKEN_ACCOUNT_BYTES = 165;
const SUPPLY_OFFSET = 36;
const AMOUNT_OFFSET = 64;
const STATE_OFFSET = 108;
const STATE_INITIALIZED = 1;

interface MintFields {
  decimals: number;
  mintAuthority?: Key;
  freezeAuthority?: Key;
}

export function newMint({ decimals, mintAuthority, freezeAuthority }: MintFields): Uint8Array {
  const data = Buffer.alloc(MINT_BYTES);
  writeOption(data, 0, mintAuthority);
  data.writeUInt8(decimals, 44);
  data.writeUInt8(1, 45);
  writeOption(data, 46, freezeAuthority);
  return new Uint8Array(data);
}

function writeOption(data: Buffer, offset: number, key: Key | undefined): void {
  if (key === undefined) return;
  data.writeUInt32LE(1, offset);
  data.set(keyBytes(key), offset + 4);
}

export function newTokenAccount(mint: Key, owner: Key): Uint8Array {
  const data = Buffer.alloc(TOKEN_ACCOUNT_BYTES);
  data.set(keyBytes(mint), 0);
  data.set(keyBytes(owner), 32);
  data.writeUInt8(STATE_INITIALIZED, STATE_OFFSET);
  return new Uint8Array(data);
}

export const isMint = (data: Uint8Array) => data.length === MINT_BYTES && data[45] === 1;

export const isTokenAccountOf = (data: Uint8Array, mint: Key) =>
  data.length === TOKEN_ACCOUNT_BYTES &&
  data[STATE_OFFSET] === STATE_INITIALIZED &&
  Buffer.compare(data.subarray(0, 32), keyBytes(mint)) === 0;

export const readSupply = (data: Uint8Array) => view(data).readBigUInt64LE(SUPPLY_OFFSET);

export const withSupply = (data: Uint8Array, supply: bigint) => write(data, SUPPLY_OFFSET, supply);

export const readAmount = (data: Uint8Array) => view(data).readBigUInt64LE(AMOUNT_OFFSET);

export const withAmount = (data: Uint8Array, amount: bigint) => write(data, AMOUNT_OFFSET, amount);

const view = (data: Uint8Array) => Buffer.from(data.buffer, data.byteOffset, data.length);

function write(data: Uint8Array, offset: number, value: bigint): Uint8Array {
  const copy = new Uint8Array(data);
  view(copy).writeBigUInt64LE(value, offset);
  return copy;
}
