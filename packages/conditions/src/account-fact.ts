// A number or 32 bytes at an offset of any account. The program reads it itself.
import { type Address, getBase16Encoder } from '@solana/kit';
import { formatInstant } from '@tote/domain';
import {
  type Clause,
  COMPARATORS,
  encodeClauses,
  MarketSource,
  SYSTEM_PROGRAM_ADDRESS,
} from '@tote/program-client';
import type { ConditionKind, ResolutionRule } from './condition-kind.ts';
import { evaluateFact } from './evaluation/evaluate-fact.ts';
import { measureState } from './evaluation/measure-state.ts';
import type { Measure } from './evaluation/verdict.ts';
import { type FieldReader, invalid } from './field-reader.ts';
import { isLatchedFact } from './latched-facts.ts';
import { rational } from './oracles/rational.ts';
import { type Reading, readable } from './oracles/reading.ts';
import { describeTrigger, flagsOf, readTiming, type Timing } from './threshold.ts';
import { optionalToken } from './token-subject.ts';

const OFFSET_MAX = 0xffff;
const RANGES = {
  u8: [0n, 2n ** 8n - 1n],
  u16: [0n, 2n ** 16n - 1n],
  u32: [0n, 2n ** 32n - 1n],
  u64: [0n, 2n ** 64n - 1n],
  i32: [-(2n ** 31n), 2n ** 31n - 1n],
  i64: [-(2n ** 63n), 2n ** 63n - 1n],
} as const;
type NumberType = keyof typeof RANGES;

export const DATA_TYPES = ['u8', 'u16', 'u32', 'u64', 'i32', 'i64', 'bytes32'] as const;
type DataType = (typeof DATA_TYPES)[number];

export interface AccountFactCondition {
  readonly type: 'account_fact';
  readonly tokenAddress: Address | null;
  readonly account: Address;
  /** The program that must own it. */
  readonly owner: Address;
  readonly offset: number;
  readonly dataType: DataType;
  readonly comparator: (typeof COMPARATORS)[number];
  /** A whole number, or 32 bytes in hex. */
  readonly value: string;
  readonly timing: Timing;
}

export const accountFact: ConditionKind<AccountFactCondition> = {
  parse(fields, input) {
    const dataType = fields.choice('dataType', DATA_TYPES);
    const isBytes = dataType === 'bytes32';
    return {
      type: 'account_fact',
      tokenAddress: optionalToken(input),
      account: fields.address('account'),
      owner: readOwner(fields),
      offset: fields.integer('offset', { least: 0, most: OFFSET_MAX }),
      dataType,
      comparator: fields.choice('comparator', isBytes ? ['eq', 'ne'] : COMPARATORS),
      value: dataType === 'bytes32' ? readBytes(fields) : readNumber(fields, dataType),
      timing: readTiming(fields, 'at_expiry'),
    };
  },

  // `custom-reasons.ts` says that its market is custom, and why.
  warn: () => [],

  describe(condition, expiresAt) {
    const { account, owner, offset, dataType, comparator, value, timing } = condition;
    const moment = formatInstant(expiresAt);
    const what =
      `the ${dataType} at offset ${offset} of the account ${account}, owned by ${owner}, is ` +
      `${WORDS[comparator]} ${value}`;
    if (timing === 'at_expiry') {
      return `Yes if ${what} when it is first observed at or after ${moment}; otherwise No.`;
    }
    return describeTrigger(timing, what, moment);
  },

  resolutionRule(condition): ResolutionRule {
    const { account, owner, timing } = condition;
    const clauses = [clauseOf(condition)];
    return {
      decider: { source: MarketSource.StateFact, account, factOwner: owner, clauses },
      ...flagsOf(timing),
      isLatched: isLatchedFact(owner, encodeClauses(clauses)),
      closesEarly: false,
    };
  },

  listAccounts: async ({ account }): Promise<readonly Address[]> => [account],

  async measure(condition, sample, { expiresAt }): Promise<Reading<Measure>> {
    const state = measureState(await accountFact.resolutionRule(condition), sample, expiresAt);
    if (!state.ok) return state;
    return readable({ value: rational(state.value.isMet ? 1n : 0n), isMet: state.value.isMet });
  },

  async evaluate(condition, evidence, moments) {
    return evaluateFact(await accountFact.resolutionRule(condition), evidence, moments);
  },
};

const WORDS: Record<AccountFactCondition['comparator'], string> = {
  eq: 'equal to',
  ne: 'not equal to',
  lt: 'below',
  lte: 'at most',
  gt: 'above',
  gte: 'at least',
};

/** The program treats accounts of the System program as missing, whatever data they have. */
function readOwner(fields: FieldReader): Address {
  const owner = fields.address('owner');
  if (owner !== SYSTEM_PROGRAM_ADDRESS) return owner;
  throw invalid('the field owner must be another program than the System program');
}

function readBytes(fields: FieldReader): string {
  const value = fields.text('value');
  if (/^[0-9a-f]{64}$/.test(value)) return value;
  throw invalid('the field value must be 32 bytes in lower-case hex');
}

function readNumber(fields: FieldReader, dataType: NumberType): string {
  const value = fields.text('value');
  const [least, most] = RANGES[dataType];
  const isWhole = /^(0|-?[1-9]\d{0,19})$/.test(value);
  if (isWhole && BigInt(value) >= least && BigInt(value) <= most) return value;
  throw invalid(`the field value must be text with a whole number from ${least} to ${most}`);
}

function clauseOf({ offset, dataType, comparator, value }: AccountFactCondition): Clause {
  if (dataType !== 'bytes32') return { offset, type: dataType, comparator, value: BigInt(value) };
  const bytes = getBase16Encoder().encode(value);
  return { offset, type: 'bytes32', comparator: comparator === 'ne' ? 'ne' : 'eq', value: bytes };
}
