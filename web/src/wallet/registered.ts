import { signal } from '@preact/signals';
import { getWallets } from '@wallet-standard/app';
import type { Wallet } from '@wallet-standard/base';

export const registered = signal<readonly Wallet[]>([]);

export function startDiscovery(): void {
  const { get, on } = getWallets();
  const read = () => {
    registered.value = [...get()];
  };
  on('register', read);
  on('unregister', read);
  read();
}
