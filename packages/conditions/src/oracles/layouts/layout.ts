// Helpers of all layouts. They check the owner first, then the type, then the length.
import {
  type Address,
  getAddressDecoder,
  getBase16Decoder,
  type ReadonlyUint8Array,
} from '@solana/kit';
import { type AccountSnapshot, isMissing } from '../account-snapshot.ts';
import { type Reading, readable, type Unreadable, unreadable } from '../reading.ts';

interface LayoutRule {
  readonly owners: readonly Address[];
  /** The first eight bytes in hex. Some programs share them, so the owner is checked first. */
  readonly discriminator?: string | readonly string[];
  /** Exactly; left out, at least `lengthMin`. */
  readonly length?: number;
  readonly lengthMin?: number;
  /** Shorter accounts are older: the fields that they lack read as zero. */
  readonly lengthKnown?: number;
}

export type Decoder<T> = (account: AccountSnapshot) => Reading<T>;

export type DecodedBy<D> = D extends Decoder<infer T> ? T : never;

/** `read` gets the bytes of accounts that match the rule. It may find that one is not readable. */
export function decoderOf<T extends object>(
  rule: LayoutRule,
  read: (bytes: Bytes, account: AccountSnapshot) => T | Unreadable,
): Decoder<T> {
  return (account) => {
    const opened = openAccount(account, rule);
    if (!opened.ok) return opened;
    const { lengthKnown } = rule;
    const value = read(lengthKnown ? opened.value.padded(lengthKnown) : opened.value, account);
    return 'ok' in value ? (value as Unreadable) : readable(value as T);
  };
}

export function openAccount(account: AccountSnapshot, rule: LayoutRule): Reading<Bytes> {
  const { address, owner, data } = account;
  if (isMissing(account)) return unreadable('missing', `there is no account ${address}`);
  if (owner === null || !rule.owners.includes(owner)) {
    return unreadable('wrong_owner', `${address} belongs to ${owner}`);
  }
  const head = getBase16Decoder().decode(data.slice(0, 8));
  if (rule.discriminator !== undefined && ![rule.discriminator].flat().includes(head)) {
    return unreadable('wrong_type', `${address} is of another type (${head})`);
  }
  const { length = data.length, lengthMin = 0 } = rule;
  if (data.length !== length || data.length < lengthMin) {
    return unreadable('wrong_length', `${address} has ${data.length} bytes`);
  }
  return readable(new Bytes(data));
}

/** Little-endian numbers by offset. Reads past the end give zero, as in a grown account. */
export class Bytes {
  readonly #view: DataView;
  readonly length: number;

  /** Padded with zeros, because programs grow their accounts by zeros. */
  constructor(data: ReadonlyUint8Array, paddedLength = 0) {
    this.length = data.length;
    const copy = new Uint8Array(Math.max(data.length, paddedLength));
    copy.set(data);
    this.#view = new DataView(copy.buffer);
  }

  padded(length: number): Bytes {
    return new Bytes(new Uint8Array(this.#view.buffer as ArrayBuffer), length);
  }

  u8(offset: number): number {
    return this.#view.getUint8(offset);
  }

  u16(offset: number): number {
    return this.#view.getUint16(offset, true);
  }

  u32(offset: number): number {
    return this.#view.getUint32(offset, true);
  }

  i32(offset: number): number {
    return this.#view.getInt32(offset, true);
  }

  u64(offset: number): bigint {
    return this.#view.getBigUint64(offset, true);
  }

  i64(offset: number): bigint {
    return this.#view.getBigInt64(offset, true);
  }

  u128(offset: number): bigint {
    return (this.u64(offset + 8) << 64n) | this.u64(offset);
  }

  i128(offset: number): bigint {
    return BigInt.asIntN(128, this.u128(offset));
  }

  address(offset: number): Address {
    return getAddressDecoder().decode(this.slice(offset, 32));
  }

  addresses(first: number, second: number): readonly [Address, Address] {
    return [this.address(first), this.address(second)];
  }

  hex(offset: number, length: number): string {
    return getBase16Decoder().decode(this.slice(offset, length));
  }

  slice(offset: number, length: number): Uint8Array {
    return new Uint8Array(this.#view.buffer as ArrayBuffer, offset, length);
  }
}
