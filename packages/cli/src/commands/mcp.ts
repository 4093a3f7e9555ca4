import { defineCommand, flag, text, WALLET_OPTIONS } from '../command.ts';
import { INSTRUCTIONS } from '../mcp/answers.ts';
import { createAsk } from '../mcp/ask.ts';
import { createPurse, type Limits, readLimits } from '../mcp/purse.ts';
import { registerBet, registerReads } from '../mcp/tools.ts';
import type { Session } from '../session.ts';
import { VERSION } from '../version.ts';

export const command = defineCommand({
  about: `Serves the Model Context Protocol on standard input and output, so that an assistant can
read markets and positions, quote, preview, and place bets that you confirm. Bets stay within
the allowance of tote wallet allow and the two limits below. The default limits are
0.05SOL,5UTILITY for a bet and 0.2SOL,20UTILITY for a day.`,
  options: {
    ...WALLET_OPTIONS,
    'max-bet': text('amounts', 'the most for one bet, like 0.1SOL or 0.1SOL,10UTILITY'),
    'max-day': text('amounts', 'the most for a day, which ends at 00:00 UTC'),
    yes: flag('also lets clients that cannot ask you to confirm place bets'),
  },
  examples: ['mcp', 'mcp --wallet assistant --max-bet 0.02SOL --max-day 0.1SOL'],
  async run({ values, session }) {
    const limits = readLimits(values['max-bet'], values['max-day']);
    if (session.terminal) session.note('Waiting for a client on standard input. Ctrl+C ends it.');
    await serveMcp(session, limits, values.yes ?? false);
  },
});

/** Serves until the client closes the connection. `isYes`: clients that cannot ask may bet. */
async function serveMcp(session: Session, limits: Limits, isYes: boolean): Promise<void> {
  // Loaded here because they are large, and no other command needs them.
  const [{ McpServer }, { z }] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/mcp.js'),
    import('zod'),
  ]);
  const { tote, url } = session;
  const server = new McpServer({ name: 'tote', version: VERSION }, { instructions: INSTRUCTIONS });
  const purse = createPurse(session, limits);
  registerReads({ server, z, url }, tote, purse);
  registerBet({ server, z, url }, { tote, purse, ask: createAsk(server.server, isYes), url });
  const closed = new Promise<void>((resolve) => {
    server.server.onclose = resolve;
  });
  await server.connect(await session.openMessages());
  await closed;
}
