// How many wallets hold a token. No account on chain has that number, so our oracle counts them.
import type { Address } from '@solana/kit';
import { formatInstant } from '@tote/domain';
import { MarketSource } from '@tote/program-client';
import type { ConditionKind } from './condition-kind.ts';
import { SAMPLING_WORDS } from './describe-sampling.ts';
import { evaluateSamples } from './evaluation/evaluate-samples.ts';
import type { Sample } from './oracles/account-snapshot.ts';
import { rational } from './oracles/rational.ts';
import { readable, unreadable } from './oracles/reading.ts';
import type { RelativeTo } from './relative-to.ts';
import {
  type Comparator,
  describeThreshold,
  describeTrigger,
  flagsOf,
  groupDigits,
  holds,
  readComparator,
  readTiming,
  type Timing,
  toUnits,
} from './threshold.ts';
import { measureAbsent, readSampledMint, readSubject, type TokenSubject } from './token-subject.ts';

export interface HolderCountCondition extends TokenSubject {
  readonly type: 'holder_count';
  readonly comparator: Comparator;
  readonly threshold: string;
  readonly unit: 'holders';
  readonly relativeTo?: RelativeTo;
  /** In tokens. Zero: any balance counts. */
  readonly minimumBalance: string;
  readonly timing: Timing;
}

export const holderCount: ConditionKind<HolderCountCondition> = {
  parse: (fields, input) => ({
    type: 'holder_count',
    ...readSubject(fields, input),
    comparator: readComparator(fields),
    threshold: fields.decimal('threshold', { isWhole: true }),
    unit: fields.choice('unit', ['holders'], 'holders'),
    minimumBalance: fields.decimal('minimumBalance', { isZeroAllowed: true, fallback: '0' }),
    timing: readTiming(fields, 'at_expiry'),
  }),

  warn({ minimumBalance }) {
    const cheap = 'Holders are cheap to make: anyone can send tokens to new wallets.';
    return [minimumBalance === '0' ? `${cheap} A minimumBalance makes it more expensive.` : cheap];
  },

  describe(condition, expiresAt) {
    const { tokenAddress, minimumBalance, timing } = condition;
    const moment = formatInstant(expiresAt);
    const wanted = describeThreshold(condition, 'wallets');
    const least =
      minimumBalance === '0' ? 'any amount' : `at least ${groupDigits(minimumBalance)} tokens`;
    const who = `the number of wallets that hold ${least} of ${tokenAddress}, pools not counted,`;
    if (timing === 'at_expiry') {
      return `Yes if ${who} is ${wanted} in the first count at or after ${moment}; otherwise No.`;
    }
    return `${describeTrigger(timing, `${who} is ${wanted}`, moment)} ${SAMPLING_WORDS}`;
  },

  resolutionRule: ({ timing }) => ({
    decider: { source: MarketSource.Oracle },
    ...flagsOf(timing),
    isLatched: false,
    closesEarly: false,
  }),

  listAccounts: async ({ tokenAddress }): Promise<readonly Address[]> => [tokenAddress],

  async measure(condition, sample) {
    const mint = readSampledMint(sample, condition);
    if (!mint.ok) return mint;
    if (mint.value === 'absent') return measureAbsent(condition);
    const { holders } = sample;
    if (!holders || holders.mint !== condition.tokenAddress) {
      return unreadable('missing', 'the holders were not counted');
    }
    if (!holders.isComplete) return unreadable('incomplete', 'the count did not reach the end');
    const least = { comparator: 'gte', threshold: condition.minimumBalance } as const;
    if (holders.minimumBaseUnits !== toUnits(least, mint.value.decimals)) {
      return unreadable('decimals_changed', 'the count used another minimum balance');
    }
    const value = rational(holders.count);
    return readable({ value, isMet: holds(value, condition) });
  },

  evaluate(condition, evidence, moments) {
    const measure = (sample: Sample) => holderCount.measure(condition, sample, moments);
    return evaluateSamples({ timing: condition.timing, measure }, evidence, moments);
  },
};
