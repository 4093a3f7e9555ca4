/** The names of clusters in wallets, by genesis hash. */
const CLUSTERS = {
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d': 'solana:mainnet',
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG: 'solana:devnet',
  '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY': 'solana:testnet',
} as const;

/** The name of every other chain. */
export const OTHER_CLUSTER = 'solana:localnet';

type Cluster = (typeof CLUSTERS)[keyof typeof CLUSTERS] | typeof OTHER_CLUSTER;

export const clusterOf = (genesisHash: string): Cluster =>
  Object.hasOwn(CLUSTERS, genesisHash)
    ? CLUSTERS[genesisHash as keyof typeof CLUSTERS]
    : OTHER_CLUSTER;
