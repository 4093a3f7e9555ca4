// A node of the chain, by JSON-RPC.
import { getBase64Encoder } from '@solana/kit';
import { type Json, pick, reasonOf, request, sleep, textAt, textOf } from '../json.ts';

/** What the verifier needs of a chain. */
export interface ChainNode {
  /** The result; throws if there is none. */
  call(method: string, params: readonly unknown[]): Promise<Json | undefined>;
}

const TRIES = 4;
const PAUSE_MS = 500;

export function createNode(url: string): ChainNode {
  return {
    async call(method, params) {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
      for (let left = TRIES - 1; ; left -= 1) {
        const { result, problem } = await ask(url, body);
        if (problem === undefined) return result;
        // The path of a node's URL may contain an API key, so only the origin is named.
        const node = new URL(url).origin;
        if (left === 0) throw new Error(`The node ${node} does not answer ${method}: ${problem}`);
        await sleep(PAUSE_MS);
      }
    },
  };
}

const CLOCK_SYSVAR = 'SysvarC1ock11111111111111111111111111111111';
const UNIX_TIMESTAMP_OFFSET = 32;

export async function readChainTime({ call }: ChainNode): Promise<bigint> {
  const settings = { encoding: 'base64', commitment: 'confirmed' };
  const data = textAt(await call('getAccountInfo', [CLOCK_SYSVAR, settings]), 'value', 'data', '0');
  const bytes = Uint8Array.from(getBase64Encoder().encode(data));
  return new DataView(bytes.buffer).getBigInt64(UNIX_TIMESTAMP_OFFSET, true);
}

async function ask(url: string, body: string): Promise<{ result?: Json; problem?: string }> {
  try {
    const headers = { 'content-type': 'application/json' };
    const answer = await request(url, { method: 'POST', headers, body });
    const error = pick(answer.body, 'error');
    if (error !== undefined) return { problem: textOf(pick(error, 'message') ?? error) };
    const result = pick(answer.body, 'result');
    return result === undefined ? { problem: `status ${answer.status}` } : { result };
  } catch (error) {
    return { problem: reasonOf(error) };
  }
}
