import { Type } from '@sinclair/typebox';
import { DECIDED_BY_WORDS } from '@tote/conditions/decided-by-word';
import { REFUND_REASONS } from '@tote/domain';
import * as s from './fragments.ts';

const creation = s.body(
  {
    question: s.questionIn(),
    tokenAddress: Type.Optional(s.tokenAddressIn()),
    outcomes: s.outcomesIn(),
    expireAt: s.instantIn(
      'When the market expires, with a zone. Seconds may be left out, and fractions are dropped.',
    ),
    currency: s.currencyIn(),
    bettingClosesAt: Type.Optional(
      s.instantIn(
        'When bets stop; default: expireAt, for a value at expireAt leadSeconds before it.',
      ),
    ),
    condition: Type.Optional(
      s.condition('What decides the market; default: read from the question.'),
    ),
    attestation: Type.Optional(
      s.body(
        {
          silence: s.choiceIn(['no', 'refund']),
          endsAt: Type.Optional(
            s.instantIn('Until when the oracle can answer; default: a day later.'),
          ),
        },
        { description: 'How a question that nothing measures is attested; default: as it asks.' },
      ),
    ),
    initialStake: Type.Optional(s.initialStakeIn()),
    id: s.ignoredIn(),
    status: s.ignoredIn(),
    createdAt: s.ignoredIn(),
    totalVolume: s.ignoredIn(),
    bettingOpen: s.ignoredIn(),
    creator: s.confirmedIn({ type: 'string' }),
    feePercentage: s.confirmedIn({ type: 'object' }),
    details: s.confirmedIn({ type: 'string' }),
  },
  {
    examples: [
      {
        question: 'Will it rain in Lisbon on the first of May 2030?',
        tokenAddress: null,
        outcomes: ['Yes', 'No'],
        expireAt: '2030-05-02T00:00:00Z',
        currency: 'SOL',
        initialStake: { outcome: 'Yes', amount: 1.5 },
      },
    ],
  },
);

export const CreateMarketBody = s.named('MarketRequest', creation);
const outcomeState = s.response({
  name: s.outcomeOut(),
  odds: Type.Optional(s.oddsOut()),
  totalStake: s.amountOut(),
});

const position = s.response({
  marketId: Type.String(),
  question: Type.String(),
  series: Type.Optional(s.text('The series that the market is a round of.')),
  currency: s.currencyOut(),
  stakes: s.perOutcome(s.amountOut()),
  payoutIfYes: s.amountOut('The payout with the current pools if the outcome is Yes.'),
  payoutIfNo: s.amountOut('The payout with the current pools if the outcome is No.'),
  status: s.choiceOut(['open', 'closed', 'won', 'lost', 'refunded']),
  payout: s.orNull(s.amountOut('The credited payout; null before.')),
});
export const Position = s.named('Position', position);
export type Position = s.Static<typeof Position>;

const conditionProgress = s.response(
  {
    currentCount: s.amountOut('The current value.'),
    target: s.amountOut('The value that it is compared with, or the low end of a range.'),
    targetHigh: Type.Optional(s.amountOut('The high end of a range.')),
    unit: Type.String({ examples: ['USD'] }),
    compared: Type.Optional(
      s.response(
        {
          value: s.amountOut('The value of what the market is about.'),
          other: s.amountOut('The value of what it is compared with.'),
          unit: Type.String({ examples: ['SOL'] }),
        },
        { description: 'If the condition is about a ratio: the two values now.' },
      ),
    ),
  },
  { description: 'The current value of the condition, while the market is open.' },
);

const detail = s.response({
  id: Type.String({ examples: ['market_9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'] }),
  question: Type.String(),
  tokenAddress: s.orNull(s.addressOut()),
  details: s.text(
    'What decides the market: the rule in at most 200 characters, an empty line, its exact ' +
      'terms. Once it is refunded: another empty line, and why.',
  ),
  condition: s.orNull(
    s.condition('As a request has it; null if this service cannot read what the chain has.'),
  ),
  timing: s.orNull(
    s.choiceOut(
      ['at_expiry', 'any_time_before', 'never_before'],
      'When the condition counts. never_before: No once it is met, Yes if it never is.',
    ),
  ),
  deadlines: s.response(
    {
      bettingClosesAt: s.instantOut('No bets from then on.'),
      expireAt: s.instantOut('The moment that the question is about.'),
      resolvesBy: s.instantOut('The outcome is final by then, unless data is missing.'),
      refundAt: s.instantOut('Without an outcome by then, all stakes are refunded.'),
    },
    { description: 'The dates of the market, in order.' },
  ),
  decidedBy: s.choiceOut(
    DECIDED_BY_WORDS,
    'fact: the program reads an account. samples: the oracle measures. attestation: the oracle ' +
      'says it. web: the oracle reads web sources.',
  ),
  outcomes: Type.Array(outcomeState, { minItems: 2, maxItems: 2 }),
  currency: s.currencyOut(),
  expireAt: s.instantOut(),
  status: s.choiceOut(['open', 'resolved']),
  createdAt: s.instantOut(),
  creator: s.addressOut(),
  feePercentage: s.response({ burn: s.feeRateOut(), developer: s.feeRateOut() }),
  totalVolume: s.amountOut('The sum of all stakes.'),
  bettingOpen: Type.Boolean(),
  closedReason: Type.Optional(
    s.choiceOut(
      ['oracle_disabled'],
      'Why it takes no bets before bettingClosesAt. oracle_disabled: the key of its oracle has ' +
        'lost its power, and all stakes are refunded.',
    ),
  ),
  hidden: Type.Optional(
    s.response(
      { reason: Type.String(), hiddenAt: s.instantOut() },
      {
        description:
          'The operator hid it from lists and takes no bets in it here. Money, outcome and ' +
          'payouts are not affected.',
      },
    ),
  ),
  bettingClosesAt: s.instantOut(),
  refundAt: s.instantOut('Without an outcome by then, all stakes are refunded.'),
  minimumStake: s.amountOut(),
  betCount: Type.Integer(),
  attestation: Type.Optional(
    s.response(
      {
        silence: s.choiceOut(['no', 'refund']),
        endsAt: s.instantOut('The deadline for the oracle.'),
      },
      { description: 'For attested markets: what counts if the oracle does not answer in time.' },
    ),
  ),
  custom: s.flag('Takes only bets that the wallet signs itself; delegates cannot bet in it.'),
  mismatch: s.flag('What decides it on chain differs from its condition. It is not listed.'),
  mismatchReason: Type.Optional(s.text('How they differ.')),
  warnings: s.list(Type.String(), {
    description: 'Who can influence what decides the market, and the cost at its creation.',
  }),
  proposedOutcome: Type.Optional(s.outcomeOut()),
  vetoEndsAt: Type.Optional(s.instantOut()),
  conditionProgress: Type.Optional(conditionProgress),
  resolution: Type.Optional(
    s.response(
      {
        waitingFor: Type.String(),
        lastFailure: s.orNull(Type.String()),
        nextTryAt: s.orNull(s.instantOut()),
      },
      { description: 'Why a closed market has no outcome yet.' },
    ),
  ),
  resolvedAt: Type.Optional(s.instantOut()),
  winningOutcome: Type.Optional(s.orNull(s.outcomeOut())),
  payoutRatio: Type.Optional(s.perOutcome(s.payoutRatioOut())),
  feesCollected: Type.Optional(
    s.response({
      burned: Type.String({
        description: 'The burn share, in the currency of the market. It never changes.',
        examples: ['3 SOL'],
      }),
      developer: Type.String({ examples: ['3 SOL'] }),
      burnedUtility: Type.Optional(
        Type.String({
          description: 'What the buyback burned for a burn share in SOL, once all of it is sold.',
          examples: ['27000.5 UTILITY'],
        }),
      ),
      burnTransactionId: Type.Optional(
        s.text('The last of these sales; the receipt has all of them.'),
      ),
    }),
  ),
  refunded: Type.Optional(Type.Boolean()),
  refundReason: Type.Optional(s.choiceOut(REFUND_REASONS)),
  settled: Type.Optional(s.flag('All payouts are credited.')),
  yours: Type.Optional(s.orNull(Position)),
  series: Type.Optional(s.text('The series that it is a round of.')),
});

export const MarketDetail = s.named('Market', detail);
export type MarketDetail = s.Static<typeof MarketDetail>;

/** Without expireAt, because its absence is refused with the moment that the question says. */
export const AcceptedMarketBody = s.body(
  {
    ...CreateMarketBody.properties,
    expireAt: Type.Optional(CreateMarketBody.properties.expireAt),
  },
  {
    copied: [...Object.keys(detail.properties), 'transactionId', 'state'].filter(
      (name) => !(name in CreateMarketBody.properties),
    ),
  },
);
export type AcceptedMarketBody = s.Static<typeof AcceptedMarketBody>;
