// Fetches a landed transaction with its whole block. Some nodes list a signature and do not find
// its transaction, because they keep the two apart.
import type { Address } from '@solana/kit';
import type { Chain } from './chain.ts';
import { LANDED_SETTINGS, readTransaction } from './fetch-landed.ts';
import { encodeBase58 } from './lib/base58.ts';
import { asBase64, asList, asReply, type Reply } from './reply.ts';
import { type RpcClient, RpcErrorResponse } from './rpc-client.ts';
import { readWire } from './wire.ts';

const BLOCK_SETTINGS = { ...LANDED_SETTINGS, transactionDetails: 'full', rewards: false };

/**
 * The node does not have the block: it deleted it, has a gap, or does not know the method. Other
 * errors are thrown.
 */
const WITHOUT_BLOCK: ReadonlySet<number> = new Set([-32001, -32007, -32009, -32601]);

interface Block {
  readonly blockTime: unknown;
  readonly transactions: ReadonlyMap<string, Reply>;
}

export function createFetchFromBlock(
  client: RpcClient,
  programAddress: Address,
): Chain['fetchFromBlock'] {
  /** Transactions of one block are requested one after the other, so the last block is cached. */
  let last: { readonly slot: bigint; readonly block: Promise<Block | undefined> } | undefined;
  return async (signature, slot) => {
    if (last?.slot !== slot) last = { slot, block: fetchBlock(client, slot) };
    const block = await last.block.catch((error) => {
      last = undefined;
      throw error;
    });
    const found = block?.transactions.get(signature);
    if (!block || !found) return undefined;
    const { transaction, meta } = found;
    const { blockTime } = block;
    const reply = { signature, slot, blockTime, transaction, meta };
    return readTransaction(client, reply, programAddress);
  };
}

async function fetchBlock(client: RpcClient, slot: bigint): Promise<Block | undefined> {
  const reply = await client.call('getBlock', [slot, BLOCK_SETTINGS]).catch((error) => {
    if (error instanceof RpcErrorResponse && WITHOUT_BLOCK.has(error.code)) return null;
    throw error;
  });
  if (reply === null) return undefined;
  const { blockTime, transactions } = asReply(reply);
  const bySignature = new Map<string, Reply>();
  for (const one of asList(transactions).map(asReply)) {
    const signature = findSignature(one);
    if (signature !== undefined) bySignature.set(signature, one);
  }
  return { blockTime, transactions: bySignature };
}

function findSignature({ transaction }: Reply): string | undefined {
  try {
    return encodeBase58(readWire(asBase64(transaction)).signature);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
