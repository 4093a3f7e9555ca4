import { decodeBase58 } from '@tote/chain/lib/base58';
import {
  readMessageBytes,
  readTransaction,
  SIZE_LIMIT,
  SIZE_LIMIT_V1,
  WireError,
  type WireTransaction,
} from '../ledger/wire.ts';
import { decodeBase64 } from './encodings.ts';
import { oneOf, optional, text } from './params.ts';
import { invalidParams } from './rpc-error.ts';

export const TRANSACTION_ENCODINGS = ['binary', 'base64', 'base58', 'json', 'jsonParsed'] as const;
const TRANSACTION_TYPE = 'solana_transaction::versioned::VersionedTransaction';
const MESSAGE_TYPE = 'solana_message::versions::VersionedMessage';
/** The longest base58 text of a transaction. */
const BASE58_CHARACTERS_MAX = 1_683;
const base64Characters = (bytes: number) => Math.ceil(bytes / 3) * 4;
/** The base64 prefix of a version 1 transaction's first byte. */
const VERSION_1_PREFIX = 'gQ';

export function readTransactionParam(data: unknown, encodingName: unknown): WireTransaction {
  const encoded = text(data);
  const encoding = optional(encodingName, (name) => oneOf(name, TRANSACTION_ENCODINGS)) ?? 'base58';
  if (encoding === 'json' || encoding === 'jsonParsed') {
    throw invalidParams(`unsupported encoding: ${encoding}. Supported encodings: base58, base64`);
  }
  const bytes =
    encoding === 'base64'
      ? fromBase64(encoded, TRANSACTION_TYPE)
      : fromBase58(encoded, TRANSACTION_TYPE);
  return deserialize(bytes, readTransaction, TRANSACTION_TYPE);
}

export function readMessageParam(data: unknown): WireTransaction {
  const bytes = fromBase64(text(data), MESSAGE_TYPE);
  return deserialize(bytes, readMessageBytes, MESSAGE_TYPE);
}

function fromBase58(encoded: string, type: string): Uint8Array {
  if (encoded.length > BASE58_CHARACTERS_MAX) {
    throw tooLarge('base58', type, encoded.length, BASE58_CHARACTERS_MAX, SIZE_LIMIT);
  }
  const bytes = decodeBase58(encoded, BASE58_CHARACTERS_MAX);
  if (!bytes) throw invalidParams('invalid base58 encoding: InvalidCharacter');
  return checkSize(bytes, type, SIZE_LIMIT);
}

function fromBase64(encoded: string, type: string): Uint8Array {
  const limit = encoded.slice(0, 2) >= VERSION_1_PREFIX ? SIZE_LIMIT_V1 : SIZE_LIMIT;
  if (encoded.length > base64Characters(limit)) {
    throw tooLarge('base64', type, encoded.length, base64Characters(limit), limit);
  }
  const bytes = decodeBase64(encoded);
  if (!bytes) throw invalidParams('invalid base64 encoding: InvalidByte');
  return checkSize(bytes, type, limit);
}

const tooLarge = (encoding: string, type: string, length: number, most: number, raw: number) =>
  invalidParams(
    `${encoding} encoded ${type} too large: ${length} bytes (max: encoded/raw ${most}/${raw})`,
  );

function checkSize(bytes: Uint8Array, type: string, limit: number): Uint8Array {
  if (bytes.length <= limit) return bytes;
  throw invalidParams(`decoded ${type} too large: ${bytes.length} bytes (max: ${limit} bytes)`);
}

function deserialize(
  bytes: Uint8Array,
  read: (bytes: Uint8Array) => WireTransaction,
  type: string,
): WireTransaction {
  try {
    return read(bytes);
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    throw invalidParams(`failed to deserialize ${type}: ${error.message}`);
  }
}
