// A question that states nothing measurable: the market's oracle answers it.
import type { Address } from '@solana/kit';
import { describeInstant, formatInstant, joinDetails } from '@tote/domain';
import {
  ANSWER_SECONDS,
  type Attestable,
  answerEndsAt,
  SILENCES,
  silenceOf,
} from '../../attestation.ts';
import { NOT_DUE, unknown } from '../../evaluation/verdict.ts';
import type { Kind } from '../kind.ts';
import { scenario } from '../shared/scenario.ts';
import { optionalToken } from '../shared/token-subject.ts';

export interface AttestedCondition extends Attestable {
  readonly type: 'attested';
  /** The token that the question is about, null for a global market. */
  readonly tokenAddress: Address | null;
  /** Only of a verdict. An event has neither field. */
  readonly silence?: 'refund';
}

const RULE_CHARACTERS_MAX = 200;

/** A long question stands above the rule, which has room for a short one. */
function quoteIn(question: string | undefined, write: (asked?: string) => string): string {
  if (!question) return write();
  const quoted = write(`“${question}”`);
  return quoted.length <= RULE_CHARACTERS_MAX ? quoted : write('the question');
}

export const attested: Kind<AttestedCondition> = {
  type: 'attested',

  schema: {
    description: 'Nothing measures it: the market’s oracle says what happened.',
    required: [],
    fields: {
      silence: {
        type: 'string',
        enum: SILENCES,
        description: 'What it means that the oracle says nothing. Left out: as the question asks.',
      },
      answerSeconds: {
        type: 'integer',
        minimum: ANSWER_SECONDS.least,
        maximum: ANSWER_SECONDS.most,
        description: 'With silence refund: how long after the expiry the oracle can answer.',
      },
    },
    example: {},
  },

  demo: [
    scenario('attested', ['SOL', 'Yes', 60], {
      bets: ['ana Yes 3', 'ben No 2.5', 'cleo Yes 1.000000001', 'dan No 1.5'],
      evidence: 'The gauge at Gago Coutinho shows 4 mm of rain.',
      question: 'Will it rain in Lisbon?',
    }),
  ],

  parse(fields, input) {
    const event = { type: 'attested', tokenAddress: optionalToken(input) } as const;
    if (fields.choice('silence', SILENCES, 'no') === 'no') return event;
    const { least, most, byDefault: fallback } = ANSWER_SECONDS;
    const answerSeconds = fields.integer('answerSeconds', { least, most, fallback });
    return { ...event, silence: 'refund', answerSeconds };
  },

  describe(condition, expiresAt, question) {
    const { tokenAddress } = condition;
    const about = tokenAddress === null ? '' : ` The question is about the token ${tokenAddress}.`;
    const expiry = describeInstant(expiresAt);
    if (silenceOf(condition) === 'no') {
      return joinDetails({
        rule: quoteIn(
          question,
          (asked) =>
            `Yes if the market’s oracle attests by ${expiry} ` +
            `${asked ? `that the answer to ${asked} is Yes` : 'that it has happened'}. ` +
            'If the oracle says nothing, the outcome is No.',
        ),
        terms: `Exactly: an attestation counts until ${formatInstant(expiresAt)}.${about}`,
      });
    }
    const until = answerEndsAt(condition, expiresAt);
    return joinDetails({
      rule: quoteIn(
        question,
        (asked) =>
          `The market’s oracle ${asked ? `answers ${asked} with` : 'says'} Yes or No ` +
          `between ${expiry} and ${describeInstant(until)}. ` +
          'If it says nothing, all stakes are refunded.',
      ),
      terms:
        `Exactly: an answer counts from ${formatInstant(expiresAt)} until ` +
        `${formatInstant(until)}.${about}`,
    });
  },

  /** The attestation of an event is the trigger: it ends the market at once. */
  timing: (condition) => (silenceOf(condition) === 'no' ? 'any_time_before' : 'at_expiry'),
  attestation: (condition) => condition,

  evaluate(condition, { attestation }, { expiresAt, now }) {
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
};
