// Conditions that an oracle answers. An event may be attested as soon as it happens, and silence
// is No. A verdict is given after the expiry, and silence is a refund.
import { addSeconds, type UnixSeconds } from '@tote/domain';

/** What it means that the oracle says nothing. */
export const SILENCES = ['no', 'refund'] as const;
type Silence = (typeof SILENCES)[number];

const HOUR = 3_600;
const DAY = 24 * HOUR;
/** How long after the expiry a verdict may be given. */
export const ANSWER_SECONDS = { least: HOUR, most: 29 * DAY, byDefault: DAY } as const;

/** How long the oracle can answer after the expiry. An event has no such field. */
export interface Attestable {
  readonly answerSeconds?: number;
}

export const silenceOf = ({ answerSeconds }: Attestable): Silence =>
  answerSeconds === undefined ? 'no' : 'refund';

export function answerEndsAt(
  { answerSeconds = 0 }: Attestable,
  expiresAt: UnixSeconds,
): UnixSeconds {
  return addSeconds(expiresAt, answerSeconds);
}
