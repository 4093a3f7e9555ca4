import type { Address } from '@solana/kit';
import { getMintDecoder, getMintEncoder } from '@solana-program/token';
import { ASSOCIATED_TOKEN_PROGRAM_ADDRESS, TOKEN_PROGRAM_ADDRESS } from '@tote/program-client';
import { deriveAddress, toBytes, u64Bytes } from './address-bytes.ts';
import type { Chain } from './chain.ts';

const TOKEN_ACCOUNT_BYTES = 165;
const AMOUNT_OFFSET = 64;
const STATE_OFFSET = 108;
const INITIALIZED = 1;

export function associatedTokenAddress(wallet: Address, mint: Address): Address {
  const seeds = [toBytes(wallet), toBytes(TOKEN_PROGRAM_ADDRESS), toBytes(mint)];
  return deriveAddress(ASSOCIATED_TOKEN_PROGRAM_ADDRESS, seeds).address;
}

interface MintOptions {
  decimals: number;
  supply: bigint;
  mintAuthority: Address | null;
  freezeAuthority?: Address | null;
}

export function setMint(chain: Chain, mint: Address, options: MintOptions): void {
  const data = getMintEncoder().encode({
    ...options,
    freezeAuthority: options.freezeAuthority ?? null,
    isInitialized: true,
  });
  chain.setAccount(mint, { data: new Uint8Array(data), owner: TOKEN_PROGRAM_ADDRESS });
}

export function setTokenAccount(
  chain: Chain,
  address: Address,
  { mint, owner, amount }: { mint: Address; owner: Address; amount: bigint },
): void {
  // By hand: the token client's encoder takes 0.3 ms, and every world has a dozen of these.
  const data = new Uint8Array(TOKEN_ACCOUNT_BYTES);
  data.set(toBytes(mint), 0);
  data.set(toBytes(owner), 32);
  data.set(u64Bytes(amount), AMOUNT_OFFSET);
  data[STATE_OFFSET] = INITIALIZED;
  chain.setAccount(address, { data, owner: TOKEN_PROGRAM_ADDRESS });
}

/** The balance of a token account; 0 if there is none. */
export function tokenAmount(chain: Chain, address: Address): bigint {
  const account = chain.findAccount(address);
  return account ? Buffer.from(account.data).readBigUInt64LE(AMOUNT_OFFSET) : 0n;
}

export function mintSupply(chain: Chain, mint: Address): bigint {
  return getMintDecoder().decode(chain.getData(mint)).supply;
}
