import type { NewWallet } from './new-wallet.ts';

export const BETTORS = ['ana', 'ben', 'cleo', 'dan', 'eva'] as const;
export type BettorName = (typeof BETTORS)[number];
export type Wallets = Readonly<Record<BettorName, NewWallet>>;
export type ApiKeys = Readonly<Record<BettorName, string>>;
