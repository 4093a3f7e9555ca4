// What is on chain after a deployment, read without the code that deploys.
import { readFileSync } from 'node:fs';
import { type Address, address, getAddressEncoder, getProgramDerivedAddress } from '@solana/kit';
import type { Cluster } from './cluster.ts';

export const LOADER = address('BPFLoaderUpgradeab1e11111111111111111111111');
export const COMMITTED = readFileSync(new URL('../../../../../program/tote.so', import.meta.url));

const [PROGRAM_BYTES, HEAD_BYTES] = [36n, 45n];

export async function findCodeAddress(program: string): Promise<Address> {
  const seeds = [getAddressEncoder().encode(program as Address)];
  return (await getProgramDerivedAddress({ programAddress: LOADER, seeds }))[0];
}

/** Undefined if it is not deployed. */
export async function readCode({ rpc }: Cluster, program: string): Promise<Buffer | undefined> {
  const at = await findCodeAddress(program);
  const { value } = await rpc
    .getAccountInfo(at, { encoding: 'base64', commitment: 'confirmed' })
    .send();
  return value ? Buffer.from(value.data[0], 'base64').subarray(Number(HEAD_BYTES)) : undefined;
}

/** Null: nobody. */
export async function readAuthority({ rpc }: Cluster, program: string): Promise<string | null> {
  const at = await findCodeAddress(program);
  const { value } = await rpc
    .getAccountInfo(at, { encoding: 'jsonParsed', commitment: 'confirmed' })
    .send();
  if (!value) throw new Error(`there is no program ${program}`);
  const { parsed } = value.data as unknown as { parsed: { info: { authority: string | null } } };
  return parsed.info.authority;
}

/** Buffers that this authority may write to. */
export async function listBuffers({ rpc }: Cluster, authority: Address): Promise<number> {
  const found = await rpc
    .getProgramAccounts(LOADER, {
      encoding: 'base64',
      commitment: 'confirmed',
      dataSlice: { offset: 0, length: 0 },
      filters: [
        { memcmp: { offset: 0n, bytes: 'AQAAAAE=' as never, encoding: 'base64' } },
        { memcmp: { offset: 5n, bytes: authority as never, encoding: 'base58' } },
      ],
    })
    .send();
  return found.length;
}

/** The rent of a program with this many bytes, in lamports. */
export async function programRent({ rpc }: Cluster, bytes: number): Promise<bigint> {
  const rents = await Promise.all(
    [PROGRAM_BYTES, HEAD_BYTES + BigInt(bytes)].map((size) =>
      rpc.getMinimumBalanceForRentExemption(size).send(),
    ),
  );
  return rents.reduce((sum, rent) => sum + rent, 0n);
}

/** The fees of all transactions that the payer paid for, and their number. */
export async function sumFees({ rpc }: Cluster, payer: Address) {
  const signatures = await rpc
    .getSignaturesForAddress(payer, { commitment: 'confirmed', limit: 1_000 })
    .send();
  let [fees, count] = [0n, 0];
  for (const { signature } of signatures) {
    const found = await rpc
      .getTransaction(signature, {
        commitment: 'confirmed',
        encoding: 'json',
        maxSupportedTransactionVersion: 0,
      })
      .send();
    if (found?.transaction.message.accountKeys[0] !== payer) continue;
    fees += found.meta?.fee ?? 0n;
    count += 1;
  }
  return { fees, count };
}
