// Base58 and base64 of requests and responses. Addresses repeat often, so their base58 is cached;
// a signature is rarely requested twice.

import { decodeBase58, encodeBase58 } from '@tote/chain/lib/base58';
import { RecentMap } from '@tote/chain/lib/recent-map';
import { type Key, keyBytes, toKey } from '../ledger/key.ts';
import { invalidParams } from './rpc-error.ts';

const ENTRIES_MAX = 40_000;

const ADDRESS = { bytes: 32, charactersMax: 44 };
const SIGNATURE = { bytes: 64, charactersMax: 88 };
const addressTexts = new RecentMap<Key, string>(ENTRIES_MAX);
const addressKeys = new RecentMap<string, Key>(ENTRIES_MAX);

export function addressText(key: Key): string {
  const known = addressTexts.get(key);
  if (known !== undefined) return known;
  const text = encodeBase58(keyBytes(key));
  addressTexts.set(key, text);
  addressKeys.set(text, key);
  return text;
}

export const signatureText = (key: Key): string => encodeBase58(keyBytes(key));

export function parseAddress(text: string): Key {
  const known = addressKeys.get(text);
  if (known !== undefined) return known;
  const key = parse(text, ADDRESS);
  addressKeys.set(text, key);
  return key;
}

export const parseSignature = (text: string): Key => parse(text, SIGNATURE);

function parse(text: string, { bytes, charactersMax }: typeof ADDRESS): Key {
  if (text.length > charactersMax) throw invalidParams('Invalid param: WrongSize');
  const read = decodeBase58(text, charactersMax);
  if (!read) throw invalidParams('Invalid param: Invalid');
  if (read.length !== bytes) throw invalidParams('Invalid param: WrongSize');
  return toKey(read);
}

export const bytesText = (bytes: Uint8Array): string => encodeBase58(bytes);

export const base64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');

/** Undefined if the text is not base64: Node's decoder silently skips invalid characters. */
export function decodeBase64(text: string): Buffer | undefined {
  if (text.length % 4 !== 0 || text.includes('-') || text.includes('_')) return undefined;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === (text.length / 4) * 3 - padding ? bytes : undefined;
}

// Writes a zstd frame of raw blocks: valid for every decoder, without compressing.
const MAGIC = 0xfd2fb528;
/** Single segment, with a content size of four bytes. */
const DESCRIPTOR = 0xa0;
const BLOCK_BYTES_MAX = 128 * 1024;

export function toZstdFrame(bytes: Uint8Array): Buffer {
  const head = Buffer.alloc(9);
  head.writeUInt32LE(MAGIC);
  head.writeUInt8(DESCRIPTOR, 4);
  head.writeUInt32LE(bytes.length, 5);
  const pieces: Uint8Array[] = [head];
  let at = 0;
  do {
    const block = bytes.subarray(at, at + BLOCK_BYTES_MAX);
    at += block.length;
    const blockHead = Buffer.alloc(3);
    // The lowest bit marks the last block. The two bits above are the type: 0, raw.
    blockHead.writeUIntLE((block.length << 3) | (at >= bytes.length ? 1 : 0), 0, 3);
    pieces.push(blockHead, block);
  } while (at < bytes.length);
  return Buffer.concat(pieces);
}
