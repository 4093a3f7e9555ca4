// Parses landed instructions. The generated parsers do not know how many accounts a variant has,
// and ignore the accounts after the named ones.
import { type Address, getAddressDecoder, type ReadonlyUint8Array } from '@solana/kit';
import { type Clause, decodeClauses } from './clauses.ts';
import { getCreateMarketInstructionDataDecoder } from './generated/instructions';
import { type Currency, MarketSource } from './generated/types';
import { STRICT } from './place-bets.ts';

export interface LandedInstruction {
  accounts: readonly Address[];
  data: ReadonlyUint8Array;
}

export interface ParsedCreateMarket {
  payer: Address;
  authority: Address;
  creator: Address;
  market: Address;
  currency: Currency;
  /** As requested: 1 triggered, 2 latched, 4 gated, 8 custom, 32 inverted. */
  flags: number;
  source: MarketSource;
  /** The oracle, or the account of a state fact. */
  subject?: Address;
  /** For the sources timedFact and stateFact. */
  factOwner?: Address;
  clauses: Clause[];
  burnBps: number;
  developerBps: number;
  vetoSeconds: number;
  minimumStake: bigint;
  nonce: bigint;
  closesAt: bigint;
  expiresAt: bigint;
  refundAt: bigint;
  question: string;
  condition: string;
}

export function parseCreateMarketInstruction(instruction: LandedInstruction): ParsedCreateMarket {
  const [payer, authority, creator, market] = takeAccounts(instruction, 4);
  const { discriminator: _tag, ...data } = createMarketData.decode(instruction.data);
  const { clauseCount, questionLen, conditionLen, clausesLen, tail, ...fields } = data;
  const take = reader(tail);
  const { source } = fields;
  const hasSubject = source !== MarketSource.TimedFact;
  const hasOwner = source === MarketSource.TimedFact || source === MarketSource.StateFact;
  return {
    payer: payer as Address,
    authority: authority as Address,
    creator: creator as Address,
    market: market as Address,
    ...fields,
    ...(hasSubject && { subject: getAddressDecoder().decode(take(32)) }),
    ...(hasOwner && { factOwner: getAddressDecoder().decode(take(32)) }),
    clauses: decodeClauses(take(clausesLen), clauseCount),
    question: new TextDecoder().decode(take(questionLen)),
    condition: new TextDecoder().decode(take(conditionLen)),
  };
}

const createMarketData = getCreateMarketInstructionDataDecoder();

/**
 * A bet as it was sent. A refused bet may contain anything: an outcome that does not exist, or an
 * invalid account index. Only the verdicts in the event say which bets were accepted.
 */
export interface ParsedBet {
  bettor: Address | undefined;
  outcome: number;
  amount: bigint;
  slot: number;
  /** The lower half of the delegate's epoch; 0 in a wallet's own bet. */
  epoch: bigint;
  /** 0 for none. */
  minRatioBps: number;
  /** 0 in a wallet's own bet. */
  betId: number;
}

export interface ParsedPlaceBets {
  authority: Address;
  market: Address;
  currency: number;
  isStrict: boolean;
  bets: ParsedBet[];
}

const HEAD_BYTES = 8;
const BET_BYTES = 24;
const HINT_BYTES = 2;

/** The accounts before the bettors depend on the market. */
export function parsePlaceBetsInstruction(
  instruction: LandedInstruction,
  market: { isGated: boolean; takesFactAccount: boolean },
): ParsedPlaceBets {
  const [authority, address] = takeAccounts(instruction, 2);
  const skipped = 3 + (market.isGated ? 1 : 0) + (market.takesFactAccount ? 1 : 0);
  const bettors = instruction.accounts.slice(skipped);
  const { data } = instruction;
  const [, flags = 0, count = 0, currency = 0] = data;
  if (data.length !== HEAD_BYTES + count * BET_BYTES) {
    throw new RangeError(`${data.length} bytes do not hold ${count} bets`);
  }
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const bets = Array.from({ length: count }, (_, index) =>
    readBet(view, HEAD_BYTES + index * BET_BYTES, bettors),
  );
  return {
    authority: authority as Address,
    market: address as Address,
    currency,
    isStrict: (flags & STRICT) !== 0,
    bets,
  };
}

function readBet(view: DataView, at: number, bettors: readonly Address[]): ParsedBet {
  return {
    amount: view.getBigUint64(at, true),
    epoch: BigInt(view.getUint32(at + 8, true)),
    minRatioBps: view.getUint32(at + 12, true),
    betId: view.getUint32(at + 16, true),
    slot: view.getUint16(at + 20, true),
    bettor: bettors[view.getUint8(at + 22)],
    outcome: view.getUint8(at + 23),
  };
}

export function parseSettlePositionsInstruction(instruction: LandedInstruction) {
  const [market] = takeAccounts(instruction, 1);
  const { data } = instruction;
  const bettors = instruction.accounts.slice(1);
  if (data.length !== HEAD_BYTES + bettors.length * HINT_BYTES) {
    throw new RangeError('not one hint per bettor');
  }
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const positions = bettors.map((bettor, index) => {
    return { bettor, slot: view.getUint16(HEAD_BYTES + index * HINT_BYTES, true) };
  });
  return { market: market as Address, positions };
}

function takeAccounts(instruction: LandedInstruction, count: number): readonly Address[] {
  if (instruction.accounts.length < count) {
    throw new RangeError(`${instruction.accounts.length} accounts, at least ${count} are needed`);
  }
  return instruction.accounts.slice(0, count);
}

function reader(bytes: ReadonlyUint8Array): (length: number) => Uint8Array {
  let at = 0;
  return (length) => {
    const part = bytes.slice(at, at + length);
    if (part.length !== length) throw new RangeError('the data ends too early');
    at += length;
    return part;
  };
}
