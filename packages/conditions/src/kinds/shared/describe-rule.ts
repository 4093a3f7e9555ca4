// What `details` says about when a condition counts, and about the samples of a market that may
// end at any time before its expiry.
import { formatInstant, type UnixSeconds } from '@tote/domain';
import { GAP_SECONDS_MAX } from '../../evaluation/evaluate-samples.ts';
import { flagsOf, type Timing } from './threshold.ts';

/** A promise: the sampler takes more samples than this. */
export const LOOKS_EVERY_SECONDS = 10;
const GAP_MINUTES = GAP_SECONDS_MAX / 60;

const SAMPLING_WORDS =
  `The market’s oracle looks every ${LOOKS_EVERY_SECONDS} seconds or more often; what happens ` +
  `between two looks does not count. If it has no good sample for more than ${GAP_MINUTES} ` +
  `minutes, and no other sample decides, data is missing and all stakes are refunded.`;

interface RuleWords {
  /** `the price is above 1` */
  readonly before: string;
  /** The same with the moment that counts; left out: with the words `at` in between. */
  atExpiry?(moment: string): string;
  readonly at?: string;
  readonly source?: string;
  /** Left out: samples decide it before the expiry. */
  readonly isFact?: boolean;
}

/** `Yes if …; otherwise No.`, or what ends the market before, and which outcome that is. */
export function describeRule(timing: Timing, expiresAt: UnixSeconds, words: RuleWords): string {
  const { before, at, source, isFact = false } = words;
  const moment = formatInstant(expiresAt);
  const isAtExpiry = timing === 'at_expiry';
  const atExpiry = words.atExpiry?.(moment) ?? `${before} ${at} ${moment}`;
  const [once, otherwise] = flagsOf(timing).isInverted ? ['No', 'Yes'] : ['Yes', 'No'];
  const rule = isAtExpiry
    ? `Yes if ${atExpiry}; otherwise No.`
    : `${once} as soon as ${before}, at any time before ${moment}; otherwise ${otherwise}.`;
  const sampling = isAtExpiry || isFact ? [] : [SAMPLING_WORDS];
  return [rule, ...(source === undefined ? [] : [source]), ...sampling].join(' ');
}
