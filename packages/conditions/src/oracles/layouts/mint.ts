import type { Address } from '@solana/kit';
import { TOKEN_PROGRAM, TOKEN_PROGRAMS } from '../programs.ts';
import { unreadable } from '../reading.ts';
import { type Bytes, type DecodedBy, decoderOf } from './layout.ts';

export const MINT_OFFSETS = {
  ...{ mintAuthority: 0, supply: 36, decimals: 44, isInitialized: 45, freezeAuthority: 46 },
} as const;
const LENGTH = 82;
/** Token-2022 stores the account type here, after the end of a classic token account. */
const KIND_OFFSET = 165;
const KIND_MINT = 1;

export type Mint = DecodedBy<typeof decodeMint>;

export const decodeMint = decoderOf(
  { owners: TOKEN_PROGRAMS, lengthMin: LENGTH },
  (bytes, { address, owner }) => {
    const hasExtensions = owner !== TOKEN_PROGRAM && bytes.length > KIND_OFFSET;
    const isMint =
      bytes.length === LENGTH || (hasExtensions && bytes.u8(KIND_OFFSET) === KIND_MINT);
    if (!isMint) return unreadable('wrong_type', `${address} is not a mint`);
    if (bytes.u8(MINT_OFFSETS.isInitialized) !== 1) {
      return unreadable('wrong_type', `${address} is not initialized`);
    }
    return {
      program: owner as Address,
      supply: bytes.u64(MINT_OFFSETS.supply),
      decimals: bytes.u8(MINT_OFFSETS.decimals),
      mintAuthority: readOptional(bytes, MINT_OFFSETS.mintAuthority),
      freezeAuthority: readOptional(bytes, MINT_OFFSETS.freezeAuthority),
    };
  },
);

function readOptional(bytes: Bytes, offset: number): Address | null {
  return bytes.u32(offset) === 1 ? bytes.address(offset + 4) : null;
}
