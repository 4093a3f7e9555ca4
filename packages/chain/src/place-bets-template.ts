// Builds transactions of `place_bets`, one instruction per market. The data are written by offsets:
// the generated encoder would take many times as long. A test compares the content with kit's.
import { AccountRole, type Address, type Instruction } from '@solana/kit';
import type { Key } from './key.ts';
import type { SignedTransaction } from './landing.ts';
import { SIGNATURE_BYTES } from './split-transaction.ts';
import {
  type Lifetime,
  TRANSACTION_BYTES_MAX,
  VERSION_1_BYTES_MAX,
  VERSION_1_KEYS_MAX,
  writeTransaction,
} from './write-transaction.ts';

export interface GroupBet {
  bettor: Address;
  outcome: number;
  amount: bigint;
  epoch: bigint;
  betId: number;
  minRatioBps?: number;
  slot: number;
}

export interface PlaceBetsMarket {
  readonly market: Address;
  readonly currency: number;
  readonly isGated?: boolean;
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

export class PlaceBetsSpace {
  readonly #instructions = new Map<Address, { bets: number; bettors: Set<Address> }>();
  readonly #input: PlaceBetsTemplateInput;
  readonly #keys: Set<Address>;
  #isCosigned = false;
  #bytes = 0;

  constructor(input: PlaceBetsTemplateInput) {
    this.#input = input;
    this.#keys = new Set([input.delegate, input.programAddress, input.config]);
  }

  get bytes(): number {
    const { size: keys } = this.#keys;
    const isCosigned = this.#isCosigned;
    const legacy = legacyBytes({ isCosigned, ...this.#input }, keys, this.#bytes);
    if (legacy <= TRANSACTION_BYTES_MAX) return legacy;
    const parts = [...this.#instructions.values()].map(({ bets }) => bets);
    return largeBytes({ isCosigned, ...this.#input }, keys, this.#bytes, parts);
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

  #fits(keys: number, bytes: number, market: Address, isCosigned: boolean): boolean {
    const input = { isCosigned, ...this.#input };
    if (legacyBytes(input, keys, bytes) <= TRANSACTION_BYTES_MAX) return true;
    if (!input.isLarge || keys + (isCosigned ? 1 : 0) > VERSION_1_KEYS_MAX) return false;
    const bets = new Map([...this.#instructions].map(([key, one]) => [key, one.bets]));
    bets.set(market, (bets.get(market) ?? 0) + 1);
    if ((bets.get(market) ?? 0) > BETS_OF_MARKET_MAX || bets.size > MARKETS_MAX) return false;
    return largeBytes(input, keys, bytes, [...bets.values()]) <= VERSION_1_BYTES_MAX;
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

  sign(
    markets: readonly BetsOfMarket[],
    lifetime: Lifetime,
    key: Key,
    { units, price = 0n }: PlaceBetsBudget,
    operator: Key = key,
  ): SignedTransaction {
    const instructions = markets.map((one) => this.#toInstruction(one, operator.address));
    const signed = writeTransaction(instructions, [key, operator], lifetime, {
      computeUnitLimit: units,
      ...(this.#input.isPriced && { computeUnitPrice: price }),
      // The event of the last instruction is return data, which no log can crowd out.
      isBudgetFirst: true,
    });
    return { ...signed, isInLogs: true };
  }

  #toInstruction(one: BetsOfMarket, operator: Address): Instruction {
    const { programAddress, delegate, config } = this.#input;
    const bettors = [...new Set(one.bets.map(({ bettor }) => bettor))];
    const accounts = [
      { address: delegate, role: AccountRole.READONLY_SIGNER },
      { address: one.market, role: AccountRole.WRITABLE },
      { address: config, role: AccountRole.READONLY },
      ...(one.isGated ? [{ address: operator, role: AccountRole.READONLY_SIGNER }] : []),
      ...(one.factAccount ? [{ address: one.factAccount, role: AccountRole.READONLY }] : []),
      ...bettors.map((address) => ({ address, role: AccountRole.WRITABLE })),
    ];
    return { programAddress, accounts, data: writeBets(one, bettors) };
  }
}

function writeBets({ bets, currency }: BetsOfMarket, bettors: readonly Address[]): Uint8Array {
  const indexOf = new Map(bettors.map((bettor, index) => [bettor, index]));
  const data = new Uint8Array(dataBytes(bets.length));
  const view = new DataView(data.buffer);
  data.set([PLACE_BETS_TAG, 0, bets.length, currency]);
  bets.forEach((bet, index) => {
    const at = HEAD_BYTES + index * BET_BYTES;
    view.setBigUint64(at, bet.amount, true);
    view.setUint32(at + 8, Number(BigInt.asUintN(32, bet.epoch)), true);
    view.setUint32(at + 12, bet.minRatioBps ?? 0, true);
    view.setUint32(at + 16, bet.betId, true);
    view.setUint16(at + 20, bet.slot, true);
    data.set([indexOf.get(bet.bettor) as number, bet.outcome], at + 22);
  });
  return data;
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
