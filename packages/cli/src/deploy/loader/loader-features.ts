import { address } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { readAccounts } from './loader-accounts.ts';

const EXTEND_CHECKED = address('2oMRZEDWT2tqtYMofhmmfQ8SsjqUFzT6sYXppQDavxwz');
const EXTEND_MINIMUM = address('YbbRLkvenrocjGPGyoQE4wjnvYzTgfsk38NFmcYK7a5');

const EXTEND_BYTES_MIN = 10_240;

export interface LoaderFeatures {
  readonly isExtendChecked: boolean;
  readonly extendBytesMin: number;
}

export async function readLoaderFeatures(chain: Pick<Chain, 'rpc'>): Promise<LoaderFeatures> {
  const accounts = await readAccounts(chain, [EXTEND_CHECKED, EXTEND_MINIMUM]);
  // The first byte says whether the slot of its activation follows.
  const [isExtendChecked = false, hasMinimum] = accounts.map((each) => each?.data[0] === 1);
  return { isExtendChecked, extendBytesMin: hasMinimum ? EXTEND_BYTES_MIN : 1 };
}
