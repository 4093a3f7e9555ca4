// Wallets that sign their own requests and transactions, through the public API only.
import { join } from 'node:path';
import { getBase58Encoder } from '@solana/kit';
import { ensureKeyFile } from '@tote/chain/deployment/key-files';
import { createKey, type Key, keyFromBytes } from '@tote/chain/key';
import type { DemoName } from '../../../src/embedded/demo.ts';
import { useFolder } from '../../support/new-folder.ts';
import { signRequest } from '../../support/new-wallet.ts';
import type { Answer, CallOptions, World } from '../../support/world.ts';

export function demoKey(world: World, name: DemoName): Promise<Key> {
  return keyFromBytes(getBase58Encoder().encode(world.wallet(name).secretKey) as Uint8Array);
}

/** The settings and the folder of a World that alice operates. */
export async function operatedByAlice(): Promise<[env: Record<string, string>, dir: string]> {
  const dir = useFolder();
  const { key } = await ensureKeyFile(join(dir, 'keys', 'demo-alice.json'));
  return [{ TOTE_OPERATORS: key.address }, dir];
}

export async function callSigned(
  world: World,
  key: Key,
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Answer> {
  const { body: config } = await world.get('/config');
  const rawBody = Buffer.from(options.body === undefined ? '' : JSON.stringify(options.body));
  const headers = signRequest(config, key, { method, url: `/v1${path}`, rawBody });
  return world.call(method, path, { ...options, headers: { ...headers, ...options.headers } });
}

export type Action = Record<string, unknown>;

export async function act(world: World, key: Key, actions: readonly Action[]): Promise<Answer> {
  const prepared = await world.post('/account/transactions', { wallet: key.address, actions });
  if (prepared.status !== 200) throw new Error(`not prepared: ${prepared.text}`);
  const submitted = await world.submit(key, prepared);
  if (submitted.status !== 200) throw new Error(`not submitted: ${submitted.text}`);
  return submitted;
}

export interface TestWallet {
  readonly key: Key;
  readonly as: { readonly headers: Record<string, string> };
}

/** A new wallet with an API key and nothing else: no account on chain, no delegate. */
export async function createWallet(world: World, scopes = SCOPES): Promise<TestWallet> {
  const key = await createKey();
  const body = { name: 'test', scopes };
  const answer = await callSigned(world, key, 'POST', '/api-keys', { body });
  return { key, as: { headers: { authorization: `Bearer ${answer.body.key}` } } };
}

const SCOPES = ['read', 'bet', 'create', 'manage'];
