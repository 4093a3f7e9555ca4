// Formats of public ids. Text in another format is treated as unknown and never reaches the store.
import { decodeBase58Exactly } from '@tote/chain/lib/base58';
import { DomainError } from '@tote/domain';
import type { Queries } from '../queries/create-queries.ts';
import { SERIES_ID } from '../store/journal/series.ts';
import type { MarketView } from '../store/projection/market-view.ts';

const MARKET_ID = /^market_[1-9A-HJ-NP-Za-km-z]{32,44}$/;
const BET_ID = /^bet_[A-Za-z0-9_.-]{1,200}$/;
const TRANSACTION_ID = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/;
const API_KEY_ID = /^[A-Za-z0-9_-]{1,64}$/;
const WEBHOOK_ID = /^whk_[A-Za-z0-9_-]{16}$/;

const ADDRESS_BYTES = 32;

export const isMarketId = (text: string) => MARKET_ID.test(text);
export const isBetId = (text: string) => BET_ID.test(text);

/** The check of the client library takes longer than a whole request for a cached list. */
export const isAddress = (text: string) => decodeBase58Exactly(text, ADDRESS_BYTES) !== undefined;

export function refuseParams(params: Readonly<Record<string, string>>): void {
  const { marketId, betId, transactionId, keyId, webhookId, seriesId, address } = params;
  if (marketId !== undefined && !isMarketId(marketId)) {
    throw new DomainError('market_not_found', { marketId });
  }
  if (betId !== undefined && !isBetId(betId)) throw new DomainError('bet_not_found', { betId });
  if (transactionId !== undefined && !TRANSACTION_ID.test(transactionId)) {
    throw new DomainError('transaction_not_found', { transactionId });
  }
  if (keyId !== undefined && !API_KEY_ID.test(keyId)) throw missing('API key');
  if (webhookId !== undefined && !WEBHOOK_ID.test(webhookId)) throw missing('webhook');
  if (seriesId !== undefined && !SERIES_ID.test(seriesId)) throw missing('series');
  if (address !== undefined && !isAddress(address)) throw missing('wallet');
}

const missing = (resource: string) => new DomainError('resource_not_found', { resource });

/** For cards, embeds and actions, which hidden markets do not have. */
export async function getSharedMarket(queries: Queries, marketId: string): Promise<MarketView> {
  const market = await getMarketOf(queries, marketId);
  if (market.hidden) throw new DomainError('market_hidden', { reason: market.hidden.reason });
  return market;
}

export async function getMarketOf(queries: Queries, marketId: string): Promise<MarketView> {
  refuseParams({ marketId });
  const market = await queries.findMarket(marketId);
  if (market === undefined) throw new DomainError('market_not_found', { marketId });
  return market;
}
