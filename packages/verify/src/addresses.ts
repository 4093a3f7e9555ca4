// Addresses of the program and its accounts, and the ids of markets that are made from them.
import {
  type Address,
  address,
  getAddressEncoder,
  getProgramDerivedAddress,
  isAddress,
} from '@solana/kit';

/** Where the program is, unless somebody deployed it elsewhere. */
export const PROGRAM_ADDRESS = 'Tote111111111111111111111111111111111111111' as Address;

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

const PREFIX = 'market_';

export function marketIdOf(market: Address): string {
  return `${PREFIX}${market}`;
}

/** From an id or a plain address; undefined if the text is neither. */
export function parseMarket(text: string): Address | undefined {
  const rest = text.startsWith(PREFIX) ? text.slice(PREFIX.length) : text;
  return isAddress(rest) ? address(rest) : undefined;
}
