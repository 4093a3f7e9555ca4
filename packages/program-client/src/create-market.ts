import type { Address, ReadonlyUint8Array, TransactionSigner } from '@solana/kit';
import { getAddressEncoder } from '@solana/kit';
import { type Clause, encodeClauses } from './clauses.ts';
import { MARKET_FLAGS } from './flags.ts';
import { getCreateMarketInstruction as getGeneratedInstruction } from './generated/instructions';
import { type Currency, MarketSource } from './generated/types';
import type { ProgramInstruction, ProgramOptions } from './program-instruction.ts';

/** Who or what decides. */
export type Decider =
  | { source: MarketSource.Oracle }
  | { source: MarketSource.NamedOracle; oracle: Address }
  | { source: MarketSource.TimedFact; factOwner: Address; clauses: readonly Clause[] }
  | {
      source: MarketSource.StateFact;
      account: Address;
      factOwner: Address;
      clauses: readonly Clause[];
    };

export interface CreateMarketInput {
  payer: TransactionSigner;
  /** The creator, or the operator in the creator's name. */
  authority: TransactionSigner;
  creator: Address;
  market: Address;
  config: Address;
  currency: Currency;
  isTriggered?: boolean;
  isLatched?: boolean;
  decider: Decider;
  nonce: bigint;
  closesAt: bigint;
  expiresAt: bigint;
  refundAt: bigint;
  /** Text is sent as UTF-8. */
  question: string | ReadonlyUint8Array;
  condition: string | ReadonlyUint8Array;
}

export function getCreateMarketInstruction(
  input: CreateMarketInput,
  options?: ProgramOptions,
): ProgramInstruction {
  const { decider, isTriggered, isLatched, ...given } = input;
  const clauses = 'clauses' in decider ? decider.clauses : [];
  const clauseBytes = encodeClauses(clauses);
  const question = toBytes(input.question);
  const condition = toBytes(input.condition);
  return getGeneratedInstruction(
    {
      ...given,
      flags: (isTriggered ? MARKET_FLAGS.triggered : 0) + (isLatched ? MARKET_FLAGS.latched : 0),
      source: decider.source,
      clauseCount: clauses.length,
      questionLen: question.length,
      conditionLen: condition.length,
      clausesLen: clauseBytes.length,
      tail: concatenate([...namedAddresses(decider), clauseBytes, question, condition]),
    },
    options,
  );
}

/** The addresses that stand in front of the clauses, in their order. */
function namedAddresses(decider: Decider): ReadonlyUint8Array[] {
  const encoder = getAddressEncoder();
  switch (decider.source) {
    case MarketSource.Oracle:
      return [];
    case MarketSource.NamedOracle:
      return [encoder.encode(decider.oracle)];
    case MarketSource.TimedFact:
      return [encoder.encode(decider.factOwner)];
    case MarketSource.StateFact:
      return [encoder.encode(decider.account), encoder.encode(decider.factOwner)];
  }
}

function toBytes(text: string | ReadonlyUint8Array): ReadonlyUint8Array {
  return typeof text === 'string' ? new TextEncoder().encode(text) : text;
}

function concatenate(parts: ReadonlyUint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((total, part) => total + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
