import type { Session } from '../session.ts';
import { VERSION } from '../version.ts';
import { INSTRUCTIONS } from './answers.ts';
import { createAsk } from './ask.ts';
import type { Limits } from './limits.ts';
import { createPurse } from './purse.ts';
import { registerBet, registerReads } from './tools.ts';

interface McpOptions {
  readonly limits: Limits;
  /** Clients that cannot ask the user may bet. */
  readonly isYes: boolean;
}

/** Serves until the client closes the connection. */
export async function serveMcp(session: Session, { limits, isYes }: McpOptions): Promise<void> {
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
