// Builds a `place_bets` message byte by byte; the parts that are fixed for a market are prepared
// once. Kit's pipeline would take 50 times as long. A test compares the bytes with kit's.
import { type Address, getAddressComparator } from '@solana/kit';
import { decodeBase58Exactly, encodeBase58 } from '@tote/lib/base58';
import { addressToBytes } from './address-bytes.ts';
import type { Key } from './key.ts';
import type { SignedTransaction } from './landing.ts';
import { SIGNATURE_BYTES } from './split-transaction.ts';
import { type Lifetime, TRANSACTION_BYTES_MAX } from './write-transaction.ts';

/** One bet placed by a delegate. */
export interface GroupBet {
  bettor: Address;
  /** 1 = Yes, 2 = No */
  outcome: number;
  amount: bigint;
  epoch: bigint;
  betId: number;
  /** Hint: the slot in which the position probably is. */
  slot: number;
}

export interface PlaceBetsTemplateInput {
  programAddress: Address;
  /** The delegate: also the fee payer and, for a gated market, the operator. */
  delegate: Address;
  market: Address;
  /** 0 = SOL, 1 = UTILITY */
  currency: number;
  /** The Config, for a gated market. */
  gate?: Address;
  /** For a triggered state fact. */
  factAccount?: Address;
  /** Micro-lamports per compute unit. */
  computeUnitPrice?: bigint;
}

const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111' as Address;
const PLACE_BETS_TAG = 9;
const BETS_MAX = 56;
const HEAD_BYTES = 8;
const BET_BYTES = 24;
const KEY_BYTES = 32;
const SIGNATURES_BYTES = 1 + SIGNATURE_BYTES;
const HEADER_BYTES = 3;
const LIMIT_BYTES = 5;
const PRICE_BYTES = 9;
const compareAddresses = getAddressComparator();

export class PlaceBetsTemplate {
  readonly #input: PlaceBetsTemplateInput;
  /** Config, fact account, compute budget and program, sorted. */
  readonly #readonly: readonly Address[];

  constructor(input: PlaceBetsTemplateInput) {
    this.#input = input;
    const { gate, factAccount, programAddress } = input;
    const all = [gate, factAccount, programAddress, COMPUTE_BUDGET];
    this.#readonly = all.filter((one) => one !== undefined).sort(compareAddresses);
  }

  /** Whether this many bets of this many bettors fit into one transaction. */
  fits(bettors: number, bets: number): boolean {
    return bets <= BETS_MAX && this.#size(bettors, bets) <= TRANSACTION_BYTES_MAX;
  }

  /** The message to sign. It is a legacy message, which is two bytes shorter than version 0. */
  writeMessage(
    bets: readonly GroupBet[],
    blockhash: string,
    computeUnitLimit: number,
  ): Uint8Array<ArrayBuffer> {
    const { delegate, market, gate, factAccount, programAddress, computeUnitPrice } = this.#input;
    const bettors = [...new Set(bets.map(({ bettor }) => bettor))];
    const writable = [market, ...bettors].sort(compareAddresses);
    const keys = [delegate, ...writable, ...this.#readonly];
    const indexOf = new Map(keys.map((key, index) => [key, index]));
    const at = (key: Address) => indexOf.get(key) as number;
    const size = this.#size(bettors.length, bets.length) - SIGNATURES_BYTES;
    const writer = new Writer(size);
    writer.u8(1, 0, this.#readonly.length, keys.length);
    for (const key of keys) writer.bytes(addressToBytes(key));
    writer.bytes(readBlockhash(blockhash));
    writer.u8(computeUnitPrice === undefined ? 2 : 3);
    writer.u8(at(COMPUTE_BUDGET), 0, LIMIT_BYTES, 2);
    writer.u32(computeUnitLimit);
    if (computeUnitPrice !== undefined) {
      writer.u8(at(COMPUTE_BUDGET), 0, PRICE_BYTES, 3);
      writer.u64(computeUnitPrice);
    }
    const gateAccounts = gate === undefined ? [] : [at(delegate), at(gate)];
    const factAccounts = factAccount === undefined ? [] : [at(factAccount)];
    const accounts = [at(delegate), at(market), ...gateAccounts, ...factAccounts];
    writer.u8(at(programAddress), accounts.length + bettors.length, ...accounts);
    for (const bettor of bettors) writer.u8(at(bettor));
    this.#writeBets(writer, bets, new Map(bettors.map((bettor, index) => [bettor, index])));
    return writer.done();
  }

  /** Signed by the delegate only. */
  sign(
    bets: readonly GroupBet[],
    { blockhash, lastValidBlockHeight }: Lifetime,
    key: Key,
    computeUnitLimit: number,
  ): SignedTransaction {
    const message = this.writeMessage(bets, blockhash, computeUnitLimit);
    const signature = key.sign(message);
    const wire = new Uint8Array(SIGNATURES_BYTES + message.length);
    wire[0] = 1;
    wire.set(signature, 1);
    wire.set(message, SIGNATURES_BYTES);
    return { signature: encodeBase58(signature), wire, lastValidBlockHeight };
  }

  #writeBets(
    writer: Writer,
    bets: readonly GroupBet[],
    indexOf: ReadonlyMap<Address, number>,
  ): void {
    writer.length(HEAD_BYTES + bets.length * BET_BYTES);
    writer.u8(PLACE_BETS_TAG, 0, bets.length, this.#input.currency, 0, 0, 0, 0);
    for (const bet of bets) {
      writer.u64(bet.amount);
      writer.u64(bet.epoch);
      writer.u32(bet.betId);
      writer.u8(bet.slot & 0xff, bet.slot >> 8);
      writer.u8(indexOf.get(bet.bettor) as number, bet.outcome);
    }
  }

  #size(bettors: number, bets: number): number {
    const { gate, factAccount, computeUnitPrice } = this.#input;
    const keys = 2 + bettors + this.#readonly.length;
    const accounts = 2 + (gate ? 2 : 0) + (factAccount ? 1 : 0) + bettors;
    const data = HEAD_BYTES + bets * BET_BYTES;
    return (
      SIGNATURES_BYTES +
      (HEADER_BYTES + 1 + keys * KEY_BYTES) +
      (KEY_BYTES + 1) +
      (3 + LIMIT_BYTES) +
      (computeUnitPrice === undefined ? 0 : 3 + PRICE_BYTES) +
      (2 + accounts) +
      (data > 0x7f ? 2 : 1) +
      data
    );
  }
}

function readBlockhash(text: string): Uint8Array {
  const bytes = decodeBase58Exactly(text, KEY_BYTES);
  if (!bytes) throw new RangeError(`readBlockhash: ${text} is not a blockhash`);
  return bytes;
}

class Writer {
  readonly #bytes: Uint8Array<ArrayBuffer>;
  readonly #view: DataView;
  #at = 0;

  constructor(size: number) {
    this.#bytes = new Uint8Array(size);
    this.#view = new DataView(this.#bytes.buffer);
  }

  bytes(bytes: Uint8Array): void {
    this.#bytes.set(bytes, this.#at);
    this.#at += bytes.length;
  }

  u8(...values: number[]): void {
    for (const value of values) this.#bytes[this.#at++] = value;
  }

  u32(value: number): void {
    this.#view.setUint32(this.#at, value, true);
    this.#at += 4;
  }

  u64(value: bigint): void {
    this.#view.setBigUint64(this.#at, value, true);
    this.#at += 8;
  }

  /** Short-vec length: seven bits per byte. */
  length(value: number): void {
    if (value > 0x7f) this.u8((value & 0x7f) | 0x80, value >> 7);
    else this.u8(value);
  }

  /** Throws if the computed size was wrong. */
  done(): Uint8Array<ArrayBuffer> {
    if (this.#at !== this.#bytes.length) throw new RangeError('the message has another size');
    return this.#bytes;
  }
}
