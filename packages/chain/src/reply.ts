// Reads replies of a node. An integer is a number or a bigint: beyond 2^53 it must be a bigint. A
// reply of another shape counts as chain_unavailable.
import { chainUnavailable } from './chain-unavailable.ts';

export type Reply = Readonly<Record<string, unknown>>;

export function asReply(value: unknown): Reply {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unreadable(value);
  return value as Reply;
}

export function asList(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw unreadable(value);
  return value;
}

export function asText(value: unknown): string {
  if (typeof value !== 'string') throw unreadable(value);
  return value;
}

export function asInteger(value: unknown): bigint {
  if (typeof value === 'bigint') return value;
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw unreadable(value);
  return BigInt(value);
}

export function asIndex(value: unknown): number {
  const index = Number(value);
  const isNumeric = typeof value === 'number' || typeof value === 'bigint';
  if (!isNumeric || !Number.isSafeInteger(index) || index < 0) throw unreadable(value);
  return index;
}

export function asBase64(value: unknown): Uint8Array {
  const [text, encoding] = asList(value);
  if (encoding !== 'base64') throw unreadable(value);
  return Buffer.from(asText(text), 'base64');
}

function unreadable(value: unknown): Error {
  const shown = typeof value === 'object' ? typeof value : String(value).slice(0, 80);
  return chainUnavailable(new Error(`the node's reply has ${shown} where something else belongs`));
}
