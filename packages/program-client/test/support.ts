import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  type Address,
  createNoopSigner,
  getAddressDecoder,
  type TransactionSigner,
} from '@solana/kit';
import type { ProgramInstruction } from '../src/index.ts';

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

/** A short form of an instruction: accounts by their byte and flags, data in hex. */
export function describe({ accounts, data }: ProgramInstruction) {
  const roles = ['', 'w', 's', 'ws'];
  const list = accounts.map(({ address, role }) => `${NAMES[address] ?? address} ${roles[role]}`);
  return { accounts: list.map((entry) => entry.trim()), data: hex(data) };
}

const NAMES: Record<string, string> = {
  '11111111111111111111111111111111': 'system',
  TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA: 'token',
  ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL: 'ata',
  Tote111111111111111111111111111111111111111: 'tote',
};
for (let byte = 1; byte < 64; byte += 1) NAMES[addressOf(byte)] = String(byte);
