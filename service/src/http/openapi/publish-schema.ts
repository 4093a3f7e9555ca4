// Converts internal schemas to OpenAPI schemas.

import {
  AccountAnswer,
  ApiKeyAnswer,
  CreateApiKeyBody,
  CreatedApiKeyAnswer,
  PrepareAccountBody,
} from '../schemas/account.ts';
import { BetAnswer, BetConfirmation, HistoryPointAnswer, PrepareBetBody } from '../schemas/bet.ts';
import {
  CreatedMarketAnswer,
  CreateMarketBody,
  MarketDetail,
  MarketPreviewAnswer,
  MarketResultAnswer,
  MarketSummary,
  Position,
  PrepareMarketBody,
} from '../schemas/market.ts';
import { PayoutAnswer, ReceiptAnswer } from '../schemas/receipt.ts';
import { ConfigAnswer, ReservesAnswer } from '../schemas/service.ts';
import { PreparedTransactionAnswer, TransactionAnswer } from '../schemas/transaction.ts';

/** Schemas that are published by name; all others are inlined. */
const NAMED: Readonly<Record<string, object>> = {
  Account: AccountAnswer,
  ApiKey: ApiKeyAnswer,
  ApiKeyRequest: CreateApiKeyBody,
  Bet: BetAnswer,
  BetConfirmation,
  Config: ConfigAnswer,
  CreatedApiKey: CreatedApiKeyAnswer,
  CreatedMarket: CreatedMarketAnswer,
  HistoryPoint: HistoryPointAnswer,
  Market: MarketDetail,
  MarketPreview: MarketPreviewAnswer,
  MarketRequest: CreateMarketBody,
  MarketResult: MarketResultAnswer,
  MarketSummary,
  Payout: PayoutAnswer,
  Position,
  PrepareAccountRequest: PrepareAccountBody,
  PrepareBetRequest: PrepareBetBody,
  PrepareMarketRequest: PrepareMarketBody,
  PreparedTransaction: PreparedTransactionAnswer,
  Receipt: ReceiptAnswer,
  Reserves: ReservesAnswer,
  Transaction: TransactionAnswer,
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
