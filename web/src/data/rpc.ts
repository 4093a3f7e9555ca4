// The chain node that this browser asks directly. The visitor may choose another one.
import { computed, signal } from '@preact/signals';
import { config } from './tote.ts';

const KEY = 'tote-rpc';

const own = signal(sessionStorage.getItem(KEY) ?? '');

export const rpcUrl = computed(() => own.value || config.value?.rpcUrl || undefined);

/** Kept while the tab is open. An empty address restores the service's node. */
export function setRpcUrl(url: string): void {
  own.value = url;
  if (url) sessionStorage.setItem(KEY, url);
  else sessionStorage.removeItem(KEY);
}
