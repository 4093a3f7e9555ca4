import { type Address, getAddressDecoder, getAddressEncoder } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { sha256 } from '@tote/chain/lib/sha256';
import { findMetadataAddress } from '@tote/conditions/oracles/derived-addresses';
import { METADATA_KEY, METADATA_MINT_OFFSET } from '@tote/conditions/oracles/layouts/metadata';
import {
  PUMP_CURVE_COMPLETE_OFFSET,
  PUMP_CURVE_DISCRIMINATOR,
} from '@tote/conditions/oracles/pools/pump-curve';
import { METADATA_PROGRAM, PUMP_PROGRAM, TOKEN_PROGRAM } from '@tote/conditions/oracles/programs';
import type { Localnet, SandboxAccount } from '@tote/localnet';

const LAMPORTS = 10_000_000n;
const CURVE_BYTES = 151;

/** The embedded chain, whose accounts the demo writes. */
export interface DemoChain {
  readonly chain: Chain;
  readonly sandbox: Pick<Localnet['sandbox'], 'setAccounts'>;
}

/** An address has 32 bytes, a bigint 8 or, if it is larger, 16, and a number one. */
export type Fields = Readonly<Record<number, Address | bigint | number | undefined>>;

/** The fields by their offset in the account. */
export function accountOf(
  { at, owner, bytes, head = '' }: { at: Address; owner: Address; bytes: number; head?: string },
  fields: Fields,
): SandboxAccount {
  const data = Buffer.alloc(bytes);
  data.write(head, 0, 'hex');
  for (const [offset, value] of Object.entries(fields)) {
    if (typeof value === 'bigint') writeBigint(data, value, Number(offset));
    else if (typeof value === 'number') data.writeUInt8(value, Number(offset));
    else if (value) data.set(getAddressEncoder().encode(value), Number(offset));
  }
  return { address: at, lamports: LAMPORTS, owner, data };
}

function writeBigint(data: Buffer, value: bigint, offset: number): void {
  data.writeBigUInt64LE(BigInt.asUintN(64, value), offset);
  if (value >> 64n > 0n) data.writeBigUInt64LE(value >> 64n, offset + 8);
}

interface DemoMint {
  readonly supply: bigint;
  readonly decimals: number;
  readonly freezeAuthority?: Address;
  readonly mintAuthority?: Address;
}

export function mintAccount(
  at: Address,
  { supply, decimals, freezeAuthority, mintAuthority }: DemoMint,
): SandboxAccount {
  return accountOf(
    { at, owner: TOKEN_PROGRAM, bytes: 82 },
    {
      ...{ 0: Number(mintAuthority !== undefined), 4: mintAuthority, 36: supply, 44: decimals },
      ...{ 45: 1, 46: Number(freezeAuthority !== undefined), 50: freezeAuthority },
    },
  );
}

export function tokenAccount(
  at: Address,
  { mint, owner, amount }: { mint: Address; owner: Address; amount: bigint },
): SandboxAccount {
  const fields = { 0: mint, 32: owner, 64: amount, 108: 1 };
  return accountOf({ at, owner: TOKEN_PROGRAM, bytes: 165 }, fields);
}

type Reserve = 'virtualTokens' | 'virtualLamports' | 'realTokens' | 'realLamports';

interface DemoCurve extends Readonly<Record<Reserve | 'supply', bigint>> {
  readonly isComplete: boolean;
  readonly creator: Address;
}

export function curveAccount(at: Address, curve: DemoCurve): SandboxAccount {
  return accountOf(
    { at, owner: PUMP_PROGRAM, bytes: CURVE_BYTES, head: PUMP_CURVE_DISCRIMINATOR },
    {
      ...{ 8: curve.virtualTokens, 16: curve.virtualLamports },
      ...{ 24: curve.realTokens, 32: curve.realLamports, 40: curve.supply },
      ...{ [PUMP_CURVE_COMPLETE_OFFSET]: Number(curve.isComplete), 49: curve.creator },
    },
  );
}

/** Derived from the name, the same on every demo chain. Nobody has its private key. */
export const demoAddress = (name: string): Address =>
  getAddressDecoder().decode(sha256(`Tote demo: ${name}`));

const BYTES = 607;
/** Metaplex pads its texts with zeros to these lengths. */
const NAME_BYTES = 32;
const SYMBOL_BYTES = 10;

export async function demoMetadata(mint: Address, symbol: string): Promise<SandboxAccount> {
  const data = Buffer.alloc(BYTES);
  data.writeUInt8(METADATA_KEY, 0);
  data.set(getAddressEncoder().encode(mint), METADATA_MINT_OFFSET);
  const nameAt = METADATA_MINT_OFFSET + 32;
  data.writeUInt32LE(NAME_BYTES, nameAt);
  data.write(`Demo ${symbol}`, nameAt + 4, NAME_BYTES, 'utf8');
  const symbolAt = nameAt + 4 + NAME_BYTES;
  data.writeUInt32LE(SYMBOL_BYTES, symbolAt);
  data.write(symbol, symbolAt + 4, SYMBOL_BYTES, 'utf8');
  const address = await findMetadataAddress(mint);
  return { address, lamports: LAMPORTS, owner: METADATA_PROGRAM, data };
}
