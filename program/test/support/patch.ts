// States that real transactions reach only after years, or not at all.
import type { Address } from '@solana/kit';
import { toAddress, u64Bytes } from './address-bytes.ts';
import type { Chain } from './chain.ts';

/** Writes bytes into an account as it stands, past all rules. */
export function patchBytes(
  chain: Chain,
  address: Address,
  offset: number,
  bytes: Uint8Array | readonly number[],
): void {
  const account = chain.findAccount(address);
  if (!account) throw new Error(`there is no account ${address}`);
  const data = Uint8Array.from(account.data);
  data.set(bytes, offset);
  chain.setAccount(address, { ...account, data, owner: toAddress(account.owner) });
}

export function patchU64(chain: Chain, address: Address, offset: number, value: bigint): void {
  patchBytes(chain, address, offset, u64Bytes(value));
}

/** Turns the clock to any moment, also back. Everything else stays as it is. */
export function setTime(chain: Chain, time: bigint): void {
  chain.restore({ ...chain.save(), time });
}
