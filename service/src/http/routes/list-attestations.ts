import { Type } from '@sinclair/typebox';
import { LIMITS, printable } from '@tote/domain';
import { attestationOf } from '../../markets/resolves-by.ts';
import { callerOf } from '../access.ts';
import { defineRoute } from '../route.ts';
import { body, choiceIn, instantOut, response } from '../schemas/fragments.ts';
import { MarketDetail } from '../schemas/market.ts';
import { limit } from '../schemas/query.ts';

const { id, question, tokenAddress, details, expireAt } = MarketDetail.properties;

const AwaitedAttestation = response({
  ...{ marketId: id, question, tokenAddress, details, expireAt },
  endsAt: instantOut('The deadline for your verdict. After that all stakes are refunded.'),
});

export const listAttestations = defineRoute('GET /v1/attestations', {
  tag: 'Markets',
  summary: 'List the markets that wait for your verdict, the most urgent first',
  scope: 'attest',
  query: body({ status: Type.Optional(choiceIn(['waiting'])), limit }),
  response: Type.Array(AwaitedAttestation),
  errors: ['field_invalid', 'limit_out_of_range'],
  async handle({ queries, describe }, request) {
    const { limit = LIMITS.pageSizeDefault } = request.query;
    const markets = await queries.listAwaitingVerdict(callerOf(request), limit);
    return markets.map((market) => ({
      ...market,
      marketId: market.id,
      question: printable(market.question),
      details: describe(market),
      expireAt: market.expiresAt,
      endsAt: attestationOf(market)?.endsAt ?? market.expiresAt,
    }));
  },
});
