import { type Key, keyBytes } from '../ledger/key.ts';
import { TOKEN_2022_PROGRAM } from '../ledger/receipt.ts';

const MINT_BYTES = 82;
const TOKEN_ACCOUNT_BYTES = 165;
/** Token-2022 only: the account's type, then ImmutableOwner, which has no value. */
const ASSOCIATED_TAIL = [2, 7, 0, 0, 0];
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

/** As the Associated Token program creates it for a mint without extensions for accounts. */
export function newTokenAccount(mint: Key, owner: Key, tokenProgram: Key): Uint8Array {
  const tail = tokenProgram === TOKEN_2022_PROGRAM ? ASSOCIATED_TAIL : [];
  const data = Buffer.alloc(TOKEN_ACCOUNT_BYTES + tail.length);
  data.set(tail, TOKEN_ACCOUNT_BYTES);
  data.set(keyBytes(mint), 0);
  data.set(keyBytes(owner), 32);
  data.writeUInt8(STATE_INITIALIZED, STATE_OFFSET);
  return new Uint8Array(data);
}

export const withSupply = (data: Uint8Array, supply: bigint) => write(data, SUPPLY_OFFSET, supply);

export const withAmount = (data: Uint8Array, amount: bigint) => write(data, AMOUNT_OFFSET, amount);

const view = (data: Uint8Array) => Buffer.from(data.buffer, data.byteOffset, data.length);

function write(data: Uint8Array, offset: number, value: bigint): Uint8Array {
  const copy = new Uint8Array(data);
  view(copy).writeBigUInt64LE(value, offset);
  return copy;
}
