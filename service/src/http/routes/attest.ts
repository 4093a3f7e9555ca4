import { callerOf } from '../access.ts';
import { presentMarketDetail } from '../presenters/market-detail.ts';
import { idempotencyOf } from '../request.ts';
import { defineRoute } from '../route.ts';
import { body, outcomeIn, textIn } from '../schemas/fragments.ts';
import { MarketDetail } from '../schemas/market.ts';

const EVIDENCE_CHARACTERS_MAX = 2_000;

export const attest = defineRoute('POST /v1/markets/:marketId/attestations', {
  tag: 'Markets',
  summary: 'Attest an event, or give the verdict of an expired market (its oracle only)',
  scope: 'attest',
  body: body({
    outcome: outcomeIn(),
    evidence: textIn(1, EVIDENCE_CHARACTERS_MAX, 'Evidence that the event happened.'),
  }),
  keepsKey: true,
  response: MarketDetail,
  errors: [
    'market_not_found',
    'attestation_invalid',
    'oracle_required',
    'market_not_attested',
    'attestation_too_early',
    'attestation_too_late',
    'attestation_given',
    'oracle_key_missing',
    'oracle_disabled',
    'market_mismatch',
    'characters_not_allowed',
  ],
  async handle({ commands, queries, describe }, request) {
    const input = { ...request.body, ...request.params };
    const market = await commands.attest(callerOf(request), input, idempotencyOf(request));
    const { decimals } = queries.config();
    const warnings = await queries.findWarnings(market.id);
    const context = { now: queries.now(), decimals, describe, warnings };
    return presentMarketDetail(market, { ...context, series: queries.seriesOf(market) });
  },
});
