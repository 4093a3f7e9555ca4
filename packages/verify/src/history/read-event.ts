// The program's events, read from their bytes as program/README.md describes them. The indexer has
// another decoder, made from the program's interface; a fault in one is not in the other.
import { getBase16Decoder } from '@solana/kit';
import { ByteReader } from './byte-reader.ts';

/** Byte 0 of an instruction, and of the event that it writes. */
export const TAG = {
  createMarket: 8,
  placeBets: 9,
  resolveMarket: 10,
  vetoMarket: 11,
  refundMarket: 12,
  settlePositions: 13,
  closeMarket: 14,
  collectFees: 15,
  buyBack: 16,
} as const;

export const FLAG = { triggered: 1, latched: 2, gated: 4, inverted: 32 } as const;
export const SOURCE = { oracle: 0, namedOracle: 1, timedFact: 2, stateFact: 3 } as const;
/** The refund reason of a market whose oracle was disabled. */
export const ORACLE_DISABLED = 4;
/** The verdict of a bet or position that met no error. */
export const DONE = 0;

const VERSION = 3;
const HEAD_BYTES = 8;

export type CreatedEvent = ReturnType<typeof readCreated>;
export type BetsEvent = ReturnType<typeof readBets>;
export type ResolvedEvent = ReturnType<typeof readResolved>;
export type RefundedEvent = ReturnType<typeof readRefunded>;
export type SettledEvent = ReturnType<typeof readSettled>;
export type ClosedEvent = ReturnType<typeof readClosed>;
type CollectedEvent = ReturnType<typeof readCollected>;
type BoughtBackEvent = ReturnType<typeof readBoughtBack>;

/** Events that the verifier needs; `null` for all others. */
export type ProgramEvent =
  | CreatedEvent
  | BetsEvent
  | ResolvedEvent
  | RefundedEvent
  | SettledEvent
  | ClosedEvent
  | CollectedEvent
  | BoughtBackEvent;

type Head = readonly number[];

const READERS: Readonly<Record<number, (head: Head, body: ByteReader) => ProgramEvent>> = {
  [TAG.createMarket]: readCreated,
  [TAG.placeBets]: readBets,
  [TAG.resolveMarket]: readResolved,
  [TAG.vetoMarket]: readRefunded,
  [TAG.refundMarket]: readRefunded,
  [TAG.settlePositions]: readSettled,
  [TAG.closeMarket]: readClosed,
  [TAG.collectFees]: readCollected,
  [TAG.buyBack]: readBoughtBack,
};

/** Null for an event that is not about a market or a fee. Throws a RangeError if malformed. */
export function readEvent(bytes: Uint8Array): ProgramEvent | null {
  const body = new ByteReader(bytes);
  const head = [...body.bytes(HEAD_BYTES)];
  const [tag = -1, version] = head;
  if (version !== VERSION) throw new RangeError(`an event of version ${version}`);
  const read = READERS[tag];
  if (!read) return null;
  const event = read(head, body);
  if (body.left > 0) throw new RangeError(`an event with tag ${tag} is too long`);
  return event;
}

const hash = (body: ByteReader) => getBase16Decoder().decode(body.bytes(32));

/** No market has times before 1970 or after the year 9999. */
const TIME_MAX = 253_402_300_799n;

function time(body: ByteReader): bigint {
  const seconds = body.i64();
  if (seconds >= 0n && seconds <= TIME_MAX) return seconds;
  throw new RangeError(`a time of ${seconds}`);
}

const pools = (body: ByteReader) => ({ poolYes: body.u64(), poolNo: body.u64() });

function readCreated([, , currency = 0, flags = 0, source = 0]: Head, body: ByteReader) {
  return {
    tag: TAG.createMarket,
    ...{ currency, flags, source },
    market: body.address(),
    sequence: body.u64(),
    creator: body.address(),
    subject: body.address(),
    factOwner: body.address(),
    nonce: body.u64(),
    createdAt: time(body),
    closesAt: time(body),
    expiresAt: time(body),
    refundAt: time(body),
    minimumStake: body.u64(),
    burnBps: body.u16(),
    developerBps: body.u16(),
    vetoSeconds: body.u32(),
    questionHash: hash(body),
    conditionHash: hash(body),
  };
}

/** First the pools after each bet, then the verdict on each. */
function readBets([, , count = 0]: Head, body: ByteReader) {
  const head = { tag: TAG.placeBets, market: body.address(), sequence: body.u64() };
  const after = Array.from({ length: count }, () => pools(body));
  return { ...head, bets: after.map((each) => ({ ...each, verdict: body.u8() })) };
}

function readResolved([, , outcome = 0, refundReason = 0]: Head, body: ByteReader) {
  return {
    tag: TAG.resolveMarket,
    ...{ outcome, refundReason },
    market: body.address(),
    sequence: body.u64(),
    ...pools(body),
    burn: body.u64(),
    developer: body.u64(),
    distributable: body.u64(),
    resolvedAt: time(body),
    vetoEndsAt: time(body),
    evidenceHash: hash(body),
  };
}

/** Vetoed or refunded: all stakes are paid back. */
function readRefunded([tag, , , refundReason = 0]: Head, body: ByteReader) {
  return {
    tag: tag === TAG.vetoMarket ? TAG.vetoMarket : TAG.refundMarket,
    refundReason,
    market: body.address(),
    sequence: body.u64(),
    ...pools(body),
  };
}

/** First the payout of each position, then the verdict on each. */
function readSettled([, , count = 0]: Head, body: ByteReader) {
  const head = {
    tag: TAG.settlePositions,
    market: body.address(),
    sequence: body.u64(),
    openPositions: body.u64(),
    held: body.u64(),
  };
  const payouts = Array.from({ length: count }, () => body.u64());
  return { ...head, positions: payouts.map((payout) => ({ payout, verdict: body.u8() })) };
}

function readClosed(_: Head, body: ByteReader) {
  return {
    tag: TAG.closeMarket,
    market: body.address(),
    sequence: body.u64(),
    burn: body.u64(),
    developer: body.u64(),
    dust: body.u64(),
    feesBurn: body.u64(),
    feesDeveloper: body.u64(),
    burnTotal: body.u64(),
  };
}

function readCollected([, , currency = 0]: Head, body: ByteReader) {
  return {
    tag: TAG.collectFees,
    currency,
    developer: body.u64(),
    burned: body.u64(),
    owed: body.u64(),
    burnedTotal: body.u64(),
  };
}

function readBoughtBack(_: Head, body: ByteReader) {
  return {
    tag: TAG.buyBack,
    buyer: body.address(),
    lot: body.u64(),
    price: body.u64(),
    reserve: body.u64(),
    burnedTotal: body.u64(),
    utilityBurnedTotal: body.u64(),
  };
}
