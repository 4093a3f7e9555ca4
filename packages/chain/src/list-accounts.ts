import type { Address, Base64EncodedBytes } from '@solana/kit';
import {
  ACCOUNT_VERSION,
  BETTOR_ACCOUNT_TYPE,
  type Bettor,
  getMarketDecoder,
  MARKET_ACCOUNT_TYPE,
  type Market,
} from '@tote/program-client';
import { readBettor } from './bettor-account.ts';
import type { Chain } from './chain.ts';

type Scanned = Pick<Chain, 'rpc' | 'programAddress'>;

export async function listMarketAccounts(chain: Scanned): Promise<Map<Address, Market>> {
  const decoder = getMarketDecoder();
  return scan(chain, MARKET_ACCOUNT_TYPE, (data) => decoder.decode(data));
}

export async function listBettorAccounts(chain: Scanned): Promise<Map<Address, Bettor>> {
  return scan(chain, BETTOR_ACCOUNT_TYPE, readBettor);
}

async function scan<T>(
  { rpc, programAddress }: Scanned,
  type: number,
  read: (data: Uint8Array) => T | undefined,
): Promise<Map<Address, T>> {
  const accounts = await rpc
    .getProgramAccounts(programAddress, {
      commitment: 'confirmed',
      encoding: 'base64',
      filters: [accountTypeFilter(type)],
    })
    .send();
  const found = new Map<Address, T>();
  for (const { pubkey, account } of accounts) {
    const value = read(Buffer.from(account.data[0], 'base64'));
    if (value !== undefined) found.set(pubkey, value);
  }
  return found;
}

function accountTypeFilter(type: number) {
  const bytes = Buffer.of(type, ACCOUNT_VERSION).toString('base64') as Base64EncodedBytes;
  return { memcmp: { offset: 0n, bytes, encoding: 'base64' as const } };
}
