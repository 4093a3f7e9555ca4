// Formats of public ids. Text in another format is treated as unknown and never reaches the store.

import { decodeBase58Exactly } from '@tote/chain/lib/base58';

const MARKET_ID = /^market_[1-9A-HJ-NP-Za-km-z]{32,44}$/;
const BET_ID = /^bet_[A-Za-z0-9_.-]{1,200}$/;
const TRANSACTION_ID = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/;
const API_KEY_ID = /^[A-Za-z0-9_-]{1,64}$/;
const WEBHOOK_ID = /^whk_[A-Za-z0-9_-]{16}$/;

const ADDRESS_BYTES = 32;

export const isMarketId = (text: string) => MARKET_ID.test(text);
export const isBetId = (text: string) => BET_ID.test(text);
export const isTransactionId = (text: string) => TRANSACTION_ID.test(text);
export const isApiKeyId = (text: string) => API_KEY_ID.test(text);
export const isWebhookId = (text: string) => WEBHOOK_ID.test(text);

/** The check of the client library takes longer than a whole request for a cached list. */
export const isAddress = (text: string) => decodeBase58Exactly(text, ADDRESS_BYTES) !== undefined;
