// What `details` says about the samples of a market that may end at any time before its expiry.
import { GAP_SECONDS_MAX } from './evaluation/evaluate-samples.ts';

/** A promise: the sampler takes more samples than this. */
export const LOOKS_EVERY_SECONDS = 10;
const GAP_MINUTES = GAP_SECONDS_MAX / 60;

export const SAMPLING_WORDS =
  `The market’s oracle looks every ${LOOKS_EVERY_SECONDS} seconds or more often; what happens ` +
  `between two looks does not count. If it has no good sample for more than ${GAP_MINUTES} ` +
  `minutes, and no other sample decides, data is missing and every stake goes back.`;
