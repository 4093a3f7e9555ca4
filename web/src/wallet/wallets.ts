// The wallets of this browser (Wallet Standard), and which of them can be used here.

import { computed } from '@preact/signals';
import { clusterOf } from '@tote/domain';
import type { IdentifierString, Wallet } from '@wallet-standard/base';
import { config } from '../data/tote.ts';
import { registered } from './registered.ts';

/** The page's own wallet, on the embedded chain. */
export const PLAY_WALLET = 'Play wallet';

interface FoundWallet {
  readonly wallet: Wallet;
  readonly problem?: string;
}

export const foundWallets = computed<readonly FoundWallet[]>(() => {
  const known = config.value;
  if (!known) return [];
  return registered.value
    .map((wallet) => ({ wallet, problem: findProblem(wallet, clusterOf(known.genesisHash)) }))
    .sort((a, b) => rankOf(a) - rankOf(b));
});

/** The play wallet first, and last those that cannot be used. */
const rankOf = ({ wallet, problem }: FoundWallet) =>
  problem !== undefined ? 2 : Number(wallet.name !== PLAY_WALLET);

/** Where this service runs, as wallets call it. */
export function networkName(): string {
  const known = config.peek();
  return known ? clusterOf(known.genesisHash).replace('solana:', 'Solana ') : 'Solana';
}

export const findWallet = (name: string): Wallet | undefined =>
  foundWallets.value.find(({ wallet, problem }) => wallet.name === name && !problem)?.wallet;

function findProblem({ chains, features }: Wallet, chain: IdentifierString): string | undefined {
  const signing = features['solana:signTransaction'] as
    | { readonly supportedTransactionVersions?: readonly unknown[] }
    | undefined;
  if (!chains.includes(chain)) {
    return config.peek()?.cluster === 'embedded'
      ? 'It cannot use this demo chain. Use the play wallet.'
      : `It is not set to ${networkName()}. Change that in its settings, then reload the page.`;
  }
  if (!features['standard:connect'] || !signing) return 'It cannot sign transactions for pages.';
  // Every transaction fits version 0, which the service prepares by default.
  if (!signing.supportedTransactionVersions?.includes(0)) {
    return 'It cannot sign version 0 transactions.';
  }
  if (!features['solana:signIn'] && !features['solana:signMessage']) return 'It cannot sign in.';
  return undefined;
}
