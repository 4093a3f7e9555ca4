import type { Method } from '../context.ts';
import * as accounts from './accounts.ts';
import * as chain from './chain.ts';
import * as tokens from './get-token-accounts.ts';
import { requestAirdrop } from './request-airdrop.ts';
import { landTransaction, sendTransaction } from './send-transaction.ts';
import { simulateTransaction } from './simulate-transaction.ts';
import * as transactions from './transactions.ts';

export const METHODS: Readonly<Record<string, Method>> = {
  ...accounts,
  ...chain,
  ...tokens,
  ...transactions,
  /** Every slot has a block. */
  getBlockHeight: chain.getSlot,
  landTransaction,
  requestAirdrop,
  sendTransaction,
  simulateTransaction,
};
