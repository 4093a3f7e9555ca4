import type { BettorName } from '@tote/conditions/kinds/shared/scenario';
import type { NewWallet } from './new-wallet.ts';

export type Wallets = Readonly<Record<BettorName, NewWallet>>;
export type ApiKeys = Readonly<Record<BettorName, string>>;
