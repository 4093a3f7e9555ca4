import { type Address, address } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { unixSeconds } from '@tote/domain';
import { READABLE_BYTES_MAX, type Sample } from './account-snapshot.ts';

const CLOCK = address('SysvarC1ock11111111111111111111111111111111');
const CLOCK_TIME_OFFSET = 32;
/** The limit of one request, minus one for the clock. */
export const SAMPLE_ACCOUNTS_MAX = 99;

/** Limits the data per account, so that a large account is not expensive to read. */
const dataSlice = { offset: 0, length: READABLE_BYTES_MAX };

/** The data of an account as nodes send it; nothing of an account that does not exist. */
export const readData = (account: { readonly data: readonly [string, string] } | null) =>
  Uint8Array.from(Buffer.from(account?.data[0] ?? '', 'base64'));

/** Reads accounts at one slot, with the time that programs see in that slot. */
export async function readSample(
  { rpc }: Pick<Chain, 'rpc'>,
  addresses: readonly Address[],
  commitment: 'processed' | 'confirmed' = 'confirmed',
): Promise<Sample> {
  if (addresses.length > SAMPLE_ACCOUNTS_MAX) throw new RangeError('too many for one sample');
  const { context, value } = await rpc
    .getMultipleAccounts([CLOCK, ...addresses], { commitment, encoding: 'base64', dataSlice })
    .send();
  const [clock, ...accounts] = value;
  const time = new DataView(readData(clock ?? null).buffer).getBigInt64(CLOCK_TIME_OFFSET, true);
  return {
    slot: context.slot,
    observedAt: unixSeconds(time),
    accounts: accounts.map((account, index) => ({
      address: addresses[index] as Address,
      owner: account?.owner ?? null,
      data: readData(account),
    })),
  };
}
