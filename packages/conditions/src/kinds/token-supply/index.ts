// The supply of a mint. It is a fact on chain if the mint's program and decimals are known.
// Otherwise, for instance before the mint exists, our oracle decides it.
import type { Address } from '@solana/kit';
import { type Clause, MarketSource } from '@tote/program-client';
import { FIRST_SECONDS_MAX } from '../../evaluation/evaluate-samples.ts';
import { invalid } from '../../field-reader.ts';
import { MINT_OFFSETS } from '../../oracles/layouts/mint.ts';
import { scaled } from '../../oracles/rational.ts';
import type { Kind } from '../kind.ts';
import { describeComparison, describeRule, shortAmount } from '../shared/describe-rule.ts';
import { type Measured, measureValue, readMeasured, STATED } from '../shared/measured.ts';
import { scenario } from '../shared/scenario.ts';
import { decimals, measured, symbol, tokenProgram, unitOf } from '../shared/schema.ts';
import { describeThreshold, toUnits } from '../shared/threshold.ts';
import {
  describeTokens,
  exactToken,
  findSampledMint,
  measureToken,
  mustNotFall,
  readSubject,
  readTokenProgram,
  shortToken,
  type TokenSubject,
} from '../shared/token-subject.ts';

const U64_MAX = 2n ** 64n - 1n;

export interface TokenSupplyCondition extends TokenSubject, Measured<'tokens'> {
  readonly type: 'token_supply';
  readonly tokenProgram: Address | null;
}

export const tokenSupply: Kind<TokenSupplyCondition> = {
  type: 'token_supply',

  schema: {
    description: 'The total supply of a token.',
    required: ['comparator', 'threshold'],
    fields: {
      ...measured,
      unit: unitOf('tokens'),
      decimals,
      symbol,
      tokenProgram,
    },
    example: { comparator: 'lt', threshold: '900000000' },
  },

  demo: [
    scenario('supply', ['SOL', 'No', 18], {
      bets: ['ben Yes 1.2', 'dan Yes 0.8', 'cleo No 2', 'eva No 1.1'],
      about: 'OAK',
      question: 'Will the supply of OAK be below 1 billion at expiry?',
      condition: { type: 'token_supply', comparator: 'lt', threshold: '1000000000' },
    }),
  ],

  parse(fields, input) {
    const subject = readSubject(fields, input);
    const rule = { units: ['tokens'], unit: 'tokens', isZeroAllowed: true } as const;
    const value = readMeasured(fields, rule);
    if (toUnits(value, subject.decimals ?? 0) > U64_MAX) {
      throw invalid('no token can have such a supply');
    }
    const program = readTokenProgram(fields, input);
    return { type: 'token_supply', ...subject, tokenProgram: program, ...value };
  },

  describe: (condition, expiresAt) =>
    describeRule(condition.timing, expiresAt, {
      ...describeComparison(
        `the supply of ${shortToken(condition)}`,
        condition,
        shortAmount(condition.threshold, 'tokens'),
      ),
      missing: `it cannot be read within ${FIRST_SECONDS_MAX} seconds`,
      before:
        `the total supply of ${exactToken(condition)} is ` +
        `${describeThreshold(condition, 'tokens')}`,
      at: 'when it is first observed at or after',
      isFact: condition.decimals !== null && condition.tokenProgram !== null,
    }),

  stated: STATED,

  fact(condition) {
    const { tokenAddress: account, tokenProgram: factOwner } = condition;
    const clauses = clausesOf(condition);
    if (!clauses || !factOwner) return undefined;
    return { source: MarketSource.StateFact, account, factOwner, clauses };
  },

  listAccounts: ({ tokenAddress }) => [tokenAddress],

  measurer: (condition) => (sample) =>
    measureToken(condition, sample, (mint) =>
      measureValue(scaled(mint.supply, -mint.decimals), condition),
    ),

  customReasons(_condition, { supply }) {
    if (supply.kind !== 'key') return UNCERTAIN[supply.kind];
    return [`${supply.address} can change the supply at will: it can ${supply.power}.`];
  },

  costs: () => ['price'],

  movers(condition, sample, { price }) {
    const mint = findSampledMint(sample, condition);
    if (!mint) return [];
    const { comparator } = condition;
    const units = toUnits(condition, mint.decimals);
    const below = comparator === 'gte' || comparator === 'lt' ? units - 1n : units;
    const isMetBelow = comparator === 'lt' || comparator === 'lte';
    if (mint.supply <= below) {
      if (mint.mintAuthority !== null) return [];
      const stays = isMetBelow ? 'the condition stays met' : 'the condition cannot be met';
      return [`Nobody can mint more of the token, and its supply can only fall: ${stays}.`];
    }
    const burned = mint.supply - below;
    // No supply is below a threshold of zero.
    if (burned > mint.supply) return [];
    const follows = isMetBelow ? 'meets the condition' : 'makes it no longer met';
    return [
      'Every holder can lower the supply by burning: whoever burns ' +
        `${describeTokens(burned, mint.decimals, price)} ${follows}.`,
    ];
  },
};

const UNCERTAIN = {
  nobody: [],
  absent: ['The mint does not exist yet: whoever creates it decides its supply.'],
  unread: ['The mint cannot be read: we cannot tell who decides its supply.'],
};

/** The account must still be a mint, with the decimals that the threshold is converted with. */
function clausesOf(condition: TokenSupplyCondition): Clause[] | undefined {
  const { decimals: places, comparator } = condition;
  // To the program a closed mint has not fallen below anything, so samples decide that.
  if (places === null || mustNotFall(condition)) return undefined;
  const { isInitialized, supply } = MINT_OFFSETS;
  return [
    { offset: isInitialized, type: 'u8', comparator: 'eq', value: 1n },
    { offset: MINT_OFFSETS.decimals, type: 'u8', comparator: 'eq', value: BigInt(places) },
    { offset: supply, type: 'u64', comparator, value: toUnits(condition, places) },
  ];
}
