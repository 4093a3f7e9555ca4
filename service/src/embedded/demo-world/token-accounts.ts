import { type Address, getAddressDecoder, getAddressEncoder } from '@solana/kit';
import { sha256 } from '@tote/chain/lib/sha256';
import { findMetadataAddress } from '@tote/conditions/oracles/derived-addresses';
import { METADATA_KEY, METADATA_MINT_OFFSET } from '@tote/conditions/oracles/layouts/metadata';
import {
  PUMP_CURVE_COMPLETE_OFFSET,
  PUMP_CURVE_DISCRIMINATOR,
} from '@tote/conditions/oracles/pools/pump-curve';
import { PUMPSWAP_POOL_DISCRIMINATOR } from '@tote/conditions/oracles/pools/pumpswap';
import {
  METADATA_PROGRAM,
  PUMP_PROGRAM,
  PUMPSWAP_PROGRAM,
  TOKEN_PROGRAM,
} from '@tote/conditions/oracles/programs';
import type { SandboxAccount } from '@tote/localnet';

const LAMPORTS = 10_000_000n;
const CURVE_BYTES = 151;
const POOL_BYTES = 301;

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
  const data = Buffer.alloc(82);
  data.writeBigUInt64LE(supply, 36);
  data.writeUInt8(decimals, 44);
  data.writeUInt8(1, 45);
  if (mintAuthority) {
    data.writeUInt32LE(1, 0);
    data.set(bytesOf(mintAuthority), 4);
  }
  if (freezeAuthority) {
    data.writeUInt32LE(1, 46);
    data.set(bytesOf(freezeAuthority), 50);
  }
  return { address: at, lamports: LAMPORTS, owner: TOKEN_PROGRAM, data };
}

export function tokenAccount(
  at: Address,
  { mint, owner, amount }: { mint: Address; owner: Address; amount: bigint },
): SandboxAccount {
  const data = Buffer.alloc(165);
  data.set(bytesOf(mint), 0);
  data.set(bytesOf(owner), 32);
  data.writeBigUInt64LE(amount, 64);
  data.writeUInt8(1, 108);
  return { address: at, lamports: LAMPORTS, owner: TOKEN_PROGRAM, data };
}

interface DemoCurve {
  readonly virtualTokens: bigint;
  readonly virtualLamports: bigint;
  readonly realTokens: bigint;
  readonly realLamports: bigint;
  readonly supply: bigint;
  readonly isComplete: boolean;
  readonly creator: Address;
}

export function curveAccount(at: Address, curve: DemoCurve): SandboxAccount {
  const data = Buffer.alloc(CURVE_BYTES);
  data.write(PUMP_CURVE_DISCRIMINATOR, 0, 'hex');
  data.writeBigUInt64LE(curve.virtualTokens, 8);
  data.writeBigUInt64LE(curve.virtualLamports, 16);
  data.writeBigUInt64LE(curve.realTokens, 24);
  data.writeBigUInt64LE(curve.realLamports, 32);
  data.writeBigUInt64LE(curve.supply, 40);
  data.writeUInt8(curve.isComplete ? 1 : 0, PUMP_CURVE_COMPLETE_OFFSET);
  data.set(bytesOf(curve.creator), 49);
  return { address: at, lamports: LAMPORTS, owner: PUMP_PROGRAM, data };
}

interface DemoPool {
  readonly creator: Address;
  readonly baseMint: Address;
  readonly quoteMint: Address;
  readonly lpMint: Address;
  readonly baseVault: Address;
  readonly quoteVault: Address;
  readonly lpSupply: bigint;
}

export function poolAccount(at: Address, pool: DemoPool): SandboxAccount {
  const data = Buffer.alloc(POOL_BYTES);
  data.write(PUMPSWAP_POOL_DISCRIMINATOR, 0, 'hex');
  data.writeUInt8(255, 8);
  data.set(bytesOf(pool.creator), 11);
  data.set(bytesOf(pool.baseMint), 43);
  data.set(bytesOf(pool.quoteMint), 75);
  data.set(bytesOf(pool.lpMint), 107);
  data.set(bytesOf(pool.baseVault), 139);
  data.set(bytesOf(pool.quoteVault), 171);
  data.writeBigUInt64LE(pool.lpSupply, 203);
  return { address: at, lamports: LAMPORTS, owner: PUMPSWAP_PROGRAM, data };
}

const bytesOf = (address: Address) => getAddressEncoder().encode(address) as Uint8Array;

/** Derived from the name, the same on every demo chain. Nobody has its private key. */
export const demoAddress = (name: string): Address =>
  getAddressDecoder().decode(sha256(`Tote demo: ${name}`));

const BYTES = 607;
/** Metaplex pads its texts with zeros to these lengths. */
const NAME_BYTES = 32;
const SYMBOL_BYTES = 10;
const METADATA_LAMPORTS = 10_000_000n;

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
  return { address, lamports: METADATA_LAMPORTS, owner: METADATA_PROGRAM, data };
}
