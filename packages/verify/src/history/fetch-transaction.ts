// Reads transactions of the chain: their instructions and what the program logged.
import {
  type Address,
  getBase58Encoder,
  getBase64Encoder,
  type ReadonlyUint8Array,
} from '@solana/kit';
import { type Json, listOf, pick, textAt, textOf } from '../json.ts';
import type { ChainNode } from './node.ts';
import { readWire, type WireInstruction } from './read-wire.ts';

/** The node does not have the complete history. */
export class HistoryIncomplete extends Error {}

/** What the node shows contradicts itself: instructions and events do not fit together. */
export class HistoryContradicts extends Error {}

export interface Instruction {
  readonly program: Address;
  readonly accounts: readonly Address[];
  readonly data: Uint8Array;
}

export interface Transaction {
  readonly signature: string;
  readonly slot: bigint;
  readonly blockTime: bigint;
  /** A failed one paid its fee and changed nothing else. */
  readonly isFailed: boolean;
  /** The instructions of all programs, with inner ones, in the order in which they began. */
  readonly instructions: readonly Instruction[];
  readonly logs: readonly string[];
  readonly returned: { readonly program: string; readonly data: Uint8Array } | undefined;
}

const COMMITMENT = 'confirmed';
const PAGE = 1_000;

/** The signatures of all transactions that mention the address, oldest first. */
export async function listSignatures(node: ChainNode, address: Address): Promise<string[]> {
  const signatures: string[] = [];
  for (;;) {
    const before = signatures.at(-1);
    const settings = { commitment: COMMITMENT, limit: PAGE, ...(before && { before }) };
    const page = listOf(await node.call('getSignaturesForAddress', [address, settings]));
    signatures.push(...page.map((each) => textAt(each, 'signature')));
    if (page.length < PAGE) return signatures.reverse();
  }
}

/** Undefined if the node has no such transaction. */
export async function fetchTransaction(
  node: ChainNode,
  signature: string,
): Promise<Transaction | undefined> {
  const settings = {
    ...{ encoding: 'base64', commitment: COMMITMENT },
    maxSupportedTransactionVersion: 1,
  };
  const reply = await node.call('getTransaction', [signature, settings]);
  if (reply === null || reply === undefined) return undefined;
  const slot = pick(reply, 'slot');
  // Right after a block, nodes may not know its time yet.
  const known = pick(reply, 'blockTime');
  const blockTime =
    known === null || known === undefined ? await node.call('getBlockTime', [Number(slot)]) : known;
  try {
    return toTransaction(signature, reply, { slot, blockTime });
  } catch (error) {
    throw new HistoryIncomplete(`the node’s copy of ${signature} cannot be read: ${error}`);
  }
}

function toTransaction(
  signature: string,
  reply: Json,
  { slot, blockTime }: { slot: Json | undefined; blockTime: Json | undefined },
): Transaction {
  const wire = readWire(toBytes(pick(reply, 'transaction', '0')));
  if (wire.signature !== signature) throw new RangeError('it is another transaction');
  const meta = pick(reply, 'meta');
  const loaded = ['writable', 'readonly'].flatMap((kind) =>
    listOf(pick(meta, 'loadedAddresses', kind)),
  );
  const keys = [...wire.keys, ...loaded.map((key) => textOf(key) as Address)];
  const returned = pick(meta, 'returnData');
  return {
    signature,
    slot: BigInt(textOf(slot)),
    blockTime: BigInt(textOf(blockTime)),
    isFailed: pick(meta, 'err') !== null,
    instructions: inOrder(wire.instructions, meta).map((each) => resolve(each, keys)),
    logs: listOf(pick(meta, 'logMessages')).map(textOf),
    returned: returned
      ? { program: textAt(returned, 'programId'), data: toBytes(pick(returned, 'data', '0')) }
      : undefined,
  };
}

/** Each outer instruction, followed by those that it called. */
function inOrder(outer: readonly WireInstruction[], meta: Json | undefined): WireInstruction[] {
  const inner = listOf(pick(meta, 'innerInstructions'));
  return outer.flatMap((instruction, index) => {
    const called = inner
      .filter((each) => textAt(each, 'index') === String(index))
      .flatMap((each) => listOf(pick(each, 'instructions')));
    return [instruction, ...called.map(readInner)];
  });
}

function readInner(value: Json): WireInstruction {
  return {
    program: Number(pick(value, 'programIdIndex')),
    accounts: listOf(pick(value, 'accounts')).map(Number),
    data: copyOf(getBase58Encoder().encode(textAt(value, 'data'))),
  };
}

function resolve({ program, accounts, data }: WireInstruction, keys: readonly Address[]) {
  const at = (index: number): Address => {
    const key = keys[index];
    if (key === undefined) throw new RangeError('it names an account that it does not have');
    return key;
  };
  return { program: at(program), accounts: accounts.map(at), data };
}

function toBytes(base64: Json | undefined): Uint8Array {
  return copyOf(getBase64Encoder().encode(textOf(base64)));
}

export function copyOf(bytes: ReadonlyUint8Array): Uint8Array {
  return Uint8Array.from(bytes);
}
