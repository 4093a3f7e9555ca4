// Sets up a new wallet with the public API: opens its account, makes the service its delegate,
// creates an API key and gets test money from the faucet.
import { randomBytes, randomUUID } from 'node:crypto';
import { getBase58Decoder, getTransactionDecoder, getTransactionEncoder } from '@solana/kit';
import { createKey, type Key } from '@tote/chain/key';
import { sha256Hex } from '@tote/chain/lib/sha256';

export interface Funds {
  readonly SOL?: string;
  readonly UTILITY?: string;
}

export interface NewWallet {
  readonly key: Key;
  readonly apiKey: string;
}

interface ServiceFacts {
  readonly origin: string;
  readonly genesisHash: string;
  readonly now: string;
}

const DELEGATE_SECONDS = 30 * 86_400;
const ALLOWANCE = { SOL: '1000000', UTILITY: '1000000' };

/** `wallNow` is the clock of request signatures. */
export async function openNewWallet(
  baseUrl: string,
  funds: Funds,
  wallNow: () => Date,
): Promise<NewWallet> {
  const key = await createKey();
  const config = await call<ServiceFacts>(baseUrl, 'GET', '/config');
  const expiresAt = new Date(Date.parse(config.now) + DELEGATE_SECONDS * 1000).toISOString();
  const prepared = await call<{ transaction: string }>(baseUrl, 'POST', '/account/transactions', {
    wallet: key.address,
    actions: [{ type: 'open' }, { type: 'delegate', expiresAt, allowance: ALLOWANCE }],
  });
  const transaction = await signTransaction(prepared.transaction, key);
  await call(baseUrl, 'POST', '/transactions', { transaction });
  const apiKey = await createApiKey(baseUrl, config, key, wallNow());
  const headers = { authorization: `Bearer ${apiKey}` };
  for (const [currency, amount] of Object.entries(funds)) {
    await call(baseUrl, 'POST', '/faucet', { currency, amount }, headers);
  }
  return { key, apiKey };
}

export async function signTransaction(base64: string, key: Key): Promise<string> {
  const transaction = getTransactionDecoder().decode(Buffer.from(base64, 'base64'));
  const signature = key.sign(transaction.messageBytes as unknown as Uint8Array);
  const signatures = { ...transaction.signatures, [key.address]: signature };
  const signed = { ...transaction, signatures } as typeof transaction;
  return Buffer.from(getTransactionEncoder().encode(signed)).toString('base64');
}

export function signRequest(
  { origin, genesisHash }: Pick<ServiceFacts, 'origin' | 'genesisHash'>,
  key: Key,
  { method, url, rawBody }: { method: string; url: string; rawBody: Uint8Array },
  at: Date,
): Record<string, string> {
  const timestamp = at.toISOString();
  const nonce = randomBytes(16).toString('hex');
  const hash = sha256Hex(rawBody);
  const lines = ['Tote v1', origin, genesisHash, `${method} ${url}`, hash, timestamp, nonce];
  return {
    'x-wallet': key.address,
    'x-timestamp': timestamp,
    'x-nonce': nonce,
    'x-signature': getBase58Decoder().decode(key.sign(Buffer.from(lines.join('\n')))),
  };
}

async function createApiKey(
  baseUrl: string,
  config: ServiceFacts,
  key: Key,
  at: Date,
): Promise<string> {
  const body = { name: `wallet ${randomUUID()}`, scopes: ['read', 'bet', 'create', 'manage'] };
  const rawBody = Buffer.from(JSON.stringify(body));
  const url = `${new URL(baseUrl).pathname}/api-keys`;
  const headers = signRequest(config, key, { method: 'POST', url, rawBody }, at);
  return (await call<{ key: string }>(baseUrl, 'POST', '/api-keys', body, headers)).key;
}

async function call<T>(
  baseUrl: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<T> {
  const response = await fetch(baseUrl + path, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text) as T;
}
