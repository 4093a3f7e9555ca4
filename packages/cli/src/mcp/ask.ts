import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { RefusedError } from '../failures.ts';

/** Throws unless the user agrees. */
export type Ask = (message: string, signal: AbortSignal) => Promise<void>;

/** Users may be slow. Clients may have a limit of their own. */
const TIMEOUT_MS = 600_000;

export function createAsk(server: Server, isYes: boolean): Ask {
  return async (message, signal) => {
    if (!server.getClientCapabilities()?.elicitation?.form) {
      if (isYes) return;
      throw new RefusedError(
        'Nothing was sent: this client cannot ask the user for confirmation (elicitation). Tell ' +
          'the user to place the bet with tote bet, or to start tote mcp with --yes.',
      );
    }
    const requestedSchema = {
      type: 'object' as const,
      properties: {
        confirm: { type: 'boolean' as const, title: 'Place this bet', default: false },
      },
      required: ['confirm'],
    };
    const reply = await server
      .elicitInput({ message, requestedSchema }, { signal, timeout: TIMEOUT_MS })
      .catch((error: Error) => {
        throw new RefusedError(`Nothing was sent: there was no confirmation (${error.message}).`);
      });
    if (reply.action !== 'accept' || reply.content?.confirm !== true) {
      throw new RefusedError('Nothing was sent: the user declined. Do not ask again unprompted.');
    }
    // The client may have cancelled the call just before the answer.
    signal.throwIfAborted();
  };
}
