// How many wallets hold a token. No account on chain has that number, so our oracle counts them.
import { FIRST_SECONDS_MAX } from '../../evaluation/evaluate-samples.ts';
import { LEFT_OUT_WORDS } from '../../oracles/count-holders.ts';
import { rational } from '../../oracles/rational.ts';
import { unreadable } from '../../oracles/reading.ts';
import type { Kind } from '../kind.ts';
import { describeComparison, describeRule, GAP, shortNumber } from '../shared/describe-rule.ts';
import { type Measured, measureValue, readMeasured, STATED } from '../shared/measured.ts';
import { scenario } from '../shared/scenario.ts';
import { decimal, decimals, measured, symbol, unitOf } from '../shared/schema.ts';
import { describeThreshold, groupDigits, toUnits } from '../shared/threshold.ts';
import {
  describeTokens,
  exactToken,
  findSampledMint,
  formatSol,
  measureToken,
  readSubject,
  shortToken,
  type TokenSubject,
} from '../shared/token-subject.ts';

export interface HolderCountCondition extends TokenSubject, Measured<'holders'> {
  readonly type: 'holder_count';
  readonly minimumBalance: string;
}

export const holderCount: Kind<HolderCountCondition> = {
  type: 'holder_count',

  schema: {
    description: 'How many wallets hold a token. Pools and curves are not counted.',
    required: ['comparator', 'threshold'],
    fields: {
      ...measured,
      threshold: { type: ['string', 'number'], description: 'A whole number.' },
      unit: unitOf('holders'),
      minimumBalance: { ...decimal, description: 'Wallets with fewer tokens are not counted.' },
      decimals,
      symbol,
    },
    example: { comparator: 'gte', threshold: '10000', minimumBalance: '100' },
  },

  demo: [
    scenario('holder-count', ['UTILITY', 'Yes', 16], {
      bets: ['ana Yes 500', 'ana No 20', 'dan Yes 77.7', 'ben No 321.123456'],
      about: 'OAK',
      question: 'Will OAK have at least 10 holders at expiry?',
      condition: { type: 'holder_count', comparator: 'gte', threshold: '10' },
    }),
  ],

  parse: (fields, input) => ({
    type: 'holder_count',
    ...readSubject(fields, input),
    ...readMeasured(fields, { units: ['holders'], unit: 'holders', isWhole: true }),
    minimumBalance: fields.decimal('minimumBalance', { isZeroAllowed: true, fallback: '0' }),
  }),

  warn({ minimumBalance }) {
    const cheap = 'Holders are cheap to make: anyone can send tokens to new wallets.';
    const better = ' Asking for "holders with at least 100 tokens" makes this harder to fake.';
    return [minimumBalance === '0' ? cheap + better : cheap];
  },

  describe(condition, expiresAt) {
    const { threshold, minimumBalance, timing } = condition;
    const isAny = minimumBalance === '0';
    const least = isAny ? 'any amount' : `at least ${groupDigits(minimumBalance)} tokens`;
    const who = `the number of wallets that hold ${least} of ${exactToken(condition)}`;
    const holders = isAny ? 'holders' : `holders with ${shortNumber(minimumBalance, 12)}+ tokens`;
    const amount = `${shortNumber(threshold, 15)} ${holders}`;
    return describeRule(timing, expiresAt, {
      ...describeComparison(shortToken(condition), condition, amount, 'has'),
      missing: `there is no count within ${FIRST_SECONDS_MAX} seconds`,
      gap: `counts are missing for ${GAP}`,
      before: `${who}, pools not counted, is ${describeThreshold(condition, 'wallets')}`,
      at: 'in the first count at or after',
      source: LEFT_OUT_WORDS,
    });
  },

  stated: [...STATED, 'minimumBalance'],
  isWhole: true,
  listAccounts: ({ tokenAddress }) => [tokenAddress],
  holders: ({ tokenAddress: mint, minimumBalance }) => ({ mint, minimumBalance }),

  measurer: (condition) => (sample) =>
    measureToken(condition, sample, (mint) => {
      const { holders } = sample;
      if (!holders || holders.mint !== condition.tokenAddress) {
        return unreadable('missing', 'the holders were not counted');
      }
      if (!holders.isComplete) return unreadable('incomplete', 'the count did not reach the end');
      if (holders.minimumBaseUnits !== leastUnits(condition, mint.decimals)) {
        return unreadable('decimals_changed', 'the count used another minimum balance');
      }
      return measureValue(rational(holders.count), condition);
    }),

  costs: () => ['price', 'tokenAccountRent'],

  movers(condition, sample, { tokenAccountRent: rent, price }) {
    const mint = findSampledMint(sample, condition);
    if (!mint || !sample.holders) return [];
    const units = toUnits(condition, 0);
    const isReached = condition.comparator === 'gte' || condition.comparator === 'lt';
    const missing = (isReached ? units : units + 1n) - sample.holders.count;
    if (missing <= 0n || rent === undefined) return [];
    const least = leastUnits(condition, mint.decimals);
    const tokens = missing * (least > 0n ? least : 1n);
    return [
      'Anybody can make holders: ' +
        `the ${groupDigits(String(missing))} up to the threshold cost about ` +
        `${formatSol(missing * rent)} SOL for their token accounts and ` +
        `${describeTokens(tokens, mint.decimals, price)} for what they hold.`,
    ];
  },
};

function leastUnits({ minimumBalance: threshold }: HolderCountCondition, of: number): bigint {
  return toUnits({ comparator: 'gte', threshold }, of);
}
