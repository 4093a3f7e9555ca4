// A question that states nothing measurable: the market's oracle answers it. An event may be
// attested as soon as it happens, and silence is No. A verdict is given after the expiry, and
// silence is a refund.
import type { Address } from '@solana/kit';
import { addSeconds, formatInstant, type UnixSeconds } from '@tote/domain';
import { MarketSource } from '@tote/program-client';
import type { ConditionKind } from './condition-kind.ts';
import { NOT_DUE, unknown } from './evaluation/verdict.ts';
import { unreadable } from './oracles/reading.ts';
import { optionalToken } from './token-subject.ts';

/** What it means that the oracle says nothing. */
export const SILENCES = ['no', 'refund'] as const;
export type Silence = (typeof SILENCES)[number];

const HOUR = 3_600;
const DAY = 24 * HOUR;
/** How long after the expiry a verdict may be given. */
export const ANSWER_SECONDS = { least: HOUR, most: 29 * DAY, byDefault: DAY } as const;

export interface AttestedCondition {
  readonly type: 'attested';
  /** The token that the question is about, null for a global market. */
  readonly tokenAddress: Address | null;
  /** Only of a verdict. An event has neither field. */
  readonly silence?: 'refund';
  readonly answerSeconds?: number;
}

type Answer = Pick<AttestedCondition, 'answerSeconds'>;

export const silenceOf = ({ answerSeconds }: Answer): Silence =>
  answerSeconds === undefined ? 'no' : 'refund';

/** Until when the oracle can answer. */
export function answerEndsAt({ answerSeconds = 0 }: Answer, expiresAt: UnixSeconds): UnixSeconds {
  return addSeconds(expiresAt, answerSeconds);
}

export const attested = {
  parse(fields, input) {
    const event = { type: 'attested', tokenAddress: optionalToken(input) } as const;
    if (fields.choice('silence', SILENCES, 'no') === 'no') return event;
    const { least, most, byDefault: fallback } = ANSWER_SECONDS;
    const answerSeconds = fields.integer('answerSeconds', { least, most, fallback });
    return { ...event, silence: 'refund', answerSeconds };
  },

  warn: () => [],

  describe(condition, expiresAt: UnixSeconds) {
    const { tokenAddress } = condition;
    const about = tokenAddress === null ? '' : ` (about the token ${tokenAddress})`;
    const expiry = formatInstant(expiresAt);
    if (silenceOf(condition) === 'no') {
      const what = `the market's oracle attests that it has happened${about} by ${expiry}`;
      return `Yes if ${what}, otherwise No.`;
    }
    const until = formatInstant(answerEndsAt(condition, expiresAt));
    return (
      `The market's oracle says Yes or No${about}, between ${expiry} and ${until}. ` +
      'If it says nothing, every stake goes back.'
    );
  },

  resolutionRule: (condition) => ({
    decider: { source: MarketSource.Oracle },
    // The attestation of an event is the trigger: it ends the market at once.
    isTriggered: silenceOf(condition) === 'no',
    isLatched: false,
    isInverted: false,
    closesEarly: false,
  }),

  listAccounts: async () => [],

  measure: async () => unreadable('missing', 'nothing can be measured: somebody attests it'),

  async evaluate(condition, { attestation }, { expiresAt, now }) {
    if (silenceOf(condition) === 'refund') {
      const until = answerEndsAt(condition, expiresAt);
      const isInTime =
        attestation && attestation.createdAt >= expiresAt && attestation.createdAt <= until;
      if (!isInTime) return now < expiresAt ? NOT_DUE : unknown('missing', 'the oracle is silent');
      const { outcome, createdAt: at } = attestation;
      return { verdict: outcome === 'Yes' ? 'met' : 'not_met', at, value: 'attested' };
    }
    if (attestation?.outcome === 'Yes' && attestation.createdAt <= expiresAt) {
      return { verdict: 'met', at: attestation.createdAt, value: 'attested' };
    }
    if (now < expiresAt) return NOT_DUE;
    return { verdict: 'not_met', at: expiresAt, value: 'not attested' };
  },
} satisfies ConditionKind<AttestedCondition>;
