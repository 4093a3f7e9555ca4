// Fetches a landed transaction by its signature. Hand-written instead of kit's general decoders,
// because it runs for every group of bets.
import type { Address } from '@solana/kit';
import { chainUnavailable } from './chain-unavailable.ts';
import type { ExecutedInstruction, LandedTransaction } from './landed.ts';
import { decodeBase58, encodeBase58 } from './lib/base58.ts';
import { asBase64, asIndex, asInteger, asList, asReply, asText, type Reply } from './reply.ts';
import type { RpcClient } from './rpc-client.ts';
import { readFailure } from './transaction-failure.ts';
import { readWire, type Wire, type WireInstruction } from './wire.ts';

export const LANDED_SETTINGS = {
  encoding: 'base64',
  commitment: 'confirmed',
  maxSupportedTransactionVersion: 1,
} as const;

type Caller = Pick<RpcClient, 'call'>;

export type FetchLanded = (signature: string) => Promise<LandedTransaction | undefined>;

export function createFetchLanded(client: Caller, programAddress: Address): FetchLanded {
  return async (signature) => {
    const reply = await client.call('getTransaction', [signature, LANDED_SETTINGS]);
    if (reply === null) return undefined;
    const { slot, blockTime, transaction, meta } = asReply(reply);
    return readTransaction(
      client,
      { signature, slot: asInteger(slot), blockTime, transaction, meta },
      programAddress,
    );
  };
}

interface TransactionReply {
  readonly signature: string;
  readonly slot: bigint;
  readonly blockTime: unknown;
  readonly transaction: unknown;
  readonly meta: unknown;
}

export async function readTransaction(
  client: Caller,
  { signature, slot, ...reply }: TransactionReply,
  programAddress: Address,
): Promise<LandedTransaction> {
  const blockTime = await readBlockTime(client, reply.blockTime, slot);
  const wire = readOwnWire(reply.transaction, signature);
  return { signature, slot, blockTime, ...readResult(wire, asReply(reply.meta), programAddress) };
}

/** The landed transaction from the reply of `landTransaction`, which does not repeat the bytes. */
export function readLanded(
  { signature, wire }: { signature: string; wire: Uint8Array },
  reply: unknown,
  programAddress: Address,
): LandedTransaction {
  const { slot, blockTime, meta } = asReply(reply);
  const bytes = Buffer.from(wire.buffer, wire.byteOffset, wire.byteLength);
  const result = readResult(readWire(bytes), asReply(meta), programAddress);
  return { signature, slot: asInteger(slot), blockTime: asInteger(blockTime), ...result };
}

function readResult(wire: Wire, meta: Reply, programAddress: Address) {
  const keys = keysOf(wire, meta);
  const programOf = (index: number) => keys[wire.instructions[index]?.programIndex ?? -1];
  return {
    error: meta.err === null ? null : readFailure(meta.err, programAddress, programOf),
    instructions: readInstructions(wire, keys, meta),
    logs: meta.logMessages === null ? [] : asList(meta.logMessages).map(asText),
    ...readReturned(meta),
  };
}

/** Right after a block, nodes may not know its time yet. */
async function readBlockTime(client: Caller, value: unknown, slot: bigint): Promise<bigint> {
  if (value !== null && value !== undefined) return asInteger(value);
  return asInteger(await client.call('getBlockTime', [slot]));
}

/** Checks the signature: money depends on this being the requested transaction. */
function readOwnWire(value: unknown, signature: string): Wire {
  let wire: Wire;
  try {
    wire = readWire(asBase64(value));
  } catch (error) {
    throw chainUnavailable(error);
  }
  if (encodeBase58(wire.signature) === signature) return wire;
  throw chainUnavailable(new Error('the node returned another transaction'));
}

function keysOf(wire: Wire, meta: Reply): readonly Address[] {
  if (meta.loadedAddresses === undefined || meta.loadedAddresses === null) return wire.keys;
  const { writable, readonly } = asReply(meta.loadedAddresses);
  const loaded = [...asList(writable), ...asList(readonly)];
  return loaded.length === 0 ? wire.keys : [...wire.keys, ...(loaded as Address[])];
}

function readInstructions(wire: Wire, keys: readonly Address[], meta: Reply) {
  const inner = readInner(meta.innerInstructions);
  const executed: ExecutedInstruction[] = [];
  wire.instructions.forEach((instruction, index) => {
    executed.push(resolve(instruction, keys));
    for (const one of inner.get(index) ?? []) executed.push(resolve(one, keys));
  });
  return executed;
}

function readInner(value: unknown): Map<number, WireInstruction[]> {
  const inner = new Map<number, WireInstruction[]>();
  if (value === null || value === undefined) return inner;
  for (const entry of asList(value)) {
    const { index, instructions } = asReply(entry);
    inner.set(asIndex(index), asList(instructions).map(readInnerInstruction));
  }
  return inner;
}

function readInnerInstruction(value: unknown): WireInstruction {
  const { programIdIndex, accounts, data } = asReply(value);
  return {
    programIndex: asIndex(programIdIndex),
    accounts: asList(accounts).map(asIndex),
    data: readBase58(asText(data)),
  };
}

function readBase58(text: string): Uint8Array {
  const bytes = decodeBase58(text, text.length);
  if (bytes) return bytes;
  throw chainUnavailable(new Error('the data of an inner instruction is not base58'));
}

function resolve(instruction: WireInstruction, keys: readonly Address[]): ExecutedInstruction {
  const at = (index: number): Address => {
    const key = keys[index];
    if (key === undefined)
      throw chainUnavailable(new Error('an instruction has an invalid account index'));
    return key;
  };
  return {
    programAddress: at(instruction.programIndex),
    accounts: Array.from(instruction.accounts, at),
    data: instruction.data,
  };
}

function readReturned(meta: Reply): Pick<LandedTransaction, 'returned'> {
  if (meta.returnData === undefined || meta.returnData === null) return {};
  const { programId, data } = asReply(meta.returnData);
  return { returned: { programAddress: asText(programId) as Address, data: asBase64(data) } };
}
