// The program's instructions, read from their bytes as program/README.md describes them.
import type { Address } from '@solana/kit';
import { sha256Hex } from '@tote/chain/lib/sha256-portable';
import type { ResolvedMarket } from '@tote/conditions/replay-evidence';
import { ByteReader } from './byte-reader.ts';
import type { Instruction } from './fetch-transaction.ts';
import { type CreatedEvent, FLAG, SOURCE } from './read-event.ts';

export type Clause = ResolvedMarket['clauses'][number];
type NumberType = Exclude<Clause['type'], 'bytes32'>;

const HEAD_BYTES = 8;
const BET_BYTES = 24;

const COMPARATORS = ['eq', 'ne', 'lt', 'lte', 'gt', 'gte'] as const;
const NUMBERS: readonly NumberType[] = ['u8', 'u16', 'u32', 'u64', 'i32', 'i64'];
const WIDTHS: Readonly<Record<NumberType, number>> = {
  ...{ u8: 1, u16: 2, u32: 4, u64: 8, i32: 4, i64: 8 },
};
const BYTES32 = 6;
const I64_AFTER_EXPIRY = 0x85;

export function readCreateMarket({ data }: Instruction) {
  const reader = new ByteReader(data);
  const [, currency, , source = 0, clauseCount = 0] = reader.bytes(HEAD_BYTES);
  const fixed = {
    nonce: reader.u64(),
    closesAt: reader.i64(),
    expiresAt: reader.i64(),
    refundAt: reader.i64(),
  };
  const [questionLength, conditionLength, clausesLength] = [
    ...[reader.u16(), reader.u16(), reader.u16()],
  ] as [number, number, number];
  reader.u16();
  const terms = { burnBps: reader.u16(), developerBps: reader.u16() };
  reader.u32();
  const minimumStake = reader.u64();
  const subject = source === SOURCE.timedFact ? undefined : reader.address();
  const isFact = source === SOURCE.timedFact || source === SOURCE.stateFact;
  const factOwner = isFact ? reader.address() : undefined;
  const clauses = reader.bytes(clausesLength);
  return {
    ...{ currency, ...fixed, ...terms, minimumStake, subject, factOwner },
    /** As they are on chain. */
    encodedClauses: clauses,
    clauses: readClauses(clauses, clauseCount),
    question: readText(reader.bytes(questionLength)),
    condition: readText(reader.bytes(conditionLength)),
  };
}

/** With the hash of its bytes, hex. A byte order mark is a part of the text. */
function readText(bytes: Uint8Array): { readonly text: string; readonly hash: string } {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  // Anyone may create a market with a zero character, which no database of a service can store.
  return { text: text.replaceAll('\0', '\ufffd'), hash: sha256Hex(bytes) };
}

function readClauses(bytes: Uint8Array, count: number): Clause[] {
  const reader = new ByteReader(bytes);
  const clauses = Array.from({ length: count }, () => readClause(reader));
  if (reader.left > 0) throw new RangeError('bytes are left behind the clauses');
  return clauses;
}

function readClause(reader: ByteReader): Clause {
  const [offset, code] = [reader.u16(), reader.u8()];
  const comparator = COMPARATORS[reader.u8()];
  if (!comparator) throw new RangeError('a clause with an unknown comparator');
  if (code === I64_AFTER_EXPIRY) {
    return { offset, type: 'i64', comparator, secondsAfterExpiry: reader.i64() };
  }
  if (code === BYTES32) {
    if (comparator !== 'eq' && comparator !== 'ne') throw new RangeError('32 bytes have no order');
    return { offset, type: 'bytes32', comparator, value: reader.bytes(32) };
  }
  const type = NUMBERS[code];
  if (!type) throw new RangeError('a clause with an unknown type');
  const width = WIDTHS[type];
  const unsigned = reader
    .bytes(width)
    .reduceRight((value, byte) => value * 256n + BigInt(byte), 0n);
  const value = type.startsWith('i') ? BigInt.asIntN(8 * width, unsigned) : unsigned;
  return { offset, type, comparator, value };
}

interface SentBet {
  /** Undefined for an index that no account has. Such a bet was refused. */
  readonly bettor: Address | undefined;
  readonly outcome: number;
  readonly amount: bigint;
}

/** The bets as they were sent; the event says which were accepted. */
export function readPlaceBets(
  { data, accounts }: Instruction,
  { source, flags }: Pick<CreatedEvent, 'source' | 'flags'>,
): SentBet[] {
  const has = (flag: number) => (flags & flag) !== 0;
  const takesFact = source === SOURCE.stateFact && has(FLAG.triggered | FLAG.latched);
  // Authority, market and Config, of a gated market the operator, then the observed account.
  const bettors = accounts.slice(3 + (has(FLAG.gated) ? 1 : 0) + (takesFact ? 1 : 0));
  const count = (data.length - HEAD_BYTES) / BET_BYTES;
  if (count !== data[2]) throw new RangeError('not as many bets as it says');
  const reader = new ByteReader(data.slice(HEAD_BYTES));
  return Array.from({ length: count }, () => {
    const amount = reader.u64();
    // Epoch, least ratio, bet id and slot.
    reader.bytes(14);
    const bettor = bettors[reader.u8()];
    return { bettor, outcome: reader.u8(), amount };
  });
}

/** In the order of the results in the event. */
export function readSettledBettors({ accounts }: Instruction): readonly Address[] {
  return accounts.slice(1);
}

/** Where the market stands among the accounts, by the tag of the instruction. */
const MARKET_INDEX: Readonly<Record<number, number>> = {
  ...{ 8: 3, 9: 1, 10: 0, 11: 2, 12: 0, 13: 0, 14: 0 },
};

export function marketOf({ data, accounts }: Instruction): Address | undefined {
  const index = MARKET_INDEX[data[0] ?? -1];
  return index === undefined ? undefined : accounts[index];
}
