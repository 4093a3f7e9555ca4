// A node that does not list some transactions, or does not have them.
import type { Address, RpcTransport } from '@solana/kit';

export interface HidingNode {
  /** Not in the list of this address. */
  readonly unlisted: Set<string>;
  of?: Address;
  /** Listed as confirmed, not as final. */
  readonly unfinal?: Set<string>;
  /** `getTransaction` finds nothing. */
  readonly missing: Set<string>;
  /** `getBlock` gives these; without them it is not known. */
  blocks?: ReadonlyMap<bigint, readonly string[]>;
  firstAvailable?: bigint;
  /** Its status is not known, and a list up to it is not cut there. */
  forgotten?: string;
}

type Call = { id: unknown; method: string; params: unknown[] };

export const hiding = (node: HidingNode) => (transport: RpcTransport) =>
  (async (request: Parameters<RpcTransport>[0]) => {
    const { id, method, params } = request.payload as Call;
    const answer = (result: unknown) => ({ jsonrpc: '2.0', id, result });
    const [first] = params ?? [];
    switch (method) {
      case 'getFirstAvailableBlock':
        return node.firstAvailable === undefined ? transport(request) : answer(node.firstAvailable);
      case 'getTransaction':
        return node.missing.has(first as string) ? answer(null) : transport(request);
      case 'getSignatureStatuses': {
        const reply = (await transport(request)) as { result: { value: unknown[] } };
        const known = (first as string[]).map((one) => one !== node.forgotten);
        const value = reply.result.value.map((one, index) => (known[index] ? one : null));
        return answer({ ...reply.result, value });
      }
      case 'getSignaturesForAddress': {
        const reply = (await transport(request)) as { result: { signature: string }[] };
        if (node.of !== undefined && first !== node.of) return reply;
        const listed = reply.result.filter(({ signature }) => !node.unlisted.has(signature));
        const withStatus = (one: { signature: string }) =>
          node.unfinal?.has(one.signature) ? { ...one, confirmationStatus: 'confirmed' } : one;
        return answer(listed.map(withStatus));
      }
      case 'getBlock':
        return node.blocks ? answer(await readBlock(node, transport, request)) : transport(request);
      default:
        return transport(request);
    }
  }) as RpcTransport;

async function readBlock(
  { blocks }: HidingNode,
  transport: RpcTransport,
  request: Parameters<RpcTransport>[0],
) {
  const { params } = request.payload as Call;
  const transactions = [];
  for (const signature of blocks?.get(BigInt(params[0] as bigint)) ?? []) {
    const payload = {
      id: 1,
      jsonrpc: '2.0',
      method: 'getTransaction',
      params: [signature, params[1]],
    };
    const { result } = (await transport({ ...request, payload })) as { result: object };
    transactions.push(result);
  }
  return { blockTime: (transactions[0] as { blockTime?: unknown })?.blockTime, transactions };
}
