import type { Address } from '@solana/kit';
import { TOKEN_PROGRAM, TOKEN_PROGRAMS } from '../programs.ts';
import { unreadable } from '../reading.ts';
import { decoderOf } from './layout.ts';

const LENGTH = 165;
const MULTISIG_LENGTH = 355;
const KIND_ACCOUNT = 2;
const STATE_OFFSET = 108;
const INITIALIZED = 1;
const FROZEN = 2;

export const decodeTokenAccount = decoderOf(
  { owners: TOKEN_PROGRAMS, lengthMin: LENGTH },
  (bytes, { address, owner }) => {
    const mayExtend = owner !== TOKEN_PROGRAM && bytes.length !== MULTISIG_LENGTH;
    const isExtended = mayExtend && bytes.length > LENGTH && bytes.u8(LENGTH) === KIND_ACCOUNT;
    if (bytes.length !== LENGTH && !isExtended) {
      return unreadable('wrong_type', `${address} is not a token account`);
    }
    const state = bytes.u8(STATE_OFFSET);
    if (state !== INITIALIZED && state !== FROZEN) {
      return unreadable('wrong_type', `${address} is not initialized`);
    }
    return {
      program: owner as Address,
      mint: bytes.address(0),
      owner: bytes.address(32),
      amount: bytes.u64(64),
      isFrozen: state === FROZEN,
    };
  },
);
