// The wallets that say they are in this browser (Wallet Standard), and what they call chains.
import { signal } from '@preact/signals';
import { getWallets } from '@wallet-standard/app';
import type { IdentifierString, Wallet } from '@wallet-standard/base';

/** Clusters by the hash of their first block. */
const CLUSTERS: Readonly<Record<string, IdentifierString>> = {
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d': 'solana:mainnet',
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG: 'solana:devnet',
  '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY': 'solana:testnet',
};

export const chainOf = ({ genesisHash }: { readonly genesisHash: string }): IdentifierString =>
  CLUSTERS[genesisHash] ?? 'solana:localnet';

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
