import { Type } from '@sinclair/typebox';
import { DECIDED_BY_WORDS } from '@tote/conditions/decided-by-word';
import { CADENCES } from '@tote/domain';
import * as s from './fragments.ts';

const SECONDS_MAX = 100 * 31 * 86_400;
const SERIES_TEXT = 'With `{start}` and `{end}`, which become the times of the round.';
const OPENS = 'How many seconds before its start a round takes bets, at the latest';
const CLOSES = 'How many seconds after its start a round stops taking bets';
const cadenceText =
  'How long a round takes. Rounds begin at whole multiples in UTC: weeks on Monday, months (1mo) ' +
  'on the first.';

export const CreateSeriesBody = s.named(
  'SeriesRequest',
  s.body(
    {
      question: s.questionIn(),
      tokenAddress: Type.Optional(s.tokenAddressIn()),
      currency: s.currencyIn(),
      condition: Type.Optional(
        s.fragment<unknown>('json', {
          type: 'object',
          description:
            'As a market has it; default: read from the question. The texts "{start}" and ' +
            '"{end}" become Unix seconds. A `change` without `from` begins with the round.',
        }),
      ),
      cadence: s.choiceIn(CADENCES, { description: cadenceText }),
      opensBeforeStart: Type.Optional(
        s.integerIn(0, SECONDS_MAX, `${OPENS}; default: when the round before it closes.`),
      ),
      closesAfterStart: Type.Optional(
        s.integerIn(0, SECONDS_MAX, `${CLOSES}; default: 0, because late bets rob early ones.`),
      ),
      initialStake: Type.Optional(s.initialStakeIn()),
    },
    {
      examples: [
        {
          question: 'Will SOL be higher at {end} than at {start}?',
          currency: 'SOL',
          condition: {
            ...{ type: 'change', of: 'price_feed', feed: 'SOL', comparator: 'gt', times: '1' },
          },
          cadence: '5m',
          initialStake: { Yes: 1, No: 1 },
        },
      ],
    },
  ),
);

const fields = {
  id: Type.String({ examples: ['series_8f3a21c'] }),
  wallet: s.addressOut('Its owner: the creator of its rounds, whose account has the stakes.'),
  question: s.text(SERIES_TEXT),
  tokenAddress: s.orNull(s.addressOut()),
  condition: s.orNull(s.fragment<unknown>('json', { type: 'object', description: SERIES_TEXT })),
  currency: s.currencyOut(),
  cadence: s.choiceOut(CADENCES, cadenceText),
  opensBeforeStart: s.integer(`${OPENS}.`),
  closesAfterStart: s.integer(`${CLOSES}.`),
  initialStake: s.orNull(s.perOutcome(s.amountOut()), {
    description: 'What the owner stakes in each round, if its account has enough.',
  }),
  decidedBy: s.choiceOut(
    DECIDED_BY_WORDS,
    'As of its markets. A round begins after its creation, so a change is decided by samples of ' +
      'the oracle.',
  ),
  vetoSeconds: s.integer('How long the outcome of a new round can be vetoed before it is final.'),
  createdAt: s.instantOut(),
  stoppedAt: s.orNull(s.instantOut('No round is opened from then on; null while it runs.')),
  missedRounds: s.integer('How many rounds could not be opened in time and were left out.'),
};

export const SeriesResponse = s.named('Series', s.response(fields));
export type SeriesResponse = s.Static<typeof SeriesResponse>;

const round = s.named(
  'SeriesRound',
  s.response({
    startsAt: s.instantOut(),
    expireAt: s.instantOut('When it ends.'),
    bettingClosesAt: s.instantOut(),
    state: s.choiceOut(
      ['planned', 'open', 'closed', 'proposed', 'resolved', 'refunded', 'missed'],
      'planned: it is not opened yet. missed: it was never opened.',
    ),
    marketId: s.orNull(Type.String()),
    winningOutcome: s.orNull(s.outcomeOut()),
    odds: Type.Optional(s.perOutcome(s.oddsOut())),
    totalVolume: Type.Optional(s.amountOut()),
    betCount: Type.Optional(Type.Integer()),
  }),
);
export type SeriesRound = s.Static<typeof round>;

export const SeriesDetailResponse = s.named(
  'SeriesDetail',
  s.response({
    ...fields,
    current: s.orNull(round, { description: 'The round that has begun and has not ended.' }),
    next: s.orNull(round, { description: 'The round after it.' }),
    results: Type.Array(round, {
      maxItems: 20,
      description: 'The rounds that have ended, the last one first.',
    }),
  }),
);
