// Builds and signs a transaction byte by byte. Kit's pipeline takes milliseconds for a transaction
// with sixty accounts, most of it for base58. A test compares the results.
import type { Address, Instruction } from '@solana/kit';
import { addressToBytes } from './address-bytes.ts';
import { COMPUTE_BUDGET, SET_PRICE_TAG, SET_UNITS_TAG } from './compute-units.ts';
import type { Key } from './key.ts';
import type { SignedTransaction } from './landing.ts';
import { decodeBase58Exactly, encodeBase58 } from './lib/base58.ts';
import { priorityLamports } from './priority-fee.ts';
import { joinTransaction, SIGNATURE_BYTES } from './split-transaction.ts';

export const TRANSACTION_BYTES_MAX = 1_232;
export const VERSION_1_BYTES_MAX = 4_096;
export const VERSION_1_KEYS_MAX = 64;

const KEY_BYTES = 32;
/** Kit's AccountRole: bit 0 is writable, bit 1 is signer. */
const WRITABLE = 1;
const SIGNER = 2;
const VERSION_0 = 0x80;
const VERSION_1 = 0x81;
/** The runtime's default, which a version 1 transaction has to state. */
const UNITS_PER_INSTRUCTION = 200_000;
const UNITS_MAX = 1_400_000;
const LOADED_BYTES_MAX = 4 * 1024 * 1024;

interface Layout {
  readonly keys: readonly Address[];
  readonly indexOf: ReadonlyMap<Address, number>;
  readonly signers: number;
  readonly readonlySigners: number;
  readonly readonlyOthers: number;
}

export interface Lifetime {
  readonly blockhash: string;
  readonly lastValidBlockHeight: bigint;
}

export interface TransactionOptions {
  readonly computeUnitLimit?: number;
  /** Micro-lamports per compute unit. Zero reserves a place for it; undefined does not. */
  readonly computeUnitPrice?: bigint;
  /** Version 0, which wallets expect, instead of legacy, which is two bytes shorter. */
  readonly isVersion0?: boolean;
  /** Puts the limit and the price before the other instructions instead of after them. */
  readonly isBudgetFirst?: boolean;
}

/** Uses version 1 for what does not fit into a legacy or version 0 message. */
export function compileTransaction(
  instructions: readonly Instruction[],
  feePayer: Address,
  { blockhash }: Pick<Lifetime, 'blockhash'>,
  options: TransactionOptions = {},
) {
  const { computeUnitLimit, computeUnitPrice, isVersion0 = false } = options;
  const hash = decodeBase58Exactly(blockhash, KEY_BYTES);
  if (!hash) throw new RangeError(`compileTransaction: ${blockhash} is not a blockhash`);
  const budget = [
    ...(computeUnitLimit === undefined ? [] : [setUnits(computeUnitLimit)]),
    ...(computeUnitPrice === undefined ? [] : [setPrice(computeUnitPrice)]),
  ];
  const limited = options.isBudgetFirst
    ? [...budget, ...instructions]
    : [...instructions, ...budget];
  const bytes = measureTransaction(limited, feePayer) + (isVersion0 ? 2 : 0);
  const fits = bytes <= TRANSACTION_BYTES_MAX;
  const layout = arrange(fits ? limited : instructions, feePayer);
  const message = fits
    ? writeShort(limited, layout, hash, isVersion0)
    : writeVersion1(instructions, layout, hash, { computeUnitLimit, computeUnitPrice });
  const short = isVersion0 ? 0 : 'legacy';
  const signers = layout.keys.slice(0, layout.signers);
  return { message, signers, version: fits ? short : 1, shortBytes: bytes };
}

export function writeTransaction(
  instructions: readonly Instruction[],
  keys: readonly [Key, ...Key[]],
  lifetime: Lifetime,
  options?: TransactionOptions,
): SignedTransaction {
  const feePayer = keys[0].address;
  const { message, signers } = compileTransaction(instructions, feePayer, lifetime, options);
  const signatures = signers.map((address) => {
    const key = keys.find((one) => one.address === address);
    if (!key) throw new Error(`there is no key to sign for ${address}`);
    return key.sign(message);
  });
  return {
    signature: encodeBase58(signatures[0] as Uint8Array),
    wire: new Uint8Array(joinTransaction({ message, signatures })),
    lastValidBlockHeight: lifetime.lastValidBlockHeight,
  };
}

export function measureTransaction(instructions: readonly Instruction[], feePayer: Address) {
  const roles = collectRoles(instructions, feePayer);
  let signers = 0;
  for (const role of roles.values()) if (role & SIGNER) signers += 1;
  let bytes = 1 + signers * SIGNATURE_BYTES + 3 + lengthBytes(roles.size) + roles.size * 32;
  bytes += KEY_BYTES + lengthBytes(instructions.length);
  for (const { accounts = [], data = [] } of instructions) {
    bytes += 1 + lengthBytes(accounts.length) + accounts.length;
    bytes += lengthBytes(data.length) + data.length;
  }
  return bytes;
}

function setUnits(units: number): Instruction {
  const data = new Uint8Array(5);
  data[0] = SET_UNITS_TAG;
  new DataView(data.buffer).setUint32(1, units, true);
  return { programAddress: COMPUTE_BUDGET, data };
}

function setPrice(microLamports: bigint): Instruction {
  const data = new Uint8Array(9);
  data[0] = SET_PRICE_TAG;
  new DataView(data.buffer).setBigUint64(1, microLamports, true);
  return { programAddress: COMPUTE_BUDGET, data };
}

function collectRoles(instructions: readonly Instruction[], feePayer: Address) {
  const roles = new Map<Address, number>([[feePayer, WRITABLE | SIGNER]]);
  const meet = (address: Address, role: number) => {
    const known = roles.get(address);
    if (known === undefined || (known | role) !== known) roles.set(address, (known ?? 0) | role);
  };
  for (const { accounts = [], programAddress } of instructions) {
    for (const { address, role } of accounts) meet(address, role);
    meet(programAddress, 0);
  }
  return roles;
}

function arrange(instructions: readonly Instruction[], feePayer: Address): Layout {
  const byRole: [Address[], Address[], Address[], Address[]] = [[], [], [], []];
  for (const [key, role] of collectRoles(instructions, feePayer)) byRole[role]?.push(key);
  const [others, writable, signers, writableSigners] = byRole;
  const keys = [...writableSigners, ...signers, ...writable, ...others];
  const indexOf = new Map<Address, number>();
  for (const [index, key] of keys.entries()) indexOf.set(key, index);
  return {
    ...{ keys, indexOf, readonlySigners: signers.length, readonlyOthers: others.length },
    signers: writableSigners.length + signers.length,
  };
}

/** Version 0 begins with its version and ends with an empty list of lookup tables. */
function writeShort(
  instructions: readonly Instruction[],
  layout: Layout,
  blockhash: Uint8Array,
  isVersion0: boolean,
): Uint8Array {
  const out: Uint8Array[] = isVersion0 ? [Uint8Array.of(VERSION_0)] : [];
  out.push(header(layout), writeLength(layout.keys.length));
  for (const key of layout.keys) out.push(addressToBytes(key));
  out.push(blockhash, writeLength(instructions.length));
  for (const instruction of instructions) {
    const { programIndex, accounts, data } = place(instruction, layout);
    out.push(Uint8Array.of(programIndex), writeLength(accounts.length), accounts);
    out.push(writeLength(data.length), data);
  }
  if (isVersion0) out.push(writeLength(0));
  return Buffer.concat(out);
}

export const defaultUnits = (instructions: number): number =>
  Math.min(UNITS_PER_INSTRUCTION * instructions, UNITS_MAX);

/** SIMD-0385: limits in the message, all instruction headers before their payloads. */
function writeVersion1(
  instructions: readonly Instruction[],
  layout: Layout,
  blockhash: Uint8Array,
  { computeUnitLimit, computeUnitPrice }: TransactionOptions,
): Uint8Array {
  const wanted = computeUnitLimit ?? defaultUnits(instructions.length);
  const units = Math.min(wanted, UNITS_MAX);
  const isPriced = computeUnitPrice !== undefined;
  const words = new DataView(new ArrayBuffer(20));
  // A priority fee in lamports, which takes two bits, the compute units and the bytes of accounts.
  words.setUint32(0, isPriced ? 0b1111 : 0b1100, true);
  words.setBigUint64(4, priorityLamports(computeUnitPrice ?? 0n, units), true);
  words.setUint32(12, units, true);
  words.setUint32(16, LOADED_BYTES_MAX, true);
  const word = (at: number, length: number) => new Uint8Array(words.buffer, at, length);
  const out: Uint8Array[] = [Uint8Array.of(VERSION_1), header(layout), word(0, 4), blockhash];
  out.push(Uint8Array.of(instructions.length, layout.keys.length));
  for (const key of layout.keys) out.push(addressToBytes(key));
  out.push(isPriced ? word(4, 16) : word(12, 8));
  const placed = instructions.map((instruction) => place(instruction, layout));
  for (const { programIndex, accounts, data } of placed) {
    const length = [data.length & 0xff, data.length >> 8] as const;
    out.push(Uint8Array.of(programIndex, accounts.length, ...length));
  }
  for (const { accounts, data } of placed) out.push(accounts, data);
  return Buffer.concat(out);
}

const header = ({ signers, readonlySigners, readonlyOthers }: Layout) =>
  Uint8Array.of(signers, readonlySigners, readonlyOthers);

function place({ programAddress, accounts = [], data }: Instruction, { indexOf }: Layout) {
  return {
    programIndex: indexOf.get(programAddress) as number,
    accounts: Uint8Array.from(accounts, ({ address }) => indexOf.get(address) as number),
    data: (data ?? new Uint8Array()) as Uint8Array,
  };
}

function writeLength(value: number): Uint8Array {
  return value > 0x7f ? Uint8Array.of((value & 0x7f) | 0x80, value >> 7) : Uint8Array.of(value);
}

const lengthBytes = (value: number) => (value > 0x7f ? 2 : 1);
