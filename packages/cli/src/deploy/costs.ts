import type { Chain } from '@tote/chain/chain';

export const LAMPORTS_PER_SIGNATURE = 5_000n;

export function readRents(
  { rpc }: Pick<Chain, 'rpc'>,
  sizes: readonly (number | bigint)[],
): Promise<bigint[]> {
  return Promise.all(
    sizes.map((size) => rpc.getMinimumBalanceForRentExemption(BigInt(size)).send()),
  );
}

export async function readLamports(
  { rpc }: Pick<Chain, 'rpc'>,
  address: Parameters<Chain['rpc']['getBalance']>[0],
): Promise<bigint> {
  const { value } = await rpc.getBalance(address, { commitment: 'confirmed' }).send();
  return value;
}
