// The play wallet's key, which the browser keeps and never exports.

import { decimal, type Tote } from '@tote/sdk';
import { now } from '../data/clock.ts';

const DATABASE = 'tote-play-wallet';
const STORE = 'keys';
const NAME = 'key';

/** The browser's key storage needs a secure context. */
export const canMakeKeys = (): boolean => globalThis.crypto?.subtle !== undefined;

export const findPlayKey = (): Promise<CryptoKeyPair | undefined> =>
  withStore('readonly', (store) => store.get(NAME));

export async function makePlayKey(): Promise<CryptoKeyPair> {
  const pair = (await crypto.subtle.generateKey('Ed25519', false, [
    'sign',
    'verify',
  ])) as CryptoKeyPair;
  await withStore('readwrite', (store) => store.put(pair, NAME));
  return pair;
}

export const forgetPlayKey = (): Promise<undefined> =>
  withStore('readwrite', (store) => store.delete(NAME));

async function withStore<T>(
  mode: IDBTransactionMode,
  use: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await answerOf(opening);
  try {
    return await answerOf(use(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

const answerOf = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

export const PLAY_SOL = '100';
const PLAY_UTILITY = '10000';
const ALLOWANCE_MS = 30 * 86_400_000;

export async function getPlayMoney({ useFaucet }: Tote): Promise<void> {
  await useFaucet({ currency: 'SOL', amount: decimal(PLAY_SOL) });
  await useFaucet({ currency: 'UTILITY', amount: decimal(PLAY_UTILITY) });
}

/** Lets the service stake all of it. */
export async function allowPlayMoney({ allow }: Tote): Promise<void> {
  const until = new Date(now.peek() + ALLOWANCE_MS);
  await allow({ sol: decimal(PLAY_SOL), utility: decimal(PLAY_UTILITY), until });
}
