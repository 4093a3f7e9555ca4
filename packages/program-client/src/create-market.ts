import {
  type Address,
  getAddressEncoder,
  type ReadonlyUint8Array,
  type TransactionSigner,
} from '@solana/kit';
import { type Clause, concatenate, encodeClauses } from './clauses.ts';
import { MARKET_FLAGS } from './flags.ts';
import { getCreateMarketInstruction as getGeneratedInstruction } from './generated/instructions';
import type { Currency, MarketSource } from './generated/types';
import type { ProgramInstruction, ProgramOptions } from './program-instruction.ts';

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

/** The Config values that the creator expects. The program refuses if they differ. */
export interface ExpectedTerms {
  burnBps: number;
  developerBps: number;
  vetoSeconds: number;
  /** In the market's currency. */
  minimumStake: bigint;
  oracle: Address;
}

export interface CreateMarketInput {
  payer: TransactionSigner;
  /** The creator, or the operator on behalf of the creator. */
  authority: TransactionSigner;
  /** The operator, which vouches for the market. Without its signature the market is custom. */
  operator?: TransactionSigner;
  creator: Address;
  market: Address;
  config: Address;
  currency: Currency;
  isTriggered?: boolean;
  isLatched?: boolean;
  isGated?: boolean;
  isCustom?: boolean;
  isInverted?: boolean;
  decider: Decider;
  terms: ExpectedTerms;
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
  const { decider, terms, ...given } = input;
  const clauses = 'clauses' in decider ? decider.clauses : [];
  const clauseBytes = encodeClauses(clauses);
  const question = toBytes(input.question);
  const condition = toBytes(input.condition);
  return getGeneratedInstruction(
    {
      ...given,
      ...terms,
      flags: readAskedFlags(input),
      source: decider.source,
      clauseCount: clauses.length,
      questionLen: question.length,
      conditionLen: condition.length,
      clausesLen: clauseBytes.length,
      tail: concatenate([...namedAddresses(decider, terms), clauseBytes, question, condition]),
    },
    options,
  );
}

export function readAskedFlags(asked: AskedFlags): number {
  return (
    (asked.isTriggered ? MARKET_FLAGS.triggered : 0) |
    (asked.isLatched ? MARKET_FLAGS.latched : 0) |
    (asked.isGated ? MARKET_FLAGS.gated : 0) |
    (asked.isCustom ? MARKET_FLAGS.custom : 0) |
    (asked.isInverted ? MARKET_FLAGS.inverted : 0)
  );
}

type AskedFlags = Pick<
  CreateMarketInput,
  'isTriggered' | 'isLatched' | 'isGated' | 'isCustom' | 'isInverted'
>;

/** The addresses before the clauses, in order. */
function namedAddresses(decider: Decider, { oracle }: ExpectedTerms): ReadonlyUint8Array[] {
  const named =
    'factOwner' in decider
      ? [...('account' in decider ? [decider.account] : []), decider.factOwner]
      : ['oracle' in decider ? decider.oracle : oracle];
  return named.map((address) => getAddressEncoder().encode(address));
}

function toBytes(text: string | ReadonlyUint8Array): ReadonlyUint8Array {
  return typeof text === 'string' ? new TextEncoder().encode(text) : text;
}
