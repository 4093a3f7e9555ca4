// What is shown as the store has it: http/ knows no SQL.
export type { ApiKeyRecord } from '../store/journal/api-keys.ts';
export type { Webhook } from '../store/journal/webhooks.ts';
export type { Conversion } from '../store/projection/fees.ts';
export { MARKET_SORTS, type MarketSort } from '../store/projection/find-list.ts';
export { MOVEMENT_KINDS } from '../store/projection/ledger.ts';
export type { MarketPage } from '../store/projection/list-markets.ts';
export type { MarketEnd, MarketView } from '../store/projection/market-view.ts';
export { WINDOWS } from '../store/projection/profits.ts';
