// Base58 at the edge. The same few addresses and the latest signatures come again and again, so
// that their texts are remembered.
import { decodeBase58, encodeBase58 } from '../ledger/base58.ts';
import { type Key, keyBytes, toKey } from '../ledger/key.ts';
import { invalidParams } from './rpc-error.ts';

const TEXTS_KEPT = 20_000;

/** A map that starts anew when it is full: cheaper than knowing what was used last. */
class Memory<K, V> {
  readonly #map = new Map<K, V>();

  get(key: K): V | undefined {
    return this.#map.get(key);
  }

  set(key: K, value: V): void {
    if (this.#map.size >= TEXTS_KEPT) this.#map.clear();
    this.#map.set(key, value);
  }
}

class Texts {
  readonly #texts = new Memory<Key, string>();
  readonly #keys = new Memory<string, Key>();
  readonly #bytes: number;
  readonly #charactersMax: number;

  constructor(bytes: number, charactersMax: number) {
    this.#bytes = bytes;
    this.#charactersMax = charactersMax;
  }

  write(key: Key): string {
    const known = this.#texts.get(key);
    if (known !== undefined) return known;
    const text = encodeBase58(keyBytes(key));
    this.#texts.set(key, text);
    this.#keys.set(text, key);
    return text;
  }

  /** The key, or what is wrong with the text. */
  read(text: string): Key | { problem: 'WrongSize' | 'Invalid' } {
    const known = this.#keys.get(text);
    if (known !== undefined) return known;
    if (text.length > this.#charactersMax) return { problem: 'WrongSize' };
    const bytes = decodeBase58(text, this.#charactersMax);
    if (!bytes) return { problem: 'Invalid' };
    if (bytes.length !== this.#bytes) return { problem: 'WrongSize' };
    const key = toKey(bytes);
    this.#keys.set(text, key);
    return key;
  }
}

const addresses = new Texts(32, 44);
const signatures = new Texts(64, 88);

export const addressText = (key: Key): string => addresses.write(key);
export const signatureText = (key: Key): string => signatures.write(key);

export function parseAddress(text: string): Key {
  const read = addresses.read(text);
  if (typeof read === 'string') return read;
  throw invalidParams(`Invalid param: ${read.problem}`);
}

export function parseSignature(text: string): Key {
  const read = signatures.read(text);
  if (typeof read === 'string') return read;
  throw invalidParams(`Invalid param: ${read.problem}`);
}

export const bytesText = (bytes: Uint8Array): string => encodeBase58(bytes);

export const base64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');

/** The bytes, or nothing: Node itself reads past whatever is not base64, and gives fewer bytes. */
export function decodeBase64(text: string): Buffer | undefined {
  if (text.length % 4 !== 0 || text.includes('-') || text.includes('_')) return undefined;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === (text.length / 4) * 3 - padding ? bytes : undefined;
}
