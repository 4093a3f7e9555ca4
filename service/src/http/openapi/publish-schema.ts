// Converts internal schemas to OpenAPI schemas.

import { CONDITION_SCHEMA } from '../../use-cases/condition-schema.ts';
import {
  AccountResponse,
  ApiKeyResponse,
  CreateApiKeyBody,
  CreatedApiKeyResponse,
  PrepareAccountBody,
} from '../schemas/account.ts';
import {
  BetConfirmation,
  BetResponse,
  HistoryPointResponse,
  PrepareBetBody,
} from '../schemas/bet.ts';
import { EVENT_SCHEMAS, FeedEvent, Heartbeat } from '../schemas/events.ts';
import {
  LeaderResponse,
  StatementResponse,
  StatsResponse,
  WalletResponse,
} from '../schemas/ledger.ts';
import {
  CreatedMarketResponse,
  CreateMarketBody,
  MarketDetail,
  MarketPreviewResponse,
  MarketResultResponse,
  MarketSummary,
  Position,
  PrepareMarketBody,
} from '../schemas/market.ts';
import { PayoutResponse, ReceiptResponse } from '../schemas/receipt.ts';
import { ConfigResponse, ReservesResponse } from '../schemas/service.ts';
import { PreparedTransactionResponse, TransactionResponse } from '../schemas/transaction.ts';

/** Schemas that are published by name; all others are inlined. */
const NAMED: Readonly<Record<string, object>> = {
  Account: AccountResponse,
  ApiKey: ApiKeyResponse,
  ApiKeyRequest: CreateApiKeyBody,
  Bet: BetResponse,
  BetConfirmation,
  Condition: CONDITION_SCHEMA,
  Config: ConfigResponse,
  CreatedApiKey: CreatedApiKeyResponse,
  CreatedMarket: CreatedMarketResponse,
  ...EVENT_SCHEMAS,
  FeedEvent,
  Heartbeat,
  HistoryPoint: HistoryPointResponse,
  Leader: LeaderResponse,
  Market: MarketDetail,
  MarketPreview: MarketPreviewResponse,
  MarketRequest: CreateMarketBody,
  MarketResult: MarketResultResponse,
  MarketSummary,
  Payout: PayoutResponse,
  Position,
  PrepareAccountRequest: PrepareAccountBody,
  PrepareBetRequest: PrepareBetBody,
  PrepareMarketRequest: PrepareMarketBody,
  PreparedTransaction: PreparedTransactionResponse,
  Receipt: ReceiptResponse,
  Reserves: ReservesResponse,
  Statement: StatementResponse,
  Stats: StatsResponse,
  Transaction: TransactionResponse,
  Wallet: WalletResponse,
};

const names = new Map(Object.entries(NAMED).map(([name, schema]) => [schema, name]));

/** Keywords of our validator that are not published. */
const INTERNAL = new Set(['tote', 'openapi', 'jsonObject', 'least', 'most', 'choices']);

export function publishSchema(schema: unknown): unknown {
  const name = names.get(schema as object);
  return name === undefined ? copy(schema) : { $ref: `#/components/schemas/${name}` };
}

export function publishNamedSchemas(): Record<string, unknown> {
  return Object.fromEntries(Object.entries(NAMED).map(([name, schema]) => [name, copy(schema)]));
}

function copy(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(publishSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { openapi, ...rest } = schema as { openapi?: unknown; [key: string]: unknown };
  if (openapi !== undefined) return copy(openapi);
  // OpenAPI's discriminator needs named branches; each branch has its type as a constant anyway.
  const { discriminator: _, examples, ...keywords } = rest;
  const entries = Object.entries(keywords).filter(([key]) => !INTERNAL.has(key));
  const published = Object.fromEntries(entries.map(([key, value]) => [key, publishSchema(value)]));
  return examples === undefined ? published : { ...published, examples };
}
