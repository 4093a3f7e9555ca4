// The name and the symbol of a token: in the Metaplex account derived from the mint, or in an
// extension of a Token-2022 mint. Anyone may choose any name, so it proves nothing.
import type { Address } from '@solana/kit';
import type { AccountSnapshot } from '../account-snapshot.ts';
import { METADATA_PROGRAM, TOKEN_2022_PROGRAM } from '../programs.ts';
import { type Reading, type Unreadable, unreadable } from '../reading.ts';
import { type Bytes, decoderOf } from './layout.ts';
import { decodeMint } from './mint.ts';
import { findExtension } from './token-extensions.ts';

interface TokenMetadata {
  readonly mint: Address;
  readonly name: string;
  readonly symbol: string;
}

export const METADATA_KEY = 4;
export const METADATA_MINT_OFFSET = 33;
const ADDRESS_BYTES = 32;
const METADATA_LENGTH_MIN = METADATA_MINT_OFFSET + ADDRESS_BYTES + 8;
const EXTENSION_METADATA = 19;
/** In the extension the update authority comes first, then the mint. */
const UPDATE_AUTHORITY_BYTES = 32;
const TEXT_BYTES_MAX = 1_000;

/** Metaplex pads its texts with zeros. They are removed. */
export const decodeMetadata = decoderOf(
  { owners: [METADATA_PROGRAM], lengthMin: METADATA_LENGTH_MIN },
  (bytes, account) =>
    bytes.u8(0) === METADATA_KEY
      ? readTexts(account, bytes, METADATA_MINT_OFFSET)
      : unreadable('wrong_type', `${account.address} is of another type (${bytes.u8(0)})`),
);

export function decodeMintMetadata(account: AccountSnapshot): Reading<TokenMetadata> {
  const mint = decodeMint(account);
  return mint.ok ? decodeExtension(account) : mint;
}

const decodeExtension = decoderOf({ owners: [TOKEN_2022_PROGRAM] }, (bytes, account) => {
  const start = findExtension(bytes, EXTENSION_METADATA);
  return start === undefined
    ? unreadable('missing', `${account.address} carries no metadata`)
    : readTexts(account, bytes, start + UPDATE_AUTHORITY_BYTES);
});

function readTexts(
  { address }: AccountSnapshot,
  bytes: Bytes,
  mintAt: number,
): TokenMetadata | Unreadable {
  const name = readText(bytes, mintAt + ADDRESS_BYTES);
  const symbol = name && readText(bytes, name.end);
  if (!name || !symbol) return unreadable('wrong_length', `the texts of ${address} do not fit`);
  return { mint: bytes.address(mintAt), name: name.text, symbol: symbol.text };
}

/** A text, prefixed with its length. */
function readText(bytes: Bytes, at: number): { text: string; end: number } | undefined {
  const start = at + 4;
  if (start > bytes.length) return undefined;
  const length = bytes.u32(at);
  const end = start + length;
  if (length > TEXT_BYTES_MAX || end > bytes.length) return undefined;
  const text = new TextDecoder().decode(bytes.slice(start, length));
  return { text: cleanText(text), end };
}

/** Untrusted text: removes line breaks and characters that reverse the text direction. */
function cleanText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu, '').trim();
}
