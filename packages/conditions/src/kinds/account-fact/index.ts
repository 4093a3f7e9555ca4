// A number or 32 bytes at an offset of any account. The program reads it itself.
import { type Address, getBase16Encoder } from '@solana/kit';
import {
  type Clause,
  COMPARATORS,
  type Comparator,
  MarketSource,
  SYSTEM_PROGRAM_ADDRESS,
} from '@tote/program-client';
import { FIRST_SECONDS_MAX } from '../../evaluation/evaluate-samples.ts';
import { type FieldReader, invalid } from '../../field-reader.ts';
import { PUMP_CURVE_COMPLETE_OFFSET } from '../../oracles/pools/pump-curve.ts';
import { PUMP_PROGRAM } from '../../oracles/programs.ts';
import type { Kind } from '../kind.ts';
import { describeRule } from '../shared/describe-rule.ts';
import { scenario } from '../shared/scenario.ts';
import { address, timing } from '../shared/schema.ts';
import { COMPARATOR_WORDS, readTiming, type Timing } from '../shared/threshold.ts';
import { optionalToken, shortAddress } from '../shared/token-subject.ts';

const OFFSET_MAX = 0xffff;
/** Those of the longest number; bytes are longer. */
const VALUE_CHARACTERS_MAX = 20;
const RANGES = {
  u8: [0n, 2n ** 8n - 1n],
  u16: [0n, 2n ** 16n - 1n],
  u32: [0n, 2n ** 32n - 1n],
  u64: [0n, 2n ** 64n - 1n],
  i32: [-(2n ** 31n), 2n ** 31n - 1n],
  i64: [-(2n ** 63n), 2n ** 63n - 1n],
} as const;
type NumberType = keyof typeof RANGES;

const DATA_TYPES = ['u8', 'u16', 'u32', 'u64', 'i32', 'i64', 'bytes32'] as const;

export interface AccountFactCondition {
  readonly type: 'account_fact';
  readonly tokenAddress: Address | null;
  readonly account: Address;
  readonly owner: Address;
  readonly offset: number;
  readonly dataType: (typeof DATA_TYPES)[number];
  readonly comparator: Comparator;
  readonly value: string;
  readonly timing: Timing;
}

export const accountFact: Kind<AccountFactCondition> = {
  type: 'account_fact',

  schema: {
    description: 'A number or 32 bytes at an offset of an account. Such markets are custom.',
    required: ['account', 'owner', 'offset', 'dataType', 'comparator', 'value'],
    fields: {
      account: { ...address, description: 'The account that is read.' },
      owner: { ...address, description: 'The program that must own it.' },
      offset: { type: 'integer', minimum: 0, maximum: OFFSET_MAX, description: 'In bytes.' },
      dataType: { type: 'string', enum: DATA_TYPES, description: 'Little-endian.' },
      comparator: {
        type: 'string',
        enum: COMPARATORS,
        description: 'How it is compared; bytes32 only with eq and ne.',
      },
      value: { type: 'string', description: 'A whole number, or 32 bytes in hex.' },
      timing,
    },
    example: {
      account: 'F4bz7J6riCRR11r1z4ENY3DdA7AnYAco1VcbxFnmALPL',
      owner: '6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P',
      offset: 32,
      dataType: 'u64',
      comparator: 'gte',
      value: '50000000000',
      timing: 'any_time_before',
    },
  },

  demo: [
    scenario('account-fact', ['UTILITY', 'Yes', 20], {
      bets: ['ana Yes 10', 'ben Yes 20', 'cleo No 40', 'eva No 2.000001'],
      question: 'Will the bonding curve account of OAK say that it is complete?',
      ask: ({ tokens: { OAK } }) => ({
        condition: {
          ...{ type: 'account_fact', account: OAK.bondingCurve, owner: PUMP_PROGRAM },
          ...{ offset: PUMP_CURVE_COMPLETE_OFFSET, dataType: 'u8', comparator: 'eq', value: '1' },
        },
      }),
    }),
  ],

  parse(fields, input) {
    const dataType = fields.choice('dataType', DATA_TYPES);
    const isBytes = dataType === 'bytes32';
    return {
      ...{ type: 'account_fact', dataType },
      tokenAddress: optionalToken(input),
      account: fields.address('account'),
      owner: readOwner(fields),
      offset: fields.integer('offset', { least: 0, most: OFFSET_MAX }),
      comparator: fields.choice('comparator', isBytes ? ['eq', 'ne'] : COMPARATORS),
      value: isBytes ? readBytes(fields) : readNumber(fields, dataType),
      timing: readTiming(fields, 'at_expiry'),
    };
  },

  describe(condition, expiresAt) {
    const { account, owner, offset, dataType, comparator, value } = condition;
    const shown = value.length > VALUE_CHARACTERS_MAX ? `${value.slice(0, 8)}…` : value;
    return describeRule(condition.timing, expiresAt, {
      rule: [
        `the ${dataType} at offset ${offset} of account ${shortAddress(account)} is`,
        `${WORDS[comparator]} ${shown}`,
      ],
      missing: `it cannot be read within ${FIRST_SECONDS_MAX} seconds`,
      before:
        `the ${dataType} at offset ${offset} of the account ${account}, owned by ${owner}, is ` +
        `${WORDS[comparator]} ${value}`,
      at: 'when it is first observed at or after',
      isFact: true,
    });
  },

  fact(condition) {
    const { account, owner: factOwner } = condition;
    const clauses = [clauseOf(condition)];
    return { source: MarketSource.StateFact, account, factOwner, clauses };
  },

  customReasons: ({ account }) => [`Whoever controls the account ${account} decides the market.`],
};

const WORDS: Record<Comparator, string> = {
  ...COMPARATOR_WORDS,
  eq: 'equal to',
  ne: 'not',
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
