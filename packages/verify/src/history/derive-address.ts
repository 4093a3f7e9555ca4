// Addresses of the program's accounts, which follow from what they are about.
import { type Address, getAddressEncoder, getProgramDerivedAddress } from '@solana/kit';

type Seeds = Parameters<typeof getProgramDerivedAddress>[0]['seeds'];

export function deriveMarket(
  program: Address,
  { creator, nonce, expiresAt }: { creator: Address; nonce: bigint; expiresAt: bigint },
): Promise<Address> {
  const numbers = new DataView(new ArrayBuffer(16));
  numbers.setBigUint64(0, nonce, true);
  numbers.setBigInt64(8, expiresAt, true);
  const bytes = new Uint8Array(numbers.buffer);
  return derive(program, ['market', bytesOf(creator), bytes.slice(0, 8), bytes.slice(8)]);
}

export function deriveBettor(program: Address, wallet: Address): Promise<Address> {
  return derive(program, ['bettor', bytesOf(wallet)]);
}

export function deriveConfig(program: Address): Promise<Address> {
  return derive(program, ['config']);
}

async function derive(programAddress: Address, seeds: Seeds): Promise<Address> {
  return (await getProgramDerivedAddress({ programAddress, seeds }))[0];
}

const bytesOf = (address: Address) => getAddressEncoder().encode(address);
