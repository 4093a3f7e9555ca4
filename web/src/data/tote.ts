import { computed, signal } from '@preact/signals';
import { type Config, createTote } from '@tote/sdk';
import { apiUrl } from '../navigation/env.ts';
import { refusedKey, session } from './session.ts';

export const tote = computed(() => {
  const { apiKey, signer } = session.value ?? {};
  return createTote({ url: apiUrl, credential: { apiKey, signer }, fetch: watchKey(apiKey) });
});

const watchKey =
  (apiKey: string | undefined): typeof fetch =>
  async (input, init) => {
    const response = await fetch(input, init);
    if (response.status === 401 && apiKey) refusedKey.value = apiKey;
    return response;
  };

export const config = signal<Config | undefined>(undefined);

/** The name of a bettor of the demo, on the embedded chain. */
export const findDemoName = (wallet: string): string | undefined =>
  config.value?.demo?.bettors.find((bettor) => bettor.wallet === wallet)?.name;

/** A key that makes a request act once. It also works without TLS, unlike `crypto.randomUUID`. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

export type ExplorerKind = 'tx' | 'address';

/** Its page in the explorer; undefined if the service names no explorer. */
export const explorerUrlOf = (kind: ExplorerKind, id: string): string | undefined =>
  config.value?.explorerUrl?.replace('{kind}', kind).replace('{id}', encodeURIComponent(id));
