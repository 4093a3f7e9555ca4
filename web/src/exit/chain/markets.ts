import type { Address } from '@solana/kit';
import { type Currency, currencyFromCode, type Outcome, outcomeFromCode } from '@tote/domain';
import {
  BETTOR_ACCOUNT_TYPE,
  CONFIG_ACCOUNT_TYPE,
  getBettorDecoder,
  getConfigDecoder,
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
  /** Anybody may refund it, or veto its outcome in time. */
  readonly isOracleDisabled: boolean;
}

function readMarkets(
  program: Address,
  config: RawAccount | undefined,
  found: readonly { readonly address: Address; readonly account: RawAccount }[],
): ChainMarket[] {
  const isThere = isOfType(config, program, CONFIG_ACCOUNT_TYPE);
  const disabledBelow = isThere ? getConfigDecoder().decode(config.data).oracleDisabledBelow : 0;
  return found.map(({ address, account: { data } }) => {
    const account = getMarketDecoder().decode(data);
    return {
      ...{ address, account },
      currency: currencyFromCode(account.currency),
      outcome: outcomeFromCode(account.outcome),
      isOracleDisabled: account.oracleGeneration < disabledBelow,
    };
  });
}

/** Leaves out closed markets, which have no account any more. */
export async function fetchMarkets(
  { node, program, addresses: { config: configAddress } }: Deployment,
  addresses: readonly Address[],
): Promise<ChainMarket[]> {
  const [config, ...accounts] = await fetchAccounts(node, [configAddress, ...addresses]);
  const found = addresses.flatMap((address, index) => {
    const account = accounts[index];
    return isOfType(account, program, MARKET_ACCOUNT_TYPE) ? [{ address, account }] : [];
  });
  return readMarkets(program, config, found);
}

/** All markets of the program; the node may refuse this call. */
export async function listMarkets({
  node,
  program,
  addresses,
}: Deployment): Promise<ChainMarket[]> {
  const found = await listAccounts(node, program, MARKET_ACCOUNT_TYPE);
  const [config] = await fetchAccounts(node, [addresses.config]);
  return readMarkets(program, config, found).sort((a, b) =>
    a.account.expiresAt < b.account.expiresAt ? -1 : 1,
  );
}

export interface OpenPosition {
  readonly bettor: Address;
  readonly slot: number;
}

/** Everybody with a stake in the market; the node may refuse this call. */
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
