// Solana Actions: a bet as a transaction that any wallet can show beside a link
// (https://github.com/solana-developers/solana-actions, specification 2.4). Errors are {message}
// here, as the specification says, and the headers are its own.
import type { Address } from '@solana/kit';
import { DomainError } from '@tote/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { MarketView } from '../../queries/shown.ts';
import type { Log } from '../../telemetry/log.ts';
import { refusalHeaders, toRefusal } from '../error-response.ts';
import { isAddress } from '../ids.ts';
import { JSON_TYPE } from '../response-headers.ts';
import type { RouteContext } from '../route-context.ts';
import { getMarketOf } from '../routes/market-of.ts';
import { headlineOf } from './headline.ts';
import { presentAction } from './present-action.ts';
import { cardVersion } from './publish-card.ts';

const VERSION = '2.4';
/** Of the genesis hash, as CAIP-2 names chains. */
const CHAIN_ID_CHARACTERS = 32;

const HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET,POST,PUT,OPTIONS',
  'access-control-allow-headers':
    'Content-Type, Authorization, Content-Encoding, Accept-Encoding, X-Accept-Action-Version, ' +
    'X-Accept-Blockchain-Ids',
  'x-action-version': VERSION,
} as const;

const RULES = {
  rules: [
    { pathPattern: '/m/*', apiPath: '/v1/actions/markets/*' },
    { pathPattern: '/v1/actions/**', apiPath: '/v1/actions/**' },
  ],
};

const PATH = '/v1/actions/markets/:marketId';

interface BetRequest {
  readonly Params: { readonly marketId: string };
  readonly Querystring: Readonly<Record<string, string | string[]>>;
  readonly Body: unknown;
}

type AskedBet = Pick<FastifyRequest<BetRequest>, 'query' | 'body'>;
type ActionsContext = Pick<RouteContext, 'queries' | 'commands' | 'limitPrepares'>;

export function publishActions(
  app: FastifyInstance,
  { queries, commands, limitPrepares }: ActionsContext,
  { hasPage, log }: { readonly hasPage: boolean; readonly log: Log },
): void {
  const headers = () => ({
    ...HEADERS,
    'x-blockchain-ids': `solana:${queries.config().genesisHash.slice(0, CHAIN_ID_CHARACTERS)}`,
  });

  function send(reply: FastifyReply, answer: object) {
    return reply.headers(headers()).type(JSON_TYPE).send(JSON.stringify(answer));
  }

  function present(market: MarketView) {
    const now = queries.now();
    const { decimals, origin } = queries.config();
    return presentAction(market, {
      headline: headlineOf(market, { now, decimals }),
      version: cardVersion(market, now),
      decimals: decimals[market.currency],
      ...{ origin, hasPage },
    });
  }

  /** One transaction opens an account if there is none, deposits what is lacking, and bets. */
  async function prepare({ id, isGated }: MarketView, { query, body }: AskedBet) {
    const wallet = readAccount(body);
    if (isGated) {
      if (!hasPage) throw new DomainError('operator_signature_missing');
      return { type: 'external-link', externalLink: `${queries.config().origin}/m/${id}` };
    }
    const amount = { text: readOne(query, 'amount'), isJsonNumber: false };
    const input = { marketId: id, outcome: readOne(query, 'outcome'), amount };
    const options = { feePayer: 'wallet', transactionVersion: 0 } as const;
    const { transaction, summary } = await commands.prepareBet(wallet, input, options);
    return { type: 'transaction', transaction, message: summary.join(' ') };
  }

  app.register(async (actions) => {
    actions.setErrorHandler((error, request, reply) => {
      const refusal = toRefusal(error) ?? new DomainError('internal_error');
      if (refusal.code === 'internal_error') {
        log.error({ requestId: request.id, route: PATH, error }, 'a request failed');
      }
      reply.code(refusal.status).headers(refusalHeaders(refusal));
      return send(reply, { message: refusal.message });
    });
    actions.get('/actions.json', async (_request, reply) => send(reply, RULES));
    actions.get<BetRequest>(PATH, async ({ params }, reply) =>
      send(reply, present(await getMarketOf(queries, params.marketId))),
    );
    actions.post<BetRequest>(PATH, { preHandler: limitPrepares }, async (request, reply) => {
      const market = await getMarketOf(queries, request.params.marketId);
      return send(reply, await prepare(market, request));
    });
    for (const path of ['/actions.json', PATH]) {
      actions.options(path, async (_request, reply) => reply.code(204).headers(headers()).send());
    }
  });
}

/** More fields may be there: the specification allows them. */
function readAccount(body: unknown): Address {
  const account = typeof body === 'object' && body !== null && 'account' in body && body.account;
  if (typeof account === 'string' && isAddress(account)) return account as Address;
  throw new DomainError('address_invalid', { field: 'account' });
}

/** Empty if it is missing or was sent twice: then it is refused as what it should be. */
function readOne(query: BetRequest['Querystring'], name: string): string {
  const value = query[name];
  return typeof value === 'string' ? value : '';
}
