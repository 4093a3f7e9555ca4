// The supply of a mint. It is a fact on chain if the mint's program and decimals are known.
// Otherwise, for instance before the mint exists, our oracle decides it.
import type { Address } from '@solana/kit';
import { formatInstant } from '@tote/domain';
import { type Clause, MarketSource } from '@tote/program-client';
import type { ConditionKind, ResolutionRule } from './condition-kind.ts';
import { SAMPLING_WORDS } from './describe-sampling.ts';
import { evaluateFact } from './evaluation/evaluate-fact.ts';
import { evaluateSamples } from './evaluation/evaluate-samples.ts';
import { invalid } from './field-reader.ts';
import type { Sample } from './oracles/account-snapshot.ts';
import { MINT_OFFSETS } from './oracles/layouts/mint.ts';
import { TOKEN_PROGRAMS } from './oracles/programs.ts';
import { scaled } from './oracles/rational.ts';
import { readable } from './oracles/reading.ts';
import type { RelativeTo } from './relative-to.ts';
import {
  type Comparator,
  describeThreshold,
  describeTrigger,
  flagsOf,
  holds,
  readComparator,
  readTiming,
  type Timing,
  toUnits,
} from './threshold.ts';
import {
  measureAbsent,
  mustNotFall,
  readSampledMint,
  readSubject,
  type TokenSubject,
} from './token-subject.ts';

const U64_MAX = 2n ** 64n - 1n;

export interface TokenSupplyCondition extends TokenSubject {
  readonly type: 'token_supply';
  /** The mint's token program; null if it was not read. */
  readonly tokenProgram: Address | null;
  readonly comparator: Comparator;
  readonly threshold: string;
  readonly unit: 'tokens';
  readonly relativeTo?: RelativeTo;
  readonly timing: Timing;
}

export const tokenSupply: ConditionKind<TokenSupplyCondition> = {
  parse(fields, input) {
    const subject = readSubject(fields, input);
    const known = input.token?.mint?.program ?? null;
    const tokenProgram = fields.has('tokenProgram')
      ? fields.nullableAddress('tokenProgram')
      : known;
    if (tokenProgram !== null && !TOKEN_PROGRAMS.includes(tokenProgram)) {
      throw invalid(`the field tokenProgram must be one of ${TOKEN_PROGRAMS.join(', ')}`);
    }
    const condition: TokenSupplyCondition = {
      type: 'token_supply',
      ...subject,
      tokenProgram,
      comparator: readComparator(fields),
      threshold: fields.decimal('threshold', { isZeroAllowed: true }),
      unit: fields.choice('unit', ['tokens'], 'tokens'),
      timing: readTiming(fields, 'at_expiry'),
    };
    if (toUnits(condition, subject.decimals ?? 0) > U64_MAX) {
      throw invalid('no token can have such a supply');
    }
    return condition;
  },

  // `who-can-move.ts` says who can change it, and at what cost.
  warn: () => [],

  describe(condition, expiresAt) {
    const moment = formatInstant(expiresAt);
    const wanted = describeThreshold(condition, 'tokens');
    const what = `the total supply of ${condition.tokenAddress} is ${wanted}`;
    if (condition.timing === 'at_expiry') {
      return `Yes if ${what} when it is first observed at or after ${moment}; otherwise No.`;
    }
    const words = describeTrigger(condition.timing, what, moment);
    const isFact = condition.decimals !== null && condition.tokenProgram !== null;
    return isFact ? words : `${words} ${SAMPLING_WORDS}`;
  },

  resolutionRule(condition): ResolutionRule {
    const { tokenAddress, tokenProgram, timing } = condition;
    const clauses = clausesOf(condition);
    return {
      decider:
        clauses && tokenProgram
          ? {
              source: MarketSource.StateFact,
              account: tokenAddress,
              factOwner: tokenProgram,
              clauses,
            }
          : { source: MarketSource.Oracle },
      ...flagsOf(timing),
      isLatched: false,
      closesEarly: false,
    };
  },

  listAccounts: async ({ tokenAddress }): Promise<readonly Address[]> => [tokenAddress],

  async measure(condition, sample) {
    const mint = readSampledMint(sample, condition);
    if (!mint.ok) return mint;
    if (mint.value === 'absent') return measureAbsent(condition);
    const value = scaled(mint.value.supply, -mint.value.decimals);
    return readable({ value, isMet: holds(value, condition) });
  },

  async evaluate(condition, evidence, moments) {
    const rule = await tokenSupply.resolutionRule(condition);
    if (rule.decider.source !== MarketSource.Oracle) {
      return evaluateFact(rule, evidence, moments);
    }
    const measure = (sample: Sample) => tokenSupply.measure(condition, sample, moments);
    return evaluateSamples({ timing: condition.timing, measure }, evidence, moments);
  },
};

/** The account must still be a mint, with the decimals that the threshold is converted with. */
function clausesOf(condition: TokenSupplyCondition): Clause[] | undefined {
  const { decimals, comparator } = condition;
  // To the program a closed mint has not fallen below anything, so samples decide that.
  if (decimals === null || mustNotFall(condition)) return undefined;
  const { isInitialized, supply } = MINT_OFFSETS;
  const value = toUnits(condition, decimals);
  return [
    { offset: isInitialized, type: 'u8', comparator: 'eq', value: 1n },
    { offset: MINT_OFFSETS.decimals, type: 'u8', comparator: 'eq', value: BigInt(decimals) },
    { offset: supply, type: 'u64', comparator, value },
  ];
}
