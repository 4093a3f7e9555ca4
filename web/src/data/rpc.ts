// The node of the chain that this browser asks itself. The visitor may name another one.
import { computed, signal } from '@preact/signals';
import { config } from './tote.ts';

const KEY = 'tote-rpc';

const own = signal(sessionStorage.getItem(KEY) ?? '');

/** Undefined: neither the service nor the visitor names one. */
export const rpcUrl = computed(() => own.value || config.value?.rpcUrl || undefined);

/** Kept as long as the tab is open. Empty: that of the service again. */
export function setRpcUrl(url: string): void {
  own.value = url;
  if (url) sessionStorage.setItem(KEY, url);
  else sessionStorage.removeItem(KEY);
}
