// Solana Actions: a bet as a transaction that any wallet can show beside a link
// (https://github.com/solana-developers/solana-actions, specification 2.4). Errors are {message}
// here, as the specification says, and the headers are its own.
import type { Address } from '@solana/kit';
import { type Currency, DomainError, formatAmount } from '@tote/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Queries } from '../../queries/create-queries.ts';
import type { MarketView } from '../../store/projection/market-view.ts';
import { createErrorHandler, refusalHeaders } from '../error-response.ts';
import { getSharedMarket, isAddress } from '../ids.ts';
import { JSON_TYPE } from '../response-headers.ts';
import type { RouteContext } from '../route.ts';
import { headlineOf, plainText } from './headline.ts';
import { describeOdds } from './page-head.ts';

const VERSION = '2.4';
/** CAIP-2 names a chain by this much of its genesis hash. */
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

export function publishActions(
  app: FastifyInstance,
  { queries, commands, limitPrepares, log }: RouteContext,
  hasPage: boolean,
): void {
  const headers = () => ({
    ...HEADERS,
    'x-blockchain-ids': `solana:${queries.config().genesisHash.slice(0, CHAIN_ID_CHARACTERS)}`,
  });

  function send(reply: FastifyReply, answer: object) {
    return reply.headers(headers()).type(JSON_TYPE).send(JSON.stringify(answer));
  }

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
    const refuse = (reply: FastifyReply, refusal: DomainError) => {
      reply.code(refusal.status).headers(refusalHeaders(refusal));
      send(reply, { message: refusal.message });
    };
    actions.setErrorHandler(createErrorHandler(log, refuse));
    actions.get('/actions.json', async (_request, reply) => send(reply, RULES));
    actions.get<BetRequest>(PATH, async ({ params }, reply) => {
      const market = await getSharedMarket(queries, params.marketId);
      return send(reply, presentAction(market, queries, hasPage));
    });
    actions.post<BetRequest>(PATH, { preHandler: limitPrepares }, async (request, reply) => {
      const market = await getSharedMarket(queries, request.params.marketId);
      return send(reply, await prepare(market, request));
    });
    for (const path of ['/actions.json', PATH]) {
      actions.options(path, async (_request, reply) => reply.code(204).headers(headers()).send());
    }
  });
}

function readAccount(body: unknown): Address {
  const account = typeof body === 'object' && body !== null && 'account' in body && body.account;
  if (typeof account === 'string' && isAddress(account)) return account as Address;
  throw new DomainError('address_invalid', { field: 'account' });
}

/** Empty if it is missing or was sent twice, which is then refused. */
function readOne(query: BetRequest['Querystring'], name: string): string {
  const value = query[name];
  return typeof value === 'string' ? value : '';
}

const TITLE_CHARACTERS_MAX = 160;
const QUICK_AMOUNTS: Readonly<Record<Currency, readonly string[]>> = {
  SOL: ['0.1', '1'],
  UTILITY: ['10', '100'],
};

function presentAction(market: MarketView, queries: Queries, hasPage: boolean) {
  const { decimals, origin } = queries.config();
  const headline = headlineOf(queries, market);
  const links = headline.isOpen ? linksOf(market, decimals[market.currency], hasPage) : [];
  return {
    type: 'action',
    icon: `${origin}${headline.cardPath}`,
    title: plainText(headline.question, TITLE_CHARACTERS_MAX),
    description: `${describeOdds(headline)} ${headline.state}.`,
    label: headline.isOpen ? 'Bet' : 'Betting closed',
    ...(links.length > 0 ? { links: { actions: links } } : { disabled: true }),
  };
}

/** In a gated market our key signs when a bet is sent, so the page must take the bet. */
function linksOf(market: MarketView, decimals: number, hasPage: boolean): object[] {
  const { id, currency, isGated } = market;
  const path = `/v1/actions/markets/${id}`;
  if (isGated) {
    if (!hasPage) return [];
    return [{ type: 'external-link', href: path, label: 'Bet on the page' }];
  }
  const minimum = formatAmount(market.minimumStake, decimals);
  return (['Yes', 'No'] as const).flatMap((side) => [
    ...QUICK_AMOUNTS[currency].map((amount) => ({
      type: 'transaction' as const,
      href: `${path}?outcome=${side}&amount=${amount}`,
      label: `${side} ${amount} ${currency}`,
    })),
    {
      type: 'transaction',
      href: `${path}?outcome=${side}&amount={amount}`,
      label: `Bet ${side}`,
      parameters: [
        {
          type: 'text',
          name: 'amount',
          label: `${currency} on ${side}, at least ${minimum}`,
          required: true,
          pattern: `^\\d{1,12}(\\.\\d{1,${Math.max(1, decimals)}})?$`,
          patternDescription: 'Digits with a decimal point, such as 0.5',
        },
      ],
    },
  ]);
}
