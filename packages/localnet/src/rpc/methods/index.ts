import type { Method } from '../context.ts';
import * as chain from './chain-state.ts';
import * as costs from './costs.ts';
import { getAccountInfo, getBalance, getMultipleAccounts } from './get-account-info.ts';
import { getProgramAccounts } from './get-program-accounts.ts';
import { getSignatureStatuses } from './get-signature-statuses.ts';
import { getSignaturesForAddress } from './get-signatures-for-address.ts';
import * as tokens from './get-token-accounts.ts';
import { getTransaction } from './get-transaction.ts';
import { requestAirdrop } from './request-airdrop.ts';
import { landTransaction, sendTransaction } from './send-transaction.ts';
import { simulateTransaction } from './simulate-transaction.ts';

export const METHODS: Readonly<Record<string, Method>> = {
  ...chain,
  ...costs,
  ...tokens,
  getAccountInfo,
  getBalance,
  getMultipleAccounts,
  getProgramAccounts,
  getSignatureStatuses,
  getSignaturesForAddress,
  getTransaction,
  landTransaction,
  requestAirdrop,
  sendTransaction,
  simulateTransaction,
};
