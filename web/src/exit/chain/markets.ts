// Markets, from their accounts.
import type { Address } from '@solana/kit';
import { type Currency, currencyFromCode, type Outcome, outcomeFromCode } from '@tote/domain';
import {
  BETTOR_ACCOUNT_TYPE,
  getBettorDecoder,
  getMarketDecoder,
  MARKET_ACCOUNT_TYPE,
  type Market,
  MarketSource,
} from '@tote/program-client';
import { fetchAccounts, isOfType, listAccounts, type RawAccount } from './accounts.ts';
import type { Deployment } from './deployment.ts';
import { isTaken } from './holdings.ts';

export interface ChainMarket {
  readonly address: Address;
  readonly account: Market;
  readonly currency: Currency;
  readonly outcome: Outcome | null;
}

const toMarket = (address: Address, { data }: RawAccount): ChainMarket => {
  const account = getMarketDecoder().decode(data);
  return {
    ...{ address, account },
    currency: currencyFromCode(account.currency),
    outcome: outcomeFromCode(account.outcome),
  };
};

/** Those that exist. A market that is closed has no account any more. */
export async function fetchMarkets(
  { node, program }: Deployment,
  addresses: readonly Address[],
): Promise<ChainMarket[]> {
  const accounts = await fetchAccounts(node, addresses);
  return addresses.flatMap((address, index) => {
    const account = accounts[index];
    return isOfType(account, program, MARKET_ACCOUNT_TYPE) ? [toMarket(address, account)] : [];
  });
}

/** All of the program; the node may refuse. */
export async function listMarkets({ node, program }: Deployment): Promise<ChainMarket[]> {
  const found = await listAccounts(node, program, MARKET_ACCOUNT_TYPE);
  return found
    .map(({ address, account }) => toMarket(address, account))
    .sort((a, b) => (a.account.expiresAt < b.account.expiresAt ? -1 : 1));
}

export interface OpenPosition {
  readonly bettor: Address;
  readonly slot: number;
}

/** Everybody with a stake in the market; the node may refuse. */
export async function listPositions(
  { node, program }: Deployment,
  market: Address,
): Promise<OpenPosition[]> {
  const found = await listAccounts(node, program, BETTOR_ACCOUNT_TYPE);
  return found.flatMap(({ address, account }) => {
    const { slots } = getBettorDecoder().decode(account.data);
    const slot = slots.findIndex((each) => each.market === market && isTaken(each));
    return slot < 0 ? [] : [{ bettor: address, slot }];
  });
}

export const isFact = ({ account: { source } }: ChainMarket): boolean =>
  source === MarketSource.TimedFact || source === MarketSource.StateFact;
