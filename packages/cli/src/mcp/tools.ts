import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult, ToolAnnotations } from '@modelcontextprotocol/sdk/types.js';
import type { Tote } from '@tote/sdk';
import type { z as Zod, ZodRawShape } from 'zod';
import { answer, failure } from './answers.ts';
import { type BetContext, placeBet } from './place-bet.ts';
import type { Purse } from './purse.ts';
import { getMarket, listMarkets, previewMarket, quoteBet } from './read-markets.ts';

interface Registry {
  readonly server: McpServer;
  readonly z: typeof Zod;
  readonly url: string;
}

const READS: ToolAnnotations = { readOnlyHint: true, openWorldHint: true };
const WRITES: ToolAnnotations = {
  ...{ readOnlyHint: false, destructiveHint: true, openWorldHint: true },
};

function register<Shape extends ZodRawShape>(
  { server, url }: Registry,
  [name, description]: readonly [name: string, description: string],
  inputSchema: Shape,
  run: (input: Zod.infer<Zod.ZodObject<Shape>>, signal: AbortSignal) => Promise<object>,
  annotations = READS,
): void {
  const call = async (input: Parameters<typeof run>[0], { signal }: { signal: AbortSignal }) =>
    run(input, signal)
      .then(answer)
      .catch((error): CallToolResult => failure(error, url));
  server.registerTool(name, { description, inputSchema, annotations }, call as never);
}

const betShape = (z: typeof Zod) => ({
  marketId: z.string().max(100).describe('The id of the market, as list_markets shows it.'),
  outcome: z.enum(['Yes', 'No']),
  amount: z.string().max(40).describe('The stake as decimal text, such as "0.05".'),
});

export function registerReads(registry: Registry, tote: Tote, purse: Purse): void {
  const { z } = registry;
  const currency = z.enum(['SOL', 'UTILITY']);
  const bet = betShape(z);
  register(
    registry,
    ['list_markets', 'Lists markets with odds and volume, the newest first.'],
    {
      status: z.enum(['open', 'resolved']).optional(),
      q: z.string().max(200).optional().describe('Only questions with all of these words.'),
      sort: z.enum(['newest', 'endingSoon', 'volume']).optional(),
      currency: currency.optional(),
      limit: z.number().int().min(1).max(50).default(10),
      cursor: z.string().max(500).optional().describe('nextCursor of the previous page.'),
    },
    (input) => listMarkets(tote, input),
  );
  register(
    registry,
    ['get_market', 'Shows one market: what decides it, pools, odds, dates, outcome.'],
    { marketId: bet.marketId },
    ({ marketId }) => getMarket(tote, marketId),
  );
  register(
    registry,
    ['quote_bet', 'Computes what a bet would pay after fees if it wins. Places nothing.'],
    { ...bet, more: bet.amount.optional().describe('Also the payout if others stake this much.') },
    (input) => quoteBet(tote, input),
  );
  register(
    registry,
    [
      'preview_market',
      'Shows what would decide a new question, its dates and warnings. Creates nothing.',
    ],
    {
      question: z.string().max(500),
      expireAt: z.string().max(40).optional().describe('Such as 2026-12-31T12:00:00Z.'),
      currency: currency.default('SOL'),
      tokenAddress: z.string().max(44).optional().describe('The mint that the question is about.'),
    },
    (input) => previewMarket(tote, input),
  );
  register(
    registry,
    [
      'get_positions',
      'Shows balances, the allowance on chain, stakes, the limits of this server, and today’s bets.',
    ],
    {},
    () => purse.describe(),
  );
}

export function registerBet(registry: Registry, context: BetContext): void {
  const { z } = registry;
  register(
    registry,
    [
      'place_bet',
      `Places a bet with the user’s money once the user has confirmed it. It cannot be undone. The \
same bet within 12 hours is placed only once, unless "again" is true.`,
    ],
    {
      ...betShape(z),
      again: z.boolean().default(false).describe('The user wants the same bet once more.'),
    },
    (input, signal) => placeBet(context, input, signal),
    WRITES,
  );
}
