// The play wallet's key, which the browser keeps and never exports.

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
