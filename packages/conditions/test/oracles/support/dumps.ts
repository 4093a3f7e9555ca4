// Real account dumps, and test accounts in the same layouts.
import { type Address, address, getAddressEncoder } from '@solana/kit';
import { unixSeconds } from '@tote/domain';
import { type AccountCase, readVectors } from '../../../../../tools/test-setup/vectors.ts';
import type { AccountSnapshot, Sample } from '../../../src/oracles/account-snapshot.ts';
import { PYTH_RECEIVER, TOKEN_PROGRAM } from '../../../src/oracles/programs.ts';
import type { Reading } from '../../../src/oracles/reading.ts';

const SOMEWHERE = address('SysvarC1ock11111111111111111111111111111111');
const dumps = readVectors<AccountCase>('accounts.json');
export const DUMP_NAMES = dumps.map(({ name }) => name);

export function dump(name: string): AccountSnapshot {
  const found = dumps.find((each) => each.name === name);
  if (!found) throw new Error(`accounts.json has no ${name}`);
  const data = Uint8Array.from(Buffer.from(found.data, 'base64'));
  return {
    address: found.address ? address(found.address) : SOMEWHERE,
    owner: address(found.owner),
    data,
  };
}

export function patched(
  account: AccountSnapshot,
  offset: number,
  bytes: Uint8Array | readonly number[],
): AccountSnapshot {
  const data = Uint8Array.from(account.data);
  data.set(bytes, offset);
  return { ...account, data };
}

export function u64(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt.asUintN(64, value), true);
  return bytes;
}

export function i32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setInt32(0, value, true);
  return bytes;
}

export const bytesOf = (value: Address) => new Uint8Array(getAddressEncoder().encode(value));

export interface PriceUpdateInput {
  feedId: string;
  price: bigint;
  publishedAt: bigint;
  previousPublishedAt?: bigint;
  confidence?: bigint;
  exponent?: number;
  owner?: Address;
  at?: Address;
}

/** A Pyth update with the given values, based on a real one. */
export function priceUpdate(input: PriceUpdateInput): AccountSnapshot {
  const { feedId, price, publishedAt, confidence = price / 1_000n, exponent = -8 } = input;
  const { previousPublishedAt = publishedAt - 1n, owner = PYTH_RECEIVER } = input;
  let account = dump('pyth_sol_usd_push_devnet');
  account = patched(account, 41, Buffer.from(feedId, 'hex'));
  account = patched(account, 73, u64(price));
  account = patched(account, 81, u64(confidence));
  account = patched(account, 89, i32(exponent));
  account = patched(account, 93, u64(publishedAt));
  account = patched(account, 101, u64(previousPublishedAt));
  return { ...account, owner, address: input.at ?? account.address };
}

export function mintAccount(
  at: Address,
  { supply = 10n ** 15n, decimals = 6, owner = TOKEN_PROGRAM }: Partial<MintInput> = {},
): AccountSnapshot {
  const data = new Uint8Array(82);
  data.set(u64(supply), 36);
  data[44] = decimals;
  data[45] = 1;
  return { address: at, owner, data };
}

interface MintInput {
  supply: bigint;
  decimals: number;
  owner: Address;
}

export function tokenAccount(
  at: Address,
  { mint, owner, amount }: { mint: Address; owner: Address; amount: bigint },
): AccountSnapshot {
  const data = new Uint8Array(165);
  data.set(bytesOf(mint), 0);
  data.set(bytesOf(owner), 32);
  data.set(u64(amount), 64);
  data[108] = 1;
  return { address: at, owner: TOKEN_PROGRAM, data };
}

export function missingAccount(at: Address): AccountSnapshot {
  return { address: at, owner: null, data: new Uint8Array() };
}

export function sampleOf(
  observedAt: number,
  accounts: readonly AccountSnapshot[],
  slot = BigInt(observedAt) * 5n,
): Sample {
  return { slot, observedAt: unixSeconds(observedAt), accounts };
}

export function must<T>(reading: Reading<T>): T {
  if (!reading.ok) throw new Error(`${reading.code}: ${reading.reason}`);
  return reading.value;
}
