import { Type } from '@sinclair/typebox';
import { DECIDED_BY_WORDS } from '@tote/conditions/decided-by-word';
import { REFUND_REASONS } from '@tote/domain';
import {
  addressOut,
  amountIn,
  amountOut,
  body,
  choiceIn,
  choiceOut,
  conditionIn,
  conditionOut,
  currencyIn,
  currencyOut,
  feeRateOut,
  instantIn,
  instantOut,
  named,
  oddsOut,
  orNull,
  outcomeIn,
  outcomeOut,
  outcomesIn,
  payoutRatioOut,
  perOutcome,
  questionIn,
  response,
  type Static,
  tokenAddressIn,
} from './fragments.ts';

const creation = body(
  {
    question: questionIn(),
    tokenAddress: Type.Optional(tokenAddressIn()),
    outcomes: outcomesIn(),
    expireAt: instantIn('When the market expires, with a zone. Fractions of a second are dropped.'),
    currency: currencyIn(),
    bettingClosesAt: Type.Optional(
      instantIn(
        'When bets stop; default: expireAt, for a value at expireAt leadSeconds before it.',
      ),
    ),
    condition: Type.Optional(
      conditionIn('What decides the market; default: read from the question.'),
    ),
    attestation: Type.Optional(
      body(
        {
          silence: choiceIn<'no' | 'refund'>(['no', 'refund']),
          endsAt: Type.Optional(
            instantIn('Until when the oracle can answer; default: a day later.'),
          ),
        },
        { description: 'How a question that nothing measures is attested; default: as it asks.' },
      ),
    ),
    initialStake: Type.Optional(body({ outcome: outcomeIn(), amount: amountIn() })),
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

export const CreateMarketBody = named('MarketRequest', creation);
export type CreateMarketBody = Static<typeof CreateMarketBody>;

const outcomeState = response({
  name: outcomeOut(),
  odds: Type.Optional(oddsOut()),
  totalStake: amountOut(),
});

const position = response({
  marketId: Type.String(),
  question: Type.String(),
  currency: currencyOut(),
  stakes: perOutcome(amountOut()),
  payoutIfYes: amountOut('The payout with the current pools if the outcome is Yes.'),
  payoutIfNo: amountOut('The payout with the current pools if the outcome is No.'),
  status: choiceOut(['open', 'closed', 'won', 'lost', 'refunded']),
  payout: orNull(amountOut('The credited payout; null before.')),
});
export const Position = named('Position', position);
export type Position = Static<typeof Position>;

const conditionProgress = response(
  {
    currentCount: amountOut('The current value.'),
    target: amountOut('The value that it is compared with.'),
    unit: Type.String({ examples: ['USD'] }),
    compared: Type.Optional(
      response(
        {
          value: amountOut('Of what the market is about.'),
          other: amountOut('Of what it is compared with.'),
          unit: Type.String({ examples: ['SOL'] }),
        },
        { description: 'If the condition is about a ratio: the two values now.' },
      ),
    ),
  },
  { description: 'The current value of the condition, while the market is open.' },
);

const details = () => Type.String({ description: 'What decides the market, in words.' });
const custom = () =>
  Type.Boolean({
    description: 'Takes only bets that the wallet signs itself; delegates cannot bet in it.',
  });

const decidedByOut = () =>
  choiceOut(
    DECIDED_BY_WORDS,
    'fact: the program reads an account. samples: the oracle measures. attestation: the oracle ' +
      'says it. web: the oracle reads web sources.',
  );

const warningsOut = () =>
  Type.Array(Type.String(), {
    description: 'Who can influence what decides the market, and the cost at its creation.',
  });

const attestationOut = () =>
  response(
    {
      silence: choiceOut(['no', 'refund']),
      endsAt: instantOut('Until when the oracle can say something.'),
    },
    { description: 'Of an attested market: what it means that the oracle says nothing.' },
  );

const timingOut = () =>
  choiceOut(
    ['at_expiry', 'any_time_before', 'never_before'],
    'When the condition counts. never_before: No once it is met, Yes if it never is.',
  );
const deadlinesOut = () =>
  response(
    {
      bettingClosesAt: instantOut('No bets from then on.'),
      expireAt: instantOut('The moment that the question is about.'),
      decidedBy: instantOut('The outcome is final by then, unless data is missing.'),
      refundAt: instantOut('Without an outcome by then, every stake is refunded.'),
    },
    { description: 'The dates of the market, in order.' },
  );

const detail = response({
  id: Type.String({ examples: ['market_9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'] }),
  question: Type.String(),
  tokenAddress: orNull(addressOut()),
  details: details(),
  condition: orNull(
    conditionOut('As a request has it; null if this service cannot read what the chain has.'),
  ),
  timing: orNull(timingOut()),
  deadlines: deadlinesOut(),
  decidedBy: decidedByOut(),
  outcomes: Type.Array(outcomeState, { minItems: 2, maxItems: 2 }),
  currency: currencyOut(),
  expireAt: instantOut(),
  status: choiceOut(['open', 'resolved']),
  createdAt: instantOut(),
  creator: addressOut(),
  feePercentage: response({ burn: feeRateOut(), developer: feeRateOut() }),
  totalVolume: amountOut('The sum of all stakes.'),
  bettingOpen: Type.Boolean(),
  closedReason: Type.Optional(
    choiceOut(
      ['oracle_disabled'],
      'Why it takes no bets before bettingClosesAt. oracle_disabled: the key of its oracle has ' +
        'lost its power, and every stake is refunded.',
    ),
  ),
  bettingClosesAt: instantOut(),
  refundAt: instantOut('Without an outcome by then, every stake is refunded.'),
  minimumStake: amountOut(),
  betCount: Type.Integer(),
  attestation: Type.Optional(attestationOut()),
  custom: custom(),
  mismatch: Type.Boolean({
    description: 'What decides it on chain differs from its condition. It is not listed.',
  }),
  mismatchReason: Type.Optional(Type.String({ description: 'How they differ.' })),
  warnings: warningsOut(),
  proposedOutcome: Type.Optional(outcomeOut()),
  vetoEndsAt: Type.Optional(instantOut()),
  conditionProgress: Type.Optional(conditionProgress),
  resolution: Type.Optional(
    response(
      {
        waitingFor: Type.String(),
        lastFailure: orNull(Type.String()),
        nextTryAt: orNull(instantOut()),
      },
      { description: 'Why a closed market has no outcome yet.' },
    ),
  ),
  resolvedAt: Type.Optional(instantOut()),
  winningOutcome: Type.Optional(orNull(outcomeOut())),
  payoutRatio: Type.Optional(perOutcome(payoutRatioOut())),
  feesCollected: Type.Optional(
    response({
      burned: Type.String({ examples: ['3 SOL'] }),
      developer: Type.String({ examples: ['3 SOL'] }),
    }),
  ),
  refunded: Type.Optional(Type.Boolean()),
  refundReason: Type.Optional(choiceOut(REFUND_REASONS)),
  settled: Type.Optional(Type.Boolean({ description: 'All payouts are credited.' })),
  yours: Type.Optional(orNull(Position)),
});

export const MarketDetail = named('Market', detail);
export type MarketDetail = Static<typeof MarketDetail>;
