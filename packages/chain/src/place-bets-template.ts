// Builds transactions of `place_bets` byte by byte, one instruction per market. Kit's pipeline
// would take 50 times as long. A test compares the content with kit's.
import type { Address } from '@solana/kit';
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

/** What an instruction needs to know of its market. */
export interface PlaceBetsMarket {
  readonly market: Address;
  /** 0 = SOL, 1 = UTILITY */
  readonly currency: number;
  /** The Config, for a gated market. */
  readonly gate?: Address;
  /** For a triggered state fact. */
  readonly factAccount?: Address;
}

/** One instruction. */
export interface BetsOfMarket extends PlaceBetsMarket {
  readonly bets: readonly GroupBet[];
}

export interface PlaceBetsTemplateInput {
  readonly programAddress: Address;
  /** The delegate: also the fee payer and, for a gated market, the operator. */
  readonly delegate: Address;
  /** Micro-lamports per compute unit. */
  readonly computeUnitPrice?: bigint;
}

const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111' as Address;
const PLACE_BETS_TAG = 9;
const HEAD_BYTES = 8;
const BET_BYTES = 24;
const KEY_BYTES = 32;
const SIGNATURES_BYTES = 1 + SIGNATURE_BYTES;
const HEADER_BYTES = 3;
const LIMIT_BYTES = 5;
const PRICE_BYTES = 9;

/** Grows with the bets that are added to it, up to the size of a transaction. */
export class PlaceBetsSpace {
  readonly #instructions = new Map<Address, { bets: number; bettors: Set<Address> }>();
  readonly #keys: Set<Address>;
  /** Without the keys. */
  #bytes: number;

  constructor({ programAddress, delegate, computeUnitPrice }: PlaceBetsTemplateInput) {
    this.#keys = new Set([delegate, programAddress, COMPUTE_BUDGET]);
    this.#bytes = SIGNATURES_BYTES + fixedMessageBytes(computeUnitPrice);
  }

  /** The size of the transaction. */
  get bytes(): number {
    return this.#bytes + this.#keys.size * KEY_BYTES;
  }

  /** False, and nothing changes, if the bet does not fit. */
  tryAdd(market: PlaceBetsMarket, bettor: Address): boolean {
    const known = this.#instructions.get(market.market);
    const count = known?.bets ?? 0;
    const isKnownBettor = known?.bettors.has(bettor) ?? false;
    const accounts = known ? [bettor] : [...accountsOf(market), bettor];
    const newKeys = new Set(accounts.filter((key) => !this.#keys.has(key)));
    const bettors = (known?.bettors.size ?? 0) + (isKnownBettor ? 0 : 1);
    const before = known ? instructionBytes(market, known.bettors.size, count) : 0;
    const bytes = this.#bytes - before + instructionBytes(market, bettors, count + 1);
    const keys = this.#keys.size + newKeys.size;
    if (bytes + keys * KEY_BYTES > TRANSACTION_BYTES_MAX) return false;
    this.#bytes = bytes;
    for (const key of newKeys) this.#keys.add(key);
    if (!known) this.#instructions.set(market.market, { bets: 1, bettors: new Set([bettor]) });
    else {
      known.bets += 1;
      known.bettors.add(bettor);
    }
    return true;
  }
}

export class PlaceBetsTemplate {
  readonly #input: PlaceBetsTemplateInput;

  constructor(input: PlaceBetsTemplateInput) {
    this.#input = input;
  }

  emptySpace(): PlaceBetsSpace {
    return new PlaceBetsSpace(this.#input);
  }

  /** The message to sign. It is a legacy message, which is two bytes shorter than version 0. */
  writeMessage(
    markets: readonly BetsOfMarket[],
    blockhash: string,
    computeUnitLimit: number,
  ): Uint8Array<ArrayBuffer> {
    const { delegate, programAddress, computeUnitPrice } = this.#input;
    const instructions = markets.map((one) => ({
      ...one,
      bettors: [...new Set(one.bets.map(({ bettor }) => bettor))],
    }));
    const { keys, readonlyCount } = this.#listKeys(instructions);
    const indexOf = new Map(keys.map((key, index) => [key, index]));
    const at = (key: Address) => indexOf.get(key) as number;
    const size = instructions.reduce(
      (sum, one) => sum + instructionBytes(one, one.bettors.length, one.bets.length),
      fixedMessageBytes(computeUnitPrice) + keys.length * KEY_BYTES,
    );
    const writer = new Writer(size);
    writer.u8(1, 0, readonlyCount, keys.length);
    for (const key of keys) writer.bytes(addressToBytes(key));
    writer.bytes(readBlockhash(blockhash));
    writer.u8((computeUnitPrice === undefined ? 1 : 2) + instructions.length);
    writer.u8(at(COMPUTE_BUDGET), 0, LIMIT_BYTES, 2);
    writer.u32(computeUnitLimit);
    if (computeUnitPrice !== undefined) {
      writer.u8(at(COMPUTE_BUDGET), 0, PRICE_BYTES, 3);
      writer.u64(computeUnitPrice);
    }
    for (const one of instructions) {
      const gateAccounts = one.gate === undefined ? [] : [at(delegate), at(one.gate)];
      const factAccounts = one.factAccount === undefined ? [] : [at(one.factAccount)];
      const accounts = [at(delegate), at(one.market), ...gateAccounts, ...factAccounts];
      writer.u8(at(programAddress), accounts.length + one.bettors.length, ...accounts);
      for (const bettor of one.bettors) writer.u8(at(bettor));
      writeBets(writer, one, one.bettors);
    }
    return writer.done();
  }

  /** Signed by the delegate only. */
  sign(
    markets: readonly BetsOfMarket[],
    { blockhash, lastValidBlockHeight }: Lifetime,
    key: Key,
    computeUnitLimit: number,
  ): SignedTransaction {
    const message = this.writeMessage(markets, blockhash, computeUnitLimit);
    const signature = key.sign(message);
    const wire = new Uint8Array(SIGNATURES_BYTES + message.length);
    wire[0] = 1;
    wire.set(signature, 1);
    wire.set(message, SIGNATURES_BYTES);
    return { signature: encodeBase58(signature), wire, lastValidBlockHeight };
  }

  /** The signer, then the writable keys, then the others. */
  #listKeys(markets: readonly (BetsOfMarket & { readonly bettors: readonly Address[] })[]) {
    const { delegate, programAddress } = this.#input;
    const writable = new Set<Address>([delegate]);
    const readonly = new Set<Address>([programAddress, COMPUTE_BUDGET]);
    for (const { market, gate, factAccount, bettors } of markets) {
      writable.add(market);
      for (const bettor of bettors) writable.add(bettor);
      if (gate !== undefined) readonly.add(gate);
      if (factAccount !== undefined) readonly.add(factAccount);
    }
    for (const key of writable) readonly.delete(key);
    return { keys: [...writable, ...readonly], readonlyCount: readonly.size };
  }
}

function writeBets(
  writer: Writer,
  { bets, currency }: BetsOfMarket,
  bettors: readonly Address[],
): void {
  const indexOf = new Map(bettors.map((bettor, index) => [bettor, index]));
  writer.length(HEAD_BYTES + bets.length * BET_BYTES);
  writer.u8(PLACE_BETS_TAG, 0, bets.length, currency, 0, 0, 0, 0);
  for (const bet of bets) {
    writer.u64(bet.amount);
    writer.u64(bet.epoch);
    writer.u32(bet.betId);
    writer.u8(bet.slot & 0xff, bet.slot >> 8);
    writer.u8(indexOf.get(bet.bettor) as number, bet.outcome);
  }
}

function accountsOf({ market, gate, factAccount }: PlaceBetsMarket): Address[] {
  return [market, gate, factAccount].filter((key) => key !== undefined);
}

/** Header, blockhash, and the instructions that set the compute budget. */
function fixedMessageBytes(computeUnitPrice: bigint | undefined): number {
  const price = computeUnitPrice === undefined ? 0 : 3 + PRICE_BYTES;
  return HEADER_BYTES + 1 + KEY_BYTES + 1 + (3 + LIMIT_BYTES) + price;
}

function instructionBytes(
  { gate, factAccount }: PlaceBetsMarket,
  bettors: number,
  bets: number,
): number {
  const accounts = 2 + (gate === undefined ? 0 : 2) + (factAccount === undefined ? 0 : 1);
  const data = HEAD_BYTES + bets * BET_BYTES;
  return 2 + accounts + bettors + (data > 0x7f ? 2 : 1) + data;
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
