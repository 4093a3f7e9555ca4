// A proxy between the service and its node that injects faults of networks and nodes.
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { encodeBase58 } from '@tote/chain/lib/base58';
import { splitTransaction } from '@tote/chain/split-transaction';
import { WebSocket, WebSocketServer } from 'ws';

export const FAULTS = [
  /** The connection breaks before the node gets the request. */
  'request lost',
  /** The node executes the request, and the connection breaks before the reply. */
  'reply lost',
  /** The request is dropped and the connection stays open. */
  'blackhole',
  /** The node executes the request, and the connection stays open without a reply. */
  'no answer',
  'duplicate',
  '429',
  '500',
  '503',
  'html',
  'garbage',
  'truncated',
  /** The node returns the state from when the fault began. */
  'stale',
] as const;

/** A node, or what stands before it, that answers what is not true. */
export const LIES = [
  /** It says that it sent a transaction, and does nothing. */
  'says sent',
  /** It forwards a transaction, and says that it refused it. */
  'says refused',
  /** What has landed is unknown to it, and what has not is final. */
  'wrong status',
  /** The first blockhash that it ever gave, as if it were the newest. */
  'old blockhash',
  /** It says that it sent a transaction, and notifies of a success that never was. */
  'forged notice',
  /** It notifies of everything again and again, the newest first. */
  'repeated notices',
  'no notices',
] as const;

export type RpcFault = (typeof FAULTS)[number] | (typeof LIES)[number];

export type ChooseFault = (method: string) => RpcFault | undefined;

interface Call {
  readonly id: unknown;
  readonly method: string;
  readonly params: unknown;
}

interface Notification {
  readonly params: {
    readonly result: {
      readonly context: { readonly slot: number };
      readonly value: {
        readonly signature: string;
        readonly err: unknown;
        readonly logs: readonly string[];
      };
    };
  };
}

const NOTHING: Readonly<Record<string, unknown>> = {
  getTransaction: null,
  getSignaturesForAddress: [],
};

export class RpcProxy {
  readonly url: string;
  /** Undefined: every call is forwarded. */
  choose: ChooseFault | undefined;
  /** By method: what it answers instead of the node. */
  readonly replies = new Map<string, unknown>();
  readonly counts = new Map<RpcFault, number>();
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  readonly #close: () => Promise<void>;
  /** The last reply to each call, for the stale node. */
  readonly #known = new Map<string, string>();
  #firstBlockhash: string | undefined;
  #notices: Notification[] = [];
  #notify: (notice: Notification) => void = () => undefined;

  private constructor(target: URL, port: number, close: () => Promise<void>) {
    this.#target = target;
    this.url = `http://127.0.0.1:${port}`;
    this.#close = close;
  }

  static async start(target: string): Promise<RpcProxy> {
    const server = createServer((incoming, outgoing) => {
      proxy.#handle(incoming, outgoing).catch(() => outgoing.destroy());
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const proxy = new RpcProxy(new URL(target), port, async () => {
      for (const socket of proxy.#sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    });
    new WebSocketServer({ server }).on('connection', (client) => proxy.#passNotices(client));
    server.on('connection', (socket) => {
      proxy.#sockets.add(socket);
      socket.on('close', () => proxy.#sockets.delete(socket));
    });
    return proxy;
  }

  /** Messages in both directions. A lie is only about notices of transactions. */
  #passNotices(client: WebSocket): void {
    const node = new WebSocket(this.#target.href.replace('http', 'ws'));
    const opened = once(node, 'open').catch(() => client.terminate());
    client.on('message', async (data) => {
      await opened;
      node.send(data.toString());
    });
    client.on('close', () => node.terminate()).on('error', () => node.terminate());
    node.on('close', () => client.terminate()).on('error', () => client.terminate());
    node.on('message', (data) => {
      const text = data.toString();
      const message = JSON.parse(text);
      if (message.method !== 'logsNotification') return client.send(text);
      const say = (notice: Notification) => client.send(JSON.stringify(notice));
      this.#notify = (forged) =>
        say({ ...message, params: { ...message.params, ...forged.params } });
      for (const notice of this.#distort(message)) say(notice);
    });
  }

  #distort(notice: Notification): readonly Notification[] {
    this.#notices = [...this.#notices, notice].slice(-5);
    const lie = this.choose?.('logsNotification');
    if (lie !== undefined) this.counts.set(lie, (this.counts.get(lie) ?? 0) + 1);
    switch (lie) {
      case 'no notices':
        return [];
      case 'repeated notices':
        return [...this.#notices].reverse();
      default:
        return [notice];
    }
  }

  /** Forwards every call from now on. */
  heal(): void {
    this.choose = undefined;
  }

  close(): Promise<void> {
    return this.#close();
  }

  async #handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await readText(incoming);
    const call = JSON.parse(body) as Call;
    const result = this.replies.get(call.method);
    if (result !== undefined) {
      return answer(outgoing, 200, JSON.stringify({ jsonrpc: '2.0', id: call.id, result }));
    }
    const fault = this.choose?.(call.method);
    if (fault === undefined) {
      const { status, text } = await this.#forward(body);
      this.#remember(call, text);
      answer(outgoing, status, text);
      return;
    }
    this.counts.set(fault, (this.counts.get(fault) ?? 0) + 1);
    await this.#fail(fault, call, body, outgoing);
  }

  async #fail(fault: RpcFault, call: Call, body: string, outgoing: ServerResponse): Promise<void> {
    switch (fault) {
      case 'request lost':
        outgoing.destroy();
        return;
      case 'reply lost':
        await this.#forward(body);
        outgoing.destroy();
        return;
      case 'blackhole':
        return;
      case 'no answer':
        await this.#forward(body);
        return;
      case 'duplicate': {
        await this.#forward(body);
        const { status, text } = await this.#forward(body);
        return answer(outgoing, status, text);
      }
      case '429':
        outgoing.setHeader('retry-after', '1');
        return answer(outgoing, 429, '{"error":"Too many requests for a specific RPC call"}');
      case '500':
      case '503':
        return answer(outgoing, Number(fault), 'upstream connect error');
      case 'html':
        return answer(outgoing, 200, '<html><body>502 Bad Gateway</body></html>', 'text/html');
      case 'garbage':
        return answer(outgoing, 200, JSON.stringify({ jsonrpc: '2.0', id: call.id, result: 7 }));
      case 'truncated': {
        const { text } = await this.#forward(body);
        return answer(outgoing, 200, text.slice(0, text.length / 2));
      }
      case 'stale':
        return this.#answerStale(call, body, outgoing);
      default:
        return this.#lie(fault, call, body, outgoing);
    }
  }

  /** About calls that a lie is not about it tells the truth. */
  async #lie(lie: RpcFault, call: Call, body: string, outgoing: ServerResponse): Promise<void> {
    const say = (reply: object) =>
      answer(outgoing, 200, JSON.stringify({ jsonrpc: '2.0', id: call.id, ...reply }));
    const isSend = call.method === 'sendTransaction';
    if (lie === 'says sent' && isSend) return say({ result: '1'.repeat(64) });
    if (lie === 'forged notice' && isSend) {
      const [wire] = call.params as [string];
      const [bytes] = splitTransaction(Buffer.from(wire, 'base64')).signatures;
      const value = { signature: encodeBase58(bytes as Uint8Array), err: null, logs: [] };
      this.#notify({ params: { result: { context: { slot: 1 }, value } } });
      return say({ result: value.signature });
    }
    if (lie === 'old blockhash' && call.method === 'getLatestBlockhash' && this.#firstBlockhash) {
      return answer(outgoing, 200, withId(this.#firstBlockhash, call.id));
    }
    const { status, text } = await this.#forward(body);
    if (lie === 'says refused' && isSend) {
      const data = { err: { InstructionError: [1, { Custom: 60 }] }, logs: [] };
      return say({ error: { code: -32_002, message: 'Transaction simulation failed', data } });
    }
    if (lie === 'wrong status' && call.method === 'getSignatureStatuses') {
      return answer(outgoing, status, reverseStatuses(text));
    }
    answer(outgoing, status, text);
  }

  async #answerStale(call: Call, body: string, outgoing: ServerResponse): Promise<void> {
    const known = this.#known.get(questionOf(call));
    if (known !== undefined) return answer(outgoing, 200, withId(known, call.id));
    if (call.method in NOTHING) {
      const result = NOTHING[call.method];
      return answer(outgoing, 200, JSON.stringify({ jsonrpc: '2.0', id: call.id, result }));
    }
    if (call.method === 'getSignatureStatuses') {
      const value = (call.params as [unknown[]])[0].map(() => null);
      const result = { context: { slot: 1 }, value };
      return answer(outgoing, 200, JSON.stringify({ jsonrpc: '2.0', id: call.id, result }));
    }
    const { status, text } = await this.#forward(body);
    answer(outgoing, status, text);
  }

  #remember(call: Call, text: string): void {
    if (call.method === 'getLatestBlockhash') this.#firstBlockhash ??= text;
    if (call.method !== 'sendTransaction') this.#known.set(questionOf(call), text);
  }

  async #forward(body: string): Promise<{ status: number; text: string }> {
    const { hostname, port } = this.#target;
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    const sent = request({ hostname, port, method: 'POST', headers });
    sent.end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: response.statusCode ?? 0, text: await readText(response) };
  }
}

const questionOf = ({ method, params }: Call) => JSON.stringify([method, params]);

function withId(text: string, id: unknown): string {
  // Replaced in the text, so that large numbers stay exact.
  return text.replace(/"id":\s*("[^"]*"|\d+)/, `"id":${JSON.stringify(id)}`);
}

function reverseStatuses(text: string): string {
  const reply = JSON.parse(text);
  const final = { slot: 1, confirmations: null, err: null, status: { Ok: null } };
  const reverse = (one: unknown) => (one ? null : { ...final, confirmationStatus: 'finalized' });
  reply.result.value = reply.result.value.map(reverse);
  return JSON.stringify(reply);
}

function answer(outgoing: ServerResponse, status: number, text: string, type?: string): void {
  outgoing.writeHead(status, { 'content-type': type ?? 'application/json' }).end(text);
}
