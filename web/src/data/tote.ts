import { computed, signal } from '@preact/signals';
import { type Config, createTote } from '@tote/sdk';
import { apiUrl } from '../navigation/env.ts';
import { session } from './session.ts';

export const tote = computed(() => {
  const { apiKey, signer } = session.value ?? {};
  return createTote({ url: apiUrl, credential: { apiKey, signer } });
});

export const config = signal<Config | undefined>(undefined);
