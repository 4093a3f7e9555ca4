import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  type Address,
  createNoopSigner,
  getAddressDecoder,
  type TransactionSigner,
} from '@solana/kit';

export const README = readFileSync(
  resolve(import.meta.dirname, '../../../program/README.md'),
  'utf8',
);

/** The address whose 32 bytes are all this number. */
export function addressOf(byte: number): Address {
  return getAddressDecoder().decode(new Uint8Array(32).fill(byte));
}

export function signerOf(byte: number): TransactionSigner {
  return createNoopSigner(addressOf(byte));
}

/** 32 times this number, in hex. */
export function hexOf(byte: number): string {
  return byte.toString(16).padStart(2, '0').repeat(32);
}

export function hex(bytes: ArrayLike<number>): string {
  return Buffer.from(Uint8Array.from(bytes)).toString('hex');
}

/** Hex written in groups, as bytes. */
export function bytes(...groups: string[]): Uint8Array {
  return Uint8Array.from(Buffer.from(groups.join('').replaceAll(' ', ''), 'hex'));
}
