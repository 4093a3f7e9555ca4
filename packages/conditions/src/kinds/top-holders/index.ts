// The share of the supply that the ten largest holders have together. Our oracle counts, as for the
// number of holders.
import { FIRST_SECONDS_MAX } from '../../evaluation/evaluate-samples.ts';
import { LEFT_OUT_WORDS, TOP_HOLDERS } from '../../oracles/count-holders.ts';
import { unreadable } from '../../oracles/reading.ts';
import type { Kind } from '../kind.ts';
import { describeComparison, describeRule, GAP, shortNumber } from '../shared/describe-rule.ts';
import {
  type Measured,
  measureShare,
  readMeasured,
  refuseMoreThanAll,
  STATED,
} from '../shared/measured.ts';
import { scenario } from '../shared/scenario.ts';
import { decimals, measured, symbol, unitOf } from '../shared/schema.ts';
import { describeThreshold } from '../shared/threshold.ts';
import {
  exactToken,
  measureToken,
  readSubject,
  shortToken,
  type TokenSubject,
} from '../shared/token-subject.ts';

export interface TopHoldersCondition extends TokenSubject, Measured<'percent'> {
  readonly type: 'top_holders';
}

export const topHolders: Kind<TopHoldersCondition> = {
  type: 'top_holders',

  schema: {
    description:
      `The share of the supply that the ${TOP_HOLDERS} largest holders have together. Pools, ` +
      'curves and burn addresses are not counted.',
    required: ['comparator', 'threshold'],
    fields: { ...measured, unit: unitOf('percent'), decimals, symbol },
    example: { comparator: 'lt', threshold: '20' },
  },

  demo: [
    scenario('top-holders', ['SOL', 'No', 17], {
      bets: ['finn Yes 1', 'gia Yes 0.4', 'gia No 0.9', 'eva No 1.75'],
      about: 'OAK',
      question: 'Will the top 10 holders of OAK own more than 50% at expiry?',
      condition: { type: 'top_holders', comparator: 'gt', threshold: '50' },
    }),
  ],

  parse(fields, input) {
    const value = readMeasured(fields, { units: ['percent'], unit: 'percent' });
    refuseMoreThanAll(value);
    return { type: 'top_holders', ...readSubject(fields, input), ...value };
  },

  warn: () => ['Anyone can spread tokens over more wallets, for the price of their accounts.'],

  describe(condition, expiresAt) {
    const { threshold, timing } = condition;
    const who = `the share of the supply of ${exactToken(condition)} that the ${TOP_HOLDERS} `;
    return describeRule(timing, expiresAt, {
      ...describeComparison(
        `the share of the top ${TOP_HOLDERS} holders of ${shortToken(condition)}`,
        condition,
        `${shortNumber(threshold, 15)}%`,
      ),
      missing: `there is no count within ${FIRST_SECONDS_MAX} seconds`,
      gap: `counts are missing for ${GAP}`,
      before:
        `${who}largest holders have together, pools, curves and burn addresses not counted, is ` +
        `${describeThreshold(condition, '%')}`,
      at: 'in the first count at or after',
      source: LEFT_OUT_WORDS,
    });
  },

  stated: STATED,
  listAccounts: ({ tokenAddress }) => [tokenAddress],
  holders: ({ tokenAddress: mint }) => ({ mint, minimumBalance: '0', isLargest: true }),

  measurer: (condition) => (sample) =>
    measureToken(condition, sample, (mint) => {
      const { holders } = sample;
      if (holders?.largest === undefined || holders.mint !== condition.tokenAddress) {
        return unreadable('missing', 'the holders were not counted');
      }
      if (!holders.isComplete) return unreadable('incomplete', 'the count did not reach the end');
      return measureShare(holders.largest, mint, condition);
    }),
};
