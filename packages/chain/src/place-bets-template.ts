// Builds transactions of `place_bets` byte by byte, one instruction per market. Kit's pipeline
// would take 50 times as long. A test compares the content with kit's.
import type { Address } from '@solana/kit';
import { addressToBytes } from './address-bytes.ts';
import { COMPUTE_BUDGET, SET_PRICE_TAG, SET_UNITS_TAG } from './compute-budget.ts';
import type { Key } from './key.ts';
import type { SignedTransaction } from './landing.ts';
import { decodeBase58Exactly, encodeBase58 } from './lib/base58.ts';
import { MessageWriter } from './message-writer.ts';
import { priorityLamports } from './priority-fee.ts';
import { joinTransaction, SIGNATURE_BYTES } from './split-transaction.ts';
import {
  type Lifetime,
  LOADED_BYTES_MAX,
  TRANSACTION_BYTES_MAX,
  VERSION_1,
  VERSION_1_BYTES_MAX,
  VERSION_1_KEYS_MAX,
  version1Mask,
} from './write-transaction.ts';

export interface GroupBet {
  bettor: Address;
  /** 1 = Yes, 2 = No */
  outcome: number;
  amount: bigint;
  epoch: bigint;
  betId: number;
  /** The minimum payout ratio in basis points; 0 or undefined for none. */
  minRatioBps?: number;
  /** Hint: the slot in which the position probably is. */
  slot: number;
}

export interface PlaceBetsMarket {
  readonly market: Address;
  /** 0 = SOL, 1 = UTILITY */
  readonly currency: number;
  /** The operator signs. */
  readonly isGated?: boolean;
  /** For a triggered state fact. */
  readonly factAccount?: Address;
}

export interface BetsOfMarket extends PlaceBetsMarket {
  readonly bets: readonly GroupBet[];
}

export interface PlaceBetsTemplateInput {
  readonly programAddress: Address;
  readonly config: Address;
  /** Also the fee payer and, unless another key is, the operator of gated markets. */
  readonly delegate: Address;
  /** Reserves room for an operator of gated markets that signs beside the delegate. */
  readonly mayBeCosigned?: boolean;
  /** Reserves room for a compute unit price. */
  readonly isPriced?: boolean;
  /** Uses version 1 for what does not fit into a legacy transaction. */
  readonly isLarge?: boolean;
}

export interface PlaceBetsBudget {
  readonly units: number;
  readonly price?: bigint;
}

const PLACE_BETS_TAG = 9;
const HEAD_BYTES = 8;
const BET_BYTES = 24;
const KEY_BYTES = 32;
const SIGNATURES_BYTES = 1 + SIGNATURE_BYTES;
const HEADER_BYTES = 3;
const LIMIT_BYTES = 5;
const PRICE_BYTES = 9;

/** The program's limit: what fits into one event. */
const BETS_OF_MARKET_MAX = 56;
/** With more events, the log of the transaction could be truncated. */
const MARKETS_MAX = 16;

/** Grows with the bets that are added to it, up to the size of a transaction. */
export class PlaceBetsSpace {
  readonly #instructions = new Map<Address, { bets: number; bettors: Set<Address> }>();
  readonly #input: PlaceBetsTemplateInput;
  /** Excludes the compute budget program and a cosigning operator. */
  readonly #keys: Set<Address>;
  #isCosigned = false;
  /** Accounts and data of the instructions, in their legacy form. */
  #bytes = 0;

  constructor(input: PlaceBetsTemplateInput) {
    this.#input = input;
    this.#keys = new Set([input.delegate, input.programAddress, input.config]);
  }

  get bytes(): number {
    const { size: keys } = this.#keys;
    const isCosigned = this.#isCosigned;
    const legacy = legacyBytes({ ...this.#input, isCosigned }, keys, this.#bytes);
    if (legacy <= TRANSACTION_BYTES_MAX) return legacy;
    const parts = [...this.#instructions.values()].map(({ bets }) => bets);
    return largeBytes({ ...this.#input, isCosigned }, keys, this.#bytes, parts);
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
    const isCosigned =
      this.#isCosigned || (this.#input.mayBeCosigned === true && market.isGated === true);
    if (!this.#fits(keys, bytes, market.market, isCosigned)) return false;
    this.#bytes = bytes;
    this.#isCosigned = isCosigned;
    for (const key of newKeys) this.#keys.add(key);
    if (!known) this.#instructions.set(market.market, { bets: 1, bettors: new Set([bettor]) });
    else {
      known.bets += 1;
      known.bettors.add(bettor);
    }
    return true;
  }

  /** With one more bet in this market. */
  #fits(keys: number, bytes: number, market: Address, isCosigned: boolean): boolean {
    const input = { ...this.#input, isCosigned };
    if (legacyBytes(input, keys, bytes) <= TRANSACTION_BYTES_MAX) return true;
    if (!input.isLarge || keys + (isCosigned ? 1 : 0) > VERSION_1_KEYS_MAX) return false;
    const bets = new Map([...this.#instructions].map(([key, one]) => [key, one.bets]));
    bets.set(market, (bets.get(market) ?? 0) + 1);
    if ((bets.get(market) ?? 0) > BETS_OF_MARKET_MAX || bets.size > MARKETS_MAX) return false;
    return largeBytes(input, keys, bytes, [...bets.values()]) <= VERSION_1_BYTES_MAX;
  }
}

interface Instruction extends BetsOfMarket {
  readonly bettors: readonly Address[];
}

interface KeyList {
  readonly keys: readonly Address[];
  readonly operator: Address;
  readonly isCosigned: boolean;
  readonly readonlyCount: number;
  at(key: Address): number;
}

export class PlaceBetsTemplate {
  readonly #input: PlaceBetsTemplateInput;

  constructor(input: PlaceBetsTemplateInput) {
    this.#input = input;
  }

  emptySpace(): PlaceBetsSpace {
    return new PlaceBetsSpace(this.#input);
  }

  /**
   * The message to sign. It is a legacy message, which is two bytes shorter than version 0, or of
   * version 1, if the other would be too large.
   */
  writeMessage(
    markets: readonly BetsOfMarket[],
    blockhash: string,
    budget: PlaceBetsBudget,
    operator: Address = this.#input.delegate,
  ): Uint8Array<ArrayBuffer> {
    const instructions = markets.map((one) => ({
      ...one,
      bettors: [...new Set(one.bets.map(({ bettor }) => bettor))],
    }));
    const bytes = instructions.reduce(
      (sum, one) => sum + instructionBytes(one, one.bettors.length, one.bets.length),
      0,
    );
    const list = this.#listKeys(instructions, operator);
    const { isCosigned } = list;
    const sized = { ...this.#input, isCosigned };
    // The size functions add these two keys themselves.
    const others = list.keys.length - 1 - (isCosigned ? 1 : 0);
    const size = legacyBytes(sized, others, bytes);
    if (!this.#input.isLarge || size <= TRANSACTION_BYTES_MAX) {
      return this.#writeLegacy(instructions, list, blockhash, budget, size);
    }
    const counts = instructions.map(({ bets }) => bets.length);
    const large = largeBytes(sized, others, bytes, counts);
    const short = this.#listKeys(instructions, operator, []);
    return this.#writeVersion1(instructions, short, blockhash, budget, large);
  }

  /** Signed by the delegate, and by the operator if a market is gated. */
  sign(
    markets: readonly BetsOfMarket[],
    { blockhash, lastValidBlockHeight }: Lifetime,
    key: Key,
    budget: PlaceBetsBudget,
    operator: Key = key,
  ): SignedTransaction {
    const message = this.writeMessage(markets, blockhash, budget, operator.address);
    const signature = key.sign(message);
    const isCosigned = operator !== key && markets.some(({ isGated }) => isGated);
    const signatures = isCosigned ? [signature, operator.sign(message)] : [signature];
    const wire = new Uint8Array(joinTransaction({ message, signatures }));
    return { signature: encodeBase58(signature), wire, lastValidBlockHeight };
  }

  #writeLegacy(
    instructions: readonly Instruction[],
    list: KeyList,
    blockhash: string,
    { units, price = 0n }: PlaceBetsBudget,
    size: number,
  ): Uint8Array<ArrayBuffer> {
    const { isPriced } = this.#input;
    const { keys, isCosigned, readonlyCount, at } = list;
    const cosigners = isCosigned ? 1 : 0;
    const writer = new MessageWriter(size - SIGNATURES_BYTES - cosigners * SIGNATURE_BYTES);
    writer.u8(1 + cosigners, cosigners, readonlyCount, keys.length);
    for (const key of keys) writer.bytes(addressToBytes(key));
    writer.bytes(readBlockhash(blockhash));
    writer.u8((isPriced ? 2 : 1) + instructions.length);
    writer.u8(at(COMPUTE_BUDGET), 0, LIMIT_BYTES, SET_UNITS_TAG);
    writer.u32(units);
    if (isPriced) {
      writer.u8(at(COMPUTE_BUDGET), 0, PRICE_BYTES, SET_PRICE_TAG);
      writer.u64(price);
    }
    for (const one of instructions) {
      const accounts = this.#accountsOf(one, list);
      writer.u8(at(this.#input.programAddress), accounts.length, ...accounts);
      writer.length(dataBytes(one.bets.length));
      writeBets(writer, one);
    }
    return writer.done();
  }

  /** SIMD-0385: the budget in the message, all instruction headers before their payloads. */
  #writeVersion1(
    instructions: readonly Instruction[],
    list: KeyList,
    blockhash: string,
    { units, price = 0n }: PlaceBetsBudget,
    size: number,
  ): Uint8Array<ArrayBuffer> {
    const { programAddress, isPriced = false } = this.#input;
    const { keys, isCosigned, readonlyCount, at } = list;
    const cosigners = isCosigned ? 1 : 0;
    const writer = new MessageWriter(size - (1 + cosigners) * SIGNATURE_BYTES);
    writer.u8(VERSION_1, 1 + cosigners, cosigners, readonlyCount);
    writer.u32(version1Mask(isPriced));
    writer.bytes(readBlockhash(blockhash));
    writer.u8(instructions.length, keys.length);
    for (const key of keys) writer.bytes(addressToBytes(key));
    if (isPriced) writer.u64(priorityLamports(price, units));
    writer.u32(units);
    writer.u32(LOADED_BYTES_MAX);
    const accounts = instructions.map((one) => this.#accountsOf(one, list));
    for (const [index, { bets }] of instructions.entries()) {
      const length = dataBytes(bets.length);
      writer.u8(at(programAddress), accounts[index]?.length ?? 0, length & 0xff, length >> 8);
    }
    for (const [index, one] of instructions.entries()) {
      writer.u8(...(accounts[index] ?? []));
      writeBets(writer, one);
    }
    return writer.done();
  }

  #accountsOf(one: Instruction, { operator, at }: KeyList): number[] {
    const { delegate, config } = this.#input;
    const gate = one.isGated ? [at(operator)] : [];
    const fact = one.factAccount === undefined ? [] : [at(one.factAccount)];
    return [at(delegate), at(one.market), at(config), ...gate, ...fact, ...one.bettors.map(at)];
  }

  /** The signers, then the writable keys, then the others. */
  #listKeys(
    markets: readonly Instruction[],
    operator: Address,
    programs: readonly Address[] = [COMPUTE_BUDGET],
  ): KeyList {
    const { delegate, programAddress, config } = this.#input;
    const writable = new Set<Address>([delegate]);
    const readonly = new Set<Address>([programAddress, config, ...programs]);
    for (const { market, factAccount, bettors } of markets) {
      writable.add(market);
      for (const bettor of bettors) writable.add(bettor);
      if (factAccount !== undefined) readonly.add(factAccount);
    }
    for (const key of writable) readonly.delete(key);
    const isCosigned = operator !== delegate && markets.some(({ isGated }) => isGated);
    writable.delete(delegate);
    const signers = isCosigned ? [delegate, operator] : [delegate];
    const keys = [...signers, ...writable, ...readonly];
    const indexOf = new Map(keys.map((key, index) => [key, index]));
    const at = (key: Address) => indexOf.get(key) as number;
    return { keys, operator, isCosigned, readonlyCount: readonly.size, at };
  }
}

function writeBets(writer: MessageWriter, { bets, currency, bettors }: Instruction): void {
  const indexOf = new Map(bettors.map((bettor, index) => [bettor, index]));
  writer.u8(PLACE_BETS_TAG, 0, bets.length, currency, 0, 0, 0, 0);
  for (const bet of bets) {
    writer.u64(bet.amount);
    writer.u32(Number(BigInt.asUintN(32, bet.epoch)));
    writer.u32(bet.minRatioBps ?? 0);
    writer.u32(bet.betId);
    writer.u8(bet.slot & 0xff, bet.slot >> 8);
    writer.u8(indexOf.get(bet.bettor) as number, bet.outcome);
  }
}

function accountsOf({ market, factAccount }: PlaceBetsMarket): Address[] {
  return factAccount === undefined ? [market] : [market, factAccount];
}

const dataBytes = (bets: number) => HEAD_BYTES + bets * BET_BYTES;

function instructionBytes(
  { isGated, factAccount }: PlaceBetsMarket,
  bettors: number,
  bets: number,
): number {
  const accounts = 3 + (isGated ? 1 : 0) + (factAccount === undefined ? 0 : 1);
  const data = dataBytes(bets);
  return 2 + accounts + bettors + (data > 0x7f ? 2 : 1) + data;
}

interface Sized extends Pick<PlaceBetsTemplateInput, 'isPriced'> {
  readonly isCosigned: boolean;
}

const COSIGNER_BYTES = KEY_BYTES + SIGNATURE_BYTES;

/**
 * `keys` excludes a cosigning operator, and the compute budget program, which only legacy
 * transactions need.
 */
function legacyBytes({ isPriced, isCosigned }: Sized, keys: number, bytes: number): number {
  const price = (isPriced ? 3 + PRICE_BYTES : 0) + (isCosigned ? COSIGNER_BYTES : 0);
  const fixed = SIGNATURES_BYTES + HEADER_BYTES + 1 + KEY_BYTES + 1 + (3 + LIMIT_BYTES) + price;
  return fixed + (keys + 1) * KEY_BYTES + bytes;
}

/** The version 1 size, from the legacy instructions' bytes and the number of bets in each. */
function largeBytes(
  { isPriced, isCosigned }: Sized,
  keys: number,
  bytes: number,
  bets: readonly number[],
): number {
  const cosigner = isCosigned ? COSIGNER_BYTES : 0;
  const fixed = SIGNATURE_BYTES + 1 + HEADER_BYTES + 4 + KEY_BYTES + 2 + (isPriced ? 16 : 8);
  // Program and number of accounts take the same two bytes, the length of the data always two.
  const longer = bets.filter((count) => dataBytes(count) <= 0x7f).length;
  return fixed + cosigner + keys * KEY_BYTES + bytes + longer;
}

function readBlockhash(text: string): Uint8Array {
  const bytes = decodeBase58Exactly(text, KEY_BYTES);
  if (!bytes) throw new RangeError(`readBlockhash: ${text} is not a blockhash`);
  return bytes;
}
