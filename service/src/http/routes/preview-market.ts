import { Type } from '@sinclair/typebox';
import { printable } from '@tote/domain';
import type { Commands } from '../../wiring/compose-commands.ts';
import { presentProgress, presentTerms } from '../presenters/market-detail.ts';
import { defineRoute } from '../route.ts';
import * as s from '../schemas/fragments.ts';
import { AcceptedMarketBody, MarketDetail } from '../schemas/market.ts';
import { toPreviewMarketInput } from './create-market.ts';
import { MARKET_CREATION_ERRORS, STAKE_FIELD_ERRORS } from './shared-errors.ts';

const shown = MarketDetail.properties;

const MarketPreviewResponse = s.response({
  question: shown.question,
  tokenAddress: shown.tokenAddress,
  currency: shown.currency,
  condition: s.condition(
    'What decides the market. Sent as `condition`, it gives the same market; a threshold that is ' +
      'relative to the present value is measured again.',
  ),
  canonicalCondition: s.text('The text whose hash goes on chain.'),
  details: shown.details,
  timing: shown.timing,
  deadlines: shown.deadlines,
  decidedBy: shown.decidedBy,
  decider: s.response(
    { account: s.orNull(s.addressOut()), program: s.orNull(s.addressOut()) },
    {
      description:
        'The account of a fact (null: any account of the program) and the program that owns it, ' +
        'or the oracle.',
    },
  ),
  triggered: s.flag('It resolves as soon as the condition is met.'),
  expireAt: shown.expireAt,
  proposedExpireAt: Type.Optional(
    s.instantOut('The expiry that fits the time in the question, if it names one.'),
  ),
  bettingClosesAt: shown.bettingClosesAt,
  refundAt: shown.refundAt,
  minimumStake: shown.minimumStake,
  attestation: shown.attestation,
  custom: shown.custom,
  conditionProgress: shown.conditionProgress,
  sources: Type.Optional(
    Type.Array(
      s.response({
        url: Type.String(),
        pointer: s.orNull(Type.String()),
        value: s.orNull(s.text('What the source says now, as text.')),
        failure: s.orNull(s.text('Why there is no value.')),
        met: s.orNull(s.flag('Whether that meets the condition.')),
      }),
      { description: 'The web sources of a condition web_value.' },
    ),
  ),
  alreadyMet: s.orNull(s.flag('Whether the condition holds now; null if unknown.')),
  warnings: shown.warnings,
  suggestions: Type.Array(
    s.response({
      question: Type.String(),
      condition: Type.Optional(
        s.condition('What decides a market with this question. Not for a change from now.'),
      ),
    }),
    { description: 'Questions close to this one that would be measured, if this one is attested.' },
  ),
});
export const previewMarket = defineRoute('POST /v1/markets/preview', {
  tag: 'Markets',
  summary: 'Preview the market that this body would create; creates nothing',
  worksEverywhere: true,
  body: AcceptedMarketBody,
  response: s.named('MarketPreview', MarketPreviewResponse),
  errors: [...MARKET_CREATION_ERRORS, ...STAKE_FIELD_ERRORS, 'market_custom', 'chain_unavailable'],
  async handle({ commands, queries, describe }, request) {
    // Nobody is known to create it.
    const { creator: _, ...body } = request.body;
    const preview = await commands.previewMarket(toPreviewMarketInput(body, describe));
    const { market, decider, proposedExpiry, isMet, sources, warnings, suggestions } = preview;
    const decimals = queries.config().decimals[market.currency];
    const progress = preview.progress ?? (await queries.findProgress(market));
    return {
      ...market,
      ...presentTerms(market, decimals, describe),
      canonicalCondition: market.condition,
      decider,
      triggered: market.isTriggered,
      ...(proposedExpiry && { proposedExpireAt: proposedExpiry }),
      ...(progress && { conditionProgress: presentProgress(progress) }),
      ...(sources && { sources: sources.map(presentSource) }),
      alreadyMet: isMet,
      warnings: [...warnings],
      suggestions: [...suggestions],
    };
  },
});

type MarketPreview = Awaited<ReturnType<Commands['previewMarket']>>;
type PreviewSource = NonNullable<MarketPreview['sources']>[number];

function presentSource({ source, value, isMet: met }: PreviewSource) {
  const { url, pointer = null } = source;
  return value.ok
    ? { url, pointer, value: printable(value.value), failure: null, met }
    : { url, pointer, value: null, failure: printable(value.reason), met };
}
