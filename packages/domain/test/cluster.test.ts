import { expect, test } from 'vitest';
import { clusterOf } from '../src/cluster.ts';

test('a cluster is known by its first block, any other chain is a local one', () => {
  expect(clusterOf('5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d')).toBe('solana:mainnet');
  expect(clusterOf('EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG')).toBe('solana:devnet');
  expect(clusterOf('4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY')).toBe('solana:testnet');
  for (const hash of ['', 'constructor', '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9e']) {
    expect(clusterOf(hash)).toBe('solana:localnet');
  }
});
