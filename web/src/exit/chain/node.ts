// The node that the visitor chose. It can lie about what it reads, but transactions are built here
// and shown by the wallet.
import { type Json, pick, reasonOf, request, textOf } from '@tote/verify/json';

/** The message says what to do. Nothing was sent to the chain, unless it says so. */
export class ExitError extends Error {}

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

/** HTTPS or the visitor's own machine: browsers allow nothing else to a secure page. */
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
      // The path may contain a key.
      const name = url.host;
      const answer = await request(url.href, { method: 'POST', headers, body }).catch((error) => {
        throw new ExitError(
          `The node ${name} is not responding (${reasonOf(error)}). Check its address. ` +
            'It must be a Solana RPC node that allows web pages (CORS). Or try another one.',
        );
      });
      const error = pick(answer.body, 'error');
      if (error !== undefined) throw new NodeError(method, error);
      const result = pick(answer.body, 'result');
      if (result !== undefined) return result;
      throw new ExitError(
        `${name} responds, but not like an RPC node (status ${answer.status}). ` +
          'Check the address, including its path and key.',
      );
    },
  };
}
