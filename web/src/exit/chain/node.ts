// A node of the chain that the visitor chose. It is not trusted with anything but the answer: what
// is signed is made here, and the wallet shows it.
import { type Json, pick, textOf } from '@tote/verify/json';
import { reasonOf, request } from '@tote/verify/request';

/** Says what to do. Nothing was sent to the chain, unless it says so. */
export class ExitError extends Error {}

/** What a node answered instead of a result. */
export class NodeError extends ExitError {
  readonly code: string;
  readonly data: Json | undefined;

  constructor(method: string, error: Json) {
    super(`The node refuses ${method}: ${textOf(pick(error, 'message') ?? error)}`);
    this.code = textOf(pick(error, 'code'));
    this.data = pick(error, 'data');
  }
}

export interface Node {
  call(method: string, params: readonly unknown[]): Promise<Json | undefined>;
}

/** With HTTPS, or on the visitor's own machine: browsers allow nothing else to a safe page. */
export function readNodeUrl(text: string): URL {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  const isLocal = url?.hostname === 'localhost' || url?.hostname === '127.0.0.1';
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal)) return url;
  throw new ExitError(
    'Enter the address of a Solana RPC node: https://…, or http://localhost:… on your machine.',
  );
}

export function createNode(url: URL): Node {
  return {
    async call(method, params) {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
      const headers = { 'content-type': 'application/json' };
      // Without its path, which may contain a key.
      const name = url.host;
      const answer = await request(url.href, { method: 'POST', headers, body }).catch((error) => {
        throw new ExitError(
          `The node ${name} does not answer (${reasonOf(error)}). Check its address. ` +
            'It must be an RPC node of Solana that lets web pages ask (CORS). Or try another one.',
        );
      });
      const error = pick(answer.body, 'error');
      if (error !== undefined) throw new NodeError(method, error);
      const result = pick(answer.body, 'result');
      if (result !== undefined) return result;
      throw new ExitError(
        `${name} answers, but not as an RPC node does (status ${answer.status}). ` +
          'Check the address, with its path and key.',
      );
    },
  };
}
